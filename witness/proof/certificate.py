"""A small checker of the claims of `verify`, independent of the prover.

It shares no code with `witness.proof.prover`, `witness.logic.configurations` or the translator:
the plain interpreter evaluates clauses, and this file enumerates the cases again. A reader who
trusts this file, the interpreter and the argument below need not trust the prover.

The argument: a clause is *proved* if a weaker clause (some of its literals, the certificate's
`kept`) fires only in local configurations in which the square can no longer get as many edges as
it has triangles. Each configuration is tried with several surroundings, which exposes a kept
literal that looks beyond the square. The path continues from its head: a visited corner that is not
the head can take no more edges, the head one, and an unvisited corner two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from witness.base.errors import LINE, InputError, shortened
from witness.base.limits import Budget, Limits
from witness.logic.background import Background
from witness.logic.interpreter import Interpreter
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.primitives import path_view, square_view
from witness.logic.language.reader import Program
from witness.logic.language.terms import Clause, Ground, Key, clause_in_short, clause_text
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Vertex
from witness.puzzle.model import is_edge
from witness.puzzle.rules import is_solution, path_from_json

#: A case: triangles, the numbers of the edges on the path, and the states of the corners.
_Entry = tuple[int, tuple[int, ...], tuple[str, ...]]

Facts = dict[Key, list[tuple[Ground, ...]]]

#: The square of a configuration: its edges (bottom, top, left, right) as pairs of its corners.
_EDGES = {"e1": ("bl", "br"), "e2": ("tl", "tr"), "e3": ("bl", "tl"), "e4": ("br", "tr")}
_CORNERS = ("bl", "br", "tl", "tr")


def _record(**fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_STATUS = {"enum": ["proved", "refuted", "unknown"]}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}
_CASE = _record(
    triangles={"type": "integer", "minimum": 1, "maximum": 3},
    edges=_NUMBERS | {"items": {"type": "integer", "minimum": 0, "maximum": 3}},
    corners={
        "type": "array",
        "items": {"enum": ["unvisited", "path", "head"]},
        "minItems": 4,
        "maxItems": 4,
    },
    reachable_counts=_NUMBERS,
)
_EXAMPLE = _record(
    puzzle={"type": "object"},
    square={"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    partial_path={"type": "array", "minItems": 1},
    solution={"type": "array"},
)
_CLAIM = _record(
    clause={"type": "string"},
    status=_STATUS,
    reason={"type": "string"},
    kept={"type": "string"},
    cases={"type": "array", "items": _CASE},
    counterexample={"anyOf": [{"type": "null"}, _EXAMPLE]},
)
_REFUTED = {
    "if": {"properties": {"status": {"const": "refuted"}}},
    "then": {"properties": {"counterexample": {"type": "object"}}},
}
_CERTIFICATE = _record(
    status=_STATUS, clauses={"type": "array", "items": {"allOf": [_CLAIM, _REFUTED]}}
)


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
    error = best_match(Draft202012Validator(_CERTIFICATE).iter_errors(certificate))
    if error is not None:
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}"
                        for part in error.absolute_path)  # fmt: skip
        raise InputError(
            f"not a certificate of `witness verify`: at ${place}: {shortened(error.message, LINE)}"
        )
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
    statuses = {claim["status"] for claim in claims}
    overall = "refuted" if "refuted" in statuses else None
    overall = overall or ("proved" if statuses <= {"proved"} else "unknown")
    if certificate["status"] != overall:
        problems.append(f"the status should be {overall}, not {certificate['status']}")
    return problems


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
    listed: dict[_Entry, Mapping[str, Any]] = {}
    problems = []
    for case in claim["cases"]:
        entry = (case["triangles"], tuple(case["edges"]), tuple(case["corners"]))
        if entry in listed:
            problems.append(f"a case is listed twice: {_said(*entry)}")
        listed[entry] = case
    seen = set()
    for triangles, edges, corners in _states():
        budget.check()
        answers = {
            _holds(kept, facts, background) for facts in _surroundings(triangles, edges, corners)
        }
        entry = (triangles, tuple(sorted(int(e[1]) - 1 for e in edges)), corners)
        state = _said(*entry)
        if len(answers) > 1:
            problems.append(f"a kept literal looks beyond the square: {state}")
        if True not in answers:
            continue
        seen.add(entry)
        counts = sorted(_final_counts(edges, corners))
        if entry not in listed:
            problems.append(f"a case is missing: {state}")
        elif listed[entry]["reachable_counts"] != counts:
            problems.append(f"the reachable counts should be {counts}: {state}")
        if triangles in counts:
            problems.append(f"the square can still get its edges: {state}")
    problems += [
        f"a case in which it does not fire: {_said(*entry)}"
        for entry in listed
        if entry not in seen
    ]
    return problems


def _said(triangles: int, edges: Sequence[int], corners: Sequence[str]) -> str:
    """Return a case in words."""
    names = ("bottom left", "bottom right", "top left", "top right")
    places = ", ".join(f"{c}: {s}" for c, s in zip(names, corners, strict=True))
    return f"{triangles} triangles, edges {list(edges)} on the path, corners {places}"


def _states() -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """Yield every possible (triangles, edges on the path, corner states)."""
    for triangles, pattern in product((1, 2, 3), product((False, True), repeat=4)):
        edges = tuple(name for name, used in zip(_EDGES, pattern, strict=True) if used)
        for corners in product(("unvisited", "path", "head"), repeat=4):
            degree = {c: sum(c in _EDGES[e] for e in edges) for c in _CORNERS}
            limits = {"unvisited": 0, "path": 2, "head": 1}
            fits = all(degree[c] <= limits[s] for c, s in zip(_CORNERS, corners, strict=True))
            if fits and corners.count("head") <= 1 and len(edges) < 4:
                yield triangles, edges, corners


def _final_counts(edges: tuple[str, ...], corners: tuple[str, ...]) -> set[int]:
    """Return the possible numbers of the square's edges on a complete path, by brute force."""
    room = {"unvisited": 2, "path": 0, "head": 1}
    counts = set()
    for pattern in product((False, True), repeat=4):
        added = [e for e, take in zip(_EDGES, pattern, strict=True) if take]
        if set(added) & set(edges):
            continue
        degree = {c: sum(c in _EDGES[e] for e in added) for c in _CORNERS}
        if all(degree[c] <= room[s] for c, s in zip(_CORNERS, corners, strict=True)):
            counts.add(len(edges) + len(added))
    return counts - {4}


