"""What a certificate says of squares with triangles: the cases of a clause, or of its ways.

It is a part of `witness.proof.certificate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.order import in_order, weakens
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Compound, Key
from witness.clauses.language.unfolding import Way, ways
from witness.clauses.language.variants import numbered
from witness.proof.certificate_cases import (
    State,
    case_text,
    final_counts,
    listed_case,
    states,
)
from witness.proof.certificate_evaluation import Evaluation
from witness.proof.certificate_unknowns import Answers
from witness.proof.certificate_worlds import SquareWorld, situation

#: What says something of other symbols than triangles.
_OTHERS = {("colour", 2), ("star", 1), ("block", 2), ("dot_vertex", 2), ("dot_edge", 2)}


def parsed_clause(text: str, what: str) -> Clause | str:
    """Return the clause of a text, or what is wrong with it."""
    try:
        parsed = parse_clauses(text)
    except InputError as error:
        return f"the {what} clause cannot be read: {error}"
    return parsed[0] if len(parsed) == 1 else f"one {what} clause is expected, not {len(parsed)}"


def reached_by(clause: Clause, program: Program) -> set[Key]:
    """Return the predicates that a clause calls, itself or through definitions."""
    found: set[Key] = set()
    todo = [clause]
    while todo:
        for literal in todo.pop().body:
            goals = [a for a in literal.args if isinstance(a, Compound)]
            for key in {literal.key, *((goal.functor, len(goal.args)) for goal in goals)} - found:
                found.add(key)
                todo += program.rules.get(key, [])
    return found


def second_head_problems(kept: Clause, background: Background) -> list[str]:
    """Return what does not hold of the claim that a square is lost with two lines as well.

    With both lines for the path, it has the same cases, and those with the head of the second.
    """
    problems = []
    evaluation = Evaluation(background, SquareWorld(Answers()))
    for state in states(reached_by(kept, background.program), second=True):
        fires = {*evaluation.runs(kept, situation(state))}
        if len(fires) > 1:
            problems.append(f"a kept literal looks beyond the square: {case_text(state)}")
        if True in fires and state.triangles in final_counts(state):
            problems.append(f"the square can still get its edges: {case_text(state)}")
    return problems


def square_problems(
    kept: Clause, cases: Sequence[Mapping[str, Any]], background: Background
) -> list[str]:
    """Return what does not hold of the cases of squares with triangles."""
    listed: dict[State, Mapping[str, Any]] = {}
    problems = []
    for case in cases:
        entry = listed_case(case)
        if entry in listed:
            problems.append(f"a case is listed twice: {case_text(entry)}")
        listed[entry] = case
    seen = set()
    evaluation = Evaluation(background, SquareWorld(Answers()))
    for state in states(reached_by(kept, background.program)):
        fires = {*evaluation.runs(kept, situation(state))}
        if len(fires) > 1:
            problems.append(f"a kept literal looks beyond the square: {case_text(state)}")
        if True not in fires:
            continue
        seen.add(state)
        counts = sorted(final_counts(state))
        if state not in listed:
            problems.append(f"a case is missing: {case_text(state)}")
        elif listed[state]["reachable_counts"] != counts:
            problems.append(f"the reachable counts should be {counts}: {case_text(state)}")
        if state.triangles in counts:
            problems.append(f"the square can still get its edges: {case_text(state)}")
    problems += [
        f"a case in which it does not fire: {case_text(entry)}"
        for entry in listed
        if entry not in seen
    ]
    return problems


def ways_problems(clause: Clause, claim: Mapping[str, Any], background: Background) -> list[str]:
    """Return what does not hold of the claim that a clause fires only where a square is lost.

    A square without triangles is never lost.
    """
    if claim["cases"] or claim.get("symbols"):
        return ["it has ways, and cases besides"]
    found = ways(clause, background.bias, background.program)
    if len(found) != len(claim["ways"]):
        return [f"there are {len(found)} ways in which it can hold, not {len(claim['ways'])}"]
    problems = []
    known: dict[Clause, tuple[Any, list[str]]] = {}
    for way, listed in zip(found, claim["ways"], strict=True):
        kept = _kept_of_way(way, listed["kept"], background)
        if isinstance(kept, str):
            problems.append(kept)
            continue
        alike, cases = numbered(kept), listed["cases"]
        if alike not in known or known[alike][0] != cases:
            known[alike] = cases, _way_problems(alike, cases, background)
        problems += known[alike][1]
    return problems


def _way_problems(
    kept: Clause, cases: Sequence[Mapping[str, Any]], background: Background
) -> list[str]:
    """Return what does not hold of the claim that what is kept of a way loses its square."""
    program = background.program
    reached = reached_by(kept, program)
    problems = [f"a way speaks of other symbols: {name}/{arity}"
                for name, arity in sorted(reached & _OTHERS)]  # fmt: skip
    ordered = in_order(kept, background.bias, program.defines)
    problems += square_problems(ordered, cases, background)
    evaluation = Evaluation(background, SquareWorld(Answers()))
    for state in states(reached, (0,)):
        if any(evaluation.runs(ordered, situation(state))):
            problems.append(f"a way holds for a square without triangles: {case_text(state)}")
    return problems


def _kept_of_way(way: Way, text: str, background: Background) -> Clause | str:
    """Return the clause that is kept of a way for one of its squares, or what is wrong with it."""
    kept = parsed_clause(text, "kept")
    if isinstance(kept, str):
        return kept
    path = way.clause.args[background.roles.index("path")]
    squares = {li.args[0] for li in way.used if li.key == ("square", 3) and not li.negated}
    heads = [background.arguments(path, square) for square in squares]
    if kept.args not in heads or {*kept.body} - {*way.used}:
        return "the kept clause is not made of literals of the way, for one of its squares"
    whole = replace(way.clause, args=kept.args)
    if not weakens(kept, whole, background.bias, background.program.defines):
        return "the kept clause leaves out what gives a variable its value"
    return kept
