"""All that the symbols of a puzzle ask of lines and of regions, and the test of all of it.

`witness.puzzle.rules` says what is wrong where it is not so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from witness.puzzle.constraints import path_demands, region_demands, touched
from witness.puzzle.elimination_marks import Removal
from witness.puzzle.filling import Filling
from witness.puzzle.grid import Place, Vertex, parts
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.second_line import image
from witness.puzzle.symbols import SYMBOLS


class Lines:
    """What is on the lines of a puzzle, as bit sets of edges and vertices.

    `edges` and `vertices` are those of both lines, `first` those of the path alone; `dividing` are
    the edges across which no region goes: without the `halves` at the ends of the path, and their
    images. No block lies across any of the `edges`.
    """

    def __init__(self, puzzle: Puzzle, edges: int, vertices: int, halves: int) -> None:
        self.first = (edges, vertices)
        if puzzle.images is not None:
            edges, vertices = puzzle.images.both(edges, vertices)
            shut = vertices if puzzle.rules == "witnesspuzzles" else 0
            halves = puzzle.images.open_halves(halves, shut)
        self.edges, self.vertices = edges, vertices
        self.dividing = edges & ~halves | puzzle.walls


class Asked:
    """All that the symbols of a puzzle ask of the lines and of regions."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.on_path = path_demands(puzzle)
        self.in_regions = region_demands(puzzle)
        number = puzzle.grid.square_number
        self.blocks = {number(block[:2]): block for block in puzzle.blocks}
        self.filling = Filling(puzzle)
        self.removal = Removal(puzzle, self.in_regions, self.filling)
        #: The squares around each demand on the path and each dot of a line: its regions.
        self.squares = [touched(puzzle, one.symbol, SYMBOLS[one.symbol].place(one.entry))
                        for one in self.on_path]  # fmt: skip
        self.of_lines = [touched(puzzle, "line_dots", place) for place, _ in puzzle.line_dots]

    def visits(self, place: Place, lines: Lines, line: int) -> bool:
        """Whether one of the two lines is at a place."""
        board = self.puzzle.grid
        if line == 2:
            place = image(board, self.puzzle.symmetry, place)
        edges, vertices = lines.first
        if is_edge(place):
            return bool(edges >> board.edge_number[place] & 1)
        return bool(vertices >> board.vertex_number(cast(Vertex, place)) & 1)


class RegionTest:
    """Whether regions are right, given the lines; what was found is remembered."""

    def __init__(self, puzzle: Puzzle, asked: Asked) -> None:
        self._asked = asked
        in_squares = [SYMBOLS[one.symbol].where == "square" for one in asked.on_path]
        self._on_path = list(zip(asked.on_path, asked.squares, in_squares, strict=True))
        self._of_lines = list(zip(puzzle.line_dots, asked.of_lines, strict=True))
        self._touching: dict[int, tuple[list[Any], list[Any]]] = {}
        self._known: dict[tuple[int, int, int, int], bool] = {}

    def right(self, region: int, lines: Lines) -> bool:
        """Whether all symbols in a region and around it are right, or taken away by its marks."""
        asked = self._asked
        if region not in self._touching:
            self._touching[region] = (
                [one for one in self._on_path if region & one[1]],
                [one[0] for one in self._of_lines if region & one[1]],
            )
        on_path, of_lines = self._touching[region]
        wrong = more = 0
        for one, around, in_square in on_path:
            if one.found(lines.edges, lines.vertices) not in one.numbers:
                if in_square:
                    wrong |= around
                else:
                    more += 1
        for place, line in of_lines:
            if not asked.visits(place, lines, line):
                if asked.visits(place, lines, 3 - line):
                    return False
                more += 1
        key = (region, asked.filling.inner(region) & lines.edges, wrong, more)
        if key not in self._known:
            self._known[key] = self._found(*key)
        return self._known[key]

    def _found(self, region: int, line: int, wrong: int, more: int) -> bool:
        asked = self._asked
        if region & asked.removal.marks:
            return asked.removal.right(region, line, wrong, more)
        blocks = [block for square, block in asked.blocks.items() if region >> square & 1]
        return (
            not (wrong or more)
            and all(
                (region & one.squares).bit_count() in one.numbers
                for one in asked.in_regions
                if region >> one.square & 1
            )
            and asked.filling.fill(region, line, blocks)
        )


def test_of_all(puzzle: Puzzle, asked: Asked) -> Callable[..., bool]:
    """Return the goal test of a puzzle with two lines, blocks or marks; regions are remembered."""
    tested = RegionTest(puzzle, asked)
    marked = asked.removal.marks
    #: What no mark can take away.
    on_path = [
        one for one, around in zip(asked.on_path, asked.squares, strict=True)
        if not (marked and around)
    ]  # fmt: skip
    of_lines = [
        one for one, around in zip(puzzle.line_dots, asked.of_lines, strict=True)
        if not (marked and around)
    ]  # fmt: skip

    def satisfied(edges: int, vertices: int, halves: int = 0) -> bool:
        lines = Lines(puzzle, edges, vertices, halves)
        return (
            all(one.found(lines.edges, lines.vertices) in one.numbers for one in on_path)
            and all(asked.visits(place, lines, line) for place, line in of_lines)
            and (
                not puzzle.regional
                or all(
                    tested.right(region, lines)
                    for region in dict.fromkeys(parts(puzzle.grid, ~lines.dividing))
                )
            )
        )

    return satisfied
