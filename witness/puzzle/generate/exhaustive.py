"""All panels with a number of symbols of some kinds, up to the symmetries of the board.

Sturtevant, "Exploring EPCG in The Witness" (2019), generates all content that there is and asks
questions about it, where others draw some at random. Where there is too much, panels that are drawn
here, each as likely as any other, answer the same questions within a margin of error.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.puzzle.generate.algorithms import START
from witness.puzzle.generate.decisions import check_decided
from witness.puzzle.grid import Square, Vertex, edge_between
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.polyominoes import Rows, rows_of, squares_of
from witness.puzzle.symbol_changes import ALONE, Entry, only, possible
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.blocks import Block


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of a board: rows, columns or both are reversed; then rows and columns may swap."""

    puzzle: Puzzle
    rows: bool
    columns: bool
    swapped: bool

    def of(self, place: Place) -> Place:
        """Return the image of a vertex or an edge."""
        if is_edge(place):
            return edge_between(*(cast(Vertex, self.of(end)) for end in place))
        return self._moved(cast(Vertex, place), self.puzzle.rows, self.puzzle.cols)

    def of_square(self, square: Square) -> Square:
        """Return the image of a square."""
        return self._moved(square, self.puzzle.rows - 1, self.puzzle.cols - 1)

    def of_entry(self, entry: Entry) -> Entry:
        """Return the image of a symbol; blocks are turned as well."""
        symbol, value = SYMBOLS[entry.symbol], entry.value
        image: Any
        if isinstance(value, Block):
            image = (*self.of_square(value[:2]), self._of_shape(value.shape), *value[3:])
        elif symbol.where == "square":
            image = (*self.of_square(value[:2]), *value[2:])
        elif value == entry.place:
            image = self.of(value)
        else:  # a place, and what stands there
            image = (self.of(entry.place), *value[1:])
        return Entry(entry.symbol, symbol.normal(entry.symbol, [image])[0])

    def _of_shape(self, shape: Rows) -> Rows:
        return rows_of(self._moved(square, 0, 0) for square in squares_of(shape))

    def _moved(self, at: tuple[int, int], last_row: int, last_column: int) -> tuple[int, int]:
        row = last_row - at[0] if self.rows else at[0]
        column = last_column - at[1] if self.columns else at[1]
        return (column, row) if self.swapped else (row, column)


def symmetries(puzzle: Puzzle) -> list[Symmetry]:
    """Return the symmetries of the board of a panel with one line, the identity first.

    They keep its starts, its goals and its missing squares; symbols do not matter. A cylinder has
    the identity alone.
    """
    swaps = (False, True) if puzzle.rows == puzzle.cols else (False,)
    ways = product(swaps, (False, True), (False, True)) if not puzzle.wraps else [(False,) * 3]
    found = [Symmetry(puzzle, rows, columns, swapped) for swapped, rows, columns in ways]
    return [one for one in found if _keeps(one, puzzle)]


def _keeps(one: Symmetry, puzzle: Puzzle) -> bool:
    def same(places: Iterable[Place]) -> bool:
        return {one.of(place) for place in places} == {*places}

    missing = {one.of_square(square) for square in puzzle.missing}
    return same(puzzle.starts) and same(puzzle.goals) and missing == {*puzzle.missing}


#: Some entries, by their numbers in ascending order.
Chosen = tuple[int, ...]

