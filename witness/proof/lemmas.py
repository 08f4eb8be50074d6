"""Proofs of the lemmas of a background, for every board of any size and shape.

A lemma is proved by cases (`cases_of`). One about the vertices of a completion goes by induction
along it: it holds for the head, and for a vertex if it does for the one before. One about a
predicate of the background goes by induction over its rules: it holds for the head of each if the
lemmas about the same recursion do for its body. In each case some assumptions, the denied
conclusion, and instances of axioms (`completions.txt`), definitions and earlier lemmas contradict
each other (`witness.proof.instances`). The certificate names these instances, and
`witness.proof.lemma_checker` checks it without Z3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.base.limits import UNLIMITED, Budget
from witness.logic.language.reader import Program
from witness.logic.language.terms import (
    Atom,
    Compound,
    Literal,
    Term,
    Variable,
    literal_variables,
    variables,
)
from witness.proof.definitions import Lemma, Theory, expressible
from witness.proof.formulas import (
    Formula,
    Substitution,
    in_term,
    opposite,
    paired,
    read_axioms,
    substituted,
)
from witness.proof.instances import Instance, ProofCase, contradiction


@dataclass(frozen=True)
class LemmaProof:
    """A lemma and the instances that contradict each other in each case; None if there are none."""

    lemma: Lemma
    cases: tuple[tuple[ProofCase, tuple[Instance, ...] | None], ...]

    @property
    def proved(self) -> bool:
        """Whether all cases are."""
        return all(instances is not None for _, instances in self.cases)

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a certificate holds it."""
        return {
            "lemma": self.lemma.text,
            "cases": [
                {"case": case.name, "instances": [one.to_json() for one in instances or ()]}
                for case, instances in self.cases
            ],
        }


@cache
def axioms() -> tuple[Formula, ...]:
    """Return what holds of every completion."""
    path = Path(__file__).with_name("completions.txt")
    return tuple(read_axioms(read_text(path), str(path)))


def prove_lemmas(program: Program, budget: Budget = UNLIMITED) -> list[LemmaProof]:
    """Prove the lemmas of a background, in their order; those not proved are not used for others.

    Raises `InputError` for lemmas and definitions that cannot be expressed, and where Z3 is
    missing, and `LimitReachedError` at the limit of the budget.
    """
    theory = Theory(program)
    known = [*axioms(), *theory.formulas()]
    found: dict[str, LemmaProof] = {}
    for group in in_groups(theory):
        proofs = [_prove(lemma, theory, known, budget) for lemma in group]
        found.update((proof.lemma.name, proof) for proof in proofs)
        if all(proof.proved for proof in proofs):
            known += [lemma.formula for lemma in group]
    return [found[lemma.name] for lemma in theory.lemmas]


def in_groups(theory: Theory) -> list[list[Lemma]]:
    """Return the lemmas in the order of their proofs; those of one recursion stand together."""
    groups: list[list[Lemma]] = []
    for lemma in theory.lemmas:
        recursion = theory.groups.get(lemma.subject, frozenset())
        for group in groups:
            if group[0].subject in recursion:
                group.append(lemma)
                break
        else:
            groups.append([lemma])
    return groups


def _prove(lemma: Lemma, theory: Theory, known: Sequence[Formula], budget: Budget) -> LemmaProof:
    cases = cases_of(lemma, theory)
    return LemmaProof(lemma, tuple((case, contradiction(case, known, budget)) for case in cases))


# ---- cases --------------------------------------------------------------------------------------


def cases_of(lemma: Lemma, theory: Theory) -> Iterator[ProofCase]:
    """Yield the cases of the proof of a lemma."""
    if lemma.subject == ("visits", 2) and lemma.conclusion and not lemma.conclusion.negated:
        yield from _along_the_path(lemma)
    elif lemma.subject in theory.rules:
        yield from _over_the_rules(lemma, theory)
    else:
        yield ProofCase("all", _numbered(_denied(lemma, _constants(lemma, "the"))))


def _constants(lemma: Lemma, article: str) -> dict[Variable, Term]:
    """Return a constant for each variable of a lemma."""
    return {v: Atom(f"{article}_{v.name}") for v in lemma.formula.variables}


def _denied(lemma: Lemma, values: Substitution) -> list[Literal]:
    """Return the conditions of a lemma and the opposite of its conclusion."""
    found = list(lemma.conditions)
    if lemma.conclusion is not None:
        found.append(opposite(lemma.conclusion))
    return [substituted(literal, values) for literal in found]


def _numbered(literals: Sequence[Literal]) -> tuple[Formula, ...]:
    return tuple(Formula(f"assumption {n}", (li,)) for n, li in enumerate(literals, start=1))


def _along_the_path(lemma: Lemma) -> Iterator[ProofCase]:
    (condition, *others) = lemma.conditions
    if others or not all(isinstance(argument, Variable) for argument in condition.args):
        raise InputError(f"a lemma about visits/2 has no other condition: {lemma.text}")
    values = _constants(lemma, "the")
    path, vertex = (in_term(argument, values) for argument in condition.args)
    at_head = Literal("=", (vertex, Compound("head", (path,))))
    denied = _denied(lemma, values)
    yield ProofCase("the head", _numbered([*denied, at_head]))
    assert lemma.conclusion is not None
    earlier = paired(condition.args, [path, Compound("before", (path, vertex))])
    holds = substituted(lemma.conclusion, {**values, **earlier})
    yield ProofCase("a step", _numbered([*denied, opposite(at_head), holds]))


def _over_the_rules(lemma: Lemma, theory: Theory) -> Iterator[ProofCase]:
    first = lemma.conditions[0]
    if len(set(first.args)) < len(first.args) or not all(
        isinstance(argument, Variable) for argument in first.args
    ):
        raise InputError(f"the first condition of a lemma has different variables: {lemma.text}")
    for number, rule in enumerate(theory.rules[lemma.subject], start=1):
        body = expressible(rule.body)
        bound = [v for argument in rule.args for v in variables(argument)]
        bound += [v for li in body if not li.negated for v in literal_variables(li)]
        own: dict[Variable, Term] = {v: Atom(f"the_{v.name}") for v in bound}
        values = _constants(lemma, "its")
        heads = [in_term(argument, own) for argument in rule.args]
        values |= paired(first.args, heads)
        holding = [substituted(literal, own) for literal in body]
        denied = _denied(lemma, values)[1:]
        assumptions = _numbered([*holding, *denied])
        hypotheses = [
            _hypothesis(literal, other, f"hypothesis {place} {other.text}")
            for place, literal in enumerate(holding, start=1)
            if not literal.negated and literal.key in theory.groups[lemma.subject]
            for other in theory.lemmas
            if other.subject == literal.key
        ]
        yield ProofCase(f"rule {number}", (*assumptions, *hypotheses))


def _hypothesis(literal: Literal, lemma: Lemma, name: str) -> Formula:
    """Return what a lemma says of a literal of a rule's body."""
    first = lemma.conditions[0]
    values = paired(first.args, literal.args)
    return Formula(name, tuple(substituted(li, values) for li in lemma.formula.literals[1:]))
