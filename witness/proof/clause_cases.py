"""The cases in which a clause fires, and whether they prove it.

For squares with triangles these are the local configurations, for other symbols those of
`witness.puzzle.views.symbol_cases`. Of the clause only those literals are kept that the cases can
say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from witness.base.errors import InputError
from witness.clauses.background import Background, is_guarded
from witness.clauses.dependence import Dependence
from witness.clauses.language.order import weakens
from witness.clauses.language.terms import Clause
from witness.proof import lemmas
from witness.proof.weakening import weakened
from witness.puzzle.views.configurations import LocalConfiguration
from witness.puzzle.views.square_cases import features_of, square_cases
from witness.puzzle.views.symbol_cases import SymbolCase, all_cases
from witness.puzzle.views.translate import Translation, translate

#: What the cases of other symbols than triangles may assume something of.
AHEAD = Dependence.LIVE | Dependence.REACHABLE


class Cases(NamedTuple):
    """The cases in which parts of a clause fire; `left` is why they do not prove it, or None."""

    triangles: tuple[LocalConfiguration, ...]
    symbols: tuple[SymbolCase, ...]
    symbols_kept: Clause
    left: str | None


def cases_of(
    translation: Translation, kept: Clause, background: Background, *, two_lines: bool = False
) -> Cases:
    """Return the cases of a clause, of which `kept` is the local part, and why they prove nothing.

    They prove it if each is excluded, and what they assume is proved; with `two_lines` for panels
    with two lines as well.
    """
    (clause,) = (translated.clause for translated in translation.clauses)
    local, failing, missing = _of_triangles(kept, background, translation.file, two_lines)
    symbols_kept, symbols = _of_symbols(translation, background)
    if (symbols or is_guarded(clause, background)) and missing is None:
        missing = lemmas.missing(AHEAD)
    open_ = sum(not case.excluded for case in symbols or ())
    left = None
    if missing is not None:
        left = missing
    elif symbols is None or (open_ and len(symbols_kept.body) < len(clause.body)):
        left = "it looks at more than one symbol and its region"
    elif open_:
        left = _not_excluded(open_, len(symbols), "cases")
    elif failing:
        left = _not_excluded(failing, len(local), "configurations")
    return Cases(local, symbols or (), symbols_kept, left)


def _not_excluded(number: int, of: int, what: str) -> str:
    return f"{number} of {of} {what} {'is' if number == 1 else 'are'} not excluded"


def _of_symbols(
    translation: Translation, background: Background
) -> tuple[Clause, tuple[SymbolCase, ...] | None]:
    """Return what is kept of a clause for other symbols than triangles, and its cases.

    If cases can say no literal, the whole clause is kept, and there are none (None).
    """
    (whole,) = translation.clauses
    cases = all_cases(translation, background.kinds)
    if cases is not None:
        return whole.clause, cases
    kept = weakened(
        translation, background, lambda part: all_cases(part, background.kinds) is not None
    )
    cases = all_cases(translate([kept], background, translation.file), background.kinds)
    # What changes nothing is left out, too, such as a length that no literal looks at any more.
    for literal in reversed(kept.body if cases else ()):
        part = replace(kept, body=tuple(own for own in kept.body if own is not literal))
        if weakens(part, whole.clause, background.bias, background.program.defines):
            try:
                shorter = translate([part], background, translation.file)
            except InputError:
                continue
            if all_cases(shorter, background.kinds) == cases:
                kept = part
    return (kept, cases) if kept.body else (whole.clause, None)


def local_part(translation: Translation, background: Background) -> Clause:
    """Return the literals of a clause that cases of a square with triangles can say."""
    return weakened(translation, background, lambda part: part.dependence.finite)


def _of_triangles(
    kept: Clause, background: Background, file: str, two_lines: bool
) -> tuple[tuple[LocalConfiguration, ...], int, str | None]:
    """Return the configurations in which a clause of local literals fires for a square.

    Besides, return how many of them are not excluded, and if none is, what is not proved that they
    assume.
    """
    if "triangles" not in background.kinds:
        return (), 0, None
    translation = translate([kept], background, file)
    cases = square_cases(translation, background, two_lines=two_lines)
    if cases is None:
        return (), 0, "with two lines it looks at more than one square"
    failing = sum(case.completable for case in cases)
    return cases, failing, None if failing else lemmas.missing(features_of(translation, background))


def proved_cases(clause: Clause, background: Background) -> tuple[LocalConfiguration, ...] | None:
    """Return the configurations that the proof of a clause lists; None if it is not proved.

    Counterexamples are not looked for. Raises `InputError` as `translate` does, and
    `LimitReachedError` at the limit of the budget in force.
    """
    translation = translate([clause], background)
    cases = cases_of(translation, local_part(translation, background), background)
    return cases.triangles if cases.left is None else None
