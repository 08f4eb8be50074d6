"""Which predicates have a finite model: those that facts and stratified Datalog define.

Terms such as (X,Y) are taken apart and made; lists are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from witness.clauses.arithmetic import COMPARISONS, FUNCTIONS
from witness.clauses.language.bias import ANY, Bias
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Float,
    Key,
    Literal,
    Term,
    Variable,
    ground,
    literal_variables,
    variables,
)

SAME = {"=": True, "==": True, "\\=": False, "\\==": False}
ORDER = {"@<": -1, "@>": 1, "@=<": 1, "@>=": -1}
KINDS: dict[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, Float), "atom": (str,), "atomic": (int, Float, str),
    "ground": (object,), "nonvar": (object,),
}  # fmt: skip
#: A predicate that gives more facts than these is better read than called.
MANY = 60

CONTROL = {("true", 0): "#true", ("fail", 0): "#false", ("false", 0): "#false"}


def are_relations(bias: Bias, program: Program) -> bool:
    """Whether the body predicates of a bias are relations, and best used as such.

    Predicates that have types and directions are better called, unless they are plain Datalog or
    recursive, any constant may be an input, or each call of one gives many facts.
    """
    if why_no_relations(bias, program) is not None:
        return False
    typed = all(ANY not in one.types for one in (bias.head, *bias.body))
    inputs = {
        t for one in bias.body for t, given in zip(one.types, one.inputs, strict=True) if given
    }
    if not (bias.directed and typed) or not inputs.isdisjoint(bias.constant_types):
        return True
    if lists_facts(bias, program):
        return True
    return not Definitions(program).is_called([signature.key for signature in bias.body])


def lists_facts(bias: Bias, program: Program) -> bool:
    """Whether a predicate without inputs gives more than `MANY` facts, whatever the example is."""
    free = (one.key for one in bias.body if bias.directed and not any(one.inputs))
    return any(len(program.facts.get(key, ())) > MANY for key in free)


def why_no_relations(bias: Bias, program: Program, terms: bool = True) -> str | None:
    """Return why body predicates are no relations, with `terms` or without; None if all are."""
    definitions = Definitions(program, terms)
    for one in bias.body:
        if not one.types:
            return f"{one.name}/0 has no arguments"
        if (reason := definitions.why_none(one.key)) is not None:
            return reason
    return None


class Definitions:
    """What the rules of a program are, by predicates."""

    def __init__(self, program: Program, terms: bool = True) -> None:
        self.program, self._terms = program, terms
        self._rules: dict[Key, list[Clause]] = {}
        self._reached: dict[Key, frozenset[Key]] = {}
        self._known: set[Key] = set()

    def rules(self, key: Key) -> list[Clause]:
        """Return the rules of a predicate without terms that have variables, but as `X = f(Y)`."""
        if key not in self._rules:
            self._rules[key] = list(map(_flattened, self.program.rules.get(key, ())))
        return self._rules[key]

    def reached(self, key: Key) -> frozenset[Key]:
        """Return the predicates that a predicate calls, itself or through others."""
        if key not in self._reached:
            found: set[Key] = set()
            todo = [key]
            while todo:
                rules = self.rules(todo.pop())
                new = {li.key for rule in rules for li in rule.body if not is_built_in(li)} - found
                found |= new
                todo += new
            self._reached[key] = frozenset(found)
        return self._reached[key]

    def why_none(self, key: Key) -> str | None:
        """Return why a predicate is no relation; None if it is one."""
        for one in sorted({key, *self.reached(key)} - self._known):
            if (reason := self._reason(one)) is not None:
                return reason
            self._known.add(one)
        return None

    def _reason(self, key: Key) -> str | None:
        name = f"{key[0]}/{key[1]}"
        if not self.program.defines(key):
            return f"{name} is not defined by facts and rules"
        for literal in (literal for rule in self.rules(key) for literal in rule.body):
            if literal.negated and key in {literal.key, *self.reached(literal.key)}:
                return f"{name} is recursive through a negation"
            if (literal.key[0] in COMPARISONS or literal.name == "is") and literal.key[1] == 2:
                if not all(map(_is_expression, literal.args)):
                    return f"{name} computes with what is no number"
            elif all(map(is_flat, literal.args)):
                continue
            elif literal.key != ("=", 2) or literal.negated:
                return f"{name} negates or compares a term with a variable in it"
            elif not (self._terms and isinstance(literal.args[1], Compound)):
                return f"{name} has a list or a term with a variable in it"
            elif key in self.reached(key):
                return f"{name} is recursive, and has a term with a variable in it"
        return None

    def is_called(self, keys: Iterable[Key]) -> bool:
        """Whether predicates without recursion have more than plain Datalog."""
        everything = {one for key in keys for one in (key, *self.reached(key))}
        if any(key in self.reached(key) for key in everything):
            return False
        rules = [rule for key in everything for rule in self.rules(key)]
        return any(
            open_variables(rule, ()) or any(li.negated or is_built_in(li) for li in rule.body)
            for rule in rules
        )


def _flattened(rule: Clause) -> Clause:
    """Return a rule in which only literals such as `X = f(Y)` have terms with variables."""
    before: list[Literal] = []

    def flat(term: Term) -> Term:
        if is_flat(term):
            return term
        if isinstance(term, Compound):
            term = replace(term, args=tuple(map(flat, term.args)))
        variable = Variable(f"_term_{len(before)}")
        before.append(Literal("=", (variable, term)))
        return variable

    args = tuple(map(flat, rule.args))
    body = []
    for literal in map(_as_is, rule.body):
        if not literal.negated and (literal.key == ("=", 2) or not is_built_in(literal)):
            literal = replace(literal, args=tuple(map(flat, literal.args)))
        body.append(literal)
    return replace(rule, args=args, body=(*before, *body))


def is_flat(term: Term) -> bool:
    """Whether a term is a variable, or has none."""
    return isinstance(term, Variable) or ground(term) is not None


def _is_expression(term: Term) -> bool:
    if isinstance(term, Compound):
        known = (term.functor, len(term.args)) in FUNCTIONS
        return known and all(map(_is_expression, term.args))
    return isinstance(term, Variable | int | Float)


def is_built_in(literal: Literal) -> bool:
    """Whether a literal compares, computes, or asks what kind of term something is."""
    name, arity = literal.key
    if arity == 2:
        return name in COMPARISONS or name in SAME or name in ORDER or name in ("is", "succ")
    return literal.key in CONTROL or (arity == 1 and name in KINDS) or (
        literal.key in (("between", 3), ("plus", 3))
    )  # fmt: skip


def _as_is(literal: Literal) -> Literal:
    """Return what adds as an `is`."""
    if literal.key == ("succ", 2):
        return Literal("is", (literal.args[1], Compound("+", (literal.args[0], 1))))
    if literal.key == ("plus", 3):
        return Literal("is", (literal.args[2], Compound("+", literal.args[:2])))
    return literal


def local_variables(rule: Clause, literal: Literal) -> set[Variable]:
    """Return the variables that only a negated literal of a rule has."""
    others = [v for li in rule.body if li is not literal for v in literal_variables(li)]
    return {*literal_variables(literal)} - {*others, *variables_of(rule.args)}


def open_variables(rule: Clause, tests: Iterable[Key]) -> list[Variable]:
    """Return the variables of a rule that no literal gives a value, where `tests` give none."""
    known: set[Variable] = set()
    wanted = dict.fromkeys(variables_of(rule.args))
    for literal in rule.body:
        plain = not is_built_in(literal)
        if plain and not literal.negated and literal.key not in tests:
            known.update(literal_variables(literal))
        local = local_variables(rule, literal) if plain and literal.negated else set()
        wanted.update(dict.fromkeys(v for v in literal_variables(literal) if v not in local))
    #: What has a value as soon as the variables of some terms have.
    gives: list[tuple[Term, Sequence[Term]]] = []
    for literal in rule.body:
        if literal.negated:
            continue
        if literal.key == ("=", 2):
            one, other = literal.args
            gives += [(v, (other,)) for v in variables(one)]
            gives += [(v, (one,)) for v in variables(other)]
        elif literal.key == ("is", 2):
            gives.append((literal.args[0], literal.args[1:]))
        elif literal.key == ("between", 3):
            gives.append((literal.args[2], literal.args[:2]))
    gives = [pair for pair in gives if isinstance(pair[0], Variable)]
    computed = {given for given, terms in gives if variables_of(terms)}
    found: list[Variable] = []
    while True:
        new = {given for given, terms in gives if known.issuperset(variables_of(terms))}
        if not new <= known:
            known |= new  # type: ignore[arg-type]
            continue
        left = [v for v in wanted if v not in known]
        if not left:
            return found
        chosen = next((v for v in left if v not in computed), left[0])
        found.append(chosen)
        known.add(chosen)


def variables_of(terms: Iterable[Term]) -> list[Variable]:
    """Return the variables of some terms, as often as they occur."""
    return [v for term in terms for v in variables(term)]
