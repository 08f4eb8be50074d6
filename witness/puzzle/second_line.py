"""Two lines: the second is the image of the first under a symmetry of the board.

On a plane the images are those of a mirror or of half a turn. On a cylinder they lie on the other
side as well, half the way round; `shift` is nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from witness.puzzle.grid import Grid, Place, Vertex, edge_between, is_edge

#: The symmetries: whether columns, and whether rows, are counted from the other end.
SYMMETRIES = {
    "left-right": (True, False),
    "up-down": (False, True),
    "rotation": (True, True),
    "shift": (False, False),
}


def image(board: Grid, symmetry: str, place: Place) -> Place:
    """Return where the second line is when the first is at a place."""
    if is_edge(place):
        one, other = (cast(Vertex, image(board, symmetry, end)) for end in place)
        return edge_between(one, other)
    row, column = cast(Vertex, place)
    columns, rows = SYMMETRIES[symmetry]
    if board.wraps:
        column += board.cols // 2
    if columns:
        column = board.cols - column
    return (board.rows - row if rows else row, column % board.cols if board.wraps else column)


class Images:
    """The images of the vertices and edges of a board, by their numbers."""

    def __init__(self, board: Grid, symmetry: str) -> None:
        def of(place: Place) -> Place:
            return image(board, symmetry, place)

        self.vertices = tuple(board.vertex_number(cast(Vertex, of(v))) for v in board.vertices)
        self.edges = tuple(board.edge_number[of(edge)] for edge in board.edges)  # type: ignore[index]
        #: For each edge the bit set of its two vertices.
        self.ends = tuple(sum(1 << board.vertex_number(v) for v in edge) for edge in board.edges)
        #: The bit sets of the vertices and edges at which the two lines would meet.
        self.meeting = (_fixed(self.vertices), _fixed(self.edges))

    def both(self, edges: int, vertices: int) -> tuple[int, int]:
        """Return the bit sets of the edges and the vertices of both lines, given the first one."""
        return edges | moved(edges, self.edges), vertices | moved(vertices, self.vertices)

    def open_halves(self, halves: int, vertices: int) -> int:
        """Return the bit set of the half edges of both lines that are open, given the first one's.

        Those of the second are not if both of their ends are among some vertices: on
        witnesspuzzles.com those on the lines, as there a region goes past half an edge of the
        second line only over its other end.
        """
        second = moved(halves, self.edges)
        shut = (
            1 << n for n, ends in enumerate(self.ends) if second >> n & 1 and not ends & ~vertices
        )
        return halves | second & ~sum(shut)


def moved(numbers: int, images: tuple[int, ...]) -> int:
    """Return the bit set of the images of some numbers."""
    found = 0
    while numbers:
        low = numbers & -numbers
        found |= 1 << images[low.bit_length() - 1]
        numbers ^= low
    return found


def _fixed(images: tuple[int, ...]) -> int:
    return sum(1 << number for number, other in enumerate(images) if number == other)


@lru_cache(maxsize=256)
def images(board: Grid, symmetry: str) -> Images:
    """Return the (shared) images of a board."""
    return Images(board, symmetry)
