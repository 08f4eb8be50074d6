"""Incompletability predicates as inference rules: what the thesis names as future work."""

from __future__ import annotations

from dataclasses import replace

from witness.difficulty.inference import Verdict
from witness.difficulty.state import Move, Panel, State
from witness.predicates.clauses import FilePredicate
from witness.predicates.derived import Derived
from witness.predicates.interface import BoundPredicate, Predicate
from witness.puzzle.model import is_edge


class PredicateRule:
    """A move is must-not if a predicate fires on the path that it leads to.

    Written, learned and derived predicates are rules in the same way. Those that are not derived
    look at squares with triangles only; those with a start or a goal in the middle of an edge are
    left alone.
    """

    def __init__(self, predicate: Predicate) -> None:
        self.predicate = predicate
        self.name = predicate.name
        self._bound: dict[Panel, BoundPredicate] = {}

    @property
    def sentence(self) -> str:
        """What the rule says; for learned clauses, these in English."""
        if isinstance(self.predicate, Derived):
            return f"A path must not become one on which {self.predicate.words}."
        if not isinstance(self.predicate, FilePredicate):
            return f"A path must not become one on which the predicate {self.name} fires."
        if not self.predicate.translation.clauses:
            return "It has no clauses, and says nothing."
        cases = "; or: ".join(clause.english for clause in self.predicate.translation.clauses)
        return f"A path must not become one with a square of which this is true. {cases}."

    @property
    def sound(self) -> bool:
        """Whether the predicate is known never to fire on a completable path."""
        return self.predicate.sound

    @property
    def why(self) -> str:
        """The reason for the verdict of soundness."""
        return (
            "the predicate is proved to spare every path that can be completed"
            if self.sound
            else "the predicate is not proved to spare every path that can be completed"
        )

    def applies(self, panel: Panel) -> bool:
        """Whether the panel has triangles, or the predicate looks at every symbol.

        Predicates that look at more than one square, such as at the length of the path, know
        nothing of paths that end in the middle of an edge.
        """
        if panel.halved_edges and not self._local:
            return False
        silent = (
            isinstance(self.predicate, FilePredicate) and not self.predicate.translation.clauses
        )
        every = isinstance(self.predicate, Derived)
        return every or (bool(panel.triangles) and not silent)

    @property
    def _local(self) -> bool:
        return not self.predicate.looks_at_length and self.predicate.tabulation(None) is not None

    def judge(self, state: State, move: Move) -> Verdict | None:
        """Ask the predicate about the path after the move."""
        child = state.after(move)
        places = child.panel.graph.places
        vertices = sum(1 << place for place in child.trail if not is_edge(places[place]))
        edges = sum(1 << edge for edge in set(child.edges))
        panel = state.panel
        if panel not in self._bound:
            self._bound = {panel: _bind(self.predicate, panel)}
        fires = self._bound[panel]
        return Verdict.MUST_NOT if fires(child.head, vertices, edges) else None


def _bind(predicate: Predicate, panel: Panel) -> BoundPredicate:
    triangles = tuple((*square, count) for square, count in panel.triangles.items())
    puzzle = replace(panel.puzzle, triangles=triangles)
    if panel.halved_edges:
        # The predicate is local (`applies`): where paths begin and end is nothing to it.
        puzzle = replace(puzzle, starts=(), goals=())
    return predicate.bind(puzzle)
