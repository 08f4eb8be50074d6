"""What a symbol is: everything that the package knows about one stands in its class.

A symbol has a field of `Puzzle` with its *entries*, one for each place where it stands. The bases
`InSquare`, `Coloured` and `OnLine` have what symbols of one shape share, so that a new symbol says
only what is its own (docs/development.md, "A new symbol").
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from importlib.resources import files
from typing import Any, ClassVar, Literal

from witness.puzzle import normal_form
from witness.puzzle.grid import Grid, Path, Place, Square, is_edge, place_order, plain
from witness.puzzle.symbols.panel import P, Panel
from witness.puzzle.symbols.rule import Rule
from witness.puzzle.symbols.shapes import Shape


class Symbol:
    """One symbol: a subclass says what is asked for here.

    What is None is unknown of it: who needs that refuses panels with the symbol by name.
    """

    #: The field of a puzzle, its key in files, and the name of the feature in every `SUPPORTED`.
    name: ClassVar[str]
    #: One of them: in descriptions, in clingo's facts, in classes of SVG elements.
    one: ClassVar[str]
    #: Several of them, in messages.
    words: ClassVar[str]
    #: What its constraint is about, such as "coloured square".
    subject: ClassVar[str]
    #: The name of the tool that puts it on a panel in the editor of the explore page.
    tool: ClassVar[str]
    #: The kind of `Violation`.
    violation: ClassVar[str]

    #: Where it can stand: in a square, on an edge, or at a vertex or on an edge ("line").
    where: ClassVar[Literal["square", "edge", "line"]]
    #: Whether no path may cross the edge on which it stands. The board then lacks a step there, and
    #: nobody needs its rule to find a path.
    bars: ClassVar[bool] = False
    #: Whether its entries are (row, column, colour).
    coloured: ClassVar[bool] = False
    #: The numbers that it can have in a square; None for any, or for none.
    values: ClassVar[tuple[int, ...] | None] = None

    #: What it asks of a path.
    rule: ClassVar[Rule | None] = None
    #: What is so in a solution, as a part of a sentence.
    asks: ClassVar[str]

    #: Its shapes; `look` returns which of them an entry has.
    shapes: ClassVar[tuple[Shape, ...]]

    #: The number of its kind of entries in the Windmill's table; and on witnesspuzzles.com the type
    #: of its cell, or the key that says it of a cell on a line. None if it is not there.
    windmill: ClassVar[int | None] = None
    witnesspuzzles: ClassVar[str | None] = None

    #: Whether `generate` has a kind of panels with this symbol alone (`anywhere`, `around`), and
    #: how many squares that needs.
    generated: ClassVar[bool] = False
    least: ClassVar[int] = 1

    #: The one form of its field: a function of the field's name and value.
    normal: Callable[[str, Any], tuple[Any, ...]]

    def problems(self, board: Grid, entries: Iterable[Any]) -> Iterator[str]:
        """Yield what is wrong with some entries."""
        raise NotImplementedError

    def place(self, entry: Any) -> Square | Place:
        """Return the square of an entry, or its vertex or edge."""
        place: Square | Place = entry[:2] if self.where == "square" else entry
        return place

    def look(self, entry: Any) -> int:
        """Return which of the `shapes` an entry has: that of its value, if it has values."""
        return self.values.index(entry[2]) if self.values else 0

    def drawn(self, entry: Any) -> Shape:
        """Return what an entry looks like."""
        return self.shapes[self.look(entry)]

    def colour(self, entry: Any) -> str | None:
        """Return the colour of an entry, which others may count, or None."""
        colour: str | None = entry[2] if self.coloured else None
        return colour

    def title(self, entry: Any) -> str:
        """Return the words for an entry in a drawing, none for one that looks like all others."""
        colour = self.colour(entry)
        return "" if colour is None else f"{colour} {self.one}"

    def entry_json(self, entry: Any) -> Any:
        """Return an entry as puzzle files have it."""
        return plain(entry)

    @property
    def kind(self) -> str:
        """The class of its elements in SVG, of which one shows all that a square has."""
        return self.name if self.values else self.one

    def text(self, entry: Any, codes: Mapping[Any, str]) -> str:
        """Return up to five characters for an entry in a square.

        `codes` has a short code by colour, and a number by `legend_key`.
        """
        raise NotImplementedError

    def legend_key(self, entry: Any) -> Any:
        """Return what a legend explains of an entry (`legend`), None if nothing."""
        return None

    def legend(self, key: Any) -> str:
        """Return the words of a legend for a `legend_key`."""
        raise NotImplementedError

    def sign(self, entry: Any, *, lines: Set[int], barred: bool) -> str:
        """Return a character for an entry at a place of the board's lines.

        `lines` are those of the path and the second line that are there (1, 2); it may be a gap.
        """
        raise NotImplementedError

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield the facts for clingo (`solvers/panel.lp`), given numbers of the colours."""
        raise NotImplementedError

    def program(self) -> str:
        """Return the rules for clingo, the text of the file NAME.lp beside the module.

        There are none, and no facts, of symbols that bar an edge: there is no link across it.
        """
        if self.bars:
            return ""
        return (files(__package__) / f"{self.name}.lp").read_text(encoding="utf-8")

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Return the panel with some of the symbol at random places (paper, Algorithm 3)."""
        raise NotImplementedError

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Return the panel with some of the symbol, so that a path satisfies them (Algorithm 4).

        None if the path leaves no room for it.
        """
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return what the explore page has to know of the symbol, as a JSON object."""
        rule = {"on": type(self.rule).__name__, **vars(self.rule)} if self.rule else None
        names = ("name", "one", "kind", "words", "tool", "where", "bars", "coloured", "values")
        shapes = [shape.to_json() for shape in self.shapes]
        return {name: getattr(self, name) for name in names} | {"rule": rule, "shapes": shapes}


class InSquare(Symbol):
    """A symbol in a square: entries are (row, column, value)."""

    where = "square"
    normal = staticmethod(normal_form.each(normal_form.counted))

    def problems(self, board: Grid, entries: Iterable[Any]) -> Iterator[str]:
        """Yield what is wrong with some entries."""
        for entry in entries:
            if not board.has_square(entry[:2]):
                yield f"{self.name} has {plain(entry)}, but there is no square {plain(entry[:2])}"
            if self.values is not None and entry[2] not in self.values:
                *others, last = map(str, self.values)
                known = f"{', '.join(others)} or {last}" if others else last
                yield f"{self.name} has {plain(entry)}; a square has {known} {self.name}"

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield for each entry a fact with the numbers of its square and itself, and four edges."""
        board = puzzle.grid
        for entry in getattr(puzzle, self.name):
            number = board.square_number(entry[:2])
            yield f"{self.name}({number},{entry[2]})."
            for edge in board.square_edges(entry[:2]):
                yield f"side({number},{board.edge_number[edge]})."


