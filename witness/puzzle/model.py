"""The puzzle model: what a panel has, and what is wrong with one that is not well formed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple, TypeGuard, cast

from witness.base.errors import InputError, listed, quoted
from witness.puzzle.grid import Edge, Grid, Square, Vertex, grid
from witness.puzzle.normal_form import NORMAL_FORMS, place_order

#: Where a start, a goal or a dot can be: at a vertex, or in the middle of an edge.
Place = Vertex | Edge
Coloured = tuple[int, int, str]

#: Symbols that sit in a square, in the order in which a square's contents are reported.
SQUARE_SYMBOLS = ("triangles", "squares", "stars")


class Feature(NamedTuple):
    """Something that a puzzle may have: its name in messages, and a test (true if present)."""

    words: str
    present: Callable[[Puzzle], object]


#: What a puzzle may have. Every module that handles puzzles lists the features that it supports by
#: name, and refuses the others (`Puzzle.require`).
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

#: The fields that every puzzle has; the others may be left out of a puzzle file.
REQUIRED = ("id", "rows", "cols", "starts", "goals")

#: The longest side of a board.
MAX_SIDE = 64


def is_edge(place: Place) -> TypeGuard[Edge]:
    """Whether a place is the middle of an edge, rather than a vertex."""
    return isinstance(place[0], tuple)


@dataclass(frozen=True)
class Puzzle:
    """A Witness panel. Coordinates are (row, column) from the bottom left.

    A path runs from one of the `starts` to one of the `goals`, each a vertex or the middle of an
    edge. It ends at the first goal that it reaches; with `pass_goals` it may run over goals, as in
    the game, where a goal is a nub beside the line. `triangles` holds (row, column, 1–3),
    `squares` and `stars` hold (row, column, colour), `dots` the places that must be on the path,
    and `gaps` the edges that a path may not cross.

    Fields are brought into one form (`witness.puzzle.normal_form`), so that equal puzzles are equal
    however they are written, and in whatever order. Raises `InputError` for a field that has no
    such form. `problems()` says what else is wrong with a puzzle made by hand.
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
        for name, normal in NORMAL_FORMS.items():
            object.__setattr__(self, name, normal(name, getattr(self, name)))

    def __eq__(self, other: object) -> bool:
        # Not as a dataclass does, for which an instance of a subclass is another kind of thing.
        return isinstance(other, Puzzle) and _compared(self) == _compared(other)

    @property
    def grid(self) -> Grid:
        """The board without its symbols."""
        return grid(self.rows, self.cols)

    @cached_property
    def triangle_at(self) -> dict[Square, int]:
        """The number of triangles by square, in the order of the squares' numbers."""
        return {(r, c): k for r, c, k in sorted(self.triangles)}

    @cached_property
    def colours_at(self) -> dict[Square, tuple[str, str]]:
        """The kind ("square" or "star") and the colour by square."""
        symbols = {(r, c): ("square", colour) for r, c, colour in self.squares}
        symbols.update({(r, c): ("star", colour) for r, c, colour in self.stars})
        return symbols

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
        return replace(self, id="puzzle")

    def problems(self) -> list[str]:
        """Return everything that is wrong with the puzzle; an empty list if it is well formed."""
        for name, value in (("rows", self.rows), ("cols", self.cols)):
            if not 0 <= value <= MAX_SIDE:
                return [f"{name} is {value}; 0 to {MAX_SIDE} is possible"]
        return [
            *self._endpoint_problems(),
            *self._edge_problems(),
            *self._square_problems(),
        ]

    def check(self) -> None:
        """Raise `InputError` with what is wrong with the puzzle, if anything is."""
        problems = self.problems()
        if problems:
            raise InputError(f"puzzle {quoted(self.id)}: {listed(problems)}")

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
            for place in sorted(set(self.starts) & set(self.goals), key=place_order):
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
        always = (*REQUIRED, "triangles")
        return {name: _plain(value) for name, value in values.items() if value or name in always}


#: The values of a puzzle that make it equal to another one.
_compared = attrgetter(*(f.name for f in fields(Puzzle) if f.compare))


def place_text(place: Place) -> str:
    """Return a square, a vertex or an edge as messages and puzzle files have it: [row, column]."""
    return str(_plain(place))


def _plain(value: Any) -> Any:
    """Return nested tuples as nested lists, as JSON has them."""
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def _repeated(name: str, values: tuple[Any, ...]) -> Iterable[str]:
    for value in dict.fromkeys(value for value in values if values.count(value) > 1):
        yield f"{name} has {_plain(value)} more than once"
