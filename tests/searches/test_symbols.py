"""Coloured squares, stars and dots in the compiled engine, against the reference engine."""

from __future__ import annotations

import random
import warnings
from functools import cache

import pytest
from support.hypotheses import random_clause
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.panels import solved_panels
from witness.puzzle.constraints import KINDS
from witness.puzzle.grid import planes_of
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import placements
from witness.puzzle.rules import is_solution
from witness.puzzle.symbols.blocks import Block
from witness.searches import block_arrays, compiled, reference
from witness.searches.arrays import words_of
from witness.searches.predicates.clauses import FilePredicate, predicate_of
from witness.searches.predicates.registry import predicate
from witness.searches.result import Limits, Mode, SearchResult

LIMITS = Limits(max_expansions=3000)

WINNERS = {
    "squares": "f(A,B) :- sure_other(A,B,C), gte(C,1).\nf(A,B) :- cut_off(A).",
    "stars": "f(A,B) :- possible_same(A,B,1).\nf(A,B) :- sure_same(A,B,C), greaterThan(C,2).",
    "colours": "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), gone(A,D), "
    "different(C,F).",
    "dots": "f(A,B) :- on(B,C), gone(A,C).\nf(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).",
    "mixed": "f(A,B) :- is_star(B), possible_same(A,B,1).\n"
    "f(A,B) :- is_square(B), sure_other(A,B,C), gte(C,1).\n"
    "f(A,B) :- at(B,C), unvisited(A,C), unreached(A,C).\n"
    "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D).\nf(A,B) :- cut_off(A).",
}  # fmt: skip


def predicate_named(name: str, text: str) -> FilePredicate:
    background = read_background(None, shipped_file(f"bias/{name}.pl"))
    return predicate_of(parse_clauses(text), background, name)


@cache
def panels(kinds: tuple[str, ...]) -> list[Puzzle]:
    """The random panels with symbols of some kinds, but those that A* refuses."""
    return [puzzle for puzzle, _ in solved_panels(kinds) if not puzzle.pass_goals]


def puzzles(seed: str, number: int) -> list[Puzzle]:
    kinds = {"squares": ("squares",), "stars": ("squares", "stars"), "dots": ("dots",)}
    return random.Random(seed).sample(panels(kinds.get(seed, tuple(KINDS))), number)


def outcome(result: SearchResult) -> tuple[object, ...]:
    return result.status, result.path, result.expansions


@pytest.mark.slow
@pytest.mark.parametrize("name", some(3, WINNERS))
@pytest.mark.parametrize("mode", ["prune", "sort"])
def test_both_engines_search_alike(name: str, mode: Mode) -> None:
    own = predicate_named(name, WINNERS[name])
    for puzzle in puzzles(name, 60):
        found = compiled.solve(puzzle, own, mode, limits=LIMITS)
        assert found.engine == "compiled"
        assert outcome(found) == outcome(reference.solve(puzzle, own, mode, limits=LIMITS)), puzzle


@pytest.mark.parametrize("name", WINNERS)
def test_nothing_is_lost(name: str) -> None:
    """The status and the shortest length are those without a predicate, and it is worth it."""
    own, none = predicate_named(name, WINNERS[name]), predicate("none")
    fewer = more = 0
    for puzzle in puzzles(name, 250):
        pruned, plain = compiled.solve(puzzle, own), compiled.solve(puzzle, none)
        assert pruned.status == plain.status == "solved"
        assert pruned.path is not None
        assert plain.path is not None
        assert is_solution(puzzle, pruned.path)
        assert len(pruned.path) == len(plain.path)
        fewer += pruned.expansions
        more += plain.expansions
    assert 1.2 * fewer < more


@pytest.mark.slow
@pytest.mark.parametrize("name", WINNERS)
@rounds(25, 60)
def test_random_clauses(name: str, rounds: int) -> None:
    """Unsound ones, too: what counts is that both engines see the same."""
    background = read_background(None, shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"engines {name}")
    known = puzzles(name, 40)
    searches = 0
    for _ in range(rounds):
        try:
            own = predicate_of([random_clause(rng, background)], background, "random")
        except InputError:
            continue
        for puzzle in rng.sample(known, 3):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                try:
                    found = compiled.solve(puzzle, own, limits=LIMITS)
                except InputError:
                    continue
            if found.engine == "compiled":
                assert outcome(found) == outcome(reference.solve(puzzle, own, limits=LIMITS))
                searches += 1
    assert searches > rounds // 2


def test_goals_are_tested_in_the_kernel() -> None:
    """On puzzles with all symbols, without a predicate, up to the first solution."""
    none = predicate("none")
    for puzzle in puzzles("goals", 200):
        expected = outcome(reference.solve(puzzle, none, limits=LIMITS))
        assert outcome(compiled.solve(puzzle, none, limits=LIMITS)) == expected, puzzle


@pytest.mark.parametrize("size", [(1, 3), (3, 3), (4, 2), (8, 7), (11, 11)])
def test_where_blocks_lie(size: tuple[int, int]) -> None:
    """The arrays have all placements of all shapes, also if some shapes do not fit the board."""
    blocks = (Block(0, 0, ("####",)), Block(0, 1, ("##", "#."), turns=True), Block(0, 2, ("#",)))
    puzzle = Puzzle(*size, ((0, 0),), ((1, 1),), blocks=blocks[: size[1]])
    board, words = puzzle.grid, words_of(*size)
    found = block_arrays.block_arrays(puzzle).tolist()
    kinds = sorted(block.shapes for block in puzzle.blocks)
    assert found[block_arrays.KINDS] == len(kinds)

    def integer(place: int) -> int:
        return sum(found[place + word] << 64 * word for word in range(words))

    for number, vertex in enumerate(board.vertices):
        for kind, shapes in enumerate(kinds):
            first = found[block_arrays.FIRST] + number * len(kinds) + kind
            expected = []
            for shape in shapes if board.has_square(vertex) else ():
                least = board.square_number(vertex)
                for squares, edges in placements(board, shape).get(least, ()):
                    inside = [e for place, e in enumerate(board.edges) if edges >> place & 1]
                    own = sum(1 << board.vertex_number(one) for one in board.squares_of(squares))
                    expected.append([own, *planes_of(inside, board.width)])
            rows = range(found[first], found[first + 1])
            places = [found[block_arrays.PLACEMENTS] + 3 * words * row for row in rows]
            assert [[integer(at + words * n) for n in range(3)] for at in places] == expected
