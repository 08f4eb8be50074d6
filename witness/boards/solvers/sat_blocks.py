"""Blocks as clauses: those of a region cover it, and negative ones take away from that.

A variable says where a block lies, and others which squares it covers. Without negative ones each
square that a block covers is in its region, and squares beside one another without the line between
them are both covered, or neither.

With negative ones a square may be covered several times: by as many blocks as negative blocks, and
one more if it is *filled*, that is if its region has blocks that come to more than nothing. Counted
over all regions that is less than the rule asks, and the goal test sees to the rest. So that little
is left to it, sizes are added up in the region of each negative block.
"""

from __future__ import annotations

from witness.boards.solvers.placements import Placements, crossing
from witness.boards.solvers.sat_line import Clause
from witness.boards.solvers.sat_regions import Regions
from witness.boards.solvers.sat_sums import counted, weighed
from witness.puzzle.symbols.blocks import Block


def add_blocks(regions: Regions, margin: int | None) -> None:
    """Write the clauses of the blocks of a panel; they may lie `margin` squares beyond the board.

    If that is None, of regions with negative blocks only the sizes are looked at.
    """
    _Blocks(regions, margin).write()


class _Blocks:
    def __init__(self, regions: Regions, margin: int | None) -> None:
        self.regions, self.line, self.clauses = regions, regions.line, regions.clauses
        self.puzzle = puzzle = self.line.puzzle
        self.where = Placements(puzzle, margin or 0)
        self.loosely = margin is None
        self.precise = not crossing(puzzle)
        number = puzzle.grid.square_number
        self.blocks = {number(block[:2]): block for block in puzzle.blocks}
        self.less = [own for own, block in self.blocks.items() if block.negative]
        #: For each negative block, the variable that says that its region comes to nothing.
        self.nothing = {own: self.line.new() for own in self.less}
        #: For each square of the board, the variable that says that blocks fill it.
        self.filled = [self.line.new() for _ in regions.beside]
        #: For each block and cell, the variable that says that it covers it.
        self.covers: dict[int, dict[int, int]] = {}

    def write(self) -> None:
        for square, row in enumerate(self.regions.beside):
            self.clauses += [
                [edge, -self.filled[square], self.filled[other]] for other, edge in row
            ]
        together = {own: self._with_less(own) for own in self.blocks}
        for own, block in self.blocks.items():
            self._place(own, block, together[own])
        for own, block in self.blocks.items():
            if not block.negative:
                self._within(own, together[own])
        for cell in range(len(self.where.cells)):
            self._cell(cell)
        for own in self.less:
            self._sizes(own)
        self._areas()

    def _with_less(self, own: int) -> dict[int, int]:
        """Return the literals that a kept negative block is in the region of a block."""
        found = {}
        for other in self.less:
            found[other] = self.line.new()
            self.regions.pair(found[other], other, own)
            self.clauses += [[-found[other], -gone] for gone in self.line.unless_gone(other)]
        return found

    def _place(self, own: int, block: Block, together: dict[int, int]) -> None:
        """A block lies somewhere, unless it is gone or need not."""
        new, gone = self.line.new, self.line.unless_gone(own)
        off = []  # its region is not filled
        for other, both in together.items():
            off.append(new())
            self.clauses += [[-off[-1], both], [-off[-1], self.nothing[other]]]
        if self.loosely:
            off += together.values()
        free = off if self.puzzle.rules == "windmill" else []
        covering: dict[int, list[int]] = {}
        ways = []
        for cells, edges in self.regions.budget.each(self.where.of(block), every=64):
            if self.loosely and block.negative:
                break
            ways.append(way := new())
            for cell in cells:
                covering.setdefault(cell, []).append(way)
            if self.precise and not block.negative:
                beside = together.values()
                self.clauses += [[-way, -self.line.lines[edge], *beside] for edge in edges]
        self.clauses += self.regions.at_most_one(ways)
        self.clauses += [[-way, -one] for one in (*gone, *free) for way in ways]
        self.clauses.append([*ways, *gone, *free])
        self.clauses.append([self.filled[own], *gone, *off])
        self.clauses += [[-one, -self.filled[own]] for one in off]
        self.covers[own] = {}
        for cell, some in covering.items():
            self.covers[own][cell] = its = new()
            self.clauses += [[-its, *some], *([-way, its] for way in some)]

    def _within(self, own: int, together: dict[int, int]) -> None:
        """What a block covers is in its region, or a negative one takes it away."""
        for cell, its in self.covers[own].items():
            if not together:
                self.regions.pair(its, own, cell)
                continue
            found = [-its]
            if cell < len(self.filled):
                found.append(self.line.new())
                self.regions.pair(found[-1], own, cell)
            for other, both in together.items():
                if cell in self.covers[other]:
                    found.append(away := self.line.new())
                    self.clauses += [[-away, both], [-away, self.covers[other][cell]]]
            self.clauses.append(found)

    def _cell(self, cell: int) -> None:
        """A cell is in as many blocks as negative ones, and in one more if it is filled."""
        some: Clause = []
        less: Clause = []
        for own, block in self.blocks.items():
            if cell in self.covers[own]:
                (less if block.negative else some).append(self.covers[own][cell])
        if not self.less:
            its = self.filled[cell]
            self.clauses += [[-its, *some], *([its, -one] for one in some)]
            self.clauses += self.regions.at_most_one(some)
            return
        few = [*counted(self.line, less, len(less), self.clauses.extend)]
        many = [*counted(self.line, some, len(less) + 2, self.clauses.extend)]
        filled = [self.filled[cell]] if cell < len(self.filled) else []
        for n in range(max(len(few) + 1, len(many))):
            # More than n, and more than n + 1, of the blocks; more than n of the negative ones.
            one, two, taken = many[n : n + 1], many[n + 1 : n + 2], few[n : n + 1]
            self.clauses += [[-taken[0], *one]] if taken else []
            self.clauses += [[-two[0], *taken]] if two else []
            self.clauses += [[-one[0], *taken, *filled]] if one else []
            if filled and n <= len(few):
                self.clauses.append([-filled[0], *(-below for below in few[n - 1 : n]), *one])

    def _sizes(self, own: int) -> None:
        """The sizes of the region of a negative block come to its area, or to nothing."""
        line = self.line
        members = self.regions.members(own)
        blocks, area = [], []
        for square, joined in enumerate(members):
            if square in self.blocks:
                block, kept = self.blocks[square], joined
                for gone in line.unless_gone(square):
                    kept = line.new()
                    self.clauses += [[-kept, joined], [-kept, -gone], [kept, -joined, gone]]
                blocks.append((kept, -block.size if block.negative else block.size))
            area.append((joined, -1))
        nothing, gone_too = self.nothing[own], line.unless_gone(own)
        self.clauses += weighed(line, blocks, (0,), [-nothing, *gone_too])
        self.clauses += weighed(line, [*blocks, *area], (0,), [nothing, *gone_too])

    def _areas(self) -> None:
        """As many squares are filled as all sizes come to; marks may take some blocks away.

        Nothing is said here of regions of which only the sizes are looked at: it may be fewer.
        """
        marks = len(self.puzzle.eliminations)
        sizes = sorted(
            -block.size if block.negative else block.size for block in self.puzzle.blocks
        )
        total = sum(sizes)
        most = total - sum(size for size in sizes[:marks] if size < 0)
        least = total - sum(size for size in sizes[::-1][:marks] if size > 0)
        least = 0 if self.loosely else least
        empty = [-one for one in self.filled]
        for literals, allowed in ((self.filled, most), (empty, len(empty) - least)):
            if allowed < 0:
                self.clauses.append([])
            elif allowed < len(literals):
                found = counted(self.line, literals, allowed + 1, self.clauses.extend)
                self.clauses.append([-found[allowed]])
