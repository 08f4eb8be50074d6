"""LevinTS and PHS* against the papers' definitions, written plainly, and LevinTS's guarantee."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count, islice
from math import log
from typing import Any

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.kinds import kinds
from support.panels import CUT_OFF

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.graph import path_graph
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import Path, is_solution
from witness.searches import Limits, request
from witness.searches.heuristics import heuristic
from witness.searches.policies import Policy, learned, uniform
from witness.searches.policy_guided import solve
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

#: On 3×3 squares from corner to corner, these cannot all be satisfied.
LOST = ((0, 0, 1), (0, 1, 3), (1, 1, 3), (2, 2, 3))

LIVE = predicate(str(shipped_file("examples/live.pl")))


def open_starts(puzzle: Puzzle) -> list[Place]:
    """Return the starts from which some path comes to a goal."""
    alone = [(start, replace(puzzle, starts=(start,))) for start in puzzle.starts]
    return [start for start, one in alone if next(simple_paths(one), None)]


def children(puzzle: Puzzle, pi: Predicate, path: Path) -> Iterator[tuple[Path, bool]]:
    """Yield what a path can be next, and whether that is a solution, by the rule checker."""
    fires = pi.bind(puzzle)
    for near in puzzle.grid.neighbours(path[-1]):  # type: ignore[arg-type]
        longer = (*path, near)
        if near in path or tuple(sorted((path[-1], near))) in puzzle.gaps:
            continue
        if near in puzzle.goals:
            if is_solution(puzzle, longer):
                yield longer, True
        elif not fires(puzzle.grid.vertex_number(near), *path_masks(puzzle, longer)[::-1]):
            yield longer, False


def shares(puzzle: Puzzle, policy: Policy, path: Path, nexts: list[Path]) -> list[Fraction]:
    """Return the probabilities of the children of a path."""
    weight, board = policy(puzzle), puzzle.grid
    edges, _ = path_masks(puzzle, path)
    weights = []
    for longer in nexts:
        head, near = (board.vertex_number(place) for place in longer[-2:])  # type: ignore[arg-type]
        edge = dict(board.steps[head])[near]
        weights.append(Fraction(weight(head, near, edge, edges)))
    return [one / sum(weights) for one in weights]


def plain(
    puzzle: Puzzle, pi: Predicate, search: str, policy: Policy = uniform
) -> tuple[list[Path], Path | None]:
    """Return the paths in the order in which they are expanded, and the solution.

    Of all open nodes, the one with the least (d+h)/π^(1+h/d) is looked for each time.
    """
    estimate, tie = heuristic("manhattan", puzzle), count()
    starts = open_starts(puzzle)
    opened: list[tuple[int, Path, Fraction]]
    opened = [(next(tie), (start,), Fraction(1, len(starts))) for start in starts]
    expanded: list[Path] = []

    def h(path: Path) -> int:
        number = puzzle.grid.vertex_number(path[-1])  # type: ignore[arg-type]
        return estimate(number, 0) if search == "phs" else 0

    def key(node: tuple[int, Path, Fraction]) -> tuple[float, int]:
        number, path, probability = node
        depth = len(path)
        cost = log(depth + h(path)) - (1 + h(path) / depth) * log(probability)
        return round(cost, 9), number

    while opened:
        node = min(opened, key=key)
        opened.remove(node)
        _, path, probability = node
        expanded.append(path)
        nexts = []
        for longer, solved in children(puzzle, pi, path):
            if solved:
                return expanded, longer
            if len(longer) + h(longer) <= len(puzzle.grid.vertices):
                nexts.append(longer)
        for longer, share in zip(nexts, shares(puzzle, policy, path, nexts), strict=True):
            opened.append((next(tie), longer, probability * share))
    return expanded, None


def small(number: int, seed: int) -> Iterator[Puzzle]:
    """Yield random panels of up to 3×3 squares, half of them without symbols but triangles."""
    rng = random.Random(seed)
    return (random_puzzle(rng, symbols=bool(n % 2)) for n in range(number))


def training() -> list[Puzzle]:
    return path_set(2, 3, 20, random.Random(5))


@pytest.mark.parametrize("pi", [NONE, BASELINE, PAPER, LIVE], ids=lambda pi: pi.name[-8:])
@pytest.mark.parametrize("search", ["levin", "phs"])
def test_expansions_are_those_of_the_definition(search: str, pi: Predicate) -> None:
    """In their order, too."""
    policies = [uniform, learned(training())]
    statuses = set()
    for number, puzzle in enumerate(small(40, 7)):
        policy = policies[number % 2]
        expanded, path = plain(puzzle, pi, search, policy)
        seen: list[tuple[int, int]] = []

        def watched(one: Puzzle, policy: Policy = policy, seen: Any = seen) -> Any:
            weight = policy(one)

            def noted(head: int, near: int, edge: int, edges: int) -> float:
                seen.append((head, edges))
                return weight(head, near, edge, edges)

            return noted

        found = solve(puzzle, pi, search=search, policy=watched)
        assert (found.path, found.expansions) == (path, len(expanded))
        assert (found.status, found.solver) == ("solved" if path else "unsolvable", search)
        # The policy is asked once for each child that goes on.
        nodes = [
            (puzzle.grid.vertex_number(one[-1]), path_masks(puzzle, one)[0]) for one in expanded
        ]
        assert [*dict.fromkeys(seen)] == [node for node in nodes if node in seen]
        statuses.add(found.status)
    assert statuses == {"solved", "unsolvable"}


@pytest.mark.parametrize("pi", [NONE, PAPER, LIVE], ids=lambda pi: pi.name[-8:])
def test_the_guarantee_of_levin_tree_search(pi: Predicate) -> None:
    """No more expansions than the least d/π of all solutions, by brute force over these."""
    policies = [uniform, learned(training())]
    solved = 0
    for number, puzzle in enumerate(small(60, 11)):
        policy = policies[number % 2]
        bounds = []
        for line in solutions(puzzle):
            probability = Fraction(1, len(open_starts(puzzle)))
            for end in range(1, len(line)):
                nexts = [longer for longer, _ in children(puzzle, pi, line[:end])]
                share = shares(puzzle, policy, line[:end], nexts)
                probability *= dict(zip(nexts, share, strict=True))[line[: end + 1]]
            bounds.append(len(line) / probability)
        found = solve(puzzle, pi, policy=policy)
        assert (found.status == "solved") == bool(bounds)
        if bounds:
            assert found.expansions <= min(bounds)
            solved += 1
    assert solved > 10


@pytest.mark.slow
def test_stronger_predicates_expand_less() -> None:
    puzzles = path_set(4, 4, 20, random.Random(1))
    for search in ("levin", "phs"):
        for policy in (uniform, learned(path_set(4, 4, 20, random.Random(2)))):
            none, baseline, paper, live = (
                sum(solve(p, pi, search=search, policy=policy).expansions for p in puzzles)
                for pi in (NONE, BASELINE, PAPER, LIVE)
            )
            assert live < paper < baseline < none
    assert baseline > 1.5 * live


@pytest.mark.slow
@pytest.mark.parametrize("search", ["levin", "phs"])
def test_every_kind_of_panel(search: str) -> None:
    """By the rules, without a predicate; PHS* refuses what A* has no heuristic for."""
    refused = set()
    for name, puzzle in kinds().items():
        policy = learned([puzzle, *training()])
        if search == "phs" and not puzzle.features <= request.SUPPORTED:
            with pytest.raises(InputError, match=re.escape(f"puzzle {puzzle.id!r} has ")):
                solve(puzzle, NONE, search=search, policy=policy)
            refused.add(name)
            continue
        found = solve(puzzle, NONE, search=search, policy=policy)
        right = solutions(puzzle)
        assert (found.path in right) if right else (found.status == "unsolvable"), name
    assert bool(refused) == (search == "phs")


@pytest.mark.parametrize("search", ["levin", "phs"])
def test_limits(search: str) -> None:
    puzzle = path_set(6, 6, 1, random.Random(1))[0]
    assert solve(CUT_OFF, NONE, search=search).status == "unsolvable"
    few = solve(puzzle, NONE, search=search, limits=Limits(max_expansions=9))
    assert (few.status, few.expansions) == ("expansion-limit", 9)
    late = solve(puzzle, NONE, search=search, limits=Limits(time_limit=0.01))
    assert late.status == "time-limit"
    full = solve(puzzle, NONE, search=search, limits=Limits(memory_limit=0.1))
    assert full.status == "memory-limit"
    assert 100 < full.expansions < 1000  # of some 300 bytes
    # What is taken off the open list takes no memory any more.
    lost = Puzzle(3, 3, ((0, 0),), ((3, 3),), triangles=LOST)
    small = solve(lost, NONE, search=search, limits=Limits(memory_limit=0.1))
    assert small.status == "unsolvable"
    assert small.expansions > 900
    none = solve(puzzle, NONE, search=search, limits=Limits(max_expansions=0))
    assert (none.status, none.expansions) == ("expansion-limit", 0)


def test_lost_panels_end() -> None:
    lost = [p for p in islice(small(100, 13), 100) if not solutions(p)]
    assert len(lost) > 10
    for puzzle in lost:
        assert (
            solve(puzzle, NONE).status == solve(puzzle, LIVE, search="phs").status == "unsolvable"
        )


def test_several_starts_are_equally_likely() -> None:
    puzzle = Puzzle(1, 1, ((0, 0), (1, 0)), ((1, 1),))
    assert solve(puzzle, NONE).expansions == 2  # in the order of the file: (0, 0) comes first
    assert solve(replace(puzzle, goals=((0, 0),)), NONE).path == ((0, 0),)


def test_a_start_that_is_a_goal_is_the_end() -> None:
    both = Puzzle(1, 1, ((0, 0),), ((0, 0), (1, 1)), triangles=((0, 0, 2),))
    assert solve(both, NONE).status == "unsolvable"
    assert solve(replace(both, pass_goals=True), NONE).length == 2


def test_a_policy_is_learned_from_solutions_only() -> None:
    with pytest.raises(InputError, match="no puzzle"):
        learned([CUT_OFF])
    corner = Puzzle(1, 1, ((0, 0),), ((1, 1),), triangles=((0, 0, 3),))  # has none
    right = Puzzle(1, 1, ((0, 0),), ((0, 1),), triangles=((0, 0, 1),))
    graph, weight = path_graph(right), learned([corner, right])(right)
    ways = [weight(0, near, edge, 0) for near, edge in graph.steps[0]]
    # The step along the bottom was possible and taken once, the one up the side was not taken.
    assert sorted(ways) == [1 / 3, 2 / 3]
    assert weight(*next((0, near, edge) for near, edge in graph.steps[0] if near == 1), 0) == 2 / 3


def test_pruned_children_may_keep_their_probability() -> None:
    """Then a weaker bound holds; without a predicate it makes no difference."""
    puzzles = path_set(3, 3, 20, random.Random(4))
    for pi in (NONE, LIVE):
        one, other = (
            sum(solve(p, pi, renormalise=again).expansions for p in puzzles)
            for again in (True, False)
        )
        assert one == other if pi is NONE else one < other


def test_the_baseline_layer_prunes_too() -> None:
    puzzle = path_set(3, 3, 1, random.Random(3))[0]
    layered = solve(puzzle, NONE, baseline_layer=True)
    assert layered.expansions == solve(puzzle, BASELINE).expansions
    with pytest.raises(InputError, match="sort"):
        solve(puzzle, NONE, "sort")
