"""The tables of a condition in the bit sets of a board, for all squares of a puzzle at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from witness.base.errors import InputError
from witness.logic.configurations import AWAY
from witness.logic.dependence import Dependence
from witness.logic.translate import Condition
from witness.predicates.interface import triangles_of
from witness.predicates.tables import Places, Table, Tabulation, tabulate, union
from witness.puzzle.grid import Grid, Square, Vertex, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.outlook import Outlooks

#: What to look up about a square: the bit set of its edges, that of its corners, and the table
#: of the edges and corners of the board.
Watch = tuple[int, int, Table]

#: The same for any position of the head: the tables for a head elsewhere and for each corner.
HeadWatch = tuple[int, int, Table, dict[int, Table]]

#: For each vertex, and each vertex a step leads to, what can begin to hold.
StepWatches = list[dict[int, list[Watch]]]


class Tables:
    """The tables of one condition on every board that they are asked for.

    The condition depends on local configurations and their `features` only, or on the length of the
    path as well; in that case always pass a length.
    """

    def __init__(
        self,
        condition: Condition,
        parts: Sequence[Tables] | None = None,
        features: Dependence = Dependence.LOCAL,
    ) -> None:
        """Make the tables of a condition; `parts`, if given, are those of what it is the or of."""
        self._condition = condition
        self._parts = parts
        self.features = features
        self._tabulations: dict[int | None, Tabulation | None] = {}
        #: Why the condition has no value in some configuration, None if it has one in all so far.
        self.error: str | None = None
        self._watches: dict[tuple[object, ...], HeadWatch | None] = {}
        self._steps: dict[tuple[object, ...], Watch | None] = {}

    def tabulation(self, length: int | None = None) -> Tabulation | None:
        """Return the condition over the local configurations, None if it has no value in some."""
        if length not in self._tabulations:
            try:
                self._tabulations[length] = self._tabulate(length)
            except InputError as error:
                # A board need not have that configuration.
                self._tabulations[length] = None
                self.error = error.reason
        return self._tabulations[length]

    def _tabulate(self, length: int | None) -> Tabulation:
        if self._parts is not None:
            known = [part.tabulation(length) for part in self._parts]
            found = [part for part in known if part is not None]
            if len(found) == len(known):
                return union(found, length, self.features)
        # Where a part has no value, another may hold before that is asked.
        return tabulate(self._condition, length, self.features)

    def everywhere(self, puzzle: Puzzle, length: int | None = None) -> list[HeadWatch] | None:
        """Return what to look up to know whether the condition holds for a square with triangles.

        None if it has no table and must be evaluated on the path itself. For conditions that look
        at nothing beyond squares.
        """
        at = triangles_of(puzzle)
        tabulation = self.tabulation(length)
        if tabulation is None:
            return None
        if not tabulation.holding:
            return []
        gaps = gaps_of(puzzle)
        watches = []
        for square, triangles in at.items():
            own = gaps.get(square, 0)
            key = (puzzle.rows, puzzle.cols, square, triangles, length, own)
            if key not in self._watches:
                number = puzzle.grid.square_number(square)
                self._watches[key] = _watch_always(
                    puzzle.grid, number, tabulation.with_gaps(own), triangles
                )
            watch = self._watches[key]
            if watch is not None:
                watches.append(watch)
        return watches

    def by_step(self, puzzle: Puzzle, layered: bool = False) -> StepWatches | None:
        """Return what to look up after a step, if the condition held for no square before it.

        For conditions that depend on local configurations only. `layered` says that no square has
        more edges on the path than triangles. None as for `everywhere`.
        """
        triangles = triangles_of(puzzle)
        tabulation = self.tabulation(None)
        if tabulation is None:
            return None
        board = puzzle.grid
        at = [triangles.get(square, 0) for square in board.squares]
        known = gaps_of(puzzle)
        gaps = [known.get(square, 0) for square in board.squares]

        def watches(touched: Iterable[tuple[int, int, int]]) -> list[Watch]:
            found = (
                self._watch_step(board, number, (at[number], before, after), gaps[number], layered)
                for number, before, after in touched
                if at[number]
            )
            return [watch for watch in found if watch is not None]

        return [
            {near: watches(touched) for near, touched in row.items()}
            for row in touched_squares(board.rows, board.cols)
        ]

    def _watch_step(
        self, board: Grid, number: int, change: tuple[int, int, int], gaps: int, layered: bool
    ) -> Watch | None:
        """Return what to look up about a square on a change: (triangles, head before, after)."""
        key = (board.rows, board.cols, number, change, gaps, layered)
        if key not in self._steps:
            tabulation = self._tabulations[None]
            assert tabulation is not None
            local = tabulation.with_gaps(gaps).beginning.get(change, {})
            if layered:
                local = {e: sets for e, sets in local.items() if e.bit_count() <= change[0]}
            masks = board.square_edge_masks[number], board.square_corner_masks[number]
            self._steps[key] = (*masks, _on_board(local, board, number)) if local else None
        return self._steps[key]


def gaps_of(puzzle: Puzzle) -> dict[Square, int]:
    """Return the bit set of the gaps of each square that has some, by the positions of edges."""
    board = puzzle.grid
    found: dict[Square, int] = {}
    for gap in puzzle.gaps:
        for square in board.edge_squares(gap):
            found[square] = found.get(square, 0) | 1 << board.square_edges(square).index(gap)
    return found


class Ahead:
    """The tables of one condition that looks at the rest of the board through features."""

    def __init__(self, tabulation: Tabulation, puzzle: Puzzle) -> None:
        board = puzzle.grid
        gaps = gaps_of(puzzle) if tabulation.features & Dependence.GAPS else {}
        self._cases = tabulation.cases
        self._live = bool(tabulation.features & Dependence.LIVE)
        self._reachable = bool(tabulation.features & Dependence.REACHABLE)
        self._outlooks = Outlooks(puzzle)
        self._squares = [
            (
                [board.edge_number[edge] for edge in board.square_edges(square)],
                [board.vertex_number(corner) for corner in board.square_corners(square)],
                triangles,
                gaps.get(square, 0),
            )
            for square, triangles in triangles_of(puzzle).items()
        ]

    def fires(self, head: int, vertices: int, edges: int) -> bool:
        """Return whether the condition holds for a square with triangles."""
        outlook = self._outlooks.of(head, vertices, edges)
        live = outlook.live if self._live else 0
        reachable = outlook.reachable if self._reachable else 0
        cut_off = int(outlook.cut_off) if self._live else 0
        return any(
            (
                triangles,
                (_seen(edges, sides), _seen(vertices, corners),
                 corners.index(head) if head in corners else AWAY),
                (gaps, _seen(live, sides), _seen(reachable, corners), cut_off),
            ) in self._cases
            for sides, corners, triangles, gaps in self._squares
        )  # fmt: skip


def _seen(found: int, numbers: Sequence[int]) -> int:
    """Return the positions in a square of the elements of a bit set of the board."""
    return sum((found >> number & 1) << place for place, number in enumerate(numbers))


def _watch_always(board: Grid, number: int, places: Places, triangles: int) -> HeadWatch | None:
    """Return what to look up about a square wherever the head is, None if it never holds."""
    found = {
        head: _on_board(local, board, number)
        for head in (AWAY, 0, 1, 2, 3)
        if (local := places.standing.get((triangles, head)))
    }
    if not found:
        return None
    corners = board.square_corners(board.squares[number])
    return (
        board.square_edge_masks[number],
        board.square_corner_masks[number],
        found.get(AWAY, {}),
        {board.vertex_number(corner): found.get(at, {}) for at, corner in enumerate(corners)},
    )


def _on_board(table: Table, board: Grid, number: int) -> Table:
    """Return a table with the bit sets of the board."""
    edge_sets, corner_sets = _bit_sets(board.rows, board.cols, number)
    return {
        edge_sets[edges]: frozenset(corner_sets[visited] for visited in sets)
        for edges, sets in table.items()
    }


@lru_cache(maxsize=4096)
def _bit_sets(rows: int, cols: int, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the board's bit set for each bit set of positions: of edges, and of corners."""
    board = grid(rows, cols)
    square = board.squares[number]
    edges = [board.edge_number[edge] for edge in board.square_edges(square)]
    corners = [board.vertex_number(corner) for corner in board.square_corners(square)]
    return tuple(
        tuple(
            sum(1 << n for place, n in enumerate(numbers) if chosen >> place & 1)
            for chosen in range(16)
        )
        for numbers in (edges, corners)
    )  # type: ignore[return-value]


@lru_cache(maxsize=64)
def touched_squares(rows: int, cols: int) -> list[dict[int, list[tuple[int, int, int]]]]:
    """Return the squares that each step touches: (number, head's position before, and after).

    By the number of the vertex that the step leaves and of the one it leads to. The squares
    beside the edge come first.
    """
    board = grid(rows, cols)

    def place(vertex: Vertex, square: Square) -> int:
        corners = board.square_corners(square)
        return corners.index(vertex) if vertex in corners else AWAY

    def touched(here: Vertex, near: Vertex) -> list[tuple[int, int, int]]:
        squares = sorted({*board.vertex_squares(here), *board.vertex_squares(near)})
        found = [(board.square_number(s), place(here, s), place(near, s)) for s in squares]
        return sorted(found, key=lambda square: AWAY in square[1:])

    return [
        {near: touched(here, board.vertices[near]) for near, _ in row}
        for here, row in zip(board.vertices, board.steps, strict=True)
    ]
