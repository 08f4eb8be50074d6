"""Proofs of the lemmas of a background, for every board of any size and shape.

A lemma is proved by cases (`cases_of`). One about the vertices of a completion goes by induction
along it: it holds for the head, and for a vertex if it does for the one before. One about a
predicate of the background goes by induction over its rules: it holds for the head of each if the
lemmas about the same recursion do for its body. In each case some assumptions, the denied
conclusion, and instances of axioms (`completions.txt`), definitions and earlier lemmas contradict
each other. Z3 says which instances do; the certificate names them, and
`witness.proof.lemma_checker` checks it without Z3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
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
    term_text,
    variables,
)
from witness.proof.definitions import Lemma, Theory, expressible
from witness.proof.formulas import (
    Formula,
    Substitution,
    ground_terms,
    in_term,
    opposite,
    paired,
    read_axioms,
    substituted,
)

#: How often what instances bring in leads to further instances, the most instances, and the deepest
#: terms in place of variables.
ROUNDS = 10
MOST_INSTANCES = 5_000
DEEPEST = (1, 2)

#: The longest time limit of Z3 in milliseconds, which has 32 bits.
_LONGEST = 2**32 - 2


@dataclass(frozen=True)
class ProofCase:
    """A case of a proof: what is assumed, with the denied conclusion and induction hypotheses."""

    name: str
    assumptions: tuple[Formula, ...]


@dataclass(frozen=True)
class Instance:
    """A formula with terms in place of its variables."""

    formula: Formula
    values: tuple[tuple[Variable, Term], ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals, of which one is true."""
        return self.formula.with_values(dict(self.values))

    def to_json(self) -> dict[str, Any]:
        """Return the instance as a certificate holds it."""
        return {
            "of": self.formula.name,
            "with": {variable.name: term_text(term) for variable, term in self.values},
        }


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
    return LemmaProof(lemma, tuple((case, _contradiction(case, known, budget)) for case in cases))


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


# ---- instances ----------------------------------------------------------------------------------


def _contradiction(
    case: ProofCase, known: Sequence[Formula], budget: Budget
) -> tuple[Instance, ...] | None:
    """Return instances that contradict each other; None if none are found."""
    for deepest in DEEPEST:
        core = _within(case, known, deepest, budget)
        if core is not None:
            return core
    return None


def _within(
    case: ProofCase, known: Sequence[Formula], deepest: int, budget: Budget
) -> tuple[Instance, ...] | None:
    """Return such instances of which no value has terms that are nested deeper."""
    found: dict[Instance, None] = {}
    formulas = [*case.assumptions, *known]
    atoms: dict[tuple[str, int], dict[tuple[Term, ...], None]] = {}
    constants: dict[Term, None] = {}
    for _ in range(ROUNDS):
        before = len(found)
        for formula in formulas:
            for values in list(_values(formula, atoms, list(constants))):
                instance = Instance(formula, tuple((v, values[v]) for v in formula.variables))
                budget.check()
                if instance not in found and all(_depth(t) <= deepest for t in values.values()):
                    found[instance] = None
                    if len(found) > MOST_INSTANCES:
                        return None
        for instance in list(found)[before:]:
            for literal in instance.literals:
                atoms.setdefault(literal.key, {})[literal.args] = None
                terms = ground_terms([literal])
                constants.update((term, None) for term in terms if isinstance(term, Atom))
        core = _core(list(found), budget)
        if core is not None or len(found) == before:
            return core
    return None


def _depth(term: Term) -> int:
    return 1 + max(map(_depth, term.args)) if isinstance(term, Compound) else 0


