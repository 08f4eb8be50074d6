"""The search for a path on which a predicate fires and that still becomes a solution.

If a clause errs on a puzzle, it errs on the same puzzle with the constraint of one square alone, so
no other puzzles are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from witness.logic.dependence import Dependence
from witness.logic.language.views import PathView, SquareView, path_view, square_view
from witness.logic.translate import Condition
from witness.puzzle.constraints import constraints
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Grid, Square, Vertex, grid
from witness.puzzle.model import Place, Puzzle, place_text
from witness.puzzle.rules import Path, path_from_json, path_to_json

#: The boards to search for counterexamples, in this order: first with the start at the bottom left
#: and goals on the border; then, on the small ones, with every start and every goal.
BOARDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4))
BOARDS_ALL_ENDS = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))


@dataclass(frozen=True)
class Counterexample:
    """A partial path on which a clause fires for a constraint, and a solution that extends it.

    `place` is the square of the constraint, or the vertex or edge of a dot.
    """

    puzzle: Puzzle
    place: Square | Place
    partial_path: Path
    solution: Path
    kind: str = "triangles"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square of the constraint; none if it is a dot."""
        return () if self.kind == "dots" else (cast(Square, self.place),)

    @property
    def title(self) -> str:
        """What the clause fires for: "the square (0, 1)"."""
        return f"the {'dot at' if self.kind == 'dots' else 'square'} {place_text(self.place)}"

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Counterexample:
        """Return the counterexample that a JSON object describes. Raises `InputError`."""
        puzzle = puzzle_from_json(record["puzzle"])
        dot = "dot" in record
        (place,) = path_from_json([record["dot" if dot else "square"]])
        kinds = {one.kind for one in constraints(puzzle) if one.place == place}
        return Counterexample(
            puzzle,
            place,
            path_from_json(record["partial_path"]),
            path_from_json(record["solution"]),
            "dots" if dot else next(iter(kinds - {"dots"})),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON."""
        return {
            "puzzle": self.puzzle.to_json(),
            "dot" if self.kind == "dots" else "square": path_to_json([self.place])[0],
            "partial_path": [list(vertex) for vertex in self.partial_path],
            "solution": [list(vertex) for vertex in self.solution],
        }


def find_counterexample(condition: Condition, dependence: Dependence) -> Counterexample | None:
    """Return a partial path on which π′ fires and that has a solution; None if none is found."""
    firings = Firings(condition, dependence)
    for rows, cols in BOARDS:
        board = grid(rows, cols)
        for found in _on_board(board, (0, 0), board.peripheral_vertices, firings):
            return found
    for rows, cols in BOARDS_ALL_ENDS:
        board = grid(rows, cols)
        for start in board.vertices:
            for found in _on_board(board, start, board.vertices, firings):
                return found
    return None


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


def _on_board(
    board: Grid, start: Vertex, goals: Sequence[Vertex], firings: Firings
) -> Iterator[Counterexample]:
    """Yield counterexamples among the simple paths of a board from `start` to one of `goals`.

    `fired` holds the firings on all prefixes of the path so far.
    """
    allowed = frozenset(goals)
    trail = [start]
    fired: list[_Firing] = []

    def walk(visited: int, edges: int) -> Iterator[Counterexample]:
        here = board.vertex_number(trail[-1])
        added = firings.on(board, trail, visited, edges)
        fired.extend(added)
        for near, edge in board.steps[here]:
            if visited >> near & 1:
                continue
            vertex = board.vertices[near]
            used = edges | 1 << edge
            trail.append(vertex)
            if vertex in allowed:
                for square, triangles, length in fired:
                    mask = board.square_edge_masks[board.square_number(square)]
                    if (used & mask).bit_count() == triangles:
                        puzzle = Puzzle(
                            board.rows, board.cols, (start,), (vertex,), ((*square, triangles),),
                            id="counterexample",
                        )  # fmt: skip
                        yield Counterexample(puzzle, square, tuple(trail[:length]), tuple(trail))
            yield from walk(visited | 1 << near, used)
            trail.pop()
        del fired[len(fired) - len(added) :]

    yield from walk(1 << board.vertex_number(start), 0)


@lru_cache(maxsize=1024)
def _view(rows: int, cols: int, square: Square, triangles: int) -> SquareView:
    return square_view(_bare(rows, cols), square, triangles)


@lru_cache(maxsize=64)
def _bare(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
