"""The reference engine: the paper's Algorithm 1, A* over partial paths, in plain Python.

This file defines what a search means; a faster engine has to expand the same nodes in the same
order. A node is a partial path, kept as (head, bit set of its vertices, bit set of its edges);
the edges alone determine the path, so no parent links are needed. With two lines it is the first.

The open list is ordered by (π, g+h, h), and first-in-first-out among equals. It is kept as one
queue for each value of that triple. h is the greater of a heuristic (`witness.searches.heuristics`;
in the paper the Manhattan distance to the nearest goal) and the parent's h less one: so f = g+h
never falls along a path, whatever the heuristic.
"""

from __future__ import annotations

import heapq
import sys
from collections import deque

from witness.base.limits import Budget, LimitReachedError
from witness.puzzle.graph import path_graph
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges
from witness.puzzle.rules import Path, goal_test
from witness.searches.heuristics import distances
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE
from witness.searches.request import Request
from witness.searches.result import Limits, Mode, SearchResult, Status, answer

Node = tuple[int, int, int]

#: Expansions between two looks at the clock; each takes some hundredths of a second on the largest
#: boards.
_SLICE = 16


def solve(
    puzzle: Puzzle,
    predicate: Predicate,
    mode: Mode = "prune",
    *,
    baseline_layer: bool = False,
    heuristic: str = "manhattan",
    limits: Limits | None = None,
) -> SearchResult:
    """Search for a solution of `puzzle` (paper, Algorithm 1).

    In sort mode the predicate only orders the open list; in prune mode children on which it is true
    are dropped. `baseline_layer` also drops children on which π_baseline is true, in either mode
    (the paper's second version of A*). With a `heuristic` other than Manhattan
    (`witness.searches.heuristics`), children for which g+h is more than a path can have are
    dropped, too. A limit that is met is the status, never "unsolvable". An expansion is a node
    taken off the open list, which never has a start that is cut off from every goal. The time limit
    and the result's seconds begin when the puzzle and the predicate are set up.
    """
    request = Request(puzzle, predicate, mode, baseline_layer, limits or Limits(), heuristic)
    return answer(begin(request), request.limits)


def begin(request: Request) -> ReferenceSearch:
    """Return a search that is set up, within its time limit."""
    with request.set_up():
        return ReferenceSearch(request)


def node_bytes(puzzle: Puzzle) -> int:
    """Return the memory that one open node of this puzzle takes, in bytes.

    That is a tuple, two integers with a bit for each vertex or edge, and a slot in a queue.
    """
    board = puzzle.grid
    vertices = sys.getsizeof(1 << len(board.vertices))
    edges = sys.getsizeof(1 << max(1, len(board.edges)))
    return sys.getsizeof((0, 0, 0)) + vertices + edges + 8


class ReferenceSearch:
    """One search, with its open list."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.puzzle = puzzle = request.puzzle
        self.limits = request.limits
        self.sort = request.sort
        self.starts = request.starts
        self.estimate = request.estimate
        self.most = request.longest
        self.expansions = 0
        self.open_nodes = 0
        self.slice = 1 if request.predicate.slow else _SLICE
        graph, predicate = path_graph(puzzle), request.predicate
        self.fires = predicate.bind(puzzle)
        self.crowded = BASELINE.bind(puzzle) if request.baseline_layer else None
        self.goals = graph.goals
        self.satisfied = goal_test(puzzle)
        # For each vertex and each step from it: the neighbour, the bits of the vertices that must
        # not be on the path, the neighbour's bit, and the edge's bit.
        self.steps = [
            [(near, graph.closing[near], 1 << near, 1 << edge) for near, edge in row]
            for row in graph.steps
        ]
        self.engine = "reference"
        self.buckets: dict[tuple[bool, int, int], deque[Node]] = {}
        self.keys: list[tuple[bool, int, int]] = []

    def _push(self, key: tuple[bool, int, int], node: Node) -> None:
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = deque()
            heapq.heappush(self.keys, key)
        bucket.append(node)
        self.open_nodes += 1

    def _push_starts(self) -> None:
        """Fill the open list."""
        for vertex in self.starts:
            fired = self.fires(vertex, 1 << vertex, 0)
            to_go = self.estimate(vertex, 0)
            if to_go <= self.most:  # starts are never pruned
                self._push((fired and self.sort, to_go, to_go), (vertex, 1 << vertex, 0))

    # One function: a call for each expansion costs up to 9 % of the time.
    def run(self, budget: Budget) -> tuple[Status, Path | None]:
        """Search until there is an answer, or a limit is met."""
        if self.request.solved_start is not None:
            return "solved", self.request.solved_start
        self._push_starts()
        memory_limit = self.limits.memory_limit
        max_open = None if memory_limit is None else memory_limit * 1e6 / node_bytes(self.puzzle)
        keys, buckets, push = self.keys, self.buckets, self._push
        steps, goals, sort = self.steps, self.goals, self.sort
        distance, estimate, most = distances(self.puzzle), self.estimate, self.most
        guided = self.request.guided
        fires, crowded = self.fires, self.crowded
        try:
            for size in budget.slices(self.slice, lambda: self.expansions):
                stop = self.expansions + size
                while keys and self.expansions < stop:
                    if max_open is not None and self.open_nodes > max_open:
                        return "memory-limit", None
                    key = keys[0]
                    bucket = buckets[key]
                    head, vertices, edges = bucket.popleft()
                    if not bucket:
                        heapq.heappop(keys)
                        del buckets[key]
                    self.open_nodes -= 1
                    self.expansions += 1
                    length = key[1] - key[2] + 1
                    for near, closing, vertex_bit, edge_bit in steps[head]:
                        if vertices & closing:
                            continue
                        used = edges | edge_bit
                        visited = vertices | vertex_bit
                        if near in goals:
                            if self.satisfied(used, visited):
                                return "solved", path_from_edges(self.puzzle, near, used)
                            continue
                        if crowded is not None and crowded(near, visited, used):
                            continue
                        to_go = distance[near]
                        if guided:
                            to_go = max(estimate(near, used), key[2] - 1)
                            if length + to_go > most:
                                continue
                        fired = fires(near, visited, used)
                        if fired and not sort:
                            continue
                        push((fired, length + to_go, to_go), (near, visited, used))
                if not keys:
                    return "unsolvable", None
        except LimitReachedError as error:
            return error.status, None
        raise AssertionError("slices end with an exception")
