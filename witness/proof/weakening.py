"""What is kept of a clause: literals are left out, so that it can only fire more often.

If the weaker clause never fires on a path that a solution extends, neither does the whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from witness.base.errors import InputError
from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.language.order import weakens
from witness.clauses.language.terms import Clause, literal_variables, variables
from witness.puzzle.views.translate import Translation, translate

#: The most literals that cannot be said of which it is tried whether two of them can.
MOST_PAIRED = 20


def weakened(
    translation: Translation,
    background: Background,
    decided: Callable[[Translation], bool],
) -> Clause:
    """Return the clause of a translation with only those literals that cases can say.

    `decided` says whether they can say some literals together: one may be local only with another
    one that uses its output, as in `member(V,L), corner(S,V)`, where L are the vertices of a path.
    Of a clause with many literals that cannot be said, the first `MOST_PAIRED` are tried. Raises
    `LimitReachedError` at the limit of the budget in force.
    """
    (translated,) = translation.clauses
    whole, ordered = translated.clause, translated.ordered
    if decided(translation):
        return replace(whole, body=ordered)
    known = {v for argument in whole.args for v in variables(argument)}

    def fits(wanted: Sequence[int]) -> bool:
        """Whether some literals are decided, with the same variables bound as in the clause."""
        current().check()
        given, before = set(known), set(known)
        for place, literal in enumerate(ordered):
            own = set(literal_variables(literal))
            if place in wanted:
                if not own & before <= given:
                    return False
                given |= own
            before |= own
        part = replace(whole, body=tuple(ordered[place] for place in wanted))
        if not weakens(part, whole, background.bias, background.program.defines):
            return False
        try:
            return decided(translate([part], background))
        except InputError:
            return False

    places: list[int] = []
    failing = 0
    for place in range(len(ordered)):
        if place in places:
            continue
        for partner in (place, *(n for n in range(len(ordered)) if n not in places)):
            wanted = sorted({*places, place, partner})
            if fits(wanted):
                places = wanted
                break
        else:
            failing += 1
            if failing == MOST_PAIRED:
                break
    return replace(whole, body=tuple(ordered[place] for place in places))
