"""The puzzle model and its JSON Lines format (one puzzle a line).

A puzzle file line looks like this; the last five keys are optional, as is `triangles`:

    {"id": "p1", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]],
     "triangles": [[0, 0, 1]], "gaps": [[[0, 0], [0, 1]]], "dots": [[1, 1]],
     "squares": [[0, 1, "black"]], "stars": [], "pass_goals": false}
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, cast

from witness.base.errors import InputError
from witness.base.files import read_jsonl, write_jsonl
from witness.puzzle.grid import Edge, Grid, Square, Vertex, edge_between, grid

#: Where a start, a goal or a dot can be: at a vertex, or in the middle of an edge.
Place = Vertex | Edge
Coloured = tuple[int, int, str]

#: Symbols that sit in a square, in the order in which a square's contents are reported.
SQUARE_SYMBOLS = ("triangles", "squares", "stars")


class Feature(NamedTuple):
    """Something that a puzzle may have: what it is called, and what shows whether one has it."""

    words: str
    shown_by: Callable[[Puzzle], object]


#: What a puzzle may have. Whatever looks at puzzles lists what it supports of this by name, and
#: refuses the rest (`Puzzle.require`).
FEATURES = {
    "triangles": Feature("triangles", attrgetter("triangles")),
    "gaps": Feature("gaps", attrgetter("gaps")),
    "dots": Feature("dots", attrgetter("dots")),
    "squares": Feature("coloured squares", attrgetter("squares")),
    "stars": Feature("stars", attrgetter("stars")),
    "edge-ends": Feature(
        "starts or goals in the middle of an edge",
        lambda puzzle: any(map(is_edge, (*puzzle.starts, *puzzle.goals))),
    ),
    "pass-goals": Feature("goals that a path may pass over (pass_goals)", attrgetter("pass_goals")),
}

#: No board that a person or this package can do anything with is larger.
MAX_SIDE = 64


def is_edge(place: Place) -> TypeGuard[Edge]:
    """Whether a place is the middle of an edge (else a vertex)."""
    return isinstance(place[0], tuple)


@dataclass(frozen=True)
class Puzzle:
    """A Witness panel. Coordinates are (row, column) from the bottom left.

    A path runs from one of the `starts` to one of the `goals`, each a vertex or the middle of an
    edge. It ends at the first goal that it reaches; with `pass_goals` it may run over goals, as in
    the game, where a goal is a nub beside the line. `triangles` holds (row, column, 1–3),
    `squares` and `stars` hold (row, column, colour), `dots` holds places that must be on the
    path, `gaps` edges that may not be crossed.

    Lists are as good as tuples, as in a puzzle file, and so are the integers of NumPy, and an edge
    with its larger vertex first: equal puzzles are equal however they are written. Raises
    `InputError` for a field of another form. Use `problems()` to learn what else is wrong with a
    puzzle made by hand.
    """

    rows: int
    cols: int
    starts: tuple[Place, ...]
    goals: tuple[Place, ...]
    triangles: tuple[tuple[int, int, int], ...] = ()
    gaps: tuple[Edge, ...] = ()
    dots: tuple[Place, ...] = ()
    squares: tuple[Coloured, ...] = ()
    stars: tuple[Coloured, ...] = ()
    pass_goals: bool = False
    id: str = field(default="puzzle", compare=False)

    def __post_init__(self) -> None:
        for name, normal in _NORMAL.items():
            object.__setattr__(self, name, normal(name, getattr(self, name)))

    @property
    def grid(self) -> Grid:
        """The board without its symbols."""
        return grid(self.rows, self.cols)

    @cached_property
    def triangle_at(self) -> dict[Square, int]:
        """Number of triangles by square, squares in the order of their numbers."""
        return {(r, c): k for r, c, k in sorted(self.triangles)}

    @cached_property
    def colours_at(self) -> dict[Square, tuple[str, str]]:
        """Kind ("square" or "star") and colour by square."""
        found = {(r, c): ("square", colour) for r, c, colour in self.squares}
        found.update({(r, c): ("star", colour) for r, c, colour in self.stars})
        return found

    @cached_property
    def features(self) -> frozenset[str]:
        """What the puzzle has: names of `FEATURES`."""
        return frozenset(name for name, feature in FEATURES.items() if feature.shown_by(self))

    def require(self, supported: Set[str], what: str) -> None:
        """Raise `InputError` for features that are not supported; the message ends with `what`."""
        unknown = self.features - supported
        if unknown:
            words = [feature.words for name, feature in FEATURES.items() if name in unknown]
            raise InputError(f"puzzle {self.id!r} has {' and '.join(words)}; {what}")

    @property
    def start_vertices(self) -> tuple[Vertex, ...]:
        """The starts of a puzzle without "edge-ends"."""
        return cast(tuple[Vertex, ...], self.starts)

    @property
    def goal_vertices(self) -> tuple[Vertex, ...]:
        """The goals of a puzzle without "edge-ends"."""
        return cast(tuple[Vertex, ...], self.goals)

    def canonical(self) -> Puzzle:
        """Return the same puzzle with its symbols sorted and without its id.

        Equal canonical puzzles are the same puzzle; sets of puzzles use this to stay distinct.
        """
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        ordered = {
            name: tuple(sorted(value, key=_place_order))
            for name, value in values.items()
            if isinstance(value, tuple)
        }
        return Puzzle(**{**values, **ordered, "id": "puzzle"})

    def problems(self) -> list[str]:
        """Say everything that is wrong with the puzzle; an empty list means it is well formed."""
        for name, value in (("rows", self.rows), ("cols", self.cols)):
            if not 0 <= value <= MAX_SIDE:
                return [f"{name} is {value}; 0 to {MAX_SIDE} is possible"]
        return [
            *self._endpoint_problems(),
            *self._edge_problems(),
            *self._square_problems(),
        ]

    def _endpoint_problems(self) -> Iterable[str]:
        board = f"a {self.rows}×{self.cols} board has vertices [0, 0] to [{self.rows}, {self.cols}]"
        for name, places in (("starts", self.starts), ("goals", self.goals)):
            if not places:
                yield f"{name} is empty; at least one vertex or edge is needed"
            for place in places:
                if is_edge(place):
                    if place not in self.grid.edge_number:
                        yield f"{name} has {_plain(place)}, which is not an edge of the board"
                    elif place in self.gaps:
                        yield f"{name} has {_plain(place)}, where there is a gap"
                elif not self.grid.has_vertex(cast(Vertex, place)):
                    yield f"{name} has {_plain(place)}, which is off the board: {board}"
            yield from _repeated(name, places)
        if self.rows and self.cols:
            for place in sorted(set(self.starts) & set(self.goals), key=_place_order):
                yield f"{_plain(place)} is both a start and a goal"
        elif any(is_edge(place) for place in set(self.starts) & set(self.goals)):
            yield "the middle of an edge is both a start and a goal"

    def _edge_problems(self) -> Iterable[str]:
        on_edges = [("dots", dot) for dot in self.dots if is_edge(dot)]
        for name, edge in [*(("gaps", gap) for gap in self.gaps), *on_edges]:
            if edge not in self.grid.edge_number:
                yield f"{name} has {_plain(edge)}, which is not an edge of the board"
        for dot in self.dots:
            if not is_edge(dot) and not self.grid.has_vertex(dot):  # type: ignore[arg-type]
                yield f"dots has {_plain(dot)}, which is off the board"
        yield from _repeated("gaps", self.gaps)
        yield from _repeated("dots", self.dots)

    def _square_problems(self) -> Iterable[str]:
        seen: dict[Square, str] = {}
        for name in SQUARE_SYMBOLS:
            for r, c, value in getattr(self, name):
                if not self.grid.has_square((r, c)):
                    yield f"{name} has {[r, c, value]}, but there is no square {[r, c]}"
                if name == "triangles" and value not in (1, 2, 3):
                    yield f"triangles has {[r, c, value]}; a square has 1, 2 or 3 triangles"
                if (r, c) in seen:
                    yield f"square {[r, c]} has two symbols ({seen[r, c]} and {name})"
                seen[r, c] = name

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the puzzle; empty optional symbols are left out."""
        values = {"id": self.id} | {f.name: getattr(self, f.name) for f in fields(self)}
        always = (*_REQUIRED, "triangles")
        return {name: _plain(value) for name, value in values.items() if value or name in always}


