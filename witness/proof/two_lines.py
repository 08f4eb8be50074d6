"""Whether the cases of a clause prove it for panels with two lines as well.

Edges and vertices are those of both lines, and the head is that of the first: a square has more
cases, with the head of the second at a corner on the path. What a guard says is proved for these,
too, so that it does for two lines with marks.
"""

from __future__ import annotations

from dataclasses import replace

from witness.logic.background import Background
from witness.logic.language.steps import TooManyStepsError
from witness.logic.language.terms import Clause
from witness.logic.translate import translate
from witness.proof.clause_cases import cases_of, local_part
from witness.proof.prover import ClauseVerdict, Verdict


def proved_for_two_lines(clause: Clause, background: Background) -> bool:
    """Whether the cases of a clause prove it for panels with two lines, and so for all panels.

    Raises `InputError` as `translate` does, and `LimitReachedError` at the limit of the budget in
    force.
    """
    translation = translate([clause], background)
    try:
        kept = local_part(translation, background) if "triangles" in background.kinds else clause
        return cases_of(translation, kept, background, two_lines=True).left is None
    except TooManyStepsError:
        return False


def for_two_lines(verdict: Verdict, background: Background) -> Verdict:
    """Return a verdict that says which clauses are proved for panels with two lines as well.

    Raises `LimitReachedError` at the limit of the budget in force.
    """

    def found(one: ClauseVerdict) -> bool:
        by_cases = one.plain and not one.ways and one.neighbours_kept is None
        proved = one.status == "proved" and by_cases
        return proved and proved_for_two_lines(one.clause, background)

    return Verdict(tuple(replace(one, two_lines=found(one)) for one in verdict.clauses))
