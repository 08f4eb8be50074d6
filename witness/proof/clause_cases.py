"""The cases in which a clause fires, and whether they prove it.

For squares with triangles these are the local configurations, for other symbols those of
`witness.puzzle.views.symbol_cases`. Of the clause only those literals are kept that the cases can
say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from witness.base.errors import InputError
from witness.base.limits import current
from witness.clauses.background import Background, is_guarded
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.definitions import called
from witness.clauses.language.order import weakens
from witness.clauses.language.terms import Clause
from witness.proof import lemmas
from witness.proof.weakening import weakened
from witness.puzzle.views.board import PathView, SymbolView
from witness.puzzle.views.configurations import LocalConfiguration, configurations
from witness.puzzle.views.local_views import evaluated
from witness.puzzle.views.symbol_cases import SymbolCase, all_cases
from witness.puzzle.views.translate import Condition, Translation, translate

#: What the cases of other symbols than triangles may assume something of.
_OF_SYMBOLS = Dependence.LIVE | Dependence.REACHABLE


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
        missing = lemmas.missing(_OF_SYMBOLS)
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
    kept: Clause, background: Background, file: str, two_lines: bool = False
) -> tuple[tuple[LocalConfiguration, ...], int, str | None]:
    """Return the configurations in which a clause of local literals fires for a square.

    Besides, return how many of them are not excluded, and if none is, what is not proved that they
    assume.
    """
    if "triangles" not in background.kinds:
        return (), 0, None
    translation = translate([kept], background, file)
    if two_lines:
        found = evaluated(translation.source, translation.tables, two_lines=True)
        if not found.finite:
            return (), 0, "with two lines it looks at more than one square"
    condition = watched(translation)
    features = _features(translation, background)
    known = configurations(features, two_lines=True) if two_lines else configurations(features)
    cases = tuple(case for case in known if condition(*case.views()))
    failing = sum(case.completable for case in cases)
    return cases, failing, None if failing else lemmas.missing(features)


def lost_cases(
    background: Background, file: str, kept: Clause
) -> tuple[LocalConfiguration, ...] | None:
    """Return the configurations in which a clause of local literals holds for a lost square.

    None if it also holds for others: those that are not lost, and those without triangles.
    """
    cases, failing, missing = _of_triangles(kept, background, file)
    if failing or missing is not None:
        return None
    translation = translate([kept], background, file)
    if not evaluated(translation.source, translation.tables, (0,)).finite:
        return None
    condition = watched(translation)
    bare = {replace(one, triangles=0) for one in configurations(_features(translation, background))}
    return None if any(condition(*case.views()) for case in bare) else cases


#: What each primitive looks at besides the plain configuration of a square.
_LOOKS_AT = {
    ("gap", 2): Dependence.GAPS,
    ("live", 2): Dependence.LIVE,
    ("cut_off", 1): Dependence.LIVE,
    ("reachable", 2): Dependence.REACHABLE,
}


def _features(translation: Translation, background: Background) -> Dependence:
    """Return the features that a clause can look at, whether or not its answer depends on them.

    A certificate lists cases by these, as they can be read off the clause.
    """
    (translated,) = translation.clauses
    reached = called(translated.clause, background.program)
    return clause_dependence(own for key, own in _LOOKS_AT.items() if key in reached)


def proved_cases(clause: Clause, background: Background) -> tuple[LocalConfiguration, ...] | None:
    """Return the configurations that the proof of a clause lists; None if it is not proved.

    Counterexamples are not looked for. Raises `InputError` as `translate` does, and
    `LimitReachedError` at the limit of the budget in force.
    """
    translation = translate([clause], background)
    cases = cases_of(translation, local_part(translation, background), background)
    return cases.triangles if cases.left is None else None


def watched(translation: Translation) -> Condition:
    """Return the condition of a clause, with bounds on all of its evaluations together.

    It raises `TooManyStepsError` or `LimitReachedError` when they have taken too long.
    """
    condition = translation.together(translation.fires)
    budget = current()
    if budget.limits.time_limit is None:
        return condition

    def timed(path: PathView, symbol: SymbolView) -> bool:
        budget.check()
        return condition(path, symbol)

    return timed
