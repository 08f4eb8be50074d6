"""Instances of formulas that contradict each other: a search, and Z3 for what is ground.

Instances are made in rounds. The conditions of a formula are matched with what earlier instances
say, as a bottom-up evaluation of Datalog does: at least one of them with something that the last
round has brought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import Budget
from witness.logic.language.terms import (
    Atom,
    Compound,
    Key,
    Literal,
    Term,
    Variable,
    literal_variables,
    term_text,
)
from witness.proof.formulas import Formula, ground_terms

#: The most rounds, the most instances, and the deepest terms in place of variables.
ROUNDS = 10
MOST_INSTANCES = 1_000
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


def contradiction(
    case: ProofCase, known: Sequence[Formula], budget: Budget
) -> tuple[Instance, ...] | None:
    """Return instances that contradict each other, none of which can be left out.

    They are instances of what a case assumes and of formulas that are known. None means that none
    were found. Raises `InputError` where Z3 is missing, and `LimitReachedError`.
    """
    for deepest in DEEPEST:
        found = _within(case, known, deepest, budget)
        if found is not None:
            return found
    return None


def _within(
    case: ProofCase, known: Sequence[Formula], deepest: int, budget: Budget
) -> tuple[Instance, ...] | None:
    """Return such instances of which no value has terms that are nested deeper."""
    formulas = [*case.assumptions, *known]
    found: dict[Instance, None] = {}
    said = _Said()
    solver = _Solver(budget)
    for _ in range(ROUNDS):
        new: dict[Instance, None] = {}
        for formula in formulas:
            for values in said.matches(formula):
                budget.check()
                if all(_depth(term) <= deepest for term in values.values()):
                    instance = Instance(formula, tuple((v, values[v]) for v in formula.variables))
                    if instance not in found:
                        new[instance] = None
                        if len(found) + len(new) > MOST_INSTANCES:
                            return None
        found |= new
        said.add(new)
        core = solver.core(new)
        if core is not None or not new:
            return core
    return None


def _depth(term: Term) -> int:
    return 1 + max(map(_depth, term.args)) if isinstance(term, Compound) else 0


class _Said:
    """The atoms and the constants in instances; `_before` counts the atoms of earlier rounds."""

    def __init__(self) -> None:
        self._atoms: dict[Key, list[tuple[Term, ...]]] = {}
        self._known: set[tuple[Key, tuple[Term, ...]]] = set()
        self._before: dict[Key, int] = {}
        self._constants: dict[Term, None] = {}

    def add(self, instances: Mapping[Instance, None]) -> None:
        """Add what the instances of a round say."""
        self._before = {key: len(args) for key, args in self._atoms.items()}
        for literal in (li for instance in instances for li in instance.literals):
            if (literal.key, literal.args) not in self._known:
                self._known.add((literal.key, literal.args))
                self._atoms.setdefault(literal.key, []).append(literal.args)
                terms = ground_terms([literal])
                self._constants.update((term, None) for term in terms if isinstance(term, Atom))

    def matches(self, formula: Formula) -> Iterator[dict[Variable, Term]]:
        """Yield values of the variables for which the conditions of a formula have been met.

        Where these do not speak of all variables, other literals of variables have been met, too;
        what none speaks of is a constant.
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
        met = {v for condition in conditions for v in literal_variables(condition)}
        free = [variable for variable in formula.variables if variable not in met]
        # What a new constant stands for goes with old atoms as well.
        latest = range(len(conditions)) if conditions and not free else [None]
        for place in latest:
            for values in self._matched(conditions, 0, place, {}):
                for chosen in product(self._constants, repeat=len(free)):
                    yield {**values, **dict(zip(free, chosen, strict=True))}

    def _matched(
        self,
        conditions: Sequence[Literal],
        place: int,
        latest: int | None,
        values: dict[Variable, Term],
    ) -> Iterator[dict[Variable, Term]]:
        """Yield values that match conditions from a place on; `latest` is the first new match."""
        if place == len(conditions):
            yield values
            return
        wanted = conditions[place]
        atoms = self._atoms.get(wanted.key, [])
        before = self._before.get(wanted.key, 0)
        if latest is not None and place <= latest:
            atoms = atoms[:before] if place < latest else atoms[before:]
        for args in atoms:
            more = _match(wanted.args, args, values)
            if more is not None:
                yield from self._matched(conditions, place + 1, latest, more)


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


class _Solver:
    """Z3, which says what of ground instances is contradictory."""

    def __init__(self, budget: Budget) -> None:
        self._z3 = _z3()
        self._budget = budget
        self._solver = self._z3.Solver()
        self._solver.set("random_seed", 0)
        self._values = self._z3.DeclareSort("value")
        self._function = cache(self._new_function)
        self._term = cache(self._new_term)
        self._instances: dict[str, Instance] = {}

    def core(self, instances: Mapping[Instance, None]) -> tuple[Instance, ...] | None:
        """Add instances; return a smallest part of all that is contradictory, or None."""
        for one in instances:
            name = f"instance {len(self._instances)}"
            self._instances[name] = one
            said = self._z3.Or(*map(self._formula, one.literals))
            self._solver.add(self._z3.Implies(self._z3.Bool(name), said))
        if not self._contradictory(list(self._instances)):
            self._budget.check()
            return None
        named = {str(flag) for flag in self._solver.unsat_core()}
        core = [name for name in self._instances if name in named]
        for name in list(core):
            fewer = [other for other in core if other != name]
            if self._contradictory(fewer):
                core = fewer
        return tuple(self._instances[name] for name in core)

    def _contradictory(self, names: Sequence[str]) -> bool:
        left = self._budget.seconds_left
        if left is not None:
            self._solver.set("timeout", max(1, round(min(1000 * left, _LONGEST))))
        return bool(self._solver.check(*map(self._z3.Bool, names)) == self._z3.unsat)

    def _formula(self, literal: Literal) -> Any:
        if literal.name == "=":
            found = self._term(literal.args[0]) == self._term(literal.args[1])
        elif literal.args:
            relation = self._function(literal.name, len(literal.args), self._z3.BoolSort())
            found = relation(*map(self._term, literal.args))
        else:
            found = self._z3.Bool(literal.name)
        return self._z3.Not(found) if literal.negated else found

    def _new_term(self, term: Term) -> Any:
        if isinstance(term, Compound):
            function = self._function(term.functor, len(term.args), self._values)
            return function(*map(self._term, term.args))
        return self._z3.Const(term_text(term), self._values)

    def _new_function(self, name: str, arity: int, result: Any) -> Any:
        return self._z3.Function(f"{name} {arity}", *[self._values] * arity, result)


def _z3() -> Any:
    try:
        import z3
    except ImportError:
        raise InputError(
            "lemmas are proved by Z3, which is not installed; `pip install z3-solver` installs it"
        ) from None
    return z3
