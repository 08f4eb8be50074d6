"""The cases in which a clause fires for a square with triangles.

If a clause depends on the local configuration of the square alone
(`witness.puzzle.views.local_views`), it is run in each configuration, and the answers hold on all
boards.
"""

from __future__ import annotations

from witness.clauses.background import Background
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.definitions import called
from witness.puzzle.views.configurations import LocalConfiguration, configurations
from witness.puzzle.views.local_views import evaluated
from witness.puzzle.views.translate import Translation

#: What each primitive looks at besides the plain configuration of a square.
LOOKS_AT = {
    ("gap", 2): Dependence.GAPS,
    ("live", 2): Dependence.LIVE,
    ("cut_off", 1): Dependence.LIVE,
    ("reachable", 2): Dependence.REACHABLE,
}


def features_of(translation: Translation, background: Background) -> Dependence:
    """Return the features that a clause can look at, whether or not its answer depends on them.

    A certificate lists cases by these, as they can be read off the clause.
    """
    (translated,) = translation.clauses
    reached = called(translated.clause, background.program)
    return clause_dependence(own for key, own in LOOKS_AT.items() if key in reached)


def square_cases(
    translation: Translation, background: Background, *, two_lines: bool = False
) -> tuple[LocalConfiguration, ...] | None:
    """Return the configurations in which a clause fires; None if it looks beyond the square.

    With `two_lines`, the panel may have two. Raises `TooManyStepsError` if all configurations
    together take too many steps, and `LimitReachedError` at the limit of the budget in force.
    """
    if not translation.dependence.finite or (
        two_lines and not evaluated(translation.source, translation.tables, two_lines=True).finite
    ):
        return None
    features = features_of(translation, background)
    known = configurations(features, two_lines=True) if two_lines else configurations(features)
    condition = translation.watched()
    return tuple(case for case in known if condition(*case.views()))
