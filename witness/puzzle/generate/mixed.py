"""Placing symbols of several kinds on one panel: triangles, squares, stars and dots.

Each of 2..⌊n/2⌋ symbols (n free squares on the board; two if that is fewer) is of one of these
kinds, all with the same chance, but the first two are of different ones. A star comes with a second
symbol of its colour, a star or a square. A square comes with one of the other colour, if there is
none: alone it would say nothing. What has no room becomes a dot, or is left out if there is no room
for that either.

To mixed symbols, `--kind symmetry` adds a second line. The symmetry is any that the board can have.
The start is at the bottom left, and there is its image; the goal is anywhere else on the border
where the lines do not meet, and so is its image. Dots of the lines are 1..⌊vertices/8⌋, each of the
first line or the second. A second line as the first would be another solution; the dots tell the
lines apart.

`--kind eliminations` adds 1..⌊n/8⌋ elimination marks. Around a path each mark is in another region,
together with a symbol that is wrong there and must go: one that was right and is changed, or a new
one. The rule checker says whether exactly one has to go.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.second_line import SYMMETRIES, image
from witness.puzzle.symbols import IN_SQUARES
from witness.puzzle.symbols.placing import (
    COLOURS,
    coloured_regions,
    dot_places,
    number,
    places_on,
    regions_of,
    used_edges,
    with_symbols,
)

#: The kinds of symbols.
SYMBOLS = ("triangles", "squares", "stars", "dots")


@dataclass
class _Drawn:
    """What is placed so far; dots come from the end of `places`."""

    places: list[Place]
    triangles: dict[Square, int] = field(default_factory=dict)
    squares: dict[Square, str] = field(default_factory=dict)
    stars: dict[Square, str] = field(default_factory=dict)
    dots: list[Place] = field(default_factory=list)

    def dot(self) -> None:
        """Place a dot, if there is room."""
        if self.places:
            self.dots.append(self.places.pop())

    def next_colours(self, rng: random.Random) -> list[str]:
        """Return the colours of the squares to place next: those that are missing, or any one."""
        missing = [colour for colour in COLOURS if colour not in self.squares.values()]
        return missing or [rng.choice(COLOURS)]

    def on(self, panel: Puzzle) -> Puzzle:
        """Return the panel with what was drawn."""
        return with_symbols(
            panel,
            triangles=self.triangles,
            squares=self.squares,
            stars=self.stars,
            dots=self.dots,
        )


def random_mixed(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place 2..⌊n/2⌋ symbols in free squares; a star and its second symbol count as one."""
    drawn = _Drawn(_shuffled(dot_places(panel), rng))
    squares = free_squares(panel)
    free = rng.sample(squares, len(squares))
    for symbol in _symbols(panel, rng):
        if symbol == "triangles" and free:
            drawn.triangles[free.pop()] = rng.randrange(1, 4)
        elif symbol == "squares" and len(free) >= len(colours := drawn.next_colours(rng)):
            drawn.squares |= {free.pop(): colour for colour in colours}
        elif symbol == "stars" and len(free) >= 2:
            colour = rng.choice(COLOURS)
            drawn.stars[free.pop()] = colour
            rng.choice((drawn.stars, drawn.squares))[free.pop()] = colour
        else:
            drawn.dot()
    return drawn.on(panel)


def mixed_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place 2..⌊n/2⌋ symbols that a path satisfies, None if they turn out to be of one kind.

    A star's second symbol is a square that its region has already, or else a star, which does not
    count.
    """
    around = _Around(panel, path, rng)
    place = {"triangles": around.triangles, "squares": around.squares, "stars": around.star}
    for symbol in _symbols(panel, rng):
        if symbol == "dots" or not place[symbol]():
            around.drawn.dot()
    placed = around.drawn.on(panel)
    return placed if len(placed.features & {*SYMBOLS}) > 1 else None


@dataclass
class _Region:
    """A region of a path: the colour of its squares, its squares without symbol, its symbols."""

    colour: str
    free: list[Square]
    symbols: Counter[str] = field(default_factory=Counter)  #: how many by colour
    starred: list[str] = field(default_factory=list)  #: the colours of its stars: it has two each

    def colours_for_stars(self) -> list[str]:
        """Return the colours without stars of which it can have two symbols, with one more star."""
        return [
            colour
            for colour in COLOURS
            if colour not in self.starred and 1 <= 2 - self.symbols[colour] <= len(self.free)
        ]


class _Around:
    """Symbols that a path satisfies. A method returns False if what it places has no room."""

    def __init__(self, panel: Puzzle, path: Path, rng: random.Random) -> None:
        free = {*free_squares(panel)}
        self._used = used_edges(panel, path)
        self._rng = rng
        self.drawn = _Drawn(_shuffled(places_on(path), rng))
        self._regions = [
            _Region(colour, [at for at in rng.sample(squares, len(squares)) if at in free])
            for squares, colour in coloured_regions(panel, path, rng)
        ]

    def triangles(self) -> bool:
        """Place triangles in a square with an edge on the path."""
        room = [(at, square) for at in self._regions for square in at.free if square in self._used]
        if room:
            region, square = self._rng.choice(room)
            region.free.remove(square)
            self.drawn.triangles[square] = self._used[square]
        return bool(room)

    def squares(self) -> bool:
        """Place squares in regions without stars of their colour."""
        colours = self.drawn.next_colours(self._rng)
        room = [at for at in self._regions if at.free and at.colour not in at.starred]
        chosen = [[at for at in room if at.colour == colour] for colour in colours]
        if not all(chosen):
            return False
        for region in map(self._rng.choice, chosen):
            region.symbols[region.colour] += 1
            self.drawn.squares[region.free.pop()] = region.colour
        return True

    def star(self) -> bool:
        """Place a star beside the one square of its colour in a region, or two stars."""
        room = [(at, colour) for at in self._regions for colour in at.colours_for_stars()]
        if room:
            region, colour = self._rng.choice(room)
            region.starred.append(colour)
            while region.symbols[colour] < 2:
                region.symbols[colour] += 1
                self.drawn.stars[region.free.pop()] = colour
        return bool(room)


def free_squares(panel: Puzzle) -> list[Square]:
    """Return the squares of a panel without a symbol."""
    taken = {one.place(entry) for one in IN_SQUARES for entry in getattr(panel, one.name)}
    return [at for at in panel.grid.squares if at not in taken and at not in panel.missing]


def _symbols(panel: Puzzle, rng: random.Random) -> list[str]:
    """Draw the kind of each symbol."""
    count = number(rng, 2, len(free_squares(panel)) // 2)
    return rng.sample(SYMBOLS, 2) + [rng.choice(SYMBOLS) for _ in range(count - 2)]


def _shuffled(places: list[Place], rng: random.Random) -> list[Place]:
    return rng.sample(places, len(places))


# ---- a second line ------------------------------------------------------------------------------

#: What puzzles with two lines may have.
WITH_LINES = frozenset({*SYMBOLS, "symmetry", "line_dots"})


def with_two_lines(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Return a panel with two lines."""
    board = panel.grid
    symmetry = rng.choice([name for name in SYMMETRIES if board.wraps or name != "shift"])
    starts = [panel.starts[0], image(board, symmetry, panel.starts[0])]
    border = [v for v in board.peripheral_vertices if v not in starts]
    goal = rng.choice([v for v in border if image(board, symmetry, v) != v])
    goals = (goal, image(board, symmetry, goal))
    return panel.changed(symmetry=symmetry, starts=tuple(starts), goals=goals)


