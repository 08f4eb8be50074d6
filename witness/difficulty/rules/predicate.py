"""Incompletability predicates as inference rules: what the thesis names as future work."""

from __future__ import annotations

from functools import lru_cache

from witness.difficulty.inference import Rule, Verdict
from witness.difficulty.state import Move, Panel, State
from witness.puzzle.model import Puzzle, is_edge
from witness.searches.predicates.interface import BoundPredicate, Predicate, check_bindable

#: How many paths of a panel a rule remembers: a lookahead asks about the same ones again and again.
REMEMBERED = 1 << 16


class PredicateRule:
    """A move is must-not if a predicate fires on the path that it leads to.

    Written, learned and derived predicates are rules in the same way. Predicates about triangles
    see only those squares that have no start or goal in the middle of an edge.
    """

    def __init__(self, predicate: Predicate) -> None:
        self.predicate = predicate
        self.name = predicate.name
        self._bound: dict[Panel, BoundPredicate] = {}

    @property
    def sentence(self) -> str:
        """What the rule says."""
        if not self.predicate.when:
            return "The predicate never fires, and says nothing."
        return f"A path must not become one on which {self.predicate.when}."

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
        """Whether the panel has symbols that the predicate looks at.

        Raises `InputError` for such a panel of which proofs of the predicate do not speak.

        Predicates that look at more than one square, such as at the length of the path or at the
        region of a symbol, know nothing of paths that end in the middle of an edge.
        """
        if panel.halved_edges and not self.predicate.local:
            return False
        symbols, seen = self.predicate.symbols, _seen(panel)
        if symbols is not None and not symbols & seen.features:
            return False
        check_bindable(seen, self.predicate)
        return True

    def judge(self, state: State, move: Move) -> Verdict | None:
        """Ask the predicate about the path after the move."""
        child = state.after(move)
        places = child.panel.graph.places
        vertices = sum(1 << place for place in child.trail if not is_edge(places[place]))
        edges = sum(1 << edge for edge in set(child.edges))
        panel = state.panel
        if panel not in self._bound:
            self._bound = {panel: lru_cache(REMEMBERED)(self.predicate.bind(_seen(panel)))}
        fires = self._bound[panel]
        return Verdict.MUST_NOT if fires(child.head, vertices, edges) else None


def predicate_of(rule: Rule) -> Predicate | None:
    """Return the predicate that a rule asks, None if it asks none."""
    return rule.predicate if isinstance(rule, PredicateRule) else None


def _seen(panel: Panel) -> Puzzle:
    """Return the puzzle of a panel with only the triangles that rules look at."""
    triangles = tuple(one for one in panel.puzzle.triangles if one[:2] in panel.triangles)
    puzzle = panel.puzzle.changed(triangles=triangles)
    if panel.halved_edges:
        # The predicate is local (`applies`): where paths begin and end does not matter.
        puzzle = puzzle.changed(starts=(), goals=())
    return puzzle
