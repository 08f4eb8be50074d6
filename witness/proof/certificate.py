"""A small checker of the claims of `verify`, independent of the prover.

It shares no code with `witness.proof.prover`, `witness.logic.configurations` or the translator:
the plain interpreter evaluates clauses, and this file enumerates the cases again. A reader who
trusts this file, the interpreter and the argument below need not trust the prover.

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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from witness.base.errors import LINE, InputError, shortened
from witness.base.limits import Budget, Limits
from witness.logic.background import Background, shipped_file
from witness.logic.interpreter import Interpreter
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.primitives import facts_of, path_view, square_view
from witness.logic.language.reader import Program, read_program
from witness.logic.language.terms import Clause, Compound, Ground, Key, clause_in_short, clause_text
from witness.proof.lemma_checker import check_lemmas
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.grid import Vertex
from witness.puzzle.model import is_edge
from witness.puzzle.rules import is_solution, path_from_json


class _State(NamedTuple):
    """A case: triangles, the edges on the path, the states of the corners, and features.

    Edges and corners go by their numbers. Features are None if the clause does not look at them.
    """

    triangles: int
    edges: tuple[int, ...]
    corners: tuple[str, ...]
    gaps: tuple[int, ...] = ()
    live: tuple[int, ...] | None = None
    reachable: tuple[int, ...] | None = None
    cut_off: bool = False


Facts = dict[Key, list[tuple[Ground, ...]]]

#: The square of a configuration: its edges (bottom, top, left, right), its corners, and the ends of
#: each edge.
_EDGES = ("e1", "e2", "e3", "e4")
_CORNERS = ("bl", "br", "tl", "tr")
_ENDS = ((0, 1), (2, 3), (0, 2), (1, 3))


def _record(**fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_STATUS = {"enum": ["proved", "checked", "refuted", "unknown"]}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}
_PLACES = _NUMBERS | {"items": {"type": "integer", "minimum": 0, "maximum": 3}}
_CASE = _record(
    triangles={"type": "integer", "minimum": 1, "maximum": 3},
    edges=_PLACES,
    corners={
        "type": "array",
        "items": {"enum": ["unvisited", "path", "head"]},
        "minItems": 4,
        "maxItems": 4,
    },
    reachable_counts=_NUMBERS,
)
_CASE["properties"] |= {
    "gaps": _PLACES,
    "live": _PLACES,
    "reachable": _PLACES,
    "cut_off": {"const": True},
}
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
_CLAIM["properties"]["checked"] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1},
    "minItems": 2,
    "maxItems": 2,
}
_CERTIFICATE = _record(
    status=_STATUS, clauses={"type": "array", "items": {"allOf": [_CLAIM, _REFUTED]}}
)
_CERTIFICATE["properties"]["lemmas"] = {
    "type": "array",
    "items": _record(
        lemma={"type": "string"},
        cases={
            "type": "array",
            "items": _record(
                case={"type": "string"},
                instances={
                    "type": "array",
                    "items": _record(
                        of={"type": "string"},
                        **{
                            "with": {
                                "type": "object",
                                "additionalProperties": {"type": "string"},
                            }
                        },
                    ),
                },
            ),
        },
    ),
}

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
    problems += _check_lemmas(certificate.get("lemmas", ()), clauses, claims, background)
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
    problems = check_lemmas(proofs, program)
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
    listed: dict[_State, Mapping[str, Any]] = {}
    problems = []
    for case in claim["cases"]:
        entry = _listed(case)
        if entry in listed:
            problems.append(f"a case is listed twice: {_said(entry)}")
        listed[entry] = case
    seen = set()
    for state in _states(_reached(kept, background.program)):
        budget.check()
        answers = {_holds(kept, facts, background) for facts in _surroundings(state)}
        said = _said(state)
        if len(answers) > 1:
            problems.append(f"a kept literal looks beyond the square: {said}")
        if True not in answers:
            continue
        seen.add(state)
        counts = sorted(_final_counts(state))
        if state not in listed:
            problems.append(f"a case is missing: {said}")
        elif listed[state]["reachable_counts"] != counts:
            problems.append(f"the reachable counts should be {counts}: {said}")
        if state.triangles in counts:
            problems.append(f"the square can still get its edges: {said}")
    problems += [
        f"a case in which it does not fire: {_said(entry)}" for entry in listed if entry not in seen
    ]
    return problems


def _listed(case: Mapping[str, Any]) -> _State:
    """Return a case of a certificate."""
    live, reachable = (
        tuple(case[name]) if name in case else None for name in ("live", "reachable")
    )
    return _State(
        case["triangles"],
        tuple(case["edges"]),
        tuple(case["corners"]),
        tuple(case.get("gaps", ())),
        live,
        reachable,
        case.get("cut_off", False),
    )


def _said(state: _State) -> str:
    """Return a case in words."""
    names = ("bottom left", "bottom right", "top left", "top right")
    places = ", ".join(f"{c}: {s}" for c, s in zip(names, state.corners, strict=True))
    known = {"gaps": state.gaps or None, "live": state.live, "reachable": state.reachable}
    features = "".join(f", {k} {list(v)}" for k, v in known.items() if v is not None)
    cut_off = ", cut off" if state.cut_off else ""
    return (
        f"{state.triangles} triangles, edges {list(state.edges)} on the path, corners {places}"
        f"{features}{cut_off}"
    )


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


def _states(called: set[Key]) -> Iterator[_State]:
    """Yield every possible case, with the features that the predicates called look at."""
    flags = [(False, True)] * 4
    for triangles, pattern in product((1, 2, 3), product(*flags)):
        edges = tuple(number for number, used in enumerate(pattern) if used)
        for corners in product(("unvisited", "path", "head"), repeat=4):
            degree = [sum(corner in _ENDS[edge] for edge in edges) for corner in range(4)]
            limits = {"unvisited": 0, "path": 2, "head": 1}
            fits = all(d <= limits[s] for d, s in zip(degree, corners, strict=True))
            if not fits or corners.count("head") > 1 or len(edges) == 4:
                continue
            others = tuple(number for number in range(4) if number not in edges)
            closed = {number for number, state in enumerate(corners) if state == "path"}
            for gaps in _some_of(others) if ("gap", 2) in called else [()]:
                free = tuple(
                    edge for edge in others if edge not in gaps and not closed & {*_ENDS[edge]}
                )
                looks = ("live", 2) in called or ("cut_off", 1) in called
                for live in _some_of(free) if looks else [None]:
                    for reachable in _reachable(corners) if ("reachable", 2) in called else [None]:
                        for cut_off in (False, True) if looks else [False]:
                            yield _State(triangles, edges, corners, gaps, live, reachable, cut_off)


def _reachable(corners: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of corners that the head may be able to reach; it reaches itself."""
    head = {number for number, state in enumerate(corners) if state == "head"}
    for found in _some_of(tuple(n for n, state in enumerate(corners) if state == "unvisited")):
        yield tuple(sorted({*found} | head))


