"""Panels of players that are not here: each that is imported goes to every editor and comes back.

WITNESS_WINDMILL names a dump of the Windmill, WITNESS_PLAY_PAGES a folder with play pages of
witnesspuzzles.com (see docs/development.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.puzzle.formats.skipping import import_entries
from witness.puzzle.formats.windmill_dump import import_dump
from witness.puzzle.formats.windmill_links import puzzle_from_link, windmill_link
from witness.puzzle.formats.witnesspuzzles_files import puzzle_from_text, read_texts
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle

DUMP, PAGES = os.environ.get("WITNESS_WINDMILL"), os.environ.get("WITNESS_PLAY_PAGES")


def through_windmill(puzzle: Puzzle) -> Puzzle:
    return puzzle_from_link(windmill_link(puzzle), puzzle.id)


def through_witnesspuzzles(puzzle: Puzzle) -> Puzzle:
    return puzzle_from_text(puzzle.id, witnesspuzzles_text(puzzle))


def refused(puzzles: list[Puzzle], through: Callable[[Puzzle], Puzzle]) -> int:
    """Return how many puzzles are refused; all others must come back."""
    number = 0
    for puzzle in puzzles:
        try:
            back = through(puzzle)
        except InputError:
            number += 1
        else:
            assert back.canonical() == puzzle.canonical()
            assert back.id == puzzle.id
    return number


@pytest.mark.skipif(not DUMP, reason="WITNESS_WINDMILL is not set")
def test_a_dump_of_the_windmill() -> None:
    puzzles = list(import_dump(str(DUMP)).puzzles)
    assert puzzles
    assert refused(puzzles, through_windmill) == refused(puzzles, through_witnesspuzzles) == 0


@pytest.mark.skipif(not PAGES, reason="WITNESS_PLAY_PAGES is not set")
def test_play_pages() -> None:
    texts = read_texts(sorted(Path(str(PAGES)).glob("*.html")))
    found = list(import_entries(puzzle_from_text, texts))
    puzzles = [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]
    assert puzzles
    assert refused(puzzles, through_witnesspuzzles) == 0
    # The Windmill has no purple, no ends in the middle of lines, and one thing at a vertex.
    assert refused(puzzles, through_windmill) < len(puzzles) / 4
