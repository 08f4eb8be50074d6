"""Where on a board a clause fires that looks at a path and at a square with triangles alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from witness.logic.dependence import Dependence
from witness.logic.language.views import PathView, SquareView, path_view, square_view
from witness.logic.translate import Condition
from witness.puzzle.grid import Grid, Square, Vertex
from witness.puzzle.model import Puzzle

#: A square, its triangles, and the number of vertices of the partial path on which π′ fires there.
_Firing = tuple[Square, int, int]


#: What does not follow from the square and the length of the path.
_ELSEWHERE = Dependence.GLOBAL & ~(Dependence.GAPS | Dependence.LENGTH)


class Firings:
    """Where a condition fires; answers that the rest of the board does not affect are kept."""

    def __init__(self, condition: Condition, dependence: Dependence) -> None:
        self.condition = condition
        self.dependence = dependence
        self._known: dict[object, bool] = {}

    def on(self, board: Grid, trail: Sequence[Vertex], visited: int, edges: int) -> list[_Firing]:
        """Return where the condition fires on a path; `visited` and `edges` are its bit sets."""
        found = []
        path: PathView | None = None
        rows, cols = board.rows, board.cols
        head = board.vertex_number(trail[-1])
        length = len(trail) if self.dependence & Dependence.LENGTH else 0
        for number, square in enumerate(board.squares):
            corners = board.square_corner_masks[number]
            near = head if corners >> head & 1 else -1
            used = edges & board.square_edge_masks[number]
            key = (rows, cols, number, used, visited & corners, near, length)
            for triangles in (1, 2, 3):
                fires = self._known.get((key, triangles))
                if fires is None:
                    path = path or path_view(_bare(rows, cols), tuple(trail))
                    fires = self.condition(path, _view(rows, cols, square, triangles))
                    if not self.dependence & _ELSEWHERE:
                        self._known[key, triangles] = fires
                if fires:
                    found.append((square, triangles, len(trail)))
        return found


@lru_cache(maxsize=1024)
def _view(rows: int, cols: int, square: Square, triangles: int) -> SquareView:
    return square_view(_bare(rows, cols), square, triangles)


@lru_cache(maxsize=64)
def _bare(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
