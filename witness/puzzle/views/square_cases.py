"""The cases in which a clause fires for a square with triangles, and those of the next step.

If a clause depends on the local configuration of the square alone
(`witness.puzzle.views.local_views`), it is run in each configuration, and the answers hold on all
boards.

A clause that looks at the live edges at the head is run as on a single square. Here live edges have
ends: besides those of the square there are some number of live edges at the head, and any number
elsewhere. If a run has heard that the path can take no edge at its head but those of the square,
one of these comes next; if there is none, the path is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from witness.clauses.background import Background
from witness.clauses.compiler.load import run_source
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.definitions import called
from witness.clauses.language.steps import begin
from witness.clauses.language.terms import Clause
from witness.puzzle.views.configurations import EDGE_CORNERS, LocalConfiguration, configurations
from witness.puzzle.views.domino_cases import OpenCases, open_cases
from witness.puzzle.views.local_views import (
    Answers,
    PathBeside,
    TriangleSquare,
    evaluated,
    square_states,
    unpacks,
)
from witness.puzzle.views.primitive_arguments import are_certain
from witness.puzzle.views.translate import Translation
from witness.puzzle.views.unknown_answers import Questions
from witness.puzzle.views.unknown_helpers import unknown_helpers
from witness.puzzle.views.unknown_places import Edge, Elsewhere, Head, PathList, Rest, Vertex

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


# ---- the next step ------------------------------------------------------------------------------


#: The most runs of one clause.
MOST_RUNS = 20_000


def looks_ahead(clause: Clause, background: Background) -> bool:
    """Whether a clause looks at the ends of live edges, and all that is in squares is triangles."""
    reached = called(clause, background.program)
    return background.kinds == {"triangles"} and {("live", 2), ("ends", 3)} <= reached


def head_cases(translation: Translation, background: Background) -> OpenCases | None:
    """Return the cases in which a clause fires; None if it needs to know more.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    (translated,) = translation.clauses
    clause, program = translated.clause, background.program
    if (
        not looks_ahead(clause, background)
        or any(program.defines(key) for key in (("live", 2), ("ends", 3)))
        or unpacks(translation.source)
        or not are_certain(clause, [background.roles[n] for n in range(2)], program)
    ):
        return None
    questions = Questions()
    space = run_source(
        translation.source, {**translation.tables, **unknown_helpers(questions)}, "<ahead>"
    )
    corners = [Vertex(number) for number in range(4)]
    edges = [_Ended(n, corners[a], corners[b]) for n, (a, b) in enumerate(EDGE_CORNERS)]
    answers = Answers(questions, square_states())
    path, square = PathBeside(answers, edges, corners), TriangleSquare(answers, edges, corners)
    path.live = _Live(answers, path.head, edges)
    begin()
    fires, completable = partial(space["fires"], path, square), partial(_completable, answers)
    return open_cases(answers, MOST_RUNS, fires, completable)


class _Ended(Edge):
    """An edge with its ends."""

    def __init__(self, number: int, *ends: object) -> None:
        super().__init__(number)
        self.ends = ends


class _Other(Rest):
    """A live edge that is not at the head, nor one of the square."""

    def __init__(self) -> None:
        self.ends = Elsewhere(), Elsewhere()


class _Live(PathList):
    """The live edges: those of the square, those at the head, and any number of others.

    Of the edges at a vertex, at most two have it as their first end, and two as their second.
    """

    rest = _Other

    def __init__(self, answers: Answers, head: Head, edges: Sequence[_Ended]) -> None:
        super().__init__(edges, answers.live, None, answers.questions, False)
        # Their numbers are those of no edge of the square.
        self._away = (
            [_Ended(number, head, Elsewhere()) for number in (-2, -3)],
            [_Ended(number, Elsewhere(), head) for number in (-4, -5)],
        )

    @property
    def items(self) -> tuple[Any, ...]:
        """The known ones."""
        found = [self.questions.ask(("away", order), (0, 1, 2)) for order in (0, 1)]
        return (*super().items, *(e for o, own in enumerate(self._away) for e in own[: found[o]]))


def _completable(answers: Answers) -> bool:
    """Whether the square can still be satisfied after the answers of a run."""
    known = answers.questions.answers
    if known.get(("cut off",)):
        return False
    held = all(known.get(("away", order)) == 0 for order in (0, 1))
    told = {
        name: frozenset(n for n in range(4) if known.get((name, n), other) is answer)
        for name, answer, other in (("gap", True, False), ("live", True, True))
    }
    reachable = frozenset(n for n in range(4) if known.get(("reachable", n), True))
    return any(
        replace(
            one, gaps=told["gap"], live=told["live"], reachable=reachable, held=held
        ).completable
        for one in configurations()
        if known.get(("triangles",), one.triangles) == one.triangles
        and all(known.get(("edge", n), n in one.edges) == (n in one.edges) for n in range(4))
        and all(
            known.get(("visited", n), seen) == seen and known.get(("head", n), own) == own
            for n, state in enumerate(one.corners)
            for seen, own in ((state != "unvisited", state == "head"),)
        )
    )
