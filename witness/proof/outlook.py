"""Whether it is proved what finite cases assume of live edges and of reachable vertices.

`bk/outlook.pl` defines these, and states lemmas about them. Their proofs are in
`bk/outlook.lemmas.json`, and are checked before anything rests on them; where they do not fit the
definitions any more, Z3 proves the lemmas anew.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_json
from witness.base.limits import current
from witness.base.shipped import shipped_file
from witness.logic.dependence import Dependence
from witness.logic.language.reader import read_program
from witness.proof.lemma_checker import check_lemmas
from witness.proof.lemmas import prove_lemmas

DEFINITIONS = "bk/outlook.pl"
PROOFS = "bk/outlook.lemmas.json"


@cache
def proofs() -> tuple[tuple[dict[str, Any], ...], str | None]:
    """Return the proofs of the lemmas, and None; or why there are none.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    program = read_program(shipped_file(DEFINITIONS))
    stored = shipped_file(PROOFS)
    known = read_json(stored) if stored.is_file() else []
    try:
        if known and not check_lemmas(known, program, current()):
            return tuple(known), None
        found = prove_lemmas(program, current())
    except InputError as error:
        return (), error.reason
    failed = [proof.lemma.text for proof in found if not proof.proved]
    if failed:
        return (), f"no proof is found of the lemma {failed[0]}"
    return tuple(proof.to_json() for proof in found), None


def missing(features: Dependence) -> str | None:
    """Return why cases with some features prove nothing; None if they do."""
    if not features & (Dependence.LIVE | Dependence.REACHABLE):
        return None
    _, reason = proofs()
    return None if reason is None else f"the lemmas of {DEFINITIONS} are not proved: {reason}"
