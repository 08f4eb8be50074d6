"""What a search is asked, in the terms that all engines share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property

from witness.base.limits import set_up
from witness.puzzle.graph import path_graph
from witness.puzzle.model import TWO_LINES, Puzzle
from witness.puzzle.rules import Path, goal_test
from witness.puzzle.views.board import SHOWN
from witness.searches.heuristics import HEURISTICS, Heuristic, heuristic
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE
from witness.searches.result import Limits, Mode

#: The features of puzzles (`witness.puzzle.model.FEATURES`) that A* knows.
SUPPORTED = SHOWN | TWO_LINES | {"eliminations"}


def check_supported(puzzle: Puzzle) -> None:
    """Raise `InputError` for a puzzle with features that A* does not know."""
    puzzle.require(SUPPORTED, "A* does not know that (the solver auto may)")


@dataclass(frozen=True)
class Request:
    """A puzzle, a predicate, how it is used, and when to give up: see `reference.solve`."""

    puzzle: Puzzle
    predicate: Predicate
    mode: Mode
    baseline_layer: bool
    limits: Limits
    heuristic: str = "manhattan"

    def __post_init__(self) -> None:
        check_supported(self.puzzle)
        if self.heuristic not in HEURISTICS:
            heuristic(self.heuristic, self.puzzle)  # says what there is

    def set_up(self) -> AbstractContextManager[None]:
        """Return what bounds the set-up of the search by its time limit."""
        return set_up(self.predicate.name, self.limits.time_limit)

    @property
    def sort(self) -> bool:
        """Whether the predicate only orders the open list."""
        return self.mode == "sort"

    @property
    def layered(self) -> bool:
        """Whether children on which π_baseline is true are dropped.

        π_baseline as the predicate of a pruning search is the baseline layer itself.
        """
        return self.baseline_layer or (self.predicate is BASELINE and not self.sort)

    @property
    def guided(self) -> bool:
        """Whether the heuristic looks at more than the head of a path."""
        return self.heuristic != "manhattan"

    @cached_property
    def estimate(self) -> Heuristic:
        """h of a partial path."""
        return heuristic(self.heuristic, self.puzzle)

    @property
    def longest(self) -> int:
        """The most edges that a path can have. A path for which h says more cannot be completed."""
        return len(self.puzzle.grid.vertices) - 1

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The vertices, by number, with which the open list begins.

        A start that gaps, or where two lines would meet, cut off from every goal is not among them:
        no path from it reaches a goal, and there may be hundreds of millions of paths.
        """
        puzzle = self.puzzle
        if puzzle.gaps or puzzle.symmetry:
            graph = path_graph(puzzle)
            return tuple(start for start in graph.open_starts if start not in graph.goals)
        # Else all of a board is connected.
        starts = (vertex for vertex in puzzle.start_vertices if vertex not in puzzle.goals)
        return tuple(puzzle.grid.vertex_number(start) for start in starts)

    @property
    def solved_start(self) -> Path | None:
        """The path of a start that is itself a goal and satisfies everything, None without one."""
        for start in self.puzzle.start_vertices:
            if start in self.puzzle.goals:
                vertex = self.puzzle.grid.vertex_number(start)
                if goal_test(self.puzzle)(0, 1 << vertex):
                    return (start,)
        return None