def _place_order(place: Place) -> tuple[bool, Place]:
    """Order vertices before edges."""
    return (is_edge(place), place)


def _plain(value: Any) -> Any:
    """Turn nested tuples into nested lists, as JSON has them."""
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def _repeated(name: str, values: tuple[Any, ...]) -> Iterable[str]:
    for value in dict.fromkeys(value for value in values if values.count(value) > 1):
        yield f"{name} has {_plain(value)} more than once"


_KEYS = frozenset(f.name for f in fields(Puzzle))
_REQUIRED = ("id", "rows", "cols", "starts", "goals")
_COLOUR = re.compile(r"[a-z]{1,30}")


def puzzle_from_json(record: Any) -> Puzzle:
    """Read one puzzle from its JSON object; raise `InputError` saying what is wrong with it."""
    if not isinstance(record, dict):
        raise InputError(f"a puzzle is a JSON object, not {_shown(record)}")
    for key in record:
        if key not in _KEYS:
            raise InputError(f"unknown key {_shown(key)}; the keys are {', '.join(sorted(_KEYS))}")
    for key in _REQUIRED:
        if key not in record:
            raise InputError(f"the key {key!r} is missing")
    puzzle = Puzzle(**record)
    problems = puzzle.problems()
    if problems:
        raise InputError(f"puzzle {puzzle.id!r}: " + "; ".join(problems))
    return puzzle


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _integer(name: str, value: Any) -> int:
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise InputError(f"{name} has {_shown(value)} where a whole number is expected")


