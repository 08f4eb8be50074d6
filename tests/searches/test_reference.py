"""The reference engine against brute force, and against A* written another way."""

from __future__ import annotations

import heapq
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import pytest
from support.examples import TABLE_3, random_puzzle
from support.panels import CUT_OFF
from support.sizes import rounds

from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.views.translate import translate
from witness.searches import ENGINES, Limits, engine
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import BoundPredicate, Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER
from witness.searches.reference import node_bytes, solve


def open_starts(puzzle: Puzzle) -> list[Place]:
    """The starts from which brute force finds a path to a goal, whatever the symbols say."""
    alone = [(start, replace(puzzle, starts=(start,))) for start in puzzle.starts]
    return [start for start, one in alone if next(simple_paths(one), None)]


def plain_a_star(
    puzzle: Puzzle, predicate: Predicate, mode: str, layer: bool, starts: Iterable[Place]
) -> tuple[str, Path | None, int]:
    """Algorithm 1 once more, with whole paths on a heap and the rule checker as goal test."""
    pi, base = predicate.bind(puzzle), BASELINE.bind(puzzle)
    tie = count()
    open_list: list[tuple[bool, int, int, int, Path]] = []

    def key(path: Path) -> tuple[bool, int, int]:
        edges, vertices = path_masks(puzzle, path)
        h = min(abs(path[-1][0] - r) + abs(path[-1][1] - c) for r, c in puzzle.goals)
        fired = pi(puzzle.grid.vertex_number(path[-1]), vertices, edges)
        return mode == "sort" and fired, len(path) - 1 + h, h

    for start in starts:
        heapq.heappush(open_list, (*key((start,)), next(tie), (start,)))
    expansions = 0
    while open_list:
        *_, path = heapq.heappop(open_list)
        expansions += 1
        for near in puzzle.grid.neighbours(path[-1]):
            if near in path or tuple(sorted((path[-1], near))) in puzzle.gaps:
                continue
            child = (*path, near)
            if near in puzzle.goals:
                if is_solution(puzzle, child):
                    return "solved", child, expansions
                continue
            edges, vertices = path_masks(puzzle, child)
            state = (puzzle.grid.vertex_number(near), vertices, edges)
            if (mode == "prune" and pi(*state)) or (layer and base(*state)):
                continue
            heapq.heappush(open_list, (*key(child), next(tie), child))
    return "unsolvable", None, expansions


@pytest.mark.slow
@pytest.mark.parametrize("name", ["none", "baseline", "paper", "file", "unsound"])
@rounds(30, 150)
def test_same_expansions_as_a_plain_a_star(name: str, rounds: int, background: Background) -> None:
    """Status, path and expansions agree, node for node, in both modes and with the layer."""
    text = TABLE_3 if name == "file" else "f(A,B) :- path(A,C), len(C,D), three(D), adjacent(A,B)."
    from_file = FilePredicate(name, translate(parse_clauses(text), background), background)
    predicate = {"none": NONE, "baseline": BASELINE, "paper": PAPER}.get(name, from_file)
    rng = random.Random(name)
    for _ in range(rounds):
        puzzle = random_puzzle(rng, 3, symbols=True)
        for mode in ("prune", "sort"):
            for layer in (False, True):
                result = solve(puzzle, predicate, mode, baseline_layer=layer)
                expected = plain_a_star(puzzle, predicate, mode, layer, open_starts(puzzle))
                assert (result.status, result.path, result.expansions) == expected, puzzle


@pytest.mark.slow
def test_starts_that_are_cut_off() -> None:
    """Leaving them out changes no answer, and no expansions unless there are any."""
    rng = random.Random("cut off")
    met: Counter[tuple[str, str]] = Counter()
    for _ in range(1000):
        puzzle = random_puzzle(rng, 3, symbols=True)
        edges = puzzle.grid.edges
        puzzle = replace(puzzle, gaps=tuple(rng.sample(edges, rng.randint(1, len(edges) // 2))))
        starts = open_starts(puzzle)
        everything = plain_a_star(puzzle, BASELINE, "prune", False, puzzle.starts)
        for engine_name in ENGINES:
            result = engine(engine_name)(puzzle, BASELINE)
            assert (result.status, result.path) == everything[:2], puzzle
            if len(starts) == len(puzzle.starts):
                assert result.expansions == everything[2]
                met["all open", result.status] += 1
            elif starts:
                # A goal may be found before any of the others would have been expanded.
                assert result.expansions <= everything[2]
                met["some open", result.status] += result.expansions < everything[2]
            else:
                assert (result.status, result.expansions) == ("unsolvable", 0)
                assert everything[2] > 0
                met["none open", result.status] += 1
    assert len(met) == 5
    assert min(met.values()) > 10, met


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_goal_that_is_cut_off(engine_name: str) -> None:
    """It is known at once, whatever the predicate and the limits."""
    nothing = Limits(max_expansions=0, time_limit=0, memory_limit=0)
    for predicate, mode in ((NONE, "prune"), (PAPER, "prune"), (PAPER, "sort")):
        for limits in (None, nothing):
            result = engine(engine_name)(CUT_OFF, predicate, mode, limits=limits)
            assert (result.status, result.path, result.expansions) == ("unsolvable", None, 0)


# The paper's Table 2: average expansions of A* with the baseline on random puzzles of a size.
TABLE_2 = {(2, 2): 11, (2, 3): 31, (2, 4): 72, (3, 3): 109, (3, 4): 401}


@pytest.mark.slow
@pytest.mark.parametrize("size", list(TABLE_2))
def test_average_expansions_of_table_2(size: tuple[int, int]) -> None:
    rng = random.Random(f"table 2 {size}")
    expansions = []
    for number in range(300):
        rows, cols = size if number % 2 else size[::-1]
        puzzle = algorithm_3(rows, cols, rng)
        result = solve(puzzle, BASELINE, "prune")
        assert result.status == "solved"
        expansions.append(result.expansions)
    assert statistics.mean(expansions) == pytest.approx(TABLE_2[size], rel=0.2)


class TestLimits:
    unsolvable = Puzzle(4, 4, ((0, 0),), ((4, 4),), ((0, 0, 3), (0, 1, 3), (1, 1, 3)))

    def test_expansions_are_exact(self, figure_1: Puzzle) -> None:
        needed = solve(figure_1, NONE).expansions
        assert solve(figure_1, NONE, limits=Limits(max_expansions=needed)).status == "solved"
        short = solve(figure_1, NONE, limits=Limits(max_expansions=needed - 1))
        assert (short.status, short.path) == ("expansion-limit", None)
        assert short.expansions == needed - 1

    def test_time(self) -> None:
        result = solve(self.unsolvable, NONE, limits=Limits(time_limit=1e-9))
        assert (result.status, result.expansions) == ("time-limit", 0)

    def test_time_with_a_slow_predicate(self) -> None:
        class Slow(Predicate):
            name = "slow"
            when = ""

            def bind(self, puzzle: Puzzle) -> BoundPredicate:
                def fires(head: int, vertices: int, edges: int) -> bool:
                    time.sleep(0.01)
                    return False

                return fires

        result = solve(self.unsolvable, Slow(), limits=Limits(time_limit=0.01))
        assert result.status == "time-limit"
        assert result.expansions <= 16

    def test_memory(self) -> None:
        megabytes = 100 * node_bytes(self.unsolvable) / 1e6
        result = solve(self.unsolvable, NONE, limits=Limits(memory_limit=megabytes))
        assert result.status == "memory-limit"
        assert result.expansions < solve(self.unsolvable, NONE).expansions
