"""The puzzle model: what a panel has, and what is wrong with one that is not well formed.

`Puzzle` is a frozen dataclass: the board, its starts and goals, and a field for each symbol of
`witness.puzzle.symbols`. `FEATURES` names what a panel may have besides, which readers of panels
have to know.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from witness.base.errors import InputError, listed, quoted
from witness.base.meant import did_you_mean
from witness.puzzle import normal_form
from witness.puzzle.grid import Edge, Grid, Square, Vertex, grid, place_order, plain
from witness.puzzle.grid import Place as Place
from witness.puzzle.grid import is_edge as is_edge
from witness.puzzle.grid import place_text as place_text
from witness.puzzle.second_line import SYMMETRIES, Images, image, images
from witness.puzzle.symbols import BARRING, COUNTING, IN_SQUARES, OF_REGIONS, ON_LINES, SYMBOLS
from witness.puzzle.symbols.blocks import Block

Coloured = tuple[int, int, str]

#: Whose rules hold where editors differ: of the game, of the Windmill (`filling`), or of
#: witnesspuzzles.com, which differ from the game's in half edges (`second_line`).
RULES = ("game", "windmill", "witnesspuzzles")

#: The symbols that always have a colour, and one of each.
PLAINLY_COLOURED = tuple(name for name, one in SYMBOLS.items() if one.coloured)
_ONE_OF_PLAINLY_COLOURED = frozenset(SYMBOLS[name].one for name in PLAINLY_COLOURED)


class Feature(NamedTuple):
    """Something that a puzzle may have: its name in messages, and a test (true if present)."""

    words: str
    present: Callable[[Puzzle], object]


def _both(puzzle: Puzzle) -> set[Place]:
    """Return the places that are start and goal."""
    return {*puzzle.starts} & {*puzzle.goals}


#: What a puzzle may have: its symbols, and some more. Every module that handles puzzles says which
#: of these features it supports, and refuses the others (`Puzzle.require`).
FEATURES = {
    **{name: Feature(symbol.words, attrgetter(name)) for name, symbol in SYMBOLS.items()},
    "edge-ends": Feature(
        "starts or goals in the middle of an edge",
        lambda puzzle: any(map(is_edge, (*puzzle.starts, *puzzle.goals))),
    ),
    "pass-goals": Feature("goals that a path may pass over (pass_goals)", attrgetter("pass_goals")),
    "start-goals": Feature(
        "a vertex that is start and goal", lambda puzzle: not all(map(is_edge, _both(puzzle)))
    ),
    "edge-start-goals": Feature(
        "the middle of an edge that is start and goal",
        lambda puzzle: any(map(is_edge, _both(puzzle))),
    ),
    "four-triangles": Feature(
        "four triangles in a square", lambda puzzle: 4 in puzzle.triangle_at.values()
    ),
    "coloured": Feature(
        f"{' or '.join(COUNTING)} that count other symbols than {' and '.join(PLAINLY_COLOURED)}",
        lambda puzzle: any(
            kind not in _ONE_OF_PLAINLY_COLOURED for kind, _ in puzzle.colours_at.values()
        ),
    ),
    "missing": Feature("missing squares", attrgetter("missing")),
    "open-halves": Feature(
        "half edges that do not divide regions (open_halves)", attrgetter("open_halves")
    ),
    "negative-blocks": Feature(
        "negative blocks", lambda puzzle: any(block.negative for block in puzzle.blocks)
    ),
    "symmetry": Feature("two lines (symmetry)", attrgetter("symmetry")),
    "wraps": Feature("a board that goes round (wraps)", attrgetter("wraps")),
    "rules": Feature("rules of another program (rules)", lambda puzzle: puzzle.rules != RULES[0]),
}

#: Where paths may begin and end.
ENDS = frozenset({"edge-ends", "pass-goals"})

#: A second line, and what only one of two lines satisfies.
TWO_LINES = frozenset({"symmetry", "line_dots"})

#: The fields that every puzzle has; the others may be left out of a puzzle file.
REQUIRED = ("id", "rows", "cols", "starts", "goals")

#: The longest side of a board.
MAX_SIDE = 64

#: For each field, the function of its name and value that returns the one form of the value, or
#: raises `InputError`.
_NORMAL: Mapping[str, Callable[[str, Any], Any]] = {
    "id": normal_form.identifier,
    "rows": normal_form.integer,
    "cols": normal_form.integer,
    "starts": normal_form.each(normal_form.place, place_order),
    "goals": normal_form.each(normal_form.place, place_order),
    **{name: symbol.normal for name, symbol in SYMBOLS.items()},
    "pass_goals": normal_form.boolean,
    "missing": normal_form.each(normal_form.square),
    "open_halves": normal_form.boolean,
    "symmetry": normal_form.one_of("", *SYMMETRIES),
    "wraps": normal_form.boolean,
    "rules": normal_form.one_of(*RULES),
}


#: The fields after those of symbols.
_AFTER_SYMBOLS = (
    "pass_goals", "missing", "open_halves", "symmetry", "wraps", "rules", "id",
)  # fmt: skip


def _with_symbols(cls: type) -> type:
    """Let a class have a field for each symbol, after `goals`."""
    annotations = cls.__annotations__
    after = {name: annotations.pop(name) for name in _AFTER_SYMBOLS}
    for name in SYMBOLS:
        annotations[name] = "tuple[Any, ...]"
        setattr(cls, name, ())
    annotations.update(after)
    return cls


@dataclass(frozen=True)
@_with_symbols
class Puzzle:
    """A Witness panel. Coordinates are (row, column) from the bottom left.

    A path runs from one of the `starts` to one of the `goals`, each a vertex or the middle of an
    edge. It ends at the first goal that it reaches; with `pass_goals` it may run over goals, as in
    the game, where a goal is a nub beside the line. Each symbol (`witness.puzzle.symbols`) has a
    field: (row, column, value) of those in squares, such as the number of triangles or a colour,
    and vertices and edges of those on lines.

    `missing` are squares that the board does not have; their edges have lines as any others. With
    `open_halves` an edge of which a line has only half, at one of its ends, does not divide
    regions. With a `symmetry` (`witness.puzzle.second_line`) there are two lines, which must not
    meet: a path is the first of them, and the second is its image. With `wraps` the board is a
    cylinder. `rules` says whose rules hold where the editors differ.

    Fields are brought into one form (`witness.puzzle.normal_form`), so that equal puzzles are equal
    however they are written, and in whatever order. Raises `InputError` for a field that has no
    such form. `problems()` says what else is wrong with a puzzle made by hand.
    """

    rows: int
    cols: int
    starts: tuple[Place, ...]
    goals: tuple[Place, ...]
    if TYPE_CHECKING:  # the fields that `_with_symbols` adds, for those who name one
        triangles: tuple[tuple[Any, ...], ...] = ()
        gaps: tuple[Edge, ...] = ()
        dots: tuple[Place, ...] = ()
        squares: tuple[Coloured, ...] = ()
        stars: tuple[Coloured, ...] = ()
        blocks: tuple[Block, ...] = ()
        eliminations: tuple[tuple[Any, ...], ...] = ()
        line_dots: tuple[tuple[Place, int], ...] = ()
    pass_goals: bool = False
    missing: tuple[Square, ...] = ()
    open_halves: bool = False
    symmetry: str = ""
    wraps: bool = False
    rules: str = RULES[0]
    id: str = field(default="puzzle", compare=False)

    def __post_init__(self) -> None:
        for name, normal in _NORMAL.items():
            object.__setattr__(self, name, normal(name, getattr(self, name)))

    def __eq__(self, other: object) -> bool:
        # Not as a dataclass does, for which an instance of a subclass is another kind of thing.
        return isinstance(other, Puzzle) and _compared(self) == _compared(other)

    @property
    def grid(self) -> Grid:
        """The board without its symbols."""
        return grid(self.rows, self.cols, self.wraps)

    @cached_property
    def triangle_at(self) -> dict[Square, int]:
        """The number of triangles by square, in the order of the squares' numbers."""
        return {entry[:2]: entry[2] for entry in sorted(self.triangles, key=lambda one: one[:2])}

    @cached_property
    def colours_at(self) -> dict[Square, tuple[str, str]]:
        """The kind (such as "square") and the colour by square, of symbols with a colour.

        Of triangles, blocks and marks, only those whose colour a symbol counts are among them.
        """
        counted = {colour for name in COUNTING for *_, colour in getattr(self, name)}
        return {
            entry[:2]: (symbol.one, colour)
            for symbol in IN_SQUARES
            for entry in getattr(self, symbol.name)
            if (colour := symbol.colour(entry)) and (symbol.coloured or colour in counted)
        }

    @cached_property
    def regional(self) -> bool:
        """Whether a symbol asks something of regions."""
        return any(getattr(self, name) for name in OF_REGIONS)

    @cached_property
    def walls(self) -> int:
        """The bit set of the edges across which no region goes: those of missing squares."""
        masks, number = self.grid.square_edge_masks, self.grid.square_number
        return functools.reduce(operator.or_, (masks[number(s)] for s in self.missing), 0)

    @cached_property
    def images(self) -> Images | None:
        """Where the second line is, None if there is one line."""
        return images(self.grid, self.symmetry) if self.symmetry else None

    @cached_property
    def barred(self) -> dict[Edge, str]:
        """The edges that no path may cross, with the name of the symbol there."""
        return {edge: name for name in BARRING for edge in getattr(self, name)}

    @cached_property
    def features(self) -> frozenset[str]:
        """The names of the `FEATURES` that the puzzle has."""
        return frozenset(name for name, feature in FEATURES.items() if feature.present(self))

    def require(self, supported: Set[str], what: str) -> None:
        """Raise `InputError` if the puzzle has unsupported features.

        `what` ends the message: who does not support them.
        """
        unknown = self.features - supported
        if unknown:
            words = [feature.words for name, feature in FEATURES.items() if name in unknown]
            raise InputError(f"puzzle {quoted(self.id)} has {' and '.join(words)}; {what}")

    @property
    def start_vertices(self) -> tuple[Vertex, ...]:
        """The starts; for puzzles without the feature "edge-ends"."""
        return cast(tuple[Vertex, ...], self.starts)

    @property
    def goal_vertices(self) -> tuple[Vertex, ...]:
        """The goals; for puzzles without the feature "edge-ends"."""
        return cast(tuple[Vertex, ...], self.goals)

    def canonical(self) -> Puzzle:
        """Return the same puzzle with the default id: puzzle sets need no trace of where it was."""
        return self.changed(id="puzzle")

    def changed(self, **changes: Any) -> Self:
        """Return the panel with other values of some fields; nobody checks whether it is in order.

        What is made on the way to another panel, or to look at a part of one, need not be.
        """
        made = object.__new__(type(self))
        values = {field.name: getattr(self, field.name) for field in fields(Puzzle)}
        Puzzle.__init__(made, **values | changes)
        return made

    def with_(self, **changes: Any) -> Self:
        """Return the panel with other values of some fields, as in `puzzle.with_(triangles=[…])`.

        Raises `InputError` for a field that panels do not have.
        """
        check_names(changes)
        return replace(self, **changes)

    def problems(self) -> list[str]:
        """Return everything that is wrong with the puzzle; an empty list if it is well formed."""
        for name, value in (("rows", self.rows), ("cols", self.cols)):
            if not 0 <= value <= MAX_SIDE:
                return [f"{name} is {value}; 0 to {MAX_SIDE} is possible"]
        if self.wraps and self.cols < 3:
            return [f"cols is {self.cols}; a board that wraps needs 3"]
        return [*self._endpoint_problems(), *self._symbol_problems()]

    def check(self) -> None:
        """Raise `InputError` with what is wrong with the puzzle, if anything is."""
        if problems := self.problems():
            raise InputError(f"puzzle {quoted(self.id)}: {listed(problems)}")

    def _endpoint_problems(self) -> Iterable[str]:
        board = f"a {self.rows}×{self.cols} board has vertices [0, 0] to [{self.rows}, {self.cols}]"
        for name, places in (("starts", self.starts), ("goals", self.goals)):
            if not places:
                yield f"{name} is empty; at least one vertex or edge is needed"
            for place in places:
                if is_edge(place):
                    if place not in self.grid.edge_number:
                        yield f"{name} has {plain(place)}, which is not an edge of the board"
                    elif place in self.barred:
                        yield f"{name} has {plain(place)}, where there is a gap"
                elif not self.grid.has_vertex(cast(Vertex, place)):
                    yield f"{name} has {plain(place)}, which is off the board: {board}"
            yield from _repeated(name, places)
        yield from self._symmetry_problems()

    def _symmetry_problems(self) -> Iterable[str]:
        if not self.symmetry:
            if self.line_dots:
                yield "line_dots needs two lines (symmetry)"
            return
        if self.symmetry == "shift" and not self.wraps:
            yield "symmetry is 'shift', which needs a board that wraps"
        elif self.wraps and self.cols % 2:
            yield f"symmetry on a board that wraps needs an even number of columns, not {self.cols}"
        else:
            for name, places in (("starts", self.starts), ("goals", self.goals)):
                for place in places:
                    other = image(self.grid, self.symmetry, place)
                    if other == place:
                        yield f"{name} has {plain(place)}, where the two lines would meet"
                    elif other not in places:
                        yield f"{name} has {plain(place)}, but not its image {plain(other)}"

    def _symbol_problems(self) -> Iterable[str]:
        for symbol in (*ON_LINES, *IN_SQUARES):
            if entries := getattr(self, symbol.name):
                yield from symbol.problems(self.grid, entries)
        for symbol in ON_LINES:
            yield from _repeated(symbol.name, getattr(self, symbol.name))
        for one in self.missing:
            if not self.grid.has_square(one):
                yield f"missing has {plain(one)}, but there is no such square"
        yield from _repeated("missing", self.missing)
        seen: dict[Any, str] = dict.fromkeys(self.missing, "")
        for symbol in IN_SQUARES:
            for square in map(symbol.place, getattr(self, symbol.name)):
                if square in seen:
                    two = f"{seen[square]} and {symbol.name}"
                    if not seen[square]:
                        yield f"square {plain(square)} is missing, but has a symbol ({symbol.name})"
                    else:
                        yield f"square {plain(square)} has two symbols ({two})"
                seen[square] = symbol.name

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the puzzle; empty optional symbols are left out."""
        values = {"id": self.id} | {f.name: getattr(self, f.name) for f in fields(self)}
        for name, symbol in SYMBOLS.items():
            values[name] = [symbol.entry_json(entry) for entry in values[name]]
        always = (*REQUIRED, "triangles")
        return {
            name: plain(value)
            for name, value in values.items()
            if name in always or value not in _LEFT_OUT
        }


#: The values of fields that puzzle files leave out.
_LEFT_OUT: tuple[Any, ...] = ((), [], "", False, RULES[0])

#: The values of a puzzle that make it equal to another one.
_compared = attrgetter(*(f.name for f in fields(Puzzle) if f.compare))


def _repeated(name: str, values: tuple[Any, ...]) -> Iterable[str]:
    for value in dict.fromkeys(value for value in values if values.count(value) > 1):
        yield f"{name} has {plain(value)} more than once"


def check_names(names: Iterable[str]) -> None:
    """Raise `InputError` for the name of a field that panels do not have."""
    known = [field.name for field in fields(Puzzle)]
    for name in names:
        if name not in known:
            meant = did_you_mean(name, known) or f"; it has {', '.join(known)}"
            raise InputError(f"a panel has no {quoted(name)}{meant}")


_KEYS = frozenset(f.name for f in fields(Puzzle))


def puzzle_from_json(record: Any) -> Puzzle:
    """Return the puzzle that a JSON object describes.

    Raises `InputError`, which says what is wrong with it.
    """
    if not isinstance(record, dict):
        raise InputError(f"a puzzle is a JSON object, not {quoted(record)}")
    for key in record:
        if key not in _KEYS:
            raise InputError(f"unknown key {quoted(key)}; the keys are {', '.join(sorted(_KEYS))}")
    for key in REQUIRED:
        if key not in record:
            raise InputError(f"the key {quoted(key)} is missing")
    puzzle = Puzzle(**record)
    puzzle.check()
    return puzzle
