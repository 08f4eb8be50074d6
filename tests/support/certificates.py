"""Certificates, true and forged."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, clause_text
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify

BIASES = ("paper", "nolen", "extended", "live", "squares", "colours", "stars", "blocks", "dots",
          "mixed", "guarded")  # fmt: skip

#: Literals about numbers, lists and constants, which the biases do not declare: clauses with them
#: fire seldom, or only on large boards. A verdict on one is a counterexample or nothing.
RARE = {
    "squares": "region(A,B,{v}), length({v},{n})",
    "stars": "joined(A,B,{v}), length({v},{n})",
    "blocks": "joined(A,B,{v}), length({v},{n})",
    "colours": "colour(B,black), region(A,B,{v}), length({v},{n})",
}


def background(name: str) -> Background:
    return read_background(None, shipped_file(f"bias/{name}.pl"))


def certificate_of(text: str, own: Background) -> dict[str, Any]:
    """Return the certificate of clauses, as it is read from a file."""
    return json.loads(json.dumps(verify(parse_clauses(text), own).to_json()))


def drawn(name: str, seed: str, rare: bool) -> Iterator[Clause]:
    """Yield random clauses of a bias; half of them with a rare literal if `rare`."""
    rng = random.Random(f"{seed} {name}")
    own = background(name)
    while True:
        clause = random_clause(rng, own)
        if rare and rng.random() < 0.5:
            more = RARE.get(name, "path(A,{v}), length({v},{n})")
            text = more.format(v="Rare", n=rng.randint(3, 12))
            (extra,) = parse_clauses(f"f(A,B) :- {text}.")
            clause = Clause(clause.name, clause.args, (*clause.body, *extra.body))
        yield parse_clauses(clause_text(clause))[0]


def decided(name: str, seed: str, status: str, number: int, rare: bool = False) -> Iterator[Any]:
    """Yield clauses of a bias with a status, and their certificates."""
    own = background(name)
    seen: set[str] = set()
    for clause in drawn(name, seed, rare):
        text = clause_text(clause)
        if text in seen:
            continue
        seen.add(text)
        try:
            found = certificate_of(text, own)
        except InputError:
            continue
        if found["status"] == status:
            yield clause, found
            if (number := number - 1) == 0:
                return


def called_proved(clauses: Sequence[Clause], **more: Any) -> dict[str, Any]:
    """Return a certificate that calls clauses proved, without cases; `more` is said of each."""
    claims = [
        {"clause": clause_text(one), "status": "proved", "reason": "", "kept": clause_text(one),
         "cases": [], "counterexample": None, **more}
        for one in clauses
    ]  # fmt: skip
    return {"status": "proved", "clauses": claims}


def forged(refuted: dict[str, Any], like: dict[str, Any] | None) -> dict[str, Any]:
    """Return a certificate that calls refuted clauses proved, with the cases of a proved one."""
    made = copy.deepcopy(refuted)
    made["status"] = "proved"
    for claim in made["clauses"]:
        claim.update(status="proved", counterexample=None, cases=[])
        claim.pop("symbols", None)
        if like is not None:
            (other,) = like["clauses"]
            claim |= {key: other[key] for key in ("cases", "symbols") if key in other}
    if like is not None and "lemmas" in like:
        made["lemmas"] = like["lemmas"]
    return made


#: A panel with two lines, and one with its goal in the middle of an edge, with a path each.
BEYOND = [
    ({"id": "p", "rows": 1, "cols": 3, "symmetry": "left-right", "starts": [[0, 0], [0, 3]],
      "goals": [[0, 1], [0, 2]], "triangles": [[0, 2, 3]]},
     [[0, 0], [1, 0]], [[0, 0], [1, 0], [1, 1], [0, 1]]),
    ({"id": "p", "rows": 1, "cols": 3, "starts": [[0, 0]], "goals": [[[0, 1], [1, 1]]],
      "triangles": [[0, 2, 3]]}, [[0, 0]], [[0, 0], [1, 0], [1, 1], [[0, 1], [1, 1]]]),
]  # fmt: skip


def disguises(refuted: dict[str, Any], like: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return forged certificates of a refuted clause, by what was done; a proved one has cases.

    Each says what is not true, or says the truth of panels of which proofs do not speak.
    """
    (claim,), (other,) = refuted["clauses"], like["clauses"]
    text, proved, mixed = claim["clause"], forged(refuted, None), forged(refuted, like)
    head = text.partition(" :- ")[0]

    def as_proved(**more: Any) -> dict[str, Any]:
        return {**proved, "clauses": [{**proved["clauses"][0], **more}]}

    def as_refuted(puzzle: Any, path: Any, solution: Any) -> dict[str, Any]:
        example = {"puzzle": puzzle, "square": [0, 2], "partial_path": path, "solution": solution}
        return {**refuted, "clauses": [{**claim, "counterexample": example}]}

    example = claim["counterexample"]
    whole = {**example, "partial_path": example["solution"]}
    counts = [{**case, "reachable_counts": []} for case in other["cases"]]
    lemmas = mixed.get("lemmas", [])
    swapped = [{**one, "lemma": two["lemma"]} for one, two in pairwise(lemmas)]
    return {
        "status flipped, cases emptied": proved,
        "cases of another clause": mixed,
        "other reachable counts": as_proved(cases=counts),
        "counterexample beside the proof": as_proved(counterexample=example),
        "nothing kept": as_proved(kept=f"{head}.", symbols_kept=f"{head}."),
        "other literals kept": as_proved(kept=other["kept"], symbols_kept=other["kept"]),
        "marks and two lines": as_proved(marks=True, two_lines=True),
        "lemmas swapped": {**mixed, "lemmas": swapped},
        "clause of another name": {**like, "clauses": [{**other, "clause": text}]},
        "counterexample dropped": {**refuted, "clauses": [{**claim, "counterexample": None}]},
        "solution as the path": {**refuted, "clauses": [{**claim, "counterexample": whole}]},
        "status of the whole": {**refuted, "status": "proved"},
        "two lines": as_refuted(*BEYOND[0]),
        "goal on an edge": as_refuted(*BEYOND[1]),
    }


def verdict_of(certificate: Any, clauses: list[Clause], own: Background) -> str:
    """Return "confirmed", or why not: "refused: NAME", or what does not hold."""
    try:
        found = check_certificate(certificate, clauses, own)
    except InputError as error:
        return f"refused: {error}"
    return "; ".join(found) or "confirmed"


def mutants(value: Any) -> Iterator[Any]:
    """Yield a document with one leaf, item or key removed or changed, once for each way."""
    if isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            yield from ({**value, key: other} for other in mutants(value[key]))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            for other in mutants(item):
                yield [*value[:place], other, *value[place + 1 :]]
        yield [*value, copy.deepcopy(value[0]) if value else 0]
    elif isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, str(value))
    elif isinstance(value, str):
        others = ("live", "gone", "path", "joined", "region")
        yield from (f"{value}x", "", 0, *(one for one in others if one != value))
    else:
        yield from (0, "", {}, [])