def _boolean(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{name} is {_shown(value)}; true or false is expected")
    return value


def _identifier(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise InputError(f"{name} is {_shown(value)}; a non-empty, printable string is expected")
    return str(value)


def _vertex(name: str, value: Any) -> Vertex:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {_shown(value)}; a vertex is [row, column]")
    return (_integer(name, value[0]), _integer(name, value[1]))


def _edge(name: str, value: Any) -> Edge:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {_shown(value)}; an edge is [vertex, vertex]")
    return edge_between(_vertex(name, value[0]), _vertex(name, value[1]))


def _place(name: str, value: Any) -> Place:
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return _edge(name, value)
    return _vertex(name, value)


def _triangle(name: str, value: Any) -> tuple[int, int, int]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise InputError(f"{name} has {_shown(value)}; [row, column, count] is expected")
    row, column, count = value
    return (_integer(name, row), _integer(name, column), _integer(name, count))


def _coloured(name: str, value: Any) -> Coloured:
    if not isinstance(value, list | tuple) or len(value) != 3 or not isinstance(value[2], str):
        raise InputError(f"{name} has {_shown(value)}; [row, column, colour] is expected")
    row, column, colour = value
    if not _COLOUR.fullmatch(colour):
        raise InputError(f"{name} has the colour {_shown(colour)}; lower-case letters expected")
    return (_integer(name, row), _integer(name, column), str(colour))


def _each(normal: Callable[[str, Any], Any]) -> Callable[[str, Any], tuple[Any, ...]]:
    """Return the function that normalises each entry of a field."""

    def entries(name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise InputError(f"{name} is {_shown(value)}; a list is expected")
        return tuple([normal(name, entry) for entry in value])

    return entries


#: What gives a field of a puzzle its one form, or raises `InputError`.
_NORMAL: dict[str, Callable[[str, Any], Any]] = {
    "id": _identifier,
    "rows": _integer,
    "cols": _integer,
    "starts": _each(_place),
    "goals": _each(_place),
    "triangles": _each(_triangle),
    "gaps": _each(_edge),
    "dots": _each(_place),
    "squares": _each(_coloured),
    "stars": _each(_coloured),
    "pass_goals": _boolean,
}


def read_puzzles(path: str | Path, first: int = 0, count: int | None = None) -> list[Puzzle]:
    """Read a puzzle file, or `count` puzzles of it from number `first` (from 0) on.

    Raises `InputError` with file and line at the first thing wrong with these.
    """
    puzzles: list[Puzzle] = []
    lines: dict[str, int] = {}
    last = None if count is None else first + count
    for number, record in islice(read_jsonl(path), first, last):
        try:
            puzzle = puzzle_from_json(record)
        except InputError as error:
            raise error.at(file=path, line=number) from None
        if puzzle.id in lines:
            raise InputError(
                f"the id {puzzle.id!r} stands already on line {lines[puzzle.id]}",
                file=path,
                line=number,
            )
        lines[puzzle.id] = number
        puzzles.append(puzzle)
    return puzzles


#: What is wrong with a file without puzzles.
NO_PUZZLES = "there are no puzzles in it; one a line is expected"


def find_puzzle(puzzles: list[Puzzle], identifier: str, path: str | Path) -> Puzzle:
    """Return the puzzle with an id; raise `InputError` naming the file when there is none."""
    for puzzle in puzzles:
        if puzzle.id == identifier:
            return puzzle
    if not puzzles:
        raise InputError(NO_PUZZLES, file=path)
    known = ", ".join(puzzle.id for puzzle in puzzles[:5])
    more = ", …" if len(puzzles) > 5 else ""
    raise InputError(f"no puzzle has the id {identifier!r} (there are: {known}{more})", file=path)


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles as JSON Lines, in one piece."""
    write_jsonl(path, (puzzle.to_json() for puzzle in puzzles))
