"""Tree searches that are guided by a policy, with predicates that prune.

A policy gives each child of a node a probability (`policies`); π(n) is their product from the root
to n. d(n) is the number of nodes on that way, the start included.

- *levin* is LevinTS (Orseau, Lelis, Lattimore and Weber, *Single-Agent Policy Tree Search With
  Guarantees*, 2018): it expands the open node with the least d/π. So its expansions are at most the
  least d(n)/π(n) of all solutions n.
- *phs* is PHS* (Orseau and Lelis, *Policy-Guided Heuristic Search with Guarantees*, 2021): the
  least (d+h)/π^(1+h/d), with a heuristic h of `heuristics`. As in A*, nodes for which d+h is more
  than a path can have are dropped.

The children of a node are the steps that the predicate does not prune, and that do not end at a
goal in vain: so pruning makes the other children likelier, and the bound itself smaller. Several
starts are equally likely. A child is tested as a solution when it is generated, as A* does here and
the authors' own program does. Of nodes that are equal to nine digits of the logarithm, the one that
was generated first is expanded first.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable
from dataclasses import replace
from math import log

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError
from witness.base.limits import set_up as bounded
from witness.puzzle.graph import path_graph
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, goal_test, open_halves, path_masks
from witness.searches.heuristics import heuristic as heuristic_named
from witness.searches.policies import Policy, Weight, uniform
from witness.searches.predicates.interface import Predicate, any_of
from witness.searches.predicates.written import BASELINE
from witness.searches.request import check_supported
from witness.searches.result import Limits, Mode, SearchResult, Status, answer

#: Expansions between two looks at the clock.
_SLICE = 16


def solve(
    puzzle: Puzzle,
    predicate: Predicate,
    mode: Mode = "prune",
    *,
    search: str = "levin",
    policy: Policy = uniform,
    baseline_layer: bool = False,
    heuristic: str = "manhattan",
    renormalise: bool = True,
    limits: Limits | None = None,
) -> SearchResult:
    """Search for a solution of `puzzle` with LevinTS or PHS*, as `reference.solve` does with A*.

    An expansion is a node taken off the open list. A path that is found need not be a shortest one.
    LevinTS makes no use of the heuristic, and is for all panels. If the policy is not to be
    renormalised, pruned children keep their probability, for comparison. Raises `InputError` for
    the mode `sort`, for a panel that the predicate does not know, and with PHS* for one that A*
    does not.
    """
    if mode != "prune":
        raise InputError(f"{search} prunes; the mode {mode} is for astar")
    if search == "phs":
        check_supported(puzzle)
    limits = limits or Limits()
    with bounded(predicate.name, limits.time_limit):
        begun = _Search(puzzle, predicate, policy(puzzle))
        if baseline_layer:
            begun.fires = any_of([begun.fires, BASELINE.bind(puzzle)])
        begun.renormalise = renormalise
        if search == "phs":
            begun.estimate = heuristic_named(heuristic, puzzle)
    return replace(answer(begun, limits), solver=search)


class _Search:
    """One search, with its open list."""

    def __init__(self, puzzle: Puzzle, predicate: Predicate, weight: Weight) -> None:
        self.puzzle = puzzle
        self.graph = path_graph(puzzle)
        self.fires = predicate.bind(puzzle)
        self.weight = weight
        self.renormalise = True
        self.estimate: Callable[[int, int], int] = lambda head, edges: 0
        self.engine = "reference"
        self.slice = 1 if predicate.slow else _SLICE
        self.expansions = 0
        self._satisfied = goal_test(puzzle)
        #: (key, number, vertices, edges, places of the path, -log π); the numbers count up.
        self._open: list[tuple[float, int, int, int, tuple[int, ...], float]] = []
        self._number = 0
        # The bytes of a node but for its places, and those of all open nodes.
        masks = 1 << len(self.graph.places), 1 << max(1, len(puzzle.grid.edges))
        self._size = 8 + sum(map(sys.getsizeof, ((0,) * 6, 0.0, 0, *masks, 0.0)))
        self._bytes = 0

    def run(self, budget: Budget) -> tuple[Status, Path | None]:
        """Search until there is an answer, or a limit is met."""
        starts = self.graph.open_starts
        for start in starts:
            if (found := self._solution((start,))) is not None:
                return "solved", found
            if self.puzzle.pass_goals or start not in self.graph.goals:
                self._push(1 << start, 0, (start,), self.estimate(start, 0), log(len(starts)))
        try:
            for size in budget.slices(self.slice, lambda: self.expansions):
                budget.check(self._bytes)
                for _ in range(min(size, len(self._open))):
                    if (found := self._expand()) is not None:
                        return "solved", found
                if not self._open:
                    return "unsolvable", None
        except LimitReachedError as error:
            return error.status, None
        raise AssertionError("slices end with an exception")

    def _push(
        self, vertices: int, edges: int, trail: tuple[int, ...], to_go: int, surprise: float
    ) -> None:
        """Put a node on the open list; the surprise is -log π."""
        depth = len(trail)
        key = round(log(depth + to_go) + (1 + to_go / depth) * surprise, 9)
        heapq.heappush(self._open, (key, self._number, vertices, edges, trail, surprise))
        self._number += 1
        self._bytes += self._size + sys.getsizeof(trail)

    def _solution(self, trail: tuple[int, ...]) -> Path | None:
        """Return the path through some places if it is a solution."""
        if trail[-1] not in self.graph.goals:
            return None
        path = self.graph.path(trail)
        halves = open_halves(self.puzzle, path)
        return path if self._satisfied(*path_masks(self.puzzle, path), halves) else None

    def _expand(self) -> Path | None:
        """Expand the first open node; return a solution if one is among its children."""
        *_, vertices, edges, trail, surprise = heapq.heappop(self._open)
        self.expansions += 1
        self._bytes -= self._size + sys.getsizeof(trail)
        head, most = trail[-1], len(self.graph.places)
        children, total = [], 0.0
        for near, edge in self.graph.steps[head]:
            if vertices & self.graph.closing[near]:
                continue
            longer = (*trail, near)
            if near in self.graph.goals:
                if (found := self._solution(longer)) is not None:
                    return found
                if not self.puzzle.pass_goals:
                    continue
            visited, used = vertices | 1 << near, edges | 1 << edge
            to_go = self.estimate(near, used)
            kept = len(longer) + to_go <= most and not self.fires(near, visited, used)
            if kept or not self.renormalise:
                weight = self.weight(head, near, edge, edges)
                total += weight
                if kept:
                    children.append((visited, used, longer, to_go, weight))
        for visited, used, longer, to_go, weight in children:
            self._push(visited, used, longer, to_go, surprise + log(total / weight))
        return None
