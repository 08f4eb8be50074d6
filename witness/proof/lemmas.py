"""Proofs of the lemmas of a background, found by Z3.

What a case of a proof has to refute (`witness.proof.obligations`) is written as SMT-LIB, which any
solver of first-order logic reads. Z3 answers with a proof, which names the instances of formulas
that it has used; those that contradict each other without Z3 (`witness.proof.lemma_checker`) are
the certificate. So nothing counts as proved that `witness.proof.lemma_checker` would not confirm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from urllib.parse import quote

from witness.base.errors import InputError
from witness.base.files import read_json
from witness.base.limits import UNLIMITED, Budget, current
from witness.base.shipped import shipped_file
from witness.clauses.dependence import Dependence
from witness.clauses.language.reader import Program, read_program
from witness.clauses.language.terms import (
    Atom,
    Compound,
    Literal,
    Term,
    Variable,
    term_text,
    variables,
)
from witness.proof.definitions import Formula, Formulas, formula_variables, substituted
from witness.proof.lemma_checker import check_lemmas, contradicts
from witness.proof.obligations import Lemma, Theory

#: How much Z3 tries for a case, in its own unit: a fraction of a second. The cases of
#: `bk/outlook.pl` take a sixth of it at most.
EFFORT = 1_000_000

#: The term that a symbol makes of others.
_Meaning = Callable[[Sequence[Term]], Term]

#: The longest time limit of Z3 in milliseconds, which has 32 bits.
_LONGEST = 2**32 - 2

#: The characters that a symbol of SMT-LIB may have between bars; %XX stands for others.
_PLAIN = " !\"#$&'()*+,-./:;<=>?@[]^_`{}~"


@dataclass(frozen=True)
class Instance:
    """A formula, of which there is the name, with terms in place of its variables."""

    of: str
    values: tuple[tuple[Variable, Term], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the instance as a certificate holds it."""
        return {"of": self.of, "with": {v.name: term_text(term) for v, term in self.values}}


@dataclass(frozen=True)
class LemmaProof:
    """A lemma and the instances that contradict each other in each case; None if there are none."""

    lemma: Lemma
    cases: tuple[tuple[str, tuple[Instance, ...] | None], ...]

    @property
    def proved(self) -> bool:
        """Whether all cases are."""
        return all(instances is not None for _, instances in self.cases)

    def to_json(self) -> dict[str, Any]:
        """Return the proof as a certificate holds it."""
        return {
            "lemma": self.lemma.text,
            "cases": [
                {"case": name, "instances": [one.to_json() for one in instances or ()]}
                for name, instances in self.cases
            ],
        }


def prove_lemmas(program: Program, budget: Budget = UNLIMITED) -> list[LemmaProof]:
    """Prove the lemmas of a background, in their order; those not proved are not used for others.

    Raises `InputError` for lemmas and definitions that cannot be expressed, and where Z3 is
    missing, and `LimitReachedError` at the limit of the budget.
    """
    theory = Theory(program)
    known = theory.known()
    found: dict[str, LemmaProof] = {}
    for group in theory.in_groups():
        while True:
            # Proofs may rest on lemmas about the same recursion. Where one fails, the others are
            # proved without it.
            proofs = [
                LemmaProof(
                    lemma,
                    tuple(
                        (name, contradiction({**assumed, **known}, budget))
                        for name, assumed in theory.cases(lemma, group)
                    ),
                )
                for lemma in group
            ]
            found.update((proof.lemma.text, proof) for proof in proofs)
            left = [proof.lemma for proof in proofs if proof.proved]
            if len(left) == len(group):
                break
            group = left
        known |= {lemma.name: lemma.formula for lemma in group}
    return [found[lemma.text] for lemma in theory.lemmas]


def contradiction(formulas: Formulas, budget: Budget) -> tuple[Instance, ...] | None:
    """Return instances of formulas that contradict each other, none of which can be left out.

    None means that none were found. Raises `InputError` where Z3 is missing, and
    `LimitReachedError`.
    """
    problem = Problem(formulas)
    solver = _refutation(problem, budget)
    if solver is None:
        return None
    places = {name: place for place, name in enumerate(formulas)}
    used = {*problem.instances(_parts(solver.proof()))}
    # What has no variables, or none of which Z3 has not taken out, is used as it is.
    used |= {problem.instance(name, {}) for name in _core(solver) - {one.of for one in used}}
    ordered = sorted(used, key=lambda one: (places[one.of], str(one.to_json())))
    # Not all that Z3 has used is needed.
    named = {f"instance {place}": one for place, one in enumerate(ordered)}
    ground = {name: substituted(formulas[one.of], dict(one.values)) for name, one in named.items()}
    solver = _refutation(Problem(ground), budget)
    if solver is None:
        return None
    core = _core(solver)
    found = {name: one for name, one in named.items() if name in core}
    try:
        confirmed = contradicts([ground[name] for name in found], budget)
    except InputError:  # too many splits of cases, of which the checker would complain
        confirmed = False
    return tuple(found.values()) if confirmed else None


