"""All panels with a number of symbols of one kind, up to the symmetries of the board.

Sturtevant, "Exploring EPCG in The Witness" (2019), generates all content that there is and asks
questions about it, where others draw some at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, islice, product

from witness.base.errors import InputError, quoted
from witness.boards.generate.algorithms import START
from witness.boards.generate.decisions import check_decided
from witness.puzzle.board_symmetry import symmetries
from witness.puzzle.changes import ALONE, Entry, only, possible
from witness.puzzle.model import Puzzle

#: The images of entries under one symmetry, by their numbers.
Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Placements:
    """All ways to place a number of entries on a board, of which some are images of others.

    The entries of one place stand together. The first permutation changes nothing.
    """

    board: Puzzle
    entries: Sequence[Entry]
    number: int
    permutations: Sequence[Permutation]

    @cached_property
    def places(self) -> list[list[int]]:
        """The numbers of the entries at each place."""
        numbers = groupby(range(len(self.entries)), key=lambda at: self.entries[at].place)
        return [[*found] for _, found in numbers]

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

    def panels(self, first: int = 0) -> Iterator[tuple[int, Puzzle]]:
        """Yield the panels with their numbers, from `first` on; the least of all images stands."""
        for number, chosen in enumerate(islice(self._least(), first, None), start=first):
            yield number, only(self.board, [self.entries[at] for at in chosen])

    def _least(self) -> Iterator[tuple[int, ...]]:
        others = self.permutations[1:]
        for places in combinations(self.places, self.number):
            for chosen in product(*places):
                if all(chosen <= tuple(sorted(p[at] for at in chosen)) for p in others):
                    yield chosen


def placements(rows: int, cols: int, kind: str, number: int) -> Placements:
    """Return all ways to place a number of symbols of a kind, on a board from corner to corner.

    Triangles are 1 to 3, coloured symbols black or white, and blocks have up to
    `witness.puzzle.changes.MOST_BLOCK` squares and do not turn. Raises `InputError` for a kind that
    there is not, for more symbols than the board has places, and for a board that takes too long.
    """
    if kind not in ALONE:
        raise InputError(f"unknown kind of puzzle {quoted(kind)}; there are {', '.join(ALONE)}")
    board = Puzzle(rows, cols, (START,), ((rows, cols),))
    board.check()
    check_decided(rows, cols, {kind}, "how many solutions a board has")
    entries = list(possible(board, kind))
    at = {entry: number for number, entry in enumerate(entries)}
    found = Placements(
        board,
        entries,
        number,
        [tuple(at[one.of_entry(entry)] for entry in entries) for one in symmetries(board)],
    )
    if number > len(found.places):
        raise InputError(
            f"a {rows}×{cols} board has {len(found.places)} places for {kind}, not {number}"
        )
    return found
