"""Scores from a list of solutions, for players and panels of all kinds.

A state from which no solution can be reached is infinite, whatever the player knows, and all that
the definition asks of such a state is that it is one of the moves. So the scores depend on the
beginnings of solutions only, and on the moves that the player has there.

Some of the solutions give an upper bound of MUSE. They give none of ReMUSE, which may grow by a
hundredth of a bit for a choice when there is one more solution.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import cast

from witness.base.limits import LimitReachedError, Limits
from witness.difficulty.entropy.reference import Player, Tree
from witness.difficulty.inference import Position, allowed
from witness.difficulty.state import Panel
from witness.puzzle import solvers
from witness.puzzle.grid import Vertex, edge_between
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.rules import Path

#: The most solutions that are listed for a rating.
MOST_LISTED = 100_000


def listed(puzzle: Puzzle, limits: Limits) -> Iterator[Path]:
    """Yield the solutions of a panel.

    Raises `LimitReachedError` at the limits, and when there are more than `MOST_LISTED`.
    """
    for number, path in enumerate(solvers.solutions(puzzle, limits=limits)):
        if number == MOST_LISTED:
            raise LimitReachedError("expansion-limit")
        yield path


def tree_of(panel: Panel, paths: Iterable[Path]) -> Tree:
    """Return the beginnings of those paths that start where the panel does."""
    number = {place: at for at, place in enumerate(panel.graph.places)}
    tree: Tree = {}
    for path in paths:
        here = tree
        for before, place in pairwise(path if path[0] == panel.puzzle.starts[0] else ()):
            if not is_edge(before) and not is_edge(place):
                middle = edge_between(cast(Vertex, before), cast(Vertex, place))
                if middle in number:
                    here = here.setdefault(number[middle], {})
            here = here.setdefault(number[place], {})
    return tree


def muse_below(state: Position, player: Player, bound: float, visit: Callable[[], object]) -> float:
    """Return MUSE of a state if it is less than a bound, and else infinity.

    At most 2^b states that offer a choice cost less than b bits, so this ends soon for a low bound.
    `visit` is called for every state, and may raise.
    """
    visit()
    if player.sees(state) is not None:
        return 0.0
    moves = allowed(player.rules, state, player.lookahead)
    here = math.log2(len(moves)) if moves else math.inf
    least = math.inf
    for move in moves if here < bound else ():
        left = min(bound, least) - here
        least = min(least, here + muse_below(state.after(move), player, left, visit))
    return least if least < bound else math.inf
