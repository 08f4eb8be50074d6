"""What *needs* says about dots is a lower bound, and the compiled twin says the same."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.sizes import rounds, seeds

from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.paths import path_masks
from witness.searches import Limits, engine
from witness.searches.heuristics import Needs
from witness.searches.predicates.written import BASELINE, NONE, PAPER


def dotted(puzzle: Puzzle, rng: random.Random, most: int) -> Puzzle:
    """Draw dots, as many as there may be, for the same panel."""
    places = [*puzzle.grid.vertices, *puzzle.grid.edges]
    dots = rng.sample(places, min(len(places), rng.randint(1, most)))
    return replace(puzzle, dots=tuple(dots))


def on_a_path(size: tuple[int, int], rng: random.Random, most: int) -> Puzzle:
    """Draw a panel with triangles, and with dots on a solution if these are left out."""
    puzzle = path_set(*size, 1, rng)[0]
    board, here, path = puzzle.grid, puzzle.start_vertices[0], []
    while here not in path and here not in puzzle.goals:
        path.append(here)
        here = rng.choice([near for near in board.neighbours(here) if near not in path] or [here])
    places: list[Place] = [*path, *(edge for edge in board.edges if {*edge} <= {*path})]
    return replace(puzzle, dots=tuple(rng.sample(places, min(len(places), rng.randint(1, most)))))


def check(puzzle: Puzzle) -> tuple[int, int]:
    """Check all beginnings of all solutions; return how many bounds are exact, and how many are."""
    bound = Needs(puzzle)
    exact = looked_at = 0
    for solution in solutions(puzzle):
        for length in range(1, len(solution)):
            edges, _ = path_masks(puzzle, solution[:length])
            head = puzzle.grid.vertex_number(solution[length - 1])  # type: ignore[arg-type]
            found = bound.of(head, edges)
            assert found <= len(solution) - length, (puzzle, solution, length)
            exact += found == len(solution) - length
            looked_at += 1
    return exact, looked_at


class TestTheBound:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", seeds(1, 3))
    def test_panels_with_anything(self, seed: int) -> None:
        rng = random.Random(f"dots {seed}")
        exact = looked_at = 0
        for number in range(400):
            puzzle = dotted(random_puzzle(rng, 3, symbols=number % 2 == 0), rng, 5)
            found = check(puzzle)
            exact, looked_at = exact + found[0], looked_at + found[1]
        assert exact > looked_at / 3


class TestTheCompiledTwin:
    @pytest.mark.slow
    @rounds(24, 120)
    def test_it_expands_the_same_nodes(self, rounds: int) -> None:
        rng = random.Random("dots, twins 0")
        fast, plain = engine("compiled"), engine("reference")
        met = set()
        for number in range(rounds):
            puzzle = dotted(random_puzzle(rng, 3, symbols=number % 3 == 0), rng, 20)
            if number % 2:
                puzzle = on_a_path((rng.randint(2, 5), rng.randint(2, 5)), rng, 20)
            for predicate, mode in product((NONE, BASELINE, PAPER), ("prune", "sort")):
                given = {"heuristic": "needs", "limits": Limits(800)}
                one, other = (search(puzzle, predicate, mode, **given) for search in (fast, plain))
                assert one.engine == "compiled"
                assert (one.status, one.path, one.expansions) == (
                    other.status, other.path, other.expansions,
                ), (puzzle, predicate.name, mode)  # fmt: skip
                met.add(one.status)
        assert met == {"solved", "unsolvable", "expansion-limit"}

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "size",
        [
            *((1, 8), (7, 7), (7, 8), (10, 10), (3, 30), (1, 62)),
            # Compiled anew for so many words; tests/searches/test_compiled.py always has four.
            *(pytest.param((n, n), marks=pytest.mark.long) for n in (11, 15)),
        ],
    )
    def test_boards_of_one_to_four_words(self, size: tuple[int, int]) -> None:
        rng = random.Random(f"dots, large {size}")
        fast, plain = engine("compiled"), engine("reference")
        for number in range(6):
            puzzle = on_a_path(size, rng, (3, 8, 100)[number % 3])
            if number % 2:
                gaps = rng.sample(puzzle.grid.edges, 2)
                goals = tuple(rng.sample(puzzle.grid.vertices[1:], 2))
                puzzle = replace(puzzle, gaps=tuple(gaps), goals=goals, triangles=())
            given = {"heuristic": "needs", "limits": Limits(200)}
            one, other = (search(puzzle, NONE, **given) for search in (fast, plain))
            assert (one.engine, other.engine) == ("compiled", "reference")
            assert (one.status, one.path, one.expansions) == (
                other.status, other.path, other.expansions,
            ), puzzle  # fmt: skip

    def test_shortest_paths_are_as_long(self) -> None:
        rng = random.Random("dots, shortest")
        search = engine("compiled")
        fewer = 0
        for _ in range(60):
            puzzle = replace(on_a_path((4, 4), rng, 8), triangles=())
            plain, found = search(puzzle, NONE), search(puzzle, NONE, heuristic="needs")
            assert (found.status, found.length) == (plain.status, plain.length), puzzle
            fewer += found.expansions < plain.expansions
        assert fewer > 30
