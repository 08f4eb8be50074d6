"""Where the blocks of a panel may lie, for solvers that look at all of these places."""

from __future__ import annotations

from dataclasses import dataclass, field

from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.polyominoes import Rows, placed, within
from witness.puzzle.symbols.blocks import Block

#: The squares of a block, by number, and the edges between them.
Placement = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass
class Placements:
    """The places of all shapes of a panel, `margin` squares beyond the board included.

    Squares beside the board have numbers after those on it.
    """

    puzzle: Puzzle
    margin: int = 0
    #: The number of each square on the board or beside it.
    cells: dict[Square, int] = field(init=False)

    def __post_init__(self) -> None:
        board, margin = self.puzzle.grid, self.margin
        self.cells = {square: number for number, square in enumerate(board.squares)}
        aside = 0 if board.wraps else margin
        for row in range(-margin, board.rows + margin):
            for col in range(-aside, board.cols + aside):
                self.cells.setdefault((row, col), len(self.cells))

    def of(self, block: Block) -> list[Placement]:
        """Return where a block may lie."""
        return [placement for shape in block.shapes for placement in self._of_shape(shape)]

    def _of_shape(self, shape: Rows) -> list[Placement]:
        board = self.puzzle.grid
        found = []
        for corner in sorted(self.cells):
            squares = placed(board, shape, corner)
            if squares is not None and all(square in self.cells for square in squares):
                edges = [board.edge_number[edge] for edge in within(board, shape, squares)]
                found.append((tuple(self.cells[square] for square in squares), tuple(edges)))
        return found


#: The farthest beyond the board that all places of blocks are looked at.
MOST_MARGIN = 6


def margins(puzzle: Puzzle) -> list[int | None]:
    """Return how far beyond the board blocks may lie: a guess that mostly does, and a bound.

    None is in place of a bound that is too far, and where sizes alone decide.

    They lie there only by the rules of the Windmill, and only where a negative block takes all away
    that lies there. So each row beside the board, and each column, meets a negative block and
    another one; and what has nothing on the board can be moved next to it.
    """
    less = [block for block in puzzle.blocks if block.negative]
    some = [block for block in puzzle.blocks if not block.negative]
    if puzzle.rules != "windmill" or not less or not some:
        return [0]
    if not puzzle.eliminations and sum(b.size for b in some) == sum(b.size for b in less):
        return [None]  # as in each region, and none is filled
    bound = min(sum(map(_extent, less)), sum(map(_extent, some)))
    if any(_with_space(block.shape) for block in puzzle.blocks):
        bound = sum(map(_extent, puzzle.blocks))
    guess = min(3, max(map(_extent, less)), bound)
    if guess == bound:
        return [bound]
    return [guess, bound if bound <= MOST_MARGIN else None]


def _extent(block: Block) -> int:
    return max(len(block.shape), len(block.shape[0]))


def _with_space(shape: Rows) -> bool:
    """Whether a row or a column within a shape is empty."""
    return any("#" not in line for line in (*shape, *map("".join, zip(*shape, strict=True))))


def crossing(puzzle: Puzzle) -> bool:
    """Whether a block may lie across a line: by the Windmill's rules, where one ends within."""
    board = puzzle.grid
    if puzzle.rules != "windmill":
        return False
    on_border: set[Place] = {*board.peripheral_vertices}
    on_border |= {edge for edge in board.edges if len(board.edge_squares(edge)) == 1}
    ends = {*puzzle.starts, *puzzle.goals}
    return bool(board.wraps or puzzle.missing or not ends <= on_border)