def _refutation(problem: Problem, budget: Budget) -> Any | None:
    """Return a solver that has found a contradiction; None if it has not."""
    z3 = _z3()
    context = z3.Context(proof=True)
    solver = z3.Solver(ctx=context)
    solver.set("random_seed", 0)
    solver.set("rlimit", EFFORT)
    solver.set("core.minimize", True)
    if budget.seconds_left is not None:
        solver.set("timeout", max(1, round(min(1000 * budget.seconds_left, _LONGEST))))
    said = z3.parse_smt2_string(problem.text(), ctx=context)
    for name, formula in zip(problem.formulas, said, strict=True):
        solver.assert_and_track(formula, name)
    if solver.check() == z3.unsat:
        return solver
    budget.check()
    return None


def _core(solver: Any) -> set[str]:
    """Return the names of the formulas that contradict each other."""
    return {flag.decl().name() for flag in solver.unsat_core()}


def _parts(proof: Any) -> Iterator[Any]:
    """Yield the steps of a proof of Z3, and what they say, each once."""
    is_application = _z3().is_app
    seen = set()
    todo = [proof]
    while todo:
        part = todo.pop()
        if part.get_id() not in seen and is_application(part):
            seen.add(part.get_id())
            yield part
            todo += part.children()


class Problem:
    """Formulas as SMT-LIB. Terms are of one sort; symbols bear the names that they have here."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self._declared: dict[str, str] = {}
        self._meant: dict[str, _Meaning] = {}

    def text(self) -> str:
        """Return the formulas as commands; "V of F" is the variable V of the formula F."""
        said = [f"(assert {self._formula(*named)})" for named in self.formulas.items()]
        return "\n".join(["(declare-sort value 0)", *self._declared.values(), *said, ""])

    def instances(self, proof: Iterable[Any]) -> Iterator[Instance]:
        """Yield the instances of formulas in the steps of a proof of Z3."""
        named = {quote(name, safe=_PLAIN): name for name in self.formulas}
        for step in proof:
            if step.decl().kind() == _z3().Z3_OP_PR_QUANT_INST:
                # It says: a formula is false, or one of its literals with these values is true.
                formula = step.arg(0).arg(0).arg(0)
                names = [formula.var_name(place) for place in range(formula.num_vars())]
                given = {
                    name.partition(" of ")[0]: self._term_of(term)
                    for name, term in zip(names, step.params(), strict=True)
                }
                yield self.instance(named[names[0].partition(" of ")[2]], given)

    def instance(self, name: str, given: Mapping[str, Term]) -> Instance:
        """Return the instance of a formula for values of variables, whose names are quoted."""
        formula = self.formulas[name]
        own = formula_variables(formula)
        values = {v: given[key] for v in own if (key := quote(v.name, safe=_PLAIN)) in given}
        # Z3 has taken out what is equal to something else, or of no importance.
        equal = [li.args for li in formula if li.name == "=" and li.negated]
        for one, other in [*equal, *(pair[::-1] for pair in equal)] * len(equal):
            (term,) = substituted([Literal("", (other,))], values)[0].args
            if isinstance(one, Variable) and one not in values and not any(variables(term)):
                values[one] = term
        return Instance(name, tuple((v, values.get(v, Atom("any"))) for v in own))

    def _term_of(self, expression: Any) -> Term:
        name = expression.decl().name()
        made = self._meant.get(name, partial(_applied, name))
        return made([*map(self._term_of, expression.children())])

    def _formula(self, name: str, formula: Formula) -> str:
        own = {v: Variable(f"{v.name} of {name}") for v in formula_variables(formula)}
        said = f"(or {' '.join(map(self._literal, substituted(formula, own)))} false)"
        bound = " ".join(f"({self._term(variable)} value)" for variable in own.values())
        return f"(forall ({bound}) {said})" if bound else said

    def _literal(self, literal: Literal) -> str:
        name = f"{literal.name}/{len(literal.args)}"
        symbol = "=" if literal.name == "=" else self._declare(name, len(literal.args), "Bool")
        said = self._applied(symbol, literal.args)
        return f"(not {said})" if literal.negated else said

    def _term(self, term: Term) -> str:
        if isinstance(term, Variable):
            return _symbol(term.name)
        if isinstance(term, Compound):
            arity = len(term.args)
            name = f"{term.functor}({','.join('_' * arity)})"
            symbol = self._declare(name, arity, "value", partial(_applied, term.functor))
            return self._applied(symbol, term.args)
        return self._declare(term_text(term), 0, "value", lambda _: term)

    def _applied(self, symbol: str, args: Sequence[Term]) -> str:
        return f"({symbol} {' '.join(map(self._term, args))})" if args else symbol

    def _declare(
        self,
        name: str,
        arity: int,
        sort: str,
        meant: Callable[[Sequence[Term]], Term] | None = None,
    ) -> str:
        symbol = _symbol(name)
        self._declared[symbol] = f"(declare-fun {symbol} ({' '.join(['value'] * arity)}) {sort})"
        if meant is not None:
            self._meant[quote(name, safe=_PLAIN)] = meant
        return symbol


def _symbol(name: str) -> str:
    return f"|{quote(name, safe=_PLAIN)}|"


def _applied(functor: str, args: Sequence[Term]) -> Term:
    return Compound(functor, tuple(args)) if args else Atom(functor)


def _z3() -> Any:
    try:
        import z3
    except ImportError:
        raise InputError(
            "lemmas are proved by Z3, which is not installed; `pip install z3-solver` installs it"
        ) from None
    return z3


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
