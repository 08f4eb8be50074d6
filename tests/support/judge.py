"""A judge of lines that shares no code with the package: on the table in which editors keep panels.

A place of the table is (x, y), with y from the top: a vertex if both are even, a square if both are
odd, else an edge. It is slow and plain, and agrees with both editors' own code on the lines tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from witness.puzzle.model import Puzzle

Place = tuple[int, int]
Shape = tuple[Place, ...]
Symbol = tuple[Any, ...]


@cache
def ways(cells: Shape, turns: bool) -> tuple[Shape, ...]:
    """The ways in which a shape may be turned, each at the upper left corner."""
    found = [cells]
    for _ in range(3 if turns else 0):
        moved = [(-y, x) for x, y in found[-1]]
        left, top = min(x for x, _ in moved), min(y for _, y in moved)
        found.append(tuple(sorted((x - left, y - top) for x, y in moved)))
    return tuple(dict.fromkeys(found))


class Table:
    """A panel as a table."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.wraps = puzzle.wraps
        self.width = 2 * puzzle.cols + (0 if puzzle.wraps else 1)
        self.height = 2 * puzzle.rows + 1
        self.windmill = puzzle.rules == "windmill"
        at, square = self.at, self.square
        self.starts = {at(place) for place in puzzle.starts}
        self.goals = {at(place) for place in puzzle.goals}
        self.gaps = {at(place) for place in puzzle.gaps}
        self.dots = {at(place): 0 for place in puzzle.dots}
        self.dots |= {at(place): line for place, line in puzzle.line_dots}
        self.missing = {square(*one) for one in puzzle.missing}
        self.cells: dict[Place, Symbol] = {}
        for r, c, count, *colour in puzzle.triangles:
            self.cells[square(r, c)] = ("triangles", colour[0] if colour else None, count)
        for r, c, colour in puzzle.squares:
            self.cells[square(r, c)] = ("square", colour)
        for r, c, colour in puzzle.stars:
            self.cells[square(r, c)] = ("star", colour)
        for r, c, *colour in puzzle.eliminations:
            self.cells[square(r, c)] = ("mark", colour[0] if colour else None)
        for b in puzzle.blocks:
            cells = [(x, y) for y, row in enumerate(b.shape) for x, s in enumerate(row) if s == "#"]
            symbol = ("block", b.colour, tuple(sorted(cells)), b.turns, b.negative)
            self.cells[square(b.row, b.col)] = symbol
        self.memo: dict[Any, bool] = {}

    def at(self, place: Any) -> Place:
        if not isinstance(place[0], tuple):
            return (2 * place[1], 2 * (self.puzzle.rows - place[0]))
        (x, y), (x2, y2) = map(self.at, place)
        if abs(x - x2) > 2:
            return (self.width - 1, y)
        return ((x + x2) // 2, (y + y2) // 2)

    def square(self, r: int, c: int) -> Place:
        return (2 * c + 1, 2 * (self.puzzle.rows - r) - 1)

    def round(self, x: int) -> int:
        return x % self.width if self.wraps else x

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def around(self, place: Place) -> Iterator[Place]:
        x, y = place
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near = (self.round(x + dx), y + dy)
            if self.inside(*near):
                yield near

    def mirror(self, place: Place) -> Place:
        """The place of the second line."""
        x, y = place
        columns, rows = {
            "left-right": (True, False), "up-down": (False, True), "rotation": (True, True),
            "shift": (False, False),
        }[self.puzzle.symmetry]  # fmt: skip
        if self.wraps:
            x += self.width // 2
            x = self.width - x if columns else x
        elif columns:
            x = self.width - 1 - x
        return (self.round(x), self.height - 1 - y if rows else y)

    def whole(self, line: tuple[Any, ...]) -> list[Place] | None:
        """All places of the table on a line; None if it jumps."""
        places = [self.at(place) for place in line]
        found = places[:1]
        for a, b in pairwise(places):
            dx, dy = b[0] - a[0], b[1] - a[1]
            if self.wraps and abs(dx) > 2:
                dx += self.width if dx < 0 else -self.width
            if abs(dx) + abs(dy) == 2 and 0 in (dx, dy):
                found += [(self.round(a[0] + dx // 2), a[1] + dy // 2), b]
            elif abs(dx) + abs(dy) == 1:
                found.append(b)
            else:
                return None
        return found

    def accepts(self, line: tuple[Any, ...]) -> bool:
        """Whether a line solves the panel."""
        one = self.whole(line)
        if not one or one[0] not in self.starts or one[-1] not in self.goals:
            return False
        if not self.puzzle.pass_goals and self.goals & {*one[:-1]}:
            return False
        two = [self.mirror(place) for place in one] if self.puzzle.symmetry else []
        both = one + two
        if len({*both}) < len(both) or self.gaps & {*both}:
            return False
        on = {*both}
        bare = set()
        for place, number in self.dots.items():
            if number and place in ((two, one)[number - 1]):
                return False
            if place not in on:
                bare.add(place)
        ends = {one[0], one[-1]}
        for place in two[:1] + two[-1:]:
            closed = {near for near in self.around(place) if near[0] % 2 == near[1] % 2 == 0} <= on
            if not (closed and self.puzzle.rules == "witnesspuzzles"):
                ends.add(place)
        open_ = {p for p in ends if sum(p) % 2 and self.puzzle.open_halves}
        found = set()
        for part in self.regions(on - open_):
            mine = {p for p in bare if part & {*self.beside(p)}}
            found |= mine
            if not self.right(part, mine, on):
                return False
        return bare == found

    def beside(self, place: Place) -> Iterator[Place]:
        """The squares at a vertex or an edge."""
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                x, y = self.round(place[0] + dx), place[1] + dy
                if x % 2 and y % 2 and self.inside(x, y):
                    yield (x, y)

    def regions(self, line: set[Place]) -> Iterator[set[Place]]:
        seen = {*self.missing}
        for y in range(1, self.height, 2):
            for x in range(1, self.width, 2):
                if (x, y) in seen:
                    continue
                part, todo = {(x, y)}, [(x, y)]
                while todo:
                    for edge in self.around(todo.pop()):
                        for other in self.around(edge) if edge not in line else ():
                            if other[0] % 2 and other[1] % 2 and other not in part | self.missing:
                                part.add(other)
                                todo.append(other)
                seen |= part
                yield part

    def right(self, part: set[Place], bare: set[Place], on: set[Place]) -> bool:
        symbols = {place: self.cells[place] for place in part if place in self.cells}
        wrong = {
            place
            for place, symbol in symbols.items()
            if symbol[0] == "triangles" and sum(e in on for e in self.around(place)) != symbol[2]
        }

        def fits(blocks: list[Symbol]) -> bool:
            return self.fits(part, on, blocks)

        marks = [place for place, symbol in symbols.items() if symbol[0] == "mark"]
        if not marks:
            return not bare and not wrong and all_right(symbols, fits)
        if self.windmill:
            return as_the_windmill(symbols, len(bare) + len(wrong), fits, len(marks))
        rest = {p: s for p, s in symbols.items() if p not in marks and p not in wrong}
        forced = len(bare) + len(wrong)
        for number in range(forced, len(marks) + 1):
            for gone in combinations(rest, number - forced):
                if all_right({p: s for p, s in rest.items() if p not in gone}, fits):
                    return (len(marks) - number) % 2 == 0
        return False

    def fits(self, part: set[Place], on: set[Place], blocks: list[Symbol]) -> bool:
        some = sorted((b[2], b[3]) for b in blocks if not b[4])
        less = sorted((b[2], b[3]) for b in blocks if b[4])
        if not blocks:
            return True
        total = sum(len(c) for c, _ in some) - sum(len(c) for c, _ in less)
        if total == 0 and self.windmill:
            return True
        if total not in (0, len(part)):
            return False
        need = Counter(dict.fromkeys(part if total else (), 1))
        free: Counter[Place] = Counter()
        if total:
            free.update({e for p in part for e in self.around(p) if e not in on})
        key = (frozenset(need), frozenset(free), tuple(some), tuple(less))
        if key not in self.memo:
            self.memo[key] = self.less(need, free, some, less)
        return self.memo[key]

    def placed(self, cells: Shape, x: int, y: int) -> tuple[list[Place], list[Place]] | None:
        """The squares and inner edges of a block with its corner at a place."""
        far = 6 if self.windmill else 0
        found = []
        for a, b in cells:
            cell = (self.round(x + 2 * a), y + 2 * b)
            if not (-far <= cell[0] < self.width + far and -far <= cell[1] < self.height + far):
                return None
            found.append(cell)
        if len({*found}) < len(found):
            return None
        edges = [(self.round(x + 2 * a + 1), y + 2 * b) for a, b in cells if (a + 1, b) in cells]
        edges += [(self.round(x + 2 * a), y + 2 * b + 1) for a, b in cells if (a, b + 1) in cells]
        return found, edges

    def less(self, need: Counter[Place], free: Counter[Place], some: Any, less: Any) -> bool:
        """Place the negative blocks anywhere, then the others."""
        if not less:
            return self.more(need, free, some)
        (cells, turns), rest = less[0], less[1:]
        far = 6 if self.windmill else 0
        for shape in ways(cells, turns):
            for x in range(1 - far, self.width + far, 2):
                for y in range(1 - far, self.height + far, 2):
                    place = self.placed(shape, x, y)
                    if place is None:
                        continue
                    touched = {e for p in place[0] for e in self.edges_of(p)}
                    if self.less(need + Counter(place[0]), free + Counter(touched), some, rest):
                        return True
        return False

    def edges_of(self, place: Place) -> list[Place]:
        x, y = place
        return [(self.round(x + 1), y), (self.round(x - 1), y), (x, y + 1), (x, y - 1)]

    def more(self, need: Counter[Place], free: Counter[Place], some: Any) -> bool:
        left = [place for place, number in need.items() if number > 0]
        if not some or not left:
            return not some and not left
        first = min(left, key=lambda p: (p[1], p[0]))
        for number, (cells, turns) in enumerate(some):
            for shape in ways(cells, turns):
                for a, b in shape:
                    place = self.placed(shape, self.round(first[0] - 2 * a), first[1] - 2 * b)
                    if place is None or any(need[p] < 1 for p in place[0]):
                        continue
                    if not self.windmill and any(free[e] < 1 for e in place[1]):
                        continue
                    after, bounds = need - Counter(place[0]), free - Counter(place[1])
                    if self.more(after, bounds, some[:number] + some[number + 1 :]):
                        return True
        return False


def all_right(symbols: dict[Place, Symbol], fits: Callable[[list[Symbol]], bool]) -> bool:
    """Whether the squares, stars and blocks of a region are right."""
    if len({s[1] for s in symbols.values() if s[0] == "square"}) > 1:
        return False
    total = Counter(s[1] for s in symbols.values() if s[1] is not None)
    if any(s[0] == "star" and total[s[1]] != 2 for s in symbols.values()):
        return False
    return fits([s for s in symbols.values() if s[0] == "block"])


def as_the_windmill(
    symbols: dict[Place, Symbol], wrong: int, fits: Callable[[list[Symbol]], bool], marks: int
) -> bool:
    """Whether there are as many marks as errors, as the Windmill counts them."""
    left = marks - wrong
    squares = Counter(s[1] for s in symbols.values() if s[0] == "square")
    if squares:
        left -= sum(squares.values()) - max(squares.values())
    total = Counter(s[1] for s in symbols.values() if s[1] is not None)
    for colour, stars in Counter(s[1] for s in symbols.values() if s[0] == "star").items():
        if total[colour] != 2:
            left -= stars if stars == 1 else min(stars, total[colour] - 2)
    blocks = [s for s in symbols.values() if s[0] == "block"]
    if left < 0:
        return False
    if fits(blocks):
        return left == 0
    if left in (0, len(blocks)):
        return left > 0
    return left == 1 and any(fits(blocks[:i] + blocks[i + 1 :]) for i in range(len(blocks)))


def accepts(puzzle: Puzzle, line: tuple[Any, ...]) -> bool:
    """Whether a line solves a panel."""
    return Table(puzzle).accepts(line)