def _values(
    formula: Formula,
    atoms: Mapping[tuple[str, int], Mapping[tuple[Term, ...], None]],
    constants: Sequence[Term],
) -> Iterator[dict[Variable, Term]]:
    """Yield values of the variables for which the conditions of a formula have been met before.

    Where these do not speak of all variables, other literals of variables have been met, too; what
    none speaks of is a constant.
    """
    if not formula.variables:
        yield {}
        return
    conditions = [li for li in formula.literals if li.negated and li.name not in ("=", "<")]
    for literal in formula.literals:
        known = {v for condition in conditions for v in literal_variables(condition)}
        plain = all(isinstance(argument, Variable) for argument in literal.args)
        if plain and literal.name not in ("=", "<") and not known.issuperset(literal.args):
            conditions.append(literal)

    def matched(place: int, values: dict[Variable, Term]) -> Iterator[dict[Variable, Term]]:
        if place == len(conditions):
            free = [v for v in formula.variables if v not in values]
            for chosen in product(constants, repeat=len(free)):
                yield {**values, **dict(zip(free, chosen, strict=True))}
            return
        wanted = conditions[place]
        for args in list(atoms.get(wanted.key, ())):
            more = _match(wanted.args, args, values)
            if more is not None:
                yield from matched(place + 1, more)

    yield from matched(0, {})


def _match(
    patterns: Sequence[Term], terms: Sequence[Term], values: dict[Variable, Term]
) -> dict[Variable, Term] | None:
    """Return values with which patterns are terms; None if there are none."""
    found = dict(values)
    for pattern, term in zip(patterns, terms, strict=True):
        if isinstance(pattern, Variable):
            if found.setdefault(pattern, term) != term:
                return None
        elif isinstance(pattern, Compound):
            if not isinstance(term, Compound) or (pattern.functor, len(pattern.args)) != (
                term.functor,
                len(term.args),
            ):
                return None
            inner = _match(pattern.args, term.args, found)
            if inner is None:
                return None
            found = inner
        elif pattern != term:
            return None
    return found


def _core(instances: Sequence[Instance], budget: Budget) -> tuple[Instance, ...] | None:
    """Return a smallest part of some instances that contradict each other, found by Z3."""
    z3 = _z3()
    solver = z3.Solver()
    solver.set("random_seed", 0)
    values = z3.DeclareSort("value")
    functions: dict[tuple[str, int, bool], Any] = {}

    def function(name: str, arity: int, relation: bool) -> Any:
        key = (name, arity, relation)
        if key not in functions:
            result = z3.BoolSort() if relation else values
            functions[key] = z3.Function(f"{name} {arity}", *[values] * arity, result)
        return functions[key]

    @cache
    def term(one: Term) -> Any:
        if isinstance(one, Compound):
            return function(one.functor, len(one.args), False)(*map(term, one.args))
        return z3.Const(term_text(one), values)

    @cache
    def formula(literal: Literal) -> Any:
        if literal.name == "=":
            found = term(literal.args[0]) == term(literal.args[1])
        elif literal.args:
            found = function(literal.name, len(literal.args), True)(*map(term, literal.args))
        else:
            found = z3.Bool(literal.name)
        return z3.Not(found) if literal.negated else found

    left = budget.seconds_left
    if left is not None:
        solver.set("timeout", max(1, round(min(1000 * left, _LONGEST))))
    said = {z3.Bool(f"instance {n}"): one for n, one in enumerate(instances)}
    for flag, one in said.items():
        solver.add(z3.Implies(flag, z3.Or(*map(formula, one.literals))))
    if solver.check(*said) != z3.unsat:
        budget.check()
        return None
    core = sorted(solver.unsat_core(), key=lambda flag: int(str(flag).split()[1]))
    for flag in list(core):
        fewer = [other for other in core if not z3.eq(other, flag)]
        if solver.check(*fewer) == z3.unsat:
            core = fewer
    return tuple(said[flag] for flag in core)


def _z3() -> Any:
    try:
        import z3
    except ImportError:
        raise InputError(
            "lemmas are proved by Z3, which is not installed; `pip install witness[z3]` installs it"
        ) from None
    return z3
