"""All that the symbols of a puzzle ask of lines and of regions, and the test of all of it.

`witness.puzzle.rules` says what is wrong where it is not so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from witness.puzzle.demands import path_demands, region_demands, touched
from witness.puzzle.filling import Filling
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.places import Place
from witness.puzzle.regions import parts
from witness.puzzle.removal import Removal
from witness.puzzle.second_line import image
from witness.puzzle.symbols import SYMBOLS


class Lines:
    """What is on the lines of a puzzle, as bit sets of edges and vertices.

    `edges` and `vertices` are those of both lines, `first` those of the path alone; `dividing` are
    the edges across which no region goes. No block lies across any of the `edges`.
    """

    def __init__(self, puzzle: Puzzle, edges: int, vertices: int, halves: int) -> None:
        self.first = (edges, vertices)
        if puzzle.images is not None:
            edges, vertices = puzzle.images.both(edges, vertices)
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


def test_of_all(puzzle: Puzzle, asked: Asked) -> Callable[..., bool]:
    """Return the goal test of a puzzle with two lines, blocks or marks; regions are remembered."""
    marked = asked.removal.marks
    known: dict[tuple[int, int, int, int], bool] = {}
    in_squares = [SYMBOLS[one.symbol].where == "square" for one in asked.on_path]

    def right(region: int, edges: int, wrong: int, more: int) -> bool:
        if region & marked:
            return asked.removal.right(region, edges, wrong, more)
        blocks = [block for square, block in asked.blocks.items() if region >> square & 1]
        return (
            not (wrong or more)
            and all(
                (region & one.squares).bit_count() in one.numbers
                for one in asked.in_regions
                if region >> one.square & 1
            )
            and asked.filling.fill(region, edges, blocks)
        )

    def satisfied(edges: int, vertices: int, halves: int = 0) -> bool:
        lines = Lines(puzzle, edges, vertices, halves)
        wrong = 0
        on_lines = []
        for one, around, in_square in zip(asked.on_path, asked.squares, in_squares, strict=True):
            if one.found(lines.edges, lines.vertices) not in one.numbers:
                if not marked:
                    return False
                if in_square:
                    wrong |= around
                else:
                    on_lines.append(around)
        for (place, line), around in zip(puzzle.line_dots, asked.of_lines, strict=True):
            if not asked.visits(place, lines, line):
                if not marked or asked.visits(place, lines, 3 - line):
                    return False
                on_lines.append(around)
        if not puzzle.regional:
            return True
        found = dict.fromkeys(parts(puzzle.grid, ~lines.dividing))
        if any(not any(region & around for region in found) for around in on_lines):
            return False
        for region in found:
            more = sum(1 for around in on_lines if region & around)
            inner = asked.filling.inner(region) & lines.edges
            key = (region, inner, wrong & region, more)
            if key not in known:
                known[key] = right(region, lines.edges, wrong & region, more)
            if not known[key]:
                return False
        return True

    return satisfied