def random_symmetric(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place mixed symbols, and dots of the lines, anywhere."""
    return with_line_dots(random_mixed(panel, rng), dot_places(panel), rng)


def symmetric_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place mixed symbols, and dots of the lines, so that a path and its image satisfy them.

    None if there is no room for both.
    """
    found = mixed_around(panel, path, rng)
    dotted = found and with_line_dots(found, places_on(path), rng, of_path=True)
    return dotted if dotted and dotted.line_dots else None


def with_line_dots(
    panel: Puzzle, places: list[Place], rng: random.Random, *, of_path: bool = False
) -> Puzzle:
    """Return a panel with dots of its lines at some places without dots.

    With `of_path` the places are on a path, and a dot of the second line is drawn at the image of
    its place.
    """
    free = [place for place in places if place not in panel.dots]
    chosen = rng.sample(free, min(len(free), number(rng, 1, len(panel.grid.vertices) // 8)))
    dots = []
    for place in chosen:
        line = rng.choice((1, 2))
        on = image(panel.grid, panel.symmetry, place) if of_path and line == 2 else place
        if on not in panel.dots:
            dots.append((on, line))
    return panel.changed(line_dots=tuple(dots))


# ---- elimination marks --------------------------------------------------------------------------

#: What puzzles with marks may have.
WITH_MARKS = frozenset({*SYMBOLS, "eliminations"})

#: How many wrong symbols are tried in a region.
_TRIED = 6


def random_marked(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place mixed symbols and marks anywhere."""
    found = random_mixed(panel, rng)
    free = free_squares(found)
    marks = rng.sample(free, min(len(free), _marks_of(panel, rng)))
    return found.changed(eliminations=tuple(marks))


def marked_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place mixed symbols that a path satisfies, and marks that take wrong ones away.

    None if there is no room for that.
    """
    found = mixed_around(panel, path, rng)
    marked = found and with_marks(found, path, rng)
    return marked if marked and marked.eliminations else None


def with_marks(puzzle: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """Return a puzzle that a path solves, with wrong symbols and marks, which the path solves."""
    most = _marks_of(puzzle, rng)
    regions = regions_of(puzzle, path)
    for region in rng.sample(regions, len(regions)):
        if len(puzzle.eliminations) == most:
            break
        puzzle = _spoiled(puzzle, path, region, rng) or puzzle
    return puzzle


def _spoiled(puzzle: Puzzle, path: Path, region: list[Square], rng: random.Random) -> Puzzle | None:
    """Return a puzzle with a wrong symbol and a mark in a region, None if that was not found."""
    free = [square for square in free_squares(puzzle) if square in region]
    if not free:
        return None
    mark = rng.choice(free)
    mistakes = list(_mistakes(puzzle, region, [square for square in free if square != mark]))
    for name, entries in rng.sample(mistakes, min(len(mistakes), _TRIED)):
        fields: dict[str, Any] = {name: entries, "eliminations": (*puzzle.eliminations, mark)}
        found = puzzle.changed(**fields)
        if is_solution(found, path):
            return found
    return None


def _mistakes(
    puzzle: Puzzle, region: list[Square], free: list[Square]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield symbols of a puzzle with one that is another, or new, in a region."""
    values = {"triangles": (1, 2, 3), "squares": COLOURS, "stars": COLOURS}
    for name, possible in values.items():
        entries = getattr(puzzle, name)
        for entry in entries:
            if entry[:2] in region:
                rest = tuple(other for other in entries if other != entry)
                yield from (
                    (name, (*rest, (*entry[:2], value))) for value in possible if value != entry[2]
                )
        yield from ((name, (*entries, (*at, value))) for at in free for value in possible)


def _marks_of(panel: Puzzle, rng: random.Random) -> int:
    return number(rng, 1, len(panel.grid.squares) // 8)
