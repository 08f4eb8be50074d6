"""A small checker of the claims of `verify`, independent of the prover.

It shares no code with `witness.proof.prover`, `witness.logic.configurations` or the translator:
the plain interpreter evaluates clauses, and `certificate_cases` enumerates the cases again. A
reader who trusts these two files, the interpreter and the argument below need not trust the prover.

The lemmas of `bk/outlook.pl` about live edges, reachable vertices and regions are checked by
`witness.proof.lemma_checker`. Cases of coloured squares, stars and dots are checked as
`certificate_symbols` says, which is less than what is checked of triangles.

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
from witness.base.shipped import shipped_file
from witness.learn.facts import constraint_name, primitive_facts
from witness.learn.partial_paths import PartialPath
from witness.logic.background import Background
from witness.logic.interpreter import Interpreter
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program, read_program
from witness.logic.language.terms import Clause, Compound, Key, clause_in_short, clause_text
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
from witness.proof.certificate_symbols import excluded, holds, situations
from witness.proof.lemma_checker import check_lemmas
from witness.puzzle.constraints import constraints
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Vertex
from witness.puzzle.model import is_edge
from witness.puzzle.rules import is_solution, path_edges, path_from_json

#: The lemmas of bk/outlook.pl on which a proof rests that looks at a primitive.
_LEMMAS = {
    ("live", 2): "takes(P,E) => live_edge(P,E)",
    ("cut_off", 1): "cut_off(P) => fail",
    ("reachable", 2): "visits(P,V) => reaches(P,V)",
    ("joined", 3): "joins(P,S,T) => shares(P,S,T)",
    ("region", 3): "shares(P,S,T) => may_share(P,S,T)",
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
            found = _check_symbols(clause, claim, background, budget)
            if "triangles" in background.kinds:
                found += _check_proof(clause, claim, background, budget)
            elif claim["cases"]:
                found.append("the background does not know triangles")
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


def _check_symbols(
    clause: Clause, claim: Mapping[str, Any], background: Background, budget: Budget
) -> list[str]:
    """Return what does not hold of the cases of other symbols than triangles."""
    problems = []
    listed = claim.get("symbols", [])
    for case in listed:
        if not excluded(case):
            problems.append(f"the symbol can still be satisfied: {case}")
    clause = replace(clause, body=in_order(clause, background.bias, background.program.defines))
    kinds = [kind for name in _SYMBOLS if name in background.kinds for kind in _SYMBOLS[name]]
    for kind in kinds:
        own = [case for case in listed if case["kind"] == kind]
        for situation in situations(kind):
            budget.check()
            fires = _holds(clause, situation.facts, background)
            if fires != any(holds(case, situation) for case in own):
                what = "a case is missing" if fires else "a case in which it does not fire"
                problems.append(f"{what}: {kind}, {situation.answers}, {situation.numbers}")
                break
    return problems


#: The kinds of cases of each kind of constraint.
_SYMBOLS = {"squares": ("square",), "stars": ("star",), "dots": ("vertex dot", "edge dot")}


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
    problems = []
    if not is_solution(puzzle, solution):
        problems.append("the solution of the counterexample does not solve its puzzle")
    if len(partial) >= len(solution) or solution[: len(partial)] != partial:
        problems.append("the solution does not extend the partial path")
    if any(is_edge(place) for place in partial):
        problems.append("the partial path does not consist of vertices")
    if problems:
        return problems
    given = path_from_json([example["dot" if "dot" in example else "square"]])[0]
    found = [
        one
        for one in constraints(puzzle, background.kinds)
        if one.place == given and (one.kind == "dots") == ("dot" in example)
    ]
    if not found:
        return ["the place of the counterexample has no symbol that the background knows"]
    board = puzzle.grid
    line = cast(tuple[Vertex, ...], partial)
    path = PartialPath(
        tuple(map(board.vertex_number, line)),
        tuple(board.edge_number[edge] for edge in path_edges(line)),
        completable=True,
        satisfiable=0,
    )
    rows = primitive_facts(puzzle, [], [path], whole=True)
    facts = {key: list(known) for key, known in rows.items()}
    name = constraint_name(puzzle, found[0])
    ordered = replace(clause, body=in_order(clause, background.bias, background.program.defines))
    fires = Interpreter(background.program, facts).holds(ordered, background.arguments("p0", name))
    if not fires:
        problems.append("the clause does not fire on the partial path")
    return problems