def _some_of(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of some numbers."""
    for pattern in product((False, True), repeat=len(numbers)):
        yield tuple(number for number, chosen in zip(numbers, pattern, strict=True) if chosen)


def _final_counts(state: _State) -> set[int]:
    """Return the possible numbers of the square's edges on a complete path, by brute force."""
    if state.cut_off:
        return set()
    room = {"unvisited": 2, "path": 0, "head": 1}
    counts = set()
    for added in _some_of((0, 1, 2, 3)):
        if {*added} & {*state.edges, *state.gaps}:
            continue
        if state.live is not None and not {*added} <= {*state.live}:
            continue
        ends = {corner for edge in added for corner in _ENDS[edge]}
        if state.reachable is not None and not ends <= {*state.reachable}:
            continue
        degree = [sum(corner in _ENDS[edge] for edge in added) for corner in range(4)]
        if all(d <= room[s] for d, s in zip(degree, state.corners, strict=True)):
            counts.add(len(state.edges) + len(added))
    return counts - {4}


def _surroundings(state: _State) -> Iterator[Facts]:
    """Yield the facts of one configuration with a short, a long, and a reversed path."""
    edges = [_EDGES[edge] for edge in state.edges]
    visited = [c for c, s in zip(_CORNERS, state.corners, strict=True) if s != "unvisited"]
    heads = [c for c, s in zip(_CORNERS, state.corners, strict=True) if s == "head"]
    head = heads[0] if heads else "far"
    trail = [c for c in visited if c != head]
    live = [_EDGES[edge] for edge in state.live or ()]
    reachable = [_CORNERS[corner] for corner in state.reachable or ()]
    reachable += [head] if head not in reachable else []
    far = [f"x{number}" for number in range(7)], [f"y{number}" for number in range(7)]
    beyond = ["z0", "z1"]
    plans = (
        (edges, [*trail, head], live, reachable),
        ([*edges, *far[0]], [*trail, *far[1], head], [*live, *beyond], [*beyond, *reachable]),
        (["x0", *reversed(edges)], ["y0", *reversed(trail), head], live[::-1], reachable[::-1]),
    )
    for path_edges, path_vertices, path_live, path_reachable in plans:
        yield {
            ("path", 2): [("p", tuple(path_edges))],
            ("vertices", 2): [("p", tuple(path_vertices))],
            ("head_vertex", 2): [("p", head)],
            ("square", 3): [("c", state.triangles, _EDGES)],
            ("corner", 2): [("c", corner) for corner in _CORNERS],
            ("side", 4): [
                ("c", edge, *(_CORNERS[end] for end in ends))
                for edge, ends in zip(_EDGES, _ENDS, strict=True)
            ],
            ("gap", 2): [("c", _EDGES[gap]) for gap in state.gaps],
            ("live", 2): [("p", tuple(path_live))],
            ("reachable", 2): [("p", tuple(path_reachable))],
            ("cut_off", 1): [("p",)] if state.cut_off else [],
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
    facts = facts_of(path, square)
    ordered = replace(clause, body=in_order(clause, background.bias, background.program.defines))
    if not _holds(ordered, facts, background):
        problems.append("the clause does not fire on the partial path")
    return problems
