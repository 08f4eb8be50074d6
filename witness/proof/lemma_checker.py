"""A small checker of the proofs of `witness.proof.lemmas`, which needs no Z3.

The proof of a lemma has cases (`witness.proof.obligations`); each case lists instances of formulas,
and these have to contradict each other (`witness.proof.contradictions`). What the formulas are
follows from their names alone. A reader who trusts this file, these two, `definitions`, the reader
of Prolog, the axioms in `completions.txt` and the two kinds of induction need not trust the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget
from witness.base.schemas import check_shape
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Term, Variable
from witness.proof.certificate_schema import LEMMA_PROOFS
from witness.proof.contradictions import contradicts
from witness.proof.definitions import Formulas, formula_variables, substituted, with_cells
from witness.proof.obligations import Theory


def check_lemmas(certificate: Any, program: Program, budget: Budget = UNLIMITED) -> list[str]:
    """Return everything in the proofs of the lemmas of a background that does not hold.

    An empty list confirms that each of its lemmas is true of every completion, on every board.
    Raises `InputError` for a document that is none of such proofs, and for lemmas and definitions
    that cannot be expressed, and `LimitReachedError` at the limit of the budget.
    """
    check_shape(certificate, LEMMA_PROOFS, "a list of proofs of `witness lab lemmas`")
    theory = Theory(program)
    if [proof["lemma"] for proof in certificate] != [lemma.text for lemma in theory.lemmas]:
        return ["the certificate is about other lemmas"]
    proofs = {proof["lemma"]: proof["cases"] for proof in certificate}
    problems: list[str] = []
    known = theory.known()
    for group in theory.in_groups():
        failed = [
            f"{lemma.text}: {problem}"
            for lemma in group
            for problem in _check(
                proofs[lemma.text], dict(theory.cases(lemma, group)), known, budget
            )
        ]
        problems += failed
        if not failed:
            known |= {lemma.name: lemma.formula for lemma in group}
    return problems


def _check(
    proof: list[Mapping[str, Any]], cases: Mapping[str, Formulas], known: Formulas, budget: Budget
) -> Iterator[str]:
    if [case["case"] for case in proof] != list(cases):
        yield "its cases are other ones"
        return
    for case in proof:
        formulas = {**known, **cases[case["case"]]}
        instances = []
        for one in case["instances"]:
            if one["of"] not in formulas:
                yield f"{case['case']}: there is no {one['of']}"
                return
            try:
                values = {Variable(name): _term(text) for name, text in one["with"].items()}
            except InputError as error:
                yield f"{case['case']}: {one['of']} has a value that is no term: {error}"
                return
            instances.append(substituted(formulas[one["of"]], values))
            if formula_variables(instances[-1]):
                yield f"{case['case']}: {one['of']} has variables without a value"
                return
        if not contradicts(instances, budget):
            yield f"{case['case']}: its instances do not contradict each other"


def _term(text: str) -> Term:
    return with_cells(parse_clauses(f"x({text}).", "a value")[0].args[0])
