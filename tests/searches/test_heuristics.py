"""Heuristics are lower bounds, and both engines search with them in the same way."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.panels import drawn_panel
from support.sizes import seeds

from witness.base.shipped import shipped_file
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks
from witness.searches import Limits, engine
from witness.searches.dots import NO_WAY
from witness.searches.heuristics import HEURISTICS, Needs, heuristic
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate as read_predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER


def shipped(name: str) -> FilePredicate:
    return read_predicate(
        str(shipped_file(f"examples/{name}.pl")), bias=str(shipped_file(f"bias/{name}.pl"))
    )


@pytest.fixture(scope="module")
def predicates() -> list[Predicate]:
    return [NONE, BASELINE, PAPER, shipped("extended"), shipped("live")]


@pytest.mark.slow
@pytest.mark.parametrize("name", HEURISTICS)
def test_it_is_a_lower_bound(name: str) -> None:
    rng = random.Random(f"bound {name}")
    exact = looked_at = 0
    for _ in range(300):
        puzzle = random_puzzle(rng, 3)
        estimate = heuristic(name, puzzle)
        for solution in solutions(puzzle):
            for length in range(1, len(solution)):
                edges, _ = path_masks(puzzle, solution[:length])
                head = puzzle.grid.vertex_number(solution[length - 1])  # type: ignore[arg-type]
                found = estimate(head, edges)
                assert found <= len(solution) - length, (puzzle, solution, length)
                exact += found == len(solution) - length
                looked_at += 1
    assert exact > looked_at / 5


def test_the_parts_of_needs() -> None:
    """A row of four squares, from left to right along the bottom."""
    row = Puzzle(1, 4, ((0, 0),), ((0, 4),))
    bound = {
        (): 4,
        ((0, 3, 1),): 4,
        # Up, to the edge at the top, and down again.
        ((0, 3, 3),): 4,
        # Squares of one colour need six edges.
        ((0, 0, 3), (0, 2, 3)): 6,
        # Those beside one another may share edges: three of either colour, and Manhattan.
        ((0, 0, 3), (0, 1, 3)): 4,
        ((0, 0, 3), (0, 1, 3), (0, 2, 2), (0, 3, 3)): 6,
    }
    for triangles, least in bound.items():
        assert Needs(replace(row, triangles=triangles)).of(0, 0) == least, triangles
    # Of the wrong parity: five edges are rounded up to six.
    assert Needs(replace(row, triangles=((0, 0, 3), (0, 2, 2)))).of(0, 0) == 6
    # A goal of either colour: nothing is rounded.
    both = replace(row, goals=((0, 4), (1, 4)), triangles=((0, 0, 3), (0, 2, 2)))
    assert Needs(both).of(0, 0) == 5
    # The way to a square behind the start.
    behind = Puzzle(1, 4, ((0, 3),), ((0, 4),), ((0, 0, 1),))
    assert Needs(behind).of(3, 0) == 7
    square = behind.grid.square_edges((0, 0))
    assert Needs(replace(behind, gaps=square)).of(3, 0) >= NO_WAY


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(1, 4))
def test_shortest_paths_are_as_long(seed: int, predicates: list[Predicate]) -> None:
    rng = random.Random(f"shortest {seed}")
    search = engine("compiled")
    fewer = 0
    for number in range(300):
        puzzle = random_puzzle(rng, 4, symbols=number % 3 == 0)
        plain = search(puzzle, BASELINE)
        for predicate in predicates:
            found = search(puzzle, predicate, heuristic="needs")
            assert (found.status, found.length) == (plain.status, plain.length), puzzle
            fewer += found.expansions < plain.expansions
    assert fewer > 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_both_engines_expand_the_same_nodes(seed: int, predicates: list[Predicate]) -> None:
    rng = random.Random(f"same {seed}")
    fast, plain = engine("compiled"), engine("reference")
    for number in range(20):
        puzzle = random_puzzle(rng, 3, symbols=number % 3 == 0)
        # With symbols as well, what looks ahead has machine code of its own.
        chosen = predicates[: 4 if puzzle.squares or puzzle.stars or puzzle.dots else None]
        for predicate, mode, layer, name in product(
            chosen, ("prune", "sort"), (False, True), HEURISTICS
        ):
            given = {"baseline_layer": layer, "heuristic": name, "limits": Limits(1500)}
            one, other = (search(puzzle, predicate, mode, **given) for search in (fast, plain))
            assert one.engine == "compiled"
            assert (one.status, one.path, one.expansions) == (
                other.status, other.path, other.expansions,
            ), (puzzle, predicate.name, mode, layer, name)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [
        *((1, 8), (8, 1), (6, 6), (7, 7), (8, 8), (10, 10), (3, 30)),
        # Compiled anew for so many words; tests/searches/test_compiled.py has them without needs.
        pytest.param((15, 15), marks=pytest.mark.long),
    ],
)
def test_boards_of_one_to_four_words(size: tuple[int, int], predicates: list[Predicate]) -> None:
    """More than 64 vertices need more than a word, and h can be more than 63."""
    rows, cols = size
    rng = random.Random(f"large {size}")
    fast, plain = engine("compiled"), engine("reference")
    puzzle = path_set(rows, cols, 1, rng)[0]
    gaps = tuple(rng.sample(puzzle.grid.edges, 2))
    for changed, name in product((puzzle, replace(puzzle, gaps=gaps)), HEURISTICS):
        for predicate in predicates[-2:]:
            given = {"heuristic": name, "limits": Limits(400)}
            one, other = (search(changed, predicate, **given) for search in (fast, plain))
            assert (one.engine, other.engine) == ("compiled", "reference")
            assert (one.status, one.path, one.expansions) == (
                other.status, other.path, other.expansions,
            )  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*the reference engine is used:RuntimeWarning")
def test_what_a_mark_may_take_away_is_not_needed() -> None:
    rng = random.Random("marks")
    taken = 0
    for _ in range(150):
        puzzle = drawn_panel(rng, {"triangles", "dots", "eliminations"})
        shortest = min((len(line) - 1 for line in solutions(puzzle)), default=None)
        for name in ("compiled", "reference"):
            assert engine(name)(puzzle, NONE, heuristic="needs").length == shortest, puzzle
        if puzzle.eliminations and shortest is not None:
            taken += (
                Needs(puzzle).of(puzzle.grid.vertex_number(puzzle.start_vertices[0]), 0) > shortest
            )
    assert taken > 5
