"""Random clauses that brute force finds true, and those that it finds false."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, is_guarded, read_background
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Clause
from witness.clauses.language.variants import numbered
from witness.proof.panels import COLOURS, _drawn
from witness.puzzle.constraints import constraints
from witness.puzzle.generate.mixed import with_marks
from witness.puzzle.paths import solutions, walk
from witness.puzzle.views.board import BoardView
from witness.puzzle.views.translate import translate

BIASES = ("blocks", "colours", "dots", "extended", "guarded", "live", "mixed", "nolen", "paper",
          "squares", "stars")  # fmt: skip

#: The boards, and how many panels are drawn on each; on how many paths of a panel of each sort a
#: clause is tried.
_SIZES = (((1, 1), 15), ((1, 2), 40), ((2, 2), 60), ((2, 3), 60), ((3, 3), 60))
_PATHS = 40


class Tried(NamedTuple):
    """Paths with symbols on small panels: those that can be completed, and lost ones."""

    completable: tuple[tuple[Any, Any], ...]
    lost: tuple[tuple[Any, Any], ...]


@cache
def background(name: str) -> Background:
    """Return the background of a shipped bias."""
    return read_background(None, shipped_file(f"bias/{name}.pl"))


@cache
def tried(kinds: frozenset[str], marks: bool, seed: int = 0) -> Tried:
    """Draw panels up to 3×3 with symbols and gaps; brute force says which paths are lost."""
    rng = random.Random(f"tried {sorted(kinds)} {seed}")
    sizes = [size for size, number in _SIZES for _ in range(number)]
    completable, lost = [], []
    for puzzle, path in _drawn(sizes, sorted(kinds), COLOURS, rng):
        if marks:
            puzzle = with_marks(puzzle, path, rng)
        board = BoardView(puzzle)
        symbols = [board.symbol(one.place, one.kind) for one in constraints(puzzle, kinds)]
        able = {found[:n] for found in solutions(puzzle) for n in range(1, len(found))}
        others = {line for line, at_goal in walk(puzzle) if not at_goal} - able
        for lines, into in ((able, completable), (others, lost)):
            for line in rng.sample(sorted(lines), min(len(lines), _PATHS)):
                view = board.path_of(line)  # type: ignore[arg-type]
                into += [(view, symbol) for symbol in symbols]
    return Tried(tuple(completable), tuple(lost))


def judged(clause: Clause, own: Background) -> bool | None:
    """Whether brute force finds that a clause never errs; None if it fires nowhere."""
    fires = translate([clause], own).fires
    for marks in (False, True)[: 1 + is_guarded(clause, own)]:
        if any(fires(*pair) for pair in tried(own.kinds, marks).completable):
            return False
    return any(fires(*pair) for pair in tried(own.kinds, False).lost) or None


def clauses(name: str, seed: int = 0) -> Iterator[tuple[Clause, bool]]:
    """Yield random clauses of a bias, no two alike, and whether brute force finds them true."""
    rng = random.Random(f"true {name} {seed}")
    seen = set()
    while True:
        clause = random_clause(rng, background(name))
        if (alike := numbered(clause)) in seen:
            continue
        seen.add(alike)
        try:
            found = judged(clause, background(name))
        except (InputError, TooManyStepsError):
            continue
        if found is not None:
            yield clause, found
