"""When a square is lost by clauses that are proved and look at nothing but the square.

Only of such clauses can a planning problem say where they fire (`witness.puzzle.formats.pddl`).
"""

from __future__ import annotations

from pathlib import Path

from witness.base.errors import InputError
from witness.clauses.background import background_of
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_in_short
from witness.proof.prover import verify
from witness.puzzle.formats.pddl import Rule, SquareState
from witness.puzzle.views.square_cases import square_cases
from witness.puzzle.views.translate import translate


def square_rule(
    file: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> Rule:
    """Return whether the clauses of a file fire for a square with some triangles in a state.

    Raises `InputError` that names the first clause that is not proved, or that depends on more
    than the square.
    """
    background = background_of(file, bk, bias)
    clauses = read_hypothesis(file)
    lost: set[tuple[int, SquareState]] = set()
    if others := background.kinds - {"triangles"}:
        known = " and ".join(sorted(others))
        what = f"the clauses know {known}, too; a rule in PDDL is about triangles alone"
        raise InputError(what, file=file)
    for clause in clauses:
        translation = translate([clause], background, str(file))
        cases = None if translation.dependence else square_cases(translation, background)
        if cases is None:
            what = f"not local, it looks at more than one square: {clause_in_short(clause)}"
            raise InputError(what, file=file, line=clause.line)
        lost |= {(case.triangles, case.state) for case in cases}
    for found in verify(clauses, background, str(file)).clauses:
        if found.status != "proved":
            short = clause_in_short(found.clause)
            what = f"not proved, {found.status} ({found.reason}): {short}"
            raise InputError(what, file=file, line=found.clause.line)
    return lambda triangles, state: (triangles, state) in lost
