"""The cases of coloured squares, stars, blocks and dots, for the checker of certificates.

It shares no code with `witness.puzzle.views.symbol_cases`, which finds them for the prover. The
runs of a clause on a symbol of which nothing is known (`certificate_evaluation`) cover every board.
Each run in which it fires has to be excluded, and the runs and the listed cases have to be the
same: no situation is in the one and not in the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.language.terms import Clause
from witness.proof.certificate_evaluation import Evaluation
from witness.proof.certificate_unknowns import Answers
from witness.proof.certificate_worlds import (
    CLASSES,
    CLASSES_OF_BLOCKS,
    SIZE,
    SymbolWorld,
    questions,
)

LIKE, UNLIKE = ("same square", "same star"), ("other square",)
AREA = tuple(sorted(CLASSES_OF_BLOCKS))

#: Answers and bounds: the situations of a symbol that they describe.
_Part = tuple[dict[Any, Any], list[tuple[Any, Any, int]]]


def symbol_problems(
    kind: str,
    clause: Clause,
    listed: Sequence[Mapping[str, Any]],
    background: Background,
) -> list[str]:
    """Return what does not hold of the listed cases of a kind of symbol.

    The body of the clause is in order. Raises `CannotCheckError` for a clause that asks what cannot
    be ranged over, and `LimitReachedError` at the limit of the budget in force.
    """
    options = questions(kind)
    known: list[_Part] = []
    problems = []
    for case in listed:
        part = _part(case, options)
        if part is None:
            problems.append(f"a case with another question or answer than there is: {case}")
        elif part in known:
            problems.append(f"a case is listed twice: {case}")
        else:
            known.append(part)
    runs = list(_firing(kind, clause, background))
    for run in runs:
        if not excluded(kind, *run):
            problems.append(f"the symbol can still be satisfied: {kind}, {_text(run)}")
        if _uncovered(run, known, options):
            problems.append(f"a case is missing: {kind}, {_text(run)}")
    problems += [
        f"a case in which it does not fire: {kind}, {_text(part)}"
        for part in known
        if _uncovered(part, runs, options)
    ]
    return problems


def _firing(kind: str, clause: Clause, background: Background) -> Iterator[_Part]:
    """Yield the runs in which a clause fires for a kind of symbol."""
    answers = Answers(_feasible)
    for fired in Evaluation(background, SymbolWorld(kind, answers)).runs(clause):
        if fired:
            yield dict(answers.known), list(answers.bounds)


def _part(case: Mapping[str, Any], options: Mapping[Any, Sequence[Any]]) -> _Part | None:
    """Return what a listed case describes; None if it has what there is not."""
    # As text, a number is no truth value.
    questions = {json.dumps(question): question for question in options}
    answers = {}
    for listed, given in case["answers"]:
        question = questions.pop(json.dumps(listed), None)
        if question is None or json.dumps(given) not in map(json.dumps, options[question]):
            return None
        answers[question] = given
    bounds = []
    for low, high, by in case["bounds"]:
        names = [name for name in (low, high) if name is not None]
        if type(by) is not int or any(
            classes != sorted({*classes} & {*CLASSES, *CLASSES_OF_BLOCKS, *SIZE})
            for _, classes in names
        ):
            return None
        bounds.append((_name(low), _name(high), by))
    return answers, bounds


def _name(listed: Any) -> Any:
    return None if listed is None else (listed[0], tuple(listed[1]))


def _text(part: _Part) -> str:
    answers = [[list(question), answer] for question, answer in part[0].items()]
    return f"answers {json.dumps(answers)}, bounds {json.dumps(part[1])}"


def _uncovered(part: _Part, others: Sequence[_Part], options: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether some situation of a part is in none of some others."""
    current().check()
    answers, bounds = part
    if not _feasible(answers, bounds):
        return False
    near = [
        one
        for one in others
        if all(answers.get(question, given) == given for question, given in one[0].items())
    ]
    if not near:
        return True
    (own, limits), *rest = near
    for question, given in own.items():
        if question not in answers:
            for other in options[question]:
                away = {**answers, question: other}
                if other != given and _uncovered((away, bounds), rest, options):
                    return True
            answers = {**answers, question: given}
    for low, high, by in limits:
        beyond = [*bounds, (high, low, -by - 1)]
        if _uncovered((answers, beyond), rest, options):
            return True
        bounds = [*bounds, (low, high, by)]
    return False


def _feasible(known: Mapping[Any, Any], bounds: Sequence[tuple[Any, Any, int]]) -> bool:
    """Whether there are numbers that satisfy bounds."""
    return _can_be_solved(known, bounds, None)


def excluded(kind: str, known: Mapping[Any, Any], bounds: Sequence[tuple[Any, Any, int]]) -> bool:
    """Whether no completion satisfies the constraint of the symbol in some situations."""
    if known.get(("cut off",)) is True:
        return True
    if kind == "edge dot":
        return known.get(("edge", 0)) == "gone"
    if kind == "vertex dot":
        no_way = known.get(("leads", 0)) is False and known.get(("leads", 1)) is False
        never = no_way or known.get(("reachable", 0)) is False
        return known.get(("visited", 0)) is False and never
    return not _can_be_solved(known, bounds, kind)


def _can_be_solved(
    known: Mapping[Any, Any], bounds: Sequence[tuple[Any, Any, int]], kind: str | None
) -> bool:
    """Whether there are numbers that satisfy bounds, and the constraint of a kind of symbol.

    They are found by shortest ways, as all bounds are differences of two numbers.
    """
    names: list[Any] = [None]
    apart: dict[tuple[int, int], int] = {}

    def number(name: Any) -> int:
        if name not in names:
            names.append(name)
        return names.index(name)

    def at_most(low: Any, high: Any, by: int) -> None:
        key = number(low), number(high)
        apart[key] = min(by, apart.get(key, by))

    for low, high, by in bounds:
        at_most(low, high, by)
    asked = (SIZE, AREA) if kind == "block" else (LIKE, UNLIKE)
    groups = {tuple(sorted(group)) for group in asked} | {n[1] for n in names if n}
    for group in groups:
        at_most(None, ("joined", group), 0)
        at_most(("joined", group), ("final", group), 0)
        at_most(("final", group), ("region", group), 0)
        for where in ("joined", "region", "final"):
            for other in groups:
                if {*group} < {*other}:
                    at_most((where, group), (where, other), 0)
        for where, states in (("joined", ("gone",)), ("region", ("gone", "live"))):
            least = sum(
                known.get(("beyond", n)) in group and known.get(("edge", n)) in states
                for n in range(4)
            )
            at_most(None, (where, group), -least)
    if kind == "square":
        at_most(("final", UNLIKE), None, 0)
    elif kind == "block":
        at_most(("final", SIZE), ("final", AREA), 1)
        at_most(("final", AREA), ("final", SIZE), -1)
        at_most(("region", SIZE), ("region", AREA), 1)
    elif kind == "star":
        at_most(("final", LIKE), None, 1)
        at_most(None, ("final", LIKE), -1)
    size = range(len(names))
    length = {(i, j): apart.get((i, j), 0 if i == j else 10**9) for i in size for j in size}
    for k in size:
        for i in size:
            for j in size:
                length[i, j] = min(length[i, j], length[i, k] + length[k, j])
    return all(length[i, i] >= 0 for i in size)
