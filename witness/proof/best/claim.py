"""A check of what `witness best` has written: the states of its certificate, one by one.

`tools/check.py` does the same with nothing of this package.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import current
from witness.base.schemas import check_shape, listed, maybe, record, text, whole
from witness.clauses.background import Background
from witness.clauses.language.terms import Clause
from witness.clauses.learners.result_schema import BEST, RESULT
from witness.proof.best import about, statement_of
from witness.proof.best.states import sight
from witness.proof.best.structures import Structure, maps_into
from witness.proof.counterexamples import Counterexample
from witness.proof.verdicts import Verdicts
from witness.puzzle.proof_scope import ClauseScope
from witness.puzzle.views.translate import translate

#: The schema of `certificate.json`.
CERTIFICATE = record(
    {
        "panels": text("scope; what the bias sees besides"),
        "features": listed(text("such as `GAPS`"), "likewise"),
        "most_length": maybe(whole("stands for longer paths; null: none")),
        "boards": listed({"type": "object"}, "as counterexamples"),
        "states": listed(
            {"type": "array", "minItems": 4, "maxItems": 6},
            "where the predicate does not fire, with a board (from 0) that shows it",
        ),
    }
)  # fmt: skip

_CLAIMED = {**RESULT, "required": [*RESULT["required"], "best"]}


def check_best(
    claimed: Any, certificate: Any, clauses: Sequence[Clause], background: Background
) -> list[str]:
    """Return what does not hold of a record of `best` and its certificate; nothing if all does.

    Raises `InputError` for files of another form, and `LimitReachedError` at the limit of the
    budget in force.
    """
    check_shape(claimed, _CLAIMED, "the record of `witness best`")
    check_shape(certificate, CERTIFICATE, "the certificate of `witness best`")
    check_shape(claimed["best"], BEST, "best")
    seen = sight(background)
    declared = {signature.key for signature in background.bias.body}
    strange = [one for clause in clauses for one in clause.body if one.key not in declared]
    if strange or seen.beyond:
        name, arity = strange[0].key if strange else seen.beyond[0].key
        return [f"{name}/{arity} is not in the bias, or sees more than states say"]
    if Verdicts(background).on(clauses).status != "proved":
        return ["a clause is not proved"]
    fires = translate(clauses, background).fires
    boards: list[Structure] = []
    for number, board in enumerate(certificate["boards"]):
        try:
            one = Counterexample.from_json(board)
            why_not = one.why_not(ClauseScope(), background.kinds)
        except InputError as error:
            why_not = error.reason
        if why_not:
            return [f"board {number}: {why_not}"]
        boards.append(seen.language.structure(*one.views))
    shown = {json.dumps(row[:-1]): row[-1] for row in certificate["states"]}
    problems, covered = [], 0
    for state, structure in seen.structures.items():
        current().check()
        told = json.dumps(seen.kind.told(state))
        own = shown.get(told, -1)
        if fires(*state.views):
            covered += 1
            if not state.lost:
                problems.append(f"it fires in {told}, which can be completed")
        elif type(own) is not int or own not in range(len(boards)):
            problems.append(f"no board is given for {told}")
        elif not maps_into(structure, boards[own], seen.language.given):
            problems.append(f"not all that holds in {told} holds on board {own}")
    counted = {
        "states": len(seen.structures), "lost": sum(state.lost for state in seen.structures),
        "covered": covered, "boards": len(boards), "open": 0, "best": True,
        "statement": statement_of(seen.kind),
    }  # fmt: skip
    wrong = [name for name, number in counted.items() if claimed["best"].get(name) != number]
    wrong += ["why_not_best"] if "why_not_best" in claimed["best"] else []
    wrong += [name for name, value in about(seen).items() if certificate[name] != value]
    return problems[:3] + [f"{name} is not what it says" for name in wrong]
