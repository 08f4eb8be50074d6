"""Blocks: those of a region fill it, without overlap, and negative ones take away from it.

An entry is a `Block`. `witness.puzzle.filling` has the rule.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from witness.base.errors import InputError, quoted
from witness.puzzle import normal_form
from witness.puzzle.grid import DIRECTIONS, Grid, Path, Square
from witness.puzzle.polyominoes import MAX_SIDE, Rows, rows_of, size, squares_of, turned
from witness.puzzle.symbols.panel import P, Panel
from witness.puzzle.symbols.placing import number, regions_of, with_symbols
from witness.puzzle.symbols.rule import Fills
from witness.puzzle.symbols.shapes import Point, Shape
from witness.puzzle.symbols.symbol import InSquare

#: The colours of blocks without a colour of their own, and of negative ones.
PLAIN_COLOUR, NEGATIVE_COLOUR = "#ffd92e", "#1f4fd8"

#: The side of a small square in a drawing, at most; the width of all; and how far a block that may
#: be turned is turned, in radians.
_SIDE, _WIDEST, _TURNED = 18.0, 62.0, 0.3


class Block(NamedTuple):
    """A block: its square, its shape as rows of "#" and "." from the top, and what it may do.

    The shape has no empty rows and columns at its border. If it `turns`, it is the least of those
    that it can be turned to; a shape that is the same however it is turned does not turn.
    """

    row: int
    col: int
    shape: Rows
    turns: bool = False
    negative: bool = False
    colour: str | None = None

    @property
    def size(self) -> int:
        """The number of squares of its shape."""
        return size(self.shape)

    @property
    def shapes(self) -> tuple[Rows, ...]:
        """Its shape, in all ways in which it may be turned."""
        return turned(self.shape) if self.turns else (self.shape,)


_KEYS = {"at", "shape", "turns", "negative", "colour"}
_EXPECTED = '{"at": [row, column], "shape": ["##", "#."]} is expected'


def _block(name: str, value: Any) -> Block:
    """Return the one form of a block."""
    if isinstance(value, list | tuple) and 3 <= len(value) <= 6:
        value = dict(zip(("shape", "turns", "negative", "colour"), value[2:], strict=False)) | {
            "at": value[:2]
        }
    if not isinstance(value, Mapping) or not {"at", "shape"} <= {*value} <= _KEYS:
        raise InputError(f"{name} has {quoted(value)}; {_EXPECTED}")
    shape = _shape(name, value["shape"])
    turns = normal_form.boolean(f"turns of {name}", value.get("turns", False))
    negative = normal_form.boolean(f"negative of {name}", value.get("negative", False))
    ways = turned(shape)
    own = value.get("colour")
    return Block(
        *normal_form.square(name, value["at"]),
        ways[0] if turns else shape,
        turns and len(ways) > 1,
        negative,
        None if own is None else normal_form.colour(name, own),
    )


def _shape(name: str, value: Any) -> Rows:
    rows = list(value) if isinstance(value, list | tuple) else []
    if not all(isinstance(row, str) and {*row} <= {*"#."} for row in rows) or "#" not in "".join(
        map(str, rows)
    ):
        raise InputError(
            f'{name} has the shape {quoted(value)}; rows such as ["##", "#."] are expected'
        )
    if len({len(row) for row in rows}) > 1:
        raise InputError(f"{name} has the shape {quoted(value)}, whose rows differ in length")
    if max(len(rows), len(rows[0])) > MAX_SIDE:
        raise InputError(f"{name} has a shape with a side above {MAX_SIDE}")
    return rows_of(squares_of(tuple(rows)))


def _order(block: Block) -> Any:
    return (block.row, block.col, str(block))


class Blocks(InSquare):
    """Blocks."""

    name = "blocks"
    one = "block"
    words = "blocks"
    subject = "block"
    tool = "Block"
    violation = "blocks"
    normal = staticmethod(normal_form.each(_block, _order))
    rule = Fills("the region of the block at {place} cannot be filled by its blocks: {found}")
    asks = "the blocks of a region fill it without overlap, negative ones taken away"
    shapes = (
        Shape({"fill": PLAIN_COLOUR}, box=(_SIDE, _SIDE)),
        Shape({"fill": "none", "stroke": NEGATIVE_COLOUR, "stroke-width": 3}, box=(_SIDE, _SIDE)),
    )
    windmill = 9
    witnesspuzzles = "poly"
    generated = True

    def problems(self, board: Grid, entries: Iterable[Any]) -> Iterator[str]:
        """Yield what is wrong with some entries."""
        for block in entries:
            if not board.has_square(block[:2]):
                yield f"blocks has one at {list(block[:2])}, but there is no such square"

    def colour(self, entry: Any) -> str | None:
        """Return the colour of a block that has one."""
        found: str | None = entry.colour
        return found

    def look(self, entry: Any) -> int:
        """Return which of the `shapes` an entry has: 1 for a negative one."""
        return int(entry.negative)

    def title(self, entry: Any) -> str:
        """Return the colour of a block, whether it is negative, and its shape."""
        words = [entry.colour, "negative" * entry.negative, self.one]
        return f"{' '.join(filter(None, words))} {self.legend(self.legend_key(entry))}"

    def drawn(self, entry: Any) -> Shape:
        """Return the squares of a block; those that turn are askew, negative ones hollow."""
        squares = squares_of(entry.shape)
        rows, cols = len(entry.shape), len(entry.shape[0])
        step = min(1.25 * _SIDE, _WIDEST / max(rows, cols))
        half = 0.4 * step
        angle = _TURNED if entry.turns else 0.0
        middles = [((c - (cols - 1) / 2) * step, ((rows - 1) / 2 - r) * step) for r, c in squares]
        boxes = [[(x - half, y - half), (x + half, y - half), (x + half, y + half),
                  (x - half, y + half)] for x, y in middles]  # fmt: skip
        polygons = tuple(tuple(_rotated(point, angle) for point in box) for box in boxes)
        return Shape(self.shapes[self.look(entry)].paint, polygons)

    def text(self, entry: Any, codes: Mapping[Any, str]) -> str:
        """Return the number of a block's shape after the code of its colour."""
        sign = "⊟" if entry.negative else "⊞"
        own = "" if entry.colour is None else codes[entry.colour]
        return f"{own}{sign}{codes[self.legend_key(entry)]}"

    def legend_key(self, entry: Any) -> Any:
        """Return the shape, and whether it turns, which a drawing as text has in its legend."""
        return (entry.shape, entry.turns)

    def legend(self, key: Any) -> str:
        """Return the words for a shape in a legend."""
        shape, turns = key
        return "/".join(shape) + (" turns" if turns else "")

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 1..⌊n/4⌋ blocks of 1 to 4 squares; half of them may be turned."""
        squares = panel.grid.squares
        chosen = rng.sample(squares, number(rng, 1, len(squares) // 4))
        pieces = [grown(panel.grid, {*squares}, 4, rng) for _ in chosen]
        return with_symbols(panel, blocks=blocks_of(pieces, chosen, rng))

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Cut 1 to all regions of a path into blocks of 1 to 5 squares; half may be turned.

        None if there are no squares.
        """
        found = regions_of(panel, path)
        if not found:
            return None
        blocks: list[Block] = []
        for region in rng.sample(found, number(rng, 1, len(found))):
            pieces = cut(panel.grid, region, rng)
            blocks += blocks_of(pieces, rng.sample(region, len(pieces)), rng)
        return with_symbols(panel, blocks=blocks)

    def to_json(self) -> dict[str, Any]:
        """Return what the explore page has to know, with what `drawn` goes by."""
        return {**super().to_json(), "widest": _WIDEST, "turned": _TURNED}

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield for each block its square, its size, whether it is negative, and its twin.

        Where it may lie depends on the rules (`solvers/by_clingo.py`).
        """
        twins: dict[Any, int] = {}
        for block in getattr(puzzle, self.name):
            square = puzzle.grid.square_number(block[:2])
            yield f"block({square}). size({square},{block.size})."
            if block.negative:
                yield f"negative({square})."
            alike = block[2:5]
            if alike in twins:
                yield f"twin({twins[alike]},{square})."
            twins[alike] = square

    def entry_json(self, entry: Any) -> Any:
        """Return a block as puzzle files have it."""
        found = {"at": list(entry[:2]), "shape": list(entry.shape)}
        more = {"turns": entry.turns, "negative": entry.negative, "colour": entry.colour}
        return found | {name: value for name, value in more.items() if value}


def grown(
    board: Grid, free: Set[Square], most: int, rng: random.Random, start: Square | None = None
) -> list[Square]:
    """Return a random piece of 1 to `most` free squares, which are connected.

    It begins anywhere, or at `start`. Round a cylinder its columns are counted on, so that they
    show its shape.
    """
    wanted = rng.randrange(1, most + 1)
    piece = [rng.choice(sorted(free)) if start is None else start]
    while len(piece) < wanted and (near := beside(board, piece, free)):
        piece.append(rng.choice(near))
    return piece


def beside(board: Grid, piece: Sequence[Square], free: Set[Square]) -> list[Square]:
    """Return the free squares beside a piece, with their columns counted on from it."""
    used = {_on(board, square) for square in piece}
    near = dict.fromkeys((r + up, c + right) for r, c in piece for up, right in DIRECTIONS)
    return [one for one in near if _on(board, one) in free and _on(board, one) not in used]


def cut(
    board: Grid, region: Iterable[Square], rng: random.Random, most: int = 5
) -> list[list[Square]]:
    """Return pieces of 1 to `most` squares into which a region is cut."""
    free, pieces = {*region}, []
    while free:
        pieces.append(grown(board, free, most, rng))
        free -= {_on(board, square) for square in pieces[-1]}
    return pieces


def blocks_of(
    pieces: Iterable[Iterable[Square]], squares: Iterable[Square], rng: random.Random
) -> list[Block]:
    """Return blocks of the shapes of some pieces, in these squares; half of them may be turned."""
    return [
        Block(*at, rows_of(piece), turns=rng.random() < 0.5)
        for at, piece in zip(squares, pieces, strict=True)
    ]


def _on(board: Grid, square: Square) -> Square:
    return (square[0], square[1] % board.cols) if board.wraps else square


def _rotated(point: Point, angle: float) -> Point:
    x, y = point
    return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


SYMBOL = Blocks()
