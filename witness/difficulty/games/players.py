"""What the analyses of a game prove, as inference rules of a player: L(s) (thesis, 3.3).

- `latches`, `extension`: a move must not lead to a position that they prove lost;
- `partition`: of the parts that must all be played, in any order, a player looks at the one with
  the fewest moves.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from witness.base.errors import InputError, quoted
from witness.difficulty.games.plays import Position
from witness.difficulty.inference import Verdict
from witness.gdl.filters import FILTERS, filter_class
from witness.gdl.filters.analyse import analyse, applies
from witness.gdl.filters.analysis import Analysis
from witness.gdl.network.network import Network

#: The analyses that can prove a position lost.
LOST = ("latches", "extension")

#: What `--rules` takes, besides none and all.
RULES = (*LOST, "partition")

#: The number of positions for which a rule remembers its verdict.
REMEMBERED = 1 << 16


def rule_names(text: str) -> tuple[str, ...] | None:
    """Read the names of rules, with commas between them; None for all. Raises `InputError`."""
    if text in ("none", "all"):
        return () if text == "none" else None
    given = [name.strip() for name in text.split(",")]
    for name in given:
        if name not in RULES:
            raise InputError(
                f"unknown rule {quoted(name)}; use none, all, or some of {', '.join(RULES)}"
            )
    return tuple(name for name in RULES if name in given)


def analysed(network: Network, score: int, names: Collection[str] | None = None) -> Analysis:
    """Return the analyses that some rules need, or all, and those that say what is lost.

    Raises `LimitReachedError`.
    """
    without = set(FILTERS) - {*LOST, *(RULES if names is None else names)}
    return analyse(network, score, without)


class GameRule:
    """A filter of the search as a rule, which is asked to judge alone; `name` is one of `RULES`."""

    def __init__(self, analysis: Analysis, name: str) -> None:
        self.name = name
        layer = filter_class(name)(analysis)
        #: Whether a position is lost, by its state.
        self.lost = lru_cache(REMEMBERED)(layer.lost)
        self._part = lru_cache(1)(lambda at: frozenset(layer.moves(at.state, [*at.moves])))

    def judge(self, state: Position, move: int) -> Verdict | None:
        """Return its verdict on a legal move of a position."""
        if self.name == "partition":
            refused = move not in self._part(state)
        else:
            refused = self.lost(state.after(move).state)
        return Verdict.MUST_NOT if refused else None


def rules_of(analysis: Analysis, names: Collection[str] | None = None) -> tuple[GameRule, ...]:
    """Return the named rules that have anything to say about a game.

    For None, return those that a search would use: `extension` is left out where random
    playouts show no use for it; asked for by name, it is there.
    """
    chosen = [
        name
        for name in RULES
        if applies(analysis, name) or (name == "extension" and names is not None)
    ]
    return tuple(
        GameRule(analysis, name)
        for name in chosen
        if not analysis.impossible and (names is None or name in names)
    )
