"""Panels of players that are not here: each that is imported goes to every editor and comes back.

WITNESS_WINDMILL names a dump of the Windmill, WITNESS_PLAY_PAGES a folder with play pages of
witnesspuzzles.com (see docs/development.md).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.puzzle.formats.addresses import puzzle_from_link
from witness.puzzle.formats.editor_files import import_panels, puzzle_from_text, read_panels
from witness.puzzle.formats.skipping import MALFORMED, Skipped, import_entries
from witness.puzzle.formats.windmill import INNER_END
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles import MEETING, NARROW, OUTSIDE, UNPAIRED
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle

DUMP, PAGES = os.environ.get("WITNESS_WINDMILL"), os.environ.get("WITNESS_PLAY_PAGES")


def through_windmill(puzzle: Puzzle) -> Puzzle:
    return puzzle_from_link(windmill_link(puzzle), puzzle.id)


def through_witnesspuzzles(puzzle: Puzzle) -> Puzzle:
    return puzzle_from_text(puzzle.id, witnesspuzzles_text(puzzle))


#: What is skipped of the dump of 2022-11-29, and of the play pages of 2026-08-07, by their numbers.
SKIPPED = {
    6869: {INNER_END: 3},
    9492: {MEETING: 38, OUTSIDE: 26, UNPAIRED: 3, NARROW: 1, MALFORMED: 1},
}


def imported(found: Iterable[Puzzle | Skipped | None]) -> list[Puzzle]:
    """Return the puzzles; all others must be known, or few in a collection that is not."""
    everything = [one for one in found if one is not None]
    skipped = Counter(one.reason for one in everything if isinstance(one, Skipped))
    assert skipped == SKIPPED.get(len(everything), skipped)
    assert skipped.total() < len(everything) / 50
    return [one for one in everything if isinstance(one, Puzzle)]


def refused(puzzles: list[Puzzle], through: Callable[[Puzzle], Puzzle]) -> list[Puzzle]:
    """Return the puzzles that are refused; all others must come back."""
    found = []
    for puzzle in puzzles:
        try:
            back = through(puzzle)
        except InputError:
            found.append(puzzle)
        else:
            assert back.canonical() == puzzle.canonical()
            assert back.id == puzzle.id
    return found


@pytest.mark.skipif(not DUMP, reason="WITNESS_WINDMILL is not set")
def test_a_dump_of_the_windmill() -> None:
    dump = import_panels(str(DUMP))
    puzzles = imported([*dump.puzzles, *dump.skipped])
    assert refused(puzzles, through_windmill) == []
    # The site has other rules and smaller blocks.
    for puzzle in refused(puzzles, through_witnesspuzzles):
        sides = {len(side) for block in puzzle.blocks for side in (block.shape, block.shape[0])}
        assert puzzle.rules == "windmill" or max(sides) > 4


@pytest.mark.skipif(not PAGES, reason="WITNESS_PLAY_PAGES is not set")
def test_play_pages() -> None:
    texts = read_panels(sorted(Path(str(PAGES)).glob("*.html")))
    puzzles = imported(import_entries(puzzle_from_text, texts))
    # Some ends have no room for their nub.
    assert len(refused(puzzles, through_witnesspuzzles)) < len(puzzles) / 500
    # The Windmill has no purple, no ends in the middle of lines, one thing at a vertex, no
    # cylinders, no missing squares, and rules of its own.
    assert len(refused(puzzles, through_windmill)) < len(puzzles) / 2
