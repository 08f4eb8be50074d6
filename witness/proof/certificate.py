"""A small checker of the claims of `verify`, independent of the prover.

It shares no code with `witness.proof.prover`, `witness.logic.configurations` or the translator:
the plain interpreter evaluates clauses, and `certificate_cases` enumerates the cases again. A
reader who trusts these two files, the interpreter and the argument below need not trust the prover.

The lemmas of `bk/outlook.pl` about live edges and reachable vertices are checked by
`witness.proof.lemma_checker`.

The argument: a clause is *proved* if a weaker clause (some of its literals, the certificate's
`kept`) fires only in local configurations in which the square can no longer get as many edges as
it has triangles. Each configuration is tried with several surroundings, which exposes a kept
literal that looks beyond the square. The path continues from its head: a visited corner that is not
the head can take no more edges, the head one, and an unvisited corner two. It takes no gap; if the
clause looks at live edges, it takes only those, and nothing at all if it is cut off from the goals;
and it comes only to reachable corners if the clause looks at these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from witness.base.limits import Budget, Limits
from witness.logic.background import Background, shipped_file
from witness.logic.interpreter import Interpreter
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program, read_program
from witness.logic.language.terms import Clause, Compound, Key, clause_in_short, clause_text
from witness.logic.language.views import facts_of, path_view, square_view
from witness.proof.certificate_cases import (
    Facts,
    State,
    case_text,
    final_counts,
    listed_case,
    states,
    surroundings,
)
from witness.proof.certificate_schema import CERTIFICATE, check_shape
from witness.proof.lemma_checker import check_lemmas
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Vertex
from witness.puzzle.model import is_edge
from witness.puzzle.rules import is_solution, path_from_json

#: The lemmas of bk/outlook.pl on which a proof rests that looks at a primitive.
_LEMMAS = {
    ("live", 2): "takes(P,E) => live_edge(P,E)",
    ("cut_off", 1): "cut_off(P) => fail",
    ("reachable", 2): "visits(P,V) => reaches(P,V)",
}


def check_certificate(
    certificate: Any,
    clauses: Sequence[Clause],
    background: Background,
    limits: Limits | None = None,
) -> list[str]:
    """Return everything in a certificate that does not hold; an empty list confirms it.

    The `reason` of a clause is prose for readers, and is not checked. Raises `InputError` for a
    document that is not a certificate, and for a clause that takes too long to evaluate, and
    `LimitReachedError` at the time limit.
    """
    budget = Budget(limits)
    check_shape(certificate, CERTIFICATE, "a certificate of `witness verify`")
    claims = certificate["clauses"]
    if [claim["clause"] for claim in claims] != [clause_text(clause) for clause in clauses]:
        return ["the certificate is about other clauses"]
    problems = []
    for clause, claim in zip(clauses, claims, strict=True):
        if claim["status"] == "proved":
            found = _check_proof(clause, claim, background, budget)
        elif claim["status"] == "refuted":
            found = _check_counterexample(clause, claim["counterexample"], background)
        else:
            found = []
        problems += [f"{clause_in_short(clause)}: {problem}" for problem in found]
    problems += _check_lemmas(certificate.get("lemmas", []), clauses, claims, background, budget)
    statuses = [claim["status"] for claim in claims]
    order = ("refuted", "unknown", "checked", "proved")
    overall = min(statuses, key=order.index, default="proved")
    if certificate["status"] != overall:
        problems.append(f"the status should be {overall}, not {certificate['status']}")
    return problems


def _check_lemmas(
    proofs: Sequence[Mapping[str, Any]],
    clauses: Sequence[Clause],
    claims: Sequence[Mapping[str, Any]],
    background: Background,
    budget: Budget,
) -> list[str]:
    """Return what does not hold of the lemmas on which the claims rest."""
    rests_on = {
        _LEMMAS[key]
        for clause, claim in zip(clauses, claims, strict=True)
        if claim["status"] == "proved"
        for key in _LEMMAS.keys() & _reached(clause, background.program)
    }
    if not proofs:
        return [f"the proof of a lemma is missing: {text}" for text in sorted(rests_on)]
    program = read_program(shipped_file("bk/outlook.pl"))
    problems = check_lemmas(proofs, program, budget)
    absent = rests_on - {text for _, text in program.lemmas}
    return problems + [f"bk/outlook.pl has no lemma {text}" for text in sorted(absent)]


def _check_proof(
    clause: Clause, claim: Mapping[str, Any], background: Background, budget: Budget
) -> list[str]:
    parsed = parse_clauses(claim["kept"])
    if len(parsed) != 1:
        return [f"one kept clause is expected, not {len(parsed)}"]
    (kept,) = parsed
    if (
        kept.name != clause.name
        or kept.args != clause.args
        or not set(kept.body) <= set(clause.body)
    ):
        return ["the kept clause is not made of literals of the clause"]
    kept = replace(kept, body=in_order(kept, background.bias, background.program.defines))
    listed: dict[State, Mapping[str, Any]] = {}
    problems = []
    for case in claim["cases"]:
        entry = listed_case(case)
        if entry in listed:
            problems.append(f"a case is listed twice: {case_text(entry)}")
        listed[entry] = case
    seen = set()
    for state in states(_reached(kept, background.program)):
        budget.check()
        answers = {_holds(kept, facts, background) for facts in surroundings(state)}
        text = case_text(state)
        if len(answers) > 1:
            problems.append(f"a kept literal looks beyond the square: {text}")
        if True not in answers:
            continue
        seen.add(state)
        counts = sorted(final_counts(state))
        if state not in listed:
            problems.append(f"a case is missing: {text}")
        elif listed[state]["reachable_counts"] != counts:
            problems.append(f"the reachable counts should be {counts}: {text}")
        if state.triangles in counts:
            problems.append(f"the square can still get its edges: {text}")
    problems += [
        f"a case in which it does not fire: {case_text(entry)}"
        for entry in listed
        if entry not in seen
    ]
    return problems


def _reached(clause: Clause, program: Program) -> set[Key]:
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


def _holds(clause: Clause, facts: Facts, background: Background) -> bool:
    """Whether a clause, its body in order, holds for the path and the square of some facts."""
    program: Program = background.program
    return Interpreter(program, facts).holds(clause, background.arguments("p", "c"))


def _check_counterexample(
    clause: Clause, example: Mapping[str, Any], background: Background
) -> list[str]:
    puzzle = puzzle_from_json(example["puzzle"])
    partial = path_from_json(example["partial_path"])
    solution = path_from_json(example["solution"])
    row, column = example["square"]
    problems = []
    if not is_solution(puzzle, solution):
        problems.append("the solution of the counterexample does not solve its puzzle")
    if len(partial) >= len(solution) or solution[: len(partial)] != partial:
        problems.append("the solution does not extend the partial path")
    if any(is_edge(place) for place in partial):
        problems.append("the partial path does not consist of vertices")
    if problems:
        return problems
    if (row, column) not in puzzle.triangle_at:
        return ["the square of the counterexample has no triangles"]
    path = path_view(puzzle, cast(tuple[Vertex, ...], partial))
    square = square_view(puzzle, (row, column), puzzle.triangle_at[row, column])
    facts = facts_of(path, square)
    ordered = replace(clause, body=in_order(clause, background.bias, background.program.defines))
    if not _holds(ordered, facts, background):
        problems.append("the clause does not fire on the partial path")
    return problems