def _surroundings(
    triangles: int, edges: tuple[str, ...], corners: tuple[str, ...]
) -> Iterator[Facts]:
    """Yield the facts of one configuration with a short, a long, and a reversed path."""
    visited = [c for c, s in zip(_CORNERS, corners, strict=True) if s != "unvisited"]
    heads = [c for c, s in zip(_CORNERS, corners, strict=True) if s == "head"]
    head = heads[0] if heads else "far"
    trail = [c for c in visited if c != head]
    plans = (
        (list(edges), [*trail, head]),
        ([*edges, *(f"x{n}" for n in range(7))], [*trail, *(f"y{n}" for n in range(7)), head]),
        (["x0", *reversed(edges)], ["y0", *reversed(trail), head]),
    )
    for path_edges, path_vertices in plans:
        yield {
            ("path", 2): [("p", tuple(path_edges))],
            ("vertices", 2): [("p", tuple(path_vertices))],
            ("head_vertex", 2): [("p", head)],
            ("square", 3): [("c", triangles, tuple(_EDGES))],
            ("corner", 2): [("c", corner) for corner in _CORNERS],
            ("side", 4): [("c", edge, *ends) for edge, ends in _EDGES.items()],
        }


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
    facts: Facts = {
        ("path", 2): [("p", path.edges)],
        ("vertices", 2): [("p", path.vertices)],
        ("head_vertex", 2): [("p", path.head)],
        ("square", 3): [("c", square.triangles, square.edges)],
        ("corner", 2): [("c", corner) for corner in square.corners],
        ("side", 4): [("c", *side) for side in square.sides],
    }
    ordered = replace(clause, body=in_order(clause, background.bias, background.program.defines))
    if not _holds(ordered, facts, background):
        problems.append("the clause does not fire on the partial path")
    return problems
