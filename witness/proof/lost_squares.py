"""Proof by another square: a clause that fires only where some square of the panel is lost.

A clause is unfolded into the ways in which it can hold (`witness.clauses.language.unfolding`). In
each way, literals are left out until only those are left that look at one square and the path. If
these hold only for a square with triangles that is lost, so is the path, whichever square the
clause is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.definitions import called
from witness.clauses.language.order import weakens
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.terms import (
    Clause,
    Literal,
    Variable,
    clause_text,
    literal_variables,
)
from witness.clauses.language.unfolding import Way, ways
from witness.clauses.language.variants import numbered
from witness.puzzle.views.configurations import LocalConfiguration
from witness.puzzle.views.translate import translate

#: Primitives that say something of more than one square, or of other symbols than triangles.
BEYOND = PRIMITIVES.keys() - {
    ("path", 2), ("vertices", 2), ("head_vertex", 2), ("live", 2), ("reachable", 2), ("cut_off", 1),
    ("square", 3), ("corner", 2), ("side", 4), ("gap", 2),
}  # fmt: skip

#: What has several answers, of which every square has some; and with others.
_CERTAIN = {("corner", 2), ("side", 4)}
_SEVERAL = {*_CERTAIN, ("member", 2), ("gap", 2)}

#: The most literals with several answers that are kept of a way, as all combinations are tried.
MOST_SEVERAL = 3


@dataclass(frozen=True)
class LostSquare:
    """What is left of a way for a square, and the configurations in which it holds for it."""

    kept: Clause
    cases: tuple[LocalConfiguration, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as a certificate holds it."""
        return {"kept": clause_text(self.kept), "cases": [case.to_json() for case in self.cases]}


def lost_squares(
    clause: Clause,
    kept: Clause,
    background: Background,
    lost: Callable[[Clause], tuple[LocalConfiguration, ...] | None],
) -> tuple[LostSquare, ...]:
    """Return a lost square for each way of a clause; none if some way has none.

    `kept` is what is local of the clause as it stands, which does not prove it. `lost` returns the
    configurations in which a clause holds if it holds for lost squares with triangles only, and
    else None. Raises `LimitReachedError` at the limit of the budget in force.
    """
    if background.subject == "dot":
        return ()
    rules = background.program.rules
    found = []
    known: dict[Clause, tuple[LocalConfiguration, ...] | None] = {}

    def lost_once(one: Clause) -> tuple[LocalConfiguration, ...] | None:
        alike = numbered(one)
        if alike not in known:
            known[alike] = lost(alike)
        return known[alike]

    try:
        all_ways = ways(clause, background.bias, background.program)
        others = any({*squares(way)} - {*clause.args} for way in all_ways)
        if not others and not any(li.key in rules for li in {*clause.body} - {*kept.body}):
            return ()  # the ways say no more than the clause
        for way in all_ways:
            square = _lost_square(way, background, lost_once)
            if square is None:
                return ()
            found.append(square)
    except InputError:
        return ()
    return tuple(found)


def _is_decided(clause: Clause, background: Background) -> bool:
    """Whether cases can say the literals of a clause."""
    try:
        return translate([clause], background).dependence.finite
    except InputError:
        return False


def _lost_square(
    way: Way,
    background: Background,
    lost: Callable[[Clause], tuple[LocalConfiguration, ...] | None],
) -> LostSquare | None:
    path = way.clause.args[background.roles.index("path")]
    for square in squares(way):
        whole = replace(way.clause, args=background.arguments(path, square))
        kept = _about(way, whole, background)
        cases = lost(kept) if kept.body else None
        if cases is not None:
            return LostSquare(kept, cases)
    return None


def _about(way: Way, whole: Clause, background: Background) -> Clause:
    """Return the literals of a way that look at a path and a square, those of a head, alone."""
    program = background.program
    used = [li for li in way.used if not called(Clause("", (), (li,)), program) & BEYOND]
    uses = Counter(v for literal in used for v in literal_variables(literal))
    given, before = {*whole.args}, {*way.clause.args, *whole.args}
    found: list[tuple[Literal, set[Variable]]] = []
    several = 0
    for literal in way.clause.body:
        own = {*literal_variables(literal)}
        new = own - before
        says_nothing = literal.key == ("=", 2) and any(uses[v] == 1 for v in new)
        fits = literal in used and own & before <= given and not says_nothing
        if fits and literal.key in _SEVERAL:
            matters = literal.key not in _CERTAIN or any(uses[v] > 1 for v in new)
            several += matters
            fits = matters and several <= MOST_SEVERAL
        if fits:
            found.append((literal, new))
            given |= own
        before |= own

    def part(places: Collection[int]) -> Clause:
        return replace(whole, body=tuple(found[place][0] for place in sorted(places)))

    def decided(places: Collection[int]) -> bool:
        one = part(places)
        return weakens(one, whole, background.bias, program.defines) and _is_decided(
            one, background
        )

    every = range(len(found))
    if decided(every):
        return part(every)
    # A literal with what gives its variables their values.
    alone = []
    for place in every:
        wanted, needed = {place}, {*literal_variables(found[place][0])}
        for earlier in range(place - 1, -1, -1):
            literal, new = found[earlier]
            if new & needed:
                wanted.add(earlier)
                needed.update(literal_variables(literal))
        if decided(wanted):
            alone.append(wanted)
    local = set[int]().union(*alone)
    return part(local if decided(local) else ())


def squares(way: Way) -> Sequence[Variable]:
    """Return the variables of a way that are squares wherever it holds."""
    found = (li.args[0] for li in way.used if li.key == ("square", 3) and not li.negated)
    return [one for one in dict.fromkeys(found) if isinstance(one, Variable)]