#: The images of entries under one symmetry, by their numbers.
Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Placements:
    """All ways to place a number of entries on a board, of which some are images of others.

    The entries of one place stand together. The first permutation changes nothing. Placements are
    in lexicographic order, and the rank of one is the number of those before it.
    """

    board: Puzzle
    entries: Sequence[Entry]
    number: int
    permutations: Sequence[Permutation]

    @cached_property
    def places(self) -> list[list[int]]:
        """The numbers of the entries at each place."""
        numbers = groupby(range(len(self.entries)), key=lambda at: _place(self.entries[at]))
        return [[*found] for _, found in numbers]

    @cached_property
    def _ways(self) -> list[list[int]]:
        """The numbers of ways to choose 0, 1, … entries from each place on."""
        ways = [[1] + [0] * self.number]
        for found in reversed(self.places):
            last = ways[-1]
            more = (last[n] + len(found) * last[n - 1] for n in range(1, self.number + 1))
            ways.append([1, *more])
        return ways[::-1]

    @property
    def all(self) -> int:
        """The number of all placements, images of others included."""
        return self._ways[0][self.number]

    def count(self) -> int:
        """Return the number of placements of which none is the image of another.

        It is the average number of placements that a symmetry keeps (Burnside's lemma). These are
        made of whole orbits of entries, so that each orbit of places is empty or has one of those
        entries that come back to themselves when their place does.
        """
        total = sum(self._kept(images) for images in self.permutations)
        return total // len(self.permutations)

    def _kept(self, images: Permutation) -> int:
        """Return the number of placements that are their own image."""
        place_of = {at: place for place, found in enumerate(self.places) for at in found}
        ways = [1] + [0] * self.number  # by the number of entries
        seen: set[int] = set()
        for place, found in enumerate(self.places):
            if place in seen:
                continue
            length, ends = 0, list(found)
            while not length or place_of[ends[0]] != place:
                seen.add(place_of[ends[0]])
                ends = [images[at] for at in ends]
                length += 1
            back = sum(at == end for at, end in zip(found, ends, strict=True))
            for size in range(self.number, length - 1, -1):
                ways[size] += back * ways[size - length]
        return ways[self.number]

    def least(self) -> Iterator[Chosen]:
        """Yield the placements that are the least of all their images."""
        others = self.permutations[1:]
        for chosen in self.since(0):
            if all(chosen <= _image(chosen, images) for images in others):
                yield chosen

    def since(self, rank: int) -> Iterator[Chosen]:
        """Yield the placements from a rank on."""

        def following(chosen: Chosen, first: int, skipped: int) -> Iterator[Chosen]:
            left = self.number - len(chosen)
            if not left:
                yield chosen
                return
            for place in range(first, len(self.places)):
                ways = self._ways[place + 1][left - 1]
                for at in self.places[place]:
                    if skipped < ways:
                        yield from following((*chosen, at), place + 1, skipped)
                    skipped = max(skipped - ways, 0)

        return following((), 0, rank)

    def drawn(self, seed: int) -> Iterator[Chosen]:
        """Yield random placements that are the least of their images, without end.

        Each is as likely as any other: one with more images is drawn more often, and kept with a
        probability of one in their number. A placement may come several times.
        """
        rng = random.Random(seed)
        while True:
            rank = rng.randrange(self.all)
            images = self.images(next(self.since(rank)))
            if not rng.randrange(len(images)):
                yield min(images)

    def images(self, chosen: Chosen) -> set[Chosen]:
        """Return all images of a placement, itself included."""
        return {_image(chosen, images) for images in self.permutations}

    def panel(self, chosen: Chosen) -> Puzzle:
        """Return the board with some entries."""
        return only(self.board, [self.entries[at] for at in chosen])


def _image(chosen: Chosen, images: Permutation) -> Chosen:
    return tuple(sorted([images[at] for at in chosen]))


def _place(entry: Entry) -> tuple[bool, object]:
    """Return the place of an entry; a square and a vertex may have the same numbers."""
    return SYMBOLS[entry.symbol].where == "square", entry.place


def placements(rows: int, cols: int, kinds: str, number: int) -> Placements:
    """Return all ways to place a number of symbols, on a board from corner to corner.

    `kinds` are their names, with commas between them. Triangles are 1 to 3, coloured symbols black
    or white, and blocks have up to `symbol_changes.MOST_BLOCK` squares and do not turn. Raises
    `InputError` for a kind that there is not, for more symbols than the board has places, and for a
    board that takes too long.
    """
    names = list(dict.fromkeys(kinds.split(",")))
    for kind in names:
        if kind not in ALONE:
            raise InputError(f"unknown kind of puzzle {quoted(kind)}; there are {', '.join(ALONE)}")
    board = Puzzle(rows, cols, (START,), ((rows, cols),))
    board.check()
    check_decided(rows, cols, {*names}, "how many solutions a board has")
    mixed = [entry for kind in names for entry in possible(board, kind)]
    order = {place: number for number, place in enumerate(dict.fromkeys(map(_place, mixed)))}
    entries = sorted(mixed, key=lambda entry: order[_place(entry)])
    at = {entry: number for number, entry in enumerate(entries)}
    found = Placements(
        board,
        entries,
        number,
        [tuple(at[one.of_entry(entry)] for entry in entries) for one in symmetries(board)],
    )
    if number > len(found.places):
        what = " and ".join(names)
        raise InputError(
            f"a {rows}×{cols} board has {len(found.places)} places for {what}, not {number}"
        )
    return found


#: Of a hundred intervals, as many as hold the true share, or more.
CONFIDENCE = 95


def interval(found: int, drawn: int) -> tuple[float, float]:
    """Return the bounds of a share, of which `found` panels of `drawn` independent ones are.

    It is the exact interval of Clopper and Pearson (1934). At its bounds, as many as were found, or
    more, have half of the probability that is left; and so have as many, or fewer.
    """
    return _lower(found, drawn), 1 - _lower(drawn - found, drawn)


def _lower(found: int, drawn: int) -> float:
    if not found:
        return 0.0
    low, high = 0.0, found / drawn
    while low < (middle := (low + high) / 2) < high:
        if _as_many(found, drawn, middle) < (1 - CONFIDENCE / 100) / 2:
            low = middle
        else:
            high = middle
    return low


def _as_many(found: int, drawn: int, share: float) -> float:
    """Return the probability that as many as were found are drawn, or more; their share is less."""
    ways = math.lgamma(drawn + 1) - math.lgamma(found + 1) - math.lgamma(drawn - found + 1)
    term = math.exp(ways + found * math.log(share) + (drawn - found) * math.log1p(-share))
    total = 0.0
    for number in range(found, drawn + 1):
        total += term
        term *= (drawn - number) / (number + 1) * share / (1 - share)
        if term < total * 1e-17:
            break
    return total
