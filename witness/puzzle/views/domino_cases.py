"""The cases in which a clause about two neighbouring squares fires, on any board.

A clause comes from its square to another one by `beside/2`, from an edge to the squares beside it.
If each way to derive it makes one such call at most, it is derived from its square and the one
beyond one edge: a domino (`witness.puzzle.views.dominoes`), of which there are four. The clause is
run on each of them as on a single square (`witness.puzzle.views.local_views`), so that an
evaluation which needs to know more is noticed. The square beyond may have no triangles, and then
asks for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.compiler.load import MISTAKES, run_source
from witness.clauses.language.definitions import called
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import TooManyStepsError, begin
from witness.clauses.language.terms import Clause, Key
from witness.puzzle.views.dominoes import Domino, domino
from witness.puzzle.views.local_views import (
    Answers,
    PathBeside,
    SquareAmong,
    TriangleSquare,
    unpacks,
)
from witness.puzzle.views.primitive_arguments import are_certain
from witness.puzzle.views.translate import Translation
from witness.puzzle.views.unknown_answers import BeyondError, Questions, beyond
from witness.puzzle.views.unknown_helpers import unknown_helpers
from witness.puzzle.views.unknown_places import Edge, Vertex

#: The most runs of one clause on one domino.
MOST_RUNS = 5_000

_BESIDE: Key = ("beside", 2)

#: The number of triangles of the square, and of the one beyond: 0 is none.
_TRIANGLES = ((1, 2, 3), (0, 1, 2, 3))


class OpenCases(NamedTuple):
    """How many cases there are, and how many of them are not lost."""

    number: int
    open: int


def open_cases(
    answers: Answers, most_runs: int, fires: Callable[[], bool], completable: Callable[[], bool]
) -> OpenCases | None:
    """Return the cases in which a clause fires, a run each; None if one needs to know more.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    number = open_ = 0
    try:
        for _ in answers.questions.runs(most_runs):
            current().check()
            answers.left = answers.all
            fired = fires()
            if answers.questions.far:
                return None
            if fired:
                number += 1
                open_ += completable()
    except (BeyondError, TooManyStepsError, ZeroDivisionError, *MISTAKES):
        return None
    return OpenCases(number, open_)


def looks_beside(clause: Clause, background: Background) -> bool:
    """Whether a clause looks at squares beside an edge, and all that is in squares is triangles."""
    return background.kinds == {"triangles"} and _BESIDE in called(clause, background.program)


def domino_cases(translation: Translation, background: Background) -> OpenCases | None:
    """Return the cases in which a clause fires; None if a domino cannot say it.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    (translated,) = translation.clauses
    clause, program = translated.clause, background.program
    roles = [background.roles[place] for place in range(len(clause.args))]
    if (
        background.kinds != {"triangles"}
        or program.defines(_BESIDE)
        or _most_calls(clause, program) > 1
        or unpacks(translation.source)
        or not are_certain(clause, roles, program)
    ):
        return None
    number = open_ = 0
    begin()
    for place in range(4):
        questions = Questions()
        helpers = unknown_helpers(questions)
        space = run_source(translation.source, {**translation.tables, **helpers}, "<dominoes>")
        answers = _Answers(questions, domino(place))
        fires = partial(space["fires"], *answers.views())
        found = open_cases(answers, MOST_RUNS, fires, answers.completable)
        if found is None:
            return None
        number += found.number
        open_ += found.open
    return OpenCases(number, open_)


def _most_calls(clause: Clause, program: Program) -> int:
    """Return the most calls of `beside/2` that one derivation of a clause makes.

    A call that is negated, or whose answers are collected, counts as two: it is about all answers.
    """
    found = 0
    for literal in clause.body:
        if _BESIDE in called(Clause("", (), (literal,)), program):
            if literal.negated or literal.key == ("findall", 3):
                return 2
            rules = program.rules.get(literal.key, ())
            found += max((_most_calls(rule, program) for rule in rules), default=1)
    return found


class _Side(Edge):
    """An edge of a domino; it is said of those of the square what is beside them."""

    squares: tuple[SquareAmong, ...]


class _Beyond(SquareAmong):
    """The square beyond an edge, which may have no triangles."""

    @property
    def triangles(self) -> int:
        """Its number of triangles."""
        found: int = self._answers.questions.ask(("beyond",), _TRIANGLES[1])
        return found


class _Answers(Answers):
    """The answers about a domino and the path beside it, none of which contradict each other."""

    def __init__(self, questions: Questions, of: Domino) -> None:
        super().__init__(questions, of.bits)
        self._domino = of

    def live(self, place: int) -> bool:
        """Refuse to say whether an edge is live."""
        beyond(place)

    def reachable(self, place: int) -> bool:
        """Refuse to say whether the head can reach a vertex."""
        beyond(place)

    def cut_off(self) -> bool:
        """Refuse to say whether the path is cut off from the goals."""
        beyond()

    def views(self) -> tuple[PathBeside, SquareAmong]:
        """Return the path and the square."""
        of = self._domino
        edges = [_Side(number) for number in range(7)]
        vertices = [Vertex(number) for number in range(6)]
        one, other = (
            kind(self, [edges[n] for n in own], [vertices[n] for n in corners])
            for kind, own, corners in zip(
                (TriangleSquare, _Beyond), of.edges, of.corners, strict=True
            )
        )
        for number in range(4):
            edges[number].squares = (one, other) if number == of.place else (one,)
        return PathBeside(self, edges, vertices), one

    def completable(self) -> bool:
        """Whether both squares can still be satisfied after these answers."""
        known = self.questions.answers
        gaps = sum(1 << n for n in range(7) if known.get(("gap", n)))
        one, other = (
            (known[asked],) if asked in known else every
            for asked, every in zip((("triangles",), ("beyond",)), _TRIANGLES, strict=True)
        )
        return self._domino.completable(self.left, gaps, one, other)
