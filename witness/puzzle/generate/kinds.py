"""Kinds of puzzles: which symbols each has, and how many.

A kind places symbols on a panel in two ways. `anywhere` is for Algorithm 3, which draws until there
is a solution: it knows of no path. `around` is for Algorithm 4: a given path satisfies what it
places. How many a symbol places stands with it (`witness.puzzle.symbols`); with n squares on the
board, numbers are drawn uniformly from ranges such as 1..⌊n/2⌋, and a range that ends below its
beginning stands for its beginning. Mixed puzzles have at least two kinds, of 2..⌊n/2⌋ symbols, and
a few more: some bring another one (`witness.puzzle.generate.mixed`). `everything` builds on these.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.puzzle.generate import everything, mixed
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.symbols import IN_SQUARES, ON_LINES


@dataclass(frozen=True)
class Kind:
    """What a kind places on a panel that has start, goal and gaps only.

    `around` returns None for a path that leaves no room for the kind. `features` are what its
    puzzles may have (`witness.puzzle.model.FEATURES`), and `least` is the number of squares that it
    needs. `board`, if the kind has boards of its own, makes them of a panel with start and goal.
    """

    anywhere: Callable[[Puzzle, random.Random], Puzzle]
    around: Callable[[Puzzle, Path, random.Random], Puzzle | None]
    features: frozenset[str]
    least: int = 1
    board: Callable[[Puzzle, random.Random], Puzzle] | None = None


#: Kinds of puzzles by name: one of each symbol, and one of many.
KINDS = {
    **{
        one.name: Kind(one.anywhere, one.around, frozenset({one.name}), one.least)
        for one in (*IN_SQUARES, *ON_LINES)
        if one.generated
    },
    "mixed": Kind(mixed.random_mixed, mixed.mixed_around, frozenset(mixed.SYMBOLS)),
    "eliminations": Kind(mixed.random_marked, mixed.marked_around, mixed.WITH_MARKS, least=2),
    "symmetry": Kind(
        mixed.random_symmetric,
        mixed.symmetric_around,
        mixed.WITH_LINES,
        board=mixed.with_two_lines,
    ),
    "everything": Kind(
        everything.random_everything,
        everything.everything_around,
        everything.FEATURES,
        board=everything.board,
    ),
}


def kind_named(name: str) -> Kind:
    """Return a kind; raises `InputError` if there is none of that name."""
    if name not in KINDS:
        raise InputError(
            f"unknown kind of puzzle {quoted(name)}; there are {', '.join(KINDS)}"
            + did_you_mean(name, KINDS)
        )
    return KINDS[name]
