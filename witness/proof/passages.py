"""Passages: how long the rest of a path is around a square, at least, on every board.

While a square lacks edges, the rest of the path, its completion, has to take as many more of them.
Its *passage* goes from the first of these to the last: from one corner to another. A *table* says,
for each situation of a square, from which corner to which one there can be a passage, and how many
edges it has at least. Where it says of no corners that there is a passage, the path cannot be
completed. So a table is a heuristic (`witness.searches.passages`), and prunes, too.

`least_lengths` is the proof for a situation. It cuts a passage at every corner that it comes to. No
corner is visited twice, and none that the path has visited, but for the head. Between two of them
the passage takes an edge of the square, or a way beside it. A way beside the square has at least
three edges if the corners are neighbours: an odd number, and the only way of one edge is an edge of
the square. It has at least four if they are opposite: an even number, and both ways of two edges
are edges of the square. All sequences of such steps are gone through. Nothing is said about the
rest of the board, so this holds on every one; gaps and other symbols only take completions away.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from witness.logic.configurations import AWAY, EDGE_CORNERS, SquareState, configurations

#: How many edges a square lacks, at least one, and its state.
Situation = tuple[int, SquareState]

#: The corners from and to which a passage goes.
Ends = tuple[int, int]

#: For each situation the least lengths of passages; what is not in it cannot be.
Table = Mapping[Situation, Mapping[Ends, int]]

#: The least number of edges of a way beside the square between neighbours and opposite corners.
_BESIDE, _ACROSS = 3, 4

_EDGE = {frozenset(ends): edge for edge, ends in enumerate(EDGE_CORNERS)}


@cache
def situations() -> tuple[Situation, ...]:
    """Return all situations of a square that lacks edges."""
    found = ((one.triangles - len(one.edges), one.state) for one in configurations())
    return tuple(dict.fromkeys(one for one in found if one[0] > 0))


@cache
def least_lengths(situation: Situation) -> Mapping[Ends, int]:
    """Return between which corners a passage can go, and the least number of its edges."""
    lacking, (edges, visited, head) = situation
    found: dict[Ends, int] = {}

    def go_on(
        first: int, here: int, free: frozenset[int], taken: int, left: int, steps: int
    ) -> None:
        for corner in free:
            edge = _EDGE.get(frozenset((here, corner)))
            others = free - {corner}
            if edge is not None and not taken >> edge & 1:
                if left == 1:
                    ends = (first, corner)
                    found[ends] = min(steps + 1, found.get(ends, steps + 1))
                else:
                    go_on(first, corner, others, taken | 1 << edge, left - 1, steps + 1)
            if here != first:
                beside = _ACROSS if edge is None else _BESIDE
                go_on(first, corner, others, taken, left, steps + beside)

    unvisited = frozenset(corner for corner in range(4) if not visited >> corner & 1)
    for first in unvisited if head == AWAY else unvisited | {head}:
        go_on(first, first, unvisited - {first}, edges, lacking, 0)
    return found


def refuted(table: Table) -> list[tuple[Situation, Ends]]:
    """Return the passages that may be shorter than a table says, or that it does not have."""
    return [
        (situation, ends)
        for situation in situations()
        for ends, least in least_lengths(situation).items()
        if table.get(situation, {}).get(ends, least + 1) > least
    ]
