"""Inference rules, and which moves they leave: L(s) and L(s, n) (thesis, 3.3 and Appendix A)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from typing import Any, Protocol, Self, TypeVar

from witness.difficulty.state import Panel


class Position(Protocol):
    """What the definitions ask of a state: `State` is one, and so are positions of games."""

    @property
    def solved(self) -> bool:
        """Γ(s): whether the puzzle is solved."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """A(s): the legal moves."""

    def after(self, move: Any) -> Self:
        """Return the state that a move leads to."""


S = TypeVar("S", bound=Position)
M = TypeVar("M")

#: The largest lookahead of a player.
MOST_LOOKAHEAD = 10


class Verdict(Enum):
    """What a rule says about a move. A move that no rule speaks of is *probable*."""

    MUST_NOT = "must not take"
    MUST = "must take"
    PROBABLE_MUST = "probable must"


#: The verdicts, weakest first; `allowed` goes by the strongest that any rule gives on a move.
STRENGTH = (None, Verdict.PROBABLE_MUST, Verdict.MUST, Verdict.MUST_NOT)


class Rule(Protocol):
    """What a player knows about the next move."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    @property
    def sentence(self) -> str:
        """What it says, in English."""

    @property
    def sound(self) -> bool:
        """Whether it never speaks against the next move of a solution, where it applies."""

    @property
    def why(self) -> str:
        """The reason for the verdict of soundness."""

    def applies(self, panel: Panel) -> bool:
        """Whether it has anything to say about a panel."""

    def judge(self, state: Any, move: Any) -> Verdict | None:
        """Return its verdict on a legal move of a state, on panels to which it applies."""


def allowed(rules: Sequence[Rule], state: Position, lookahead: int = 0) -> tuple[Any, ...]:
    """Return L(s, n): the moves that the rules leave; without rules, A(s).

    A move that is both must and must not counts as must not. If exactly one move is a must, it
    alone is left; if several are, none is. Without a must, the probable musts are left, if there
    are any, else all probable moves. With a lookahead of n, a move is kept only if some
    continuation within n steps is solved or still has moves.
    """
    moves = _allowed(rules, state)
    if not lookahead:
        return moves
    return tuple(m for m in moves if _outlook(rules, state.after(m), lookahead - 1) != "dead")


def solution_within(rules: Sequence[Rule], state: S, lookahead: int) -> S | None:
    """Return a solved state at most `lookahead` steps away: Γ(s, n) is whether there is one."""
    if state.solved:
        return state
    for move in _allowed(rules, state) if lookahead else ():
        found = solution_within(rules, state.after(move), lookahead - 1)
        if found is not None:
            return found
    return None


def _allowed(rules: Sequence[Rule], state: Position) -> tuple[Any, ...]:
    if not rules:
        return state.moves
    return left(state.moves, lambda move: {rule.judge(state, move) for rule in rules})


def left(moves: Sequence[M], judge: Callable[[M], Collection[Verdict | None]]) -> tuple[M, ...]:
    """Return the moves that verdicts leave, as `allowed` says."""
    probable: list[M] = []
    probable_musts: list[M] = []
    musts: list[M] = []
    for move in moves:
        verdicts = judge(move)
        if Verdict.MUST_NOT in verdicts:
            continue
        if Verdict.MUST in verdicts:
            musts.append(move)
        elif Verdict.PROBABLE_MUST in verdicts:
            probable_musts.append(move)
        else:
            probable.append(move)
    if musts:
        return tuple(musts) if len(musts) == 1 else ()
    return tuple(probable_musts or probable)


def _outlook(rules: Sequence[Rule], state: Position, steps: int) -> str:
    """Return what `steps` steps lead to: a solution ("solved"), moves ("open"), or "dead"."""
    if state.solved:
        return "solved"
    moves = _allowed(rules, state)
    if steps == 0:
        return "open" if moves else "dead"
    found = {_outlook(rules, state.after(move), steps - 1) for move in moves}
    return next((word for word in ("solved", "open") if word in found), "dead")
