"""Which squares of a board belong together across some of its edges."""

from __future__ import annotations

from collections.abc import Iterable

from witness.puzzle.grid import Edge, Grid, Square


def parts(board: Grid, edges: int) -> list[int]:
    """Return for each square the bit set of those to which one can come across some edges.

    `edges` is the bit set of these edges; the squares go by their numbers.
    """
    across = board.across
    found = [0] * len(across)
    for first in range(len(across)):
        if found[first]:
            continue
        members = [first]
        seen = 1 << first
        for square in members:
            for bit, other in across[square]:
                if edges & bit and not seen >> other & 1:
                    seen |= 1 << other
                    members.append(other)
        for square in members:
            found[square] = seen
    return found


def regions(board: Grid, edges: Iterable[Edge]) -> list[list[Square]]:
    """Return the regions into which `edges` divide the squares of a board."""
    found = dict.fromkeys(parts(board, ~board.edge_set(edges)))
    return [board.squares_of(region) for region in found]