class Coloured(InSquare):
    """A symbol of a colour in a square: entries are (row, column, colour)."""

    coloured = True
    normal = staticmethod(normal_form.each(normal_form.coloured))
    #: What stands for it in a drawing as text.
    glyph: ClassVar[str]

    def text(self, entry: Any, codes: Mapping[Any, str]) -> str:
        """Return the symbol after the code of its colour."""
        # A space sets a letter apart from its symbol; two digits take its room.
        return f"{codes[entry[2]]:<2}{self.glyph}"

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield a fact for each entry with the numbers of its square and its colour."""
        for entry in getattr(puzzle, self.name):
            number = puzzle.grid.square_number(entry[:2])
            yield f"{self.one}({number},{colours[entry[2]]})."


class OnLine(Symbol):
    """A symbol on a line: entries are vertices or edges."""

    where: ClassVar[Literal["edge", "line"]] = "line"
    normal = staticmethod(normal_form.each(normal_form.place, place_order))

    def problems(self, board: Grid, entries: Iterable[Any]) -> Iterator[str]:
        """Yield what is wrong with some entries."""
        for entry in entries:
            if is_edge(entry):
                if entry not in board.edge_number:
                    yield f"{self.name} has {plain(entry)}, which is not an edge of the board"
            elif not board.has_vertex(entry):
                yield f"{self.name} has {plain(entry)}, which is off the board"

    def look(self, entry: Any) -> int:
        """Return which of the `shapes` an entry has: on edges, 1 for one that leads upwards."""
        return int(self.where == "edge" and entry[0][0] != entry[1][0])

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield a fact for each entry, with the number of its vertex or edge."""
        board = puzzle.grid
        for entry in () if self.bars else getattr(puzzle, self.name):
            if is_edge(entry):
                yield f"{self.one}_edge({board.edge_number[entry]})."
            else:
                yield f"{self.one}({board.vertex_number(entry)})."
