"""Priors: how probable each move is to a player before they think (thesis, 3.4.1, footnote 1).

ReMUSE measures how far the moves that are worth making are from those that a player would make;
the thesis takes every move for as probable as any other, and says that another prior can be used. A
prior gives each move a weight above 0; only the weights' ratios count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.difficulty.state import Move, State
from witness.puzzle.model import Place, is_edge

#: From a state and some moves of it to a weight for each.
Prior = Callable[[Any, Sequence[Any]], Sequence[float]]

#: How much more probable a move is that a prior prefers.
PREFERRED = 2.0


def uniform(state: object, moves: Sequence[object]) -> Sequence[float]:
    """Return equal weights: the thesis' prior."""
    return (1.0,) * len(moves)


def onward(state: State, moves: Sequence[Move]) -> Sequence[float]:
    """Return twice the weight for the move straight on: a line goes on more often than it bends."""
    places = state.panel.graph.places
    here = _middle(places[state.head])
    before = _middle(places[state.trail[-2]]) if len(state.trail) > 1 else here
    heading = _direction(before, here)
    return tuple(
        PREFERRED
        if heading != (0, 0) and _direction(here, _middle(places[move.place])) == heading
        else 1.0
        for move in moves
    )


def goalward(state: State, moves: Sequence[Move]) -> Sequence[float]:
    """Return twice the weight for moves that come nearer to a goal (in steps without gaps)."""
    places = state.panel.graph.places
    goals = [_middle(places[goal]) for goal in state.panel.graph.goals]

    def distance(place: int) -> float:
        row, column = _middle(places[place])
        return min(abs(row - r) + abs(column - c) for r, c in goals)

    now = distance(state.head)
    return tuple(PREFERRED if distance(move.place) < now else 1.0 for move in moves)


#: What `--prior` takes.
PRIORS: dict[str, Prior] = {"uniform": uniform, "onward": onward, "goalward": goalward}


def prior(name: str) -> Prior:
    """Return a prior by its name. Raises `InputError`."""
    if name not in PRIORS:
        raise InputError(
            f"unknown prior {quoted(name)}; use one of {', '.join(PRIORS)}"
            + did_you_mean(name, PRIORS)
        )
    return PRIORS[name]


def _middle(place: Place) -> tuple[float, float]:
    """Return where a place is: its row and its column."""
    if is_edge(place):
        (row, column), (other_row, other_column) = place
        return (row + other_row) / 2, (column + other_column) / 2
    return place  # type: ignore[return-value]


def _direction(one: tuple[float, float], other: tuple[float, float]) -> tuple[int, int]:
    """Return the direction from a place to another: -1, 0 or 1 in rows and in columns."""
    rows, columns = other[0] - one[0], other[1] - one[1]
    return (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)
