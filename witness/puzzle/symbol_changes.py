"""One symbol more, or one fewer: all entries that a panel has room for, and those that it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from witness.base.errors import InputError, quoted
from witness.puzzle.grid import DIRECTIONS
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.polyominoes import rows_of
from witness.puzzle.symbols import COUNTING, IN_SQUARES, ON_LINES, SYMBOLS
from witness.puzzle.symbols.placing import COLOURS, dot_places
from witness.puzzle.symbols.rule import Counted, Fills, InRegion, OnLine, OnPath, Removes

P = TypeVar("P", bound=Puzzle)

#: The symbols that say something alone: not marks, nor dots of one of two lines.
ALONE = tuple(name for name, one in SYMBOLS.items() if not isinstance(one.rule, OnLine | Removes))

#: The most squares of a block that is added: there are 9 shapes of up to 3.
MOST_BLOCK = 3

_FEW = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip

#: The most triangles that one line can satisfy: it visits no vertex twice.
_MOST_OF_ONE_LINE = 3


class Entry(NamedTuple):
    """An entry of a symbol, with the name of the symbol."""

    symbol: str
    value: Any

    @property
    def place(self) -> Any:
        """The square, vertex or edge of the entry."""
        return SYMBOLS[self.symbol].place(self.value)

    @property
    def what(self) -> str:
        """The symbol in words, such as "2 triangles"."""
        one = SYMBOLS[self.symbol]
        title = one.title(self.value)
        if one.values:
            return f"{Counted(self.value[2]):{title or one.one}}"
        noun = title or one.subject
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its place, in sides of squares: how far up, and how far to the right."""
        place = self.place
        if SYMBOLS[self.symbol].where == "square":
            return place[0] + 0.5, place[1] + 0.5
        if not is_edge(place):
            return float(place[0]), float(place[1])
        (low, left), (high, right) = place
        return (low + high) / 2, (left + right) / 2 if right - left < 2 else right + 0.5

    def where(self, puzzle: Puzzle) -> str:
        """Return its place, such as "in the first square of the second row".

        In words as somebody sees the panel: the first row is at the top, the first column at the
        left.
        """
        up, right = self.middle
        top, bottom, left, over = up == puzzle.rows, up == 0, right == 0, right == puzzle.cols
        if (top or bottom) and (left or over):
            return f"in the {'top' if top else 'bottom'} {'left' if left else 'right'} corner"
        down = puzzle.rows - up
        if down % 1 and right % 1:
            return f"in the {_nth(right + 0.5)} square of the {_nth(down + 0.5)} row"
        row = _strip(down, "row", {0: "at the top", puzzle.rows: "at the bottom"})
        column = _strip(right, "column", {0: "on the left side", puzzle.cols: "on the right side"})
        return f"{row}, {column}" if down % 1 else f"{column}, {row}"

    def on(self, puzzle: Puzzle) -> str:
        """Return the symbol and its place on a panel in words."""
        return f"{self.what} {self.where(puzzle)}"


def _strip(far: float, name: str, ends: dict[int, str]) -> str:
    """Return in words where something is among rows or columns: in one, or between two."""
    if far % 1:
        return f"in the {_nth(far + 0.5)} {name}"
    return ends.get(int(far)) or f"between the {_nth(far)} and {_nth(far + 1)} {name}"


def _nth(number: float) -> str:
    """Return the number of a row or column in words."""
    n = int(number)
    end = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return _FEW[n - 1] if n <= len(_FEW) else f"{n}{end}"


def check_symbols(names: Sequence[str]) -> None:
    """Raise `InputError` unless these are names of symbols."""
    for name in names:
        if name not in SYMBOLS:
            raise InputError(f"there is no symbol {quoted(name)}; there are {', '.join(SYMBOLS)}")


def entries(puzzle: Puzzle) -> list[Entry]:
    """Return the entries of a panel, symbol by symbol."""
    return [Entry(name, value) for name in SYMBOLS for value in getattr(puzzle, name)]


