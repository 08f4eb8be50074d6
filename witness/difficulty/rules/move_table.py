"""What the rules about single squares say of a move, as one table over the local configurations.

`SquareRule` and `PredicateRule` are in it, whatever their number: an entry is the strongest verdict
of all of them. The rater looks it up in the squares that a move touches, and in all squares only
where it has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.difficulty.inference import STRENGTH, Verdict
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.written import SquareMove, SquareRule
from witness.puzzle.views.configurations import AWAY, CORNER_STEPS, configurations
from witness.searches.predicates.arrays import Lookup, UntabulatedError

#: uint8[…, triangles - 1, head + 1, to + 1, visited << 4 | edges] → the verdict.
Table = npt.NDArray[np.uint8]

SHAPE = (3, 5, 5, 256)

#: The number of entries of a table for paths of one length.
SIZE = 3 * 5 * 5 * 256

#: Verdicts as numbers: the place of each in `STRENGTH`.
PROBABLE_MUST, MUST, MUST_NOT = map(
    STRENGTH.index, (Verdict.PROBABLE_MUST, Verdict.MUST, Verdict.MUST_NOT)
)


@dataclass(frozen=True)
class MoveTable:
    """The verdicts of some rules.

    `lengths` is the number of tables, one for each length of the path before the move; 0 where the
    length does not matter and there is one. `everywhere` is whether squares that a move does not
    touch can matter to it; at the first move of a path they always can.
    """

    verdicts: Table
    lengths: int
    everywhere: bool


def move_table(
    rules: tuple[SquareRule | PredicateRule, ...], longest: int, gaps: bool
) -> MoveTable:
    """Return the table of some rules for paths of up to `longest` edges.

    `gaps` says that the board has some. Raises `UntabulatedError` for a predicate that depends on
    more than tables can hold, such as other symbols than triangles.
    """
    learned = [rule for rule in rules if isinstance(rule, PredicateRule)]
    others = [rule.name for rule in learned if not rule.predicate.only_triangles]
    if others:  # the tables say nothing of these symbols
        verb = "looks" if len(others) == 1 else "look"
        raise UntabulatedError(f"{', '.join(others)} {verb} at other symbols than triangles")
    lookups = [_lookup(rule) for rule in learned]
    for lookup in lookups:
        if lookup.ahead or (gaps and lookup.by_gaps):
            raise UntabulatedError("a predicate looks at more than the tables of moves hold")
    by_length = any(lookup.by_length for lookup in lookups)
    return _move_table(rules, longest + 1 if by_length else 0)


@lru_cache(maxsize=8)
def _move_table(rules: tuple[SquareRule | PredicateRule, ...], lengths: int) -> MoveTable:
    found = np.zeros((max(1, lengths), *SHAPE), np.uint8)
    for rule in rules:
        if isinstance(rule, SquareRule):
            verdicts = _of_square_rule(rule)
        else:
            lookup, after = _lookup(rule), _lookup(rule).local[0]
            if lookup.by_length:  # and the move makes the path longer by one
                after = lookup.of_lengths(lengths + 1)[1 : lengths + 1, 0]
            verdicts = _of_predicate(after)
        np.maximum(found, verdicts, out=found)
    return MoveTable(found.ravel(), lengths, bool(lengths) or _elsewhere(found[0]))


@lru_cache(maxsize=16)
def _lookup(rule: PredicateRule) -> Lookup:
    return Lookup(rule.predicate)


@lru_cache(maxsize=64)
def _of_square_rule(rule: SquareRule) -> Table:
    found = np.zeros(SHAPE, np.uint8)
    for configuration in configurations():
        edges, visited, head = configuration.state
        for to in _destinations(edges, visited, head):
            seen = SquareMove(configuration.triangles, edges, visited, head, to)
            verdict = STRENGTH.index(rule.of_square(seen))
            found[seen.triangles - 1, head + 1, to + 1, visited << 4 | edges] = verdict
    return found


def _destinations(edges: int, visited: int, head: int) -> Sequence[int]:
    """Return the corners to which a move can lead, and AWAY."""
    near = range(4) if head == AWAY else [corner for corner, _ in CORNER_STEPS[head]]
    return [AWAY, *(corner for corner in near if corner != AWAY and not visited >> corner & 1)]


def _of_predicate(fires: Table) -> Table:
    """Return MUST_NOT wherever a predicate fires on the path after the move.

    `fires` has the shape of `witness.searches.predicates.arrays.Table` without gaps, with a length
    before it or without.
    """
    found = np.zeros((*fires.shape[:-3], *SHAPE), np.uint8)
    before = np.arange(256)
    for to in range(4):
        arrived = before | 1 << 4 + to
        found[..., 0, to + 1, :] = fires[..., to + 1, arrived]
    for head in range(AWAY, 4):
        found[..., head + 1, 0, :] = fires[..., 0, :]
    for head, steps in enumerate(CORNER_STEPS):
        for to, edge in steps:
            if to != AWAY:
                arrived = before | 1 << 4 + to | edge
                found[..., head + 1, to + 1, :] = fires[..., to + 1, arrived]
    return found * np.uint8(MUST_NOT)


def _elsewhere(table: Table) -> bool:
    """Whether a square that a move does not touch can matter, after the first move of a path.

    It cannot where the rules say nothing of it, nor where they refuse the move over it: they have
    then refused every move by which the path could leave the square like this, or the first move of
    all if the path has never touched it.
    """
    states = {configuration.state for configuration in configurations()}
    for edges, visited, head in states:
        if head != AWAY:
            continue
        at = visited << 4 | edges
        for triangles in range(3):
            verdict = table[triangles, 0, 0, at]
            leaving = [
                table[triangles, corner + 1, 0, at]
                for corner in range(4)
                if (edges, visited, corner) in states
            ]
            if verdict and not (verdict == MUST_NOT and all(v == MUST_NOT for v in leaving)):
                return True
    return False