def possible(puzzle: Puzzle, name: str) -> Iterator[Entry]:
    """Yield the entries of a symbol that a panel has room for, place by place.

    Squares have one symbol each, and symbols on lines are not where another one is. Colours are
    those of the panel, or at least two; triangles are those that its lines can satisfy, and blocks
    have up to `MOST_BLOCK` squares and do not turn.
    """
    symbol = SYMBOLS[name]
    if symbol.where == "square":
        taken = {one.place(entry) for one in IN_SQUARES for entry in getattr(puzzle, one.name)}
        values = _values(puzzle, name)
        for at in puzzle.grid.squares:
            if at not in taken and at not in puzzle.missing:
                yield from (Entry(name, symbol.normal(name, [(*at, *v)])[0]) for v in values)
        return
    taken = {one.place(entry) for one in ON_LINES for entry in getattr(puzzle, one.name)}
    ends = {*puzzle.starts, *puzzle.goals}
    for place in puzzle.grid.edges if symbol.where == "edge" else dot_places(puzzle):
        if place in taken or (symbol.bars and place in ends):
            continue
        if not isinstance(symbol.rule, OnLine):
            yield Entry(name, place)
        elif puzzle.symmetry:
            yield from (Entry(name, (place, line)) for line in (1, 2))


def _values(puzzle: Puzzle, name: str) -> list[tuple[Any, ...]]:
    """Return what a symbol can have in a square, beyond its row and column."""
    symbol = SYMBOLS[name]
    if name == "blocks":
        return [(shape,) for shape in _shapes(MOST_BLOCK)]
    if symbol.values:
        most = None if puzzle.symmetry else _MOST_OF_ONE_LINE
        return [(value,) for value in symbol.values[:most]]
    if symbol.coloured:
        there = {colour for _, colour in puzzle.colours_at.values()}
        missing = [colour for colour in COLOURS if colour not in there]
        return [(colour,) for colour in [*sorted(there), *missing[: max(0, 2 - len(there))]]]
    return [()]


@lru_cache(maxsize=4)
def _shapes(most: int) -> tuple[tuple[str, ...], ...]:
    """Return the connected shapes of up to `most` squares, small ones first."""
    found, last = [], {frozenset({(0, 0)})}
    for _ in range(most):
        shapes = sorted({rows_of(one) for one in last})
        found += shapes
        last = {
            one | {(r + up, c + right)}
            for one in last
            for r, c in one
            for up, right in DIRECTIONS
            if (r + up, c + right) not in one
        }
    return tuple(found)


def exchanges(puzzle: P) -> Iterator[tuple[Entry, Entry, P]]:
    """Yield each entry, another one of the same symbol for its place, and the panel with that."""
    for entry in entries(puzzle):
        left = removed(puzzle, entry)
        for other in possible(left, entry.symbol):
            if other.place == entry.place and other != entry:
                yield entry, other, added(left, other)


def added(puzzle: P, entry: Entry) -> P:
    """Return a panel with one entry more."""
    return _with(puzzle, {entry.symbol: (*getattr(puzzle, entry.symbol), entry.value)})


def removed(puzzle: P, entry: Entry) -> P:
    """Return a panel without one of its entries."""
    left = [value for value in getattr(puzzle, entry.symbol) if value != entry.value]
    return _with(puzzle, {entry.symbol: left})


def only(puzzle: P, kept: Sequence[Entry]) -> P:
    """Return a panel with these entries and no others."""
    names = [name for name in SYMBOLS if getattr(puzzle, name)] + [entry.symbol for entry in kept]
    return _with(puzzle, {name: [e.value for e in kept if e.symbol == name] for name in names})


def _with(puzzle: P, fields: dict[str, Any]) -> P:
    return puzzle.changed(**fields)


def is_monotone(puzzle: Puzzle) -> bool:
    """Whether a panel keeps all its solutions when symbols are taken away.

    That is so where each symbol speaks against paths, whatever the others say: stars count other
    symbols, and blocks and elimination marks change what these ask.
    """
    return all(
        isinstance(rule, OnPath | OnLine) or (isinstance(rule, InRegion) and rule.of == "others")
        for name, one in SYMBOLS.items()
        if getattr(puzzle, name)
        for rule in (one.rule,)
    )


def only_removes(puzzle: Puzzle, entry: Entry) -> bool:
    """Whether all solutions of a panel with one entry more are solutions of the panel.

    That is so if nothing in the panel counts the entry (a star of its colour), fills a region
    together with it (another block), or can take it away (a mark). A second star or block can
    satisfy the first one.
    """
    symbol, there = SYMBOLS[entry.symbol], entries(puzzle)
    rules = [SYMBOLS[one.symbol].rule for one in there]
    if any(isinstance(rule, Removes) for rule in (*rules, symbol.rule)):
        return False
    counted = {SYMBOLS[one.symbol].colour(one.value) for one in there if one.symbol in COUNTING}
    together = isinstance(symbol.rule, Fills) and symbol.rule in rules
    return not together and symbol.colour(entry.value) not in counted
