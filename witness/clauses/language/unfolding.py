"""A clause with the rules of definitions in place of the calls of them.

A definition holds where one of its rules does. So a clause is unfolded into *ways*, one for each
choice of rules, and wherever it holds, one of its ways does, with some value for each variable.
Calls that are negated or in a findall stay as they are, and so do calls of predicates that have
facts only.

The literals of a way have no order any more. A literal whose answer depends on what has a value
when it is called, such as a negation, can be `used` only if that makes no difference: if each of
its variables has a value by then, or never gets one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from witness.base.errors import InputError
from witness.clauses.language.bias import Bias
from witness.clauses.language.builtins import BUILTINS, takes_first
from witness.clauses.language.order import in_order
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    COMPARISONS,
    Clause,
    Ground,
    Literal,
    Term,
    Variable,
    ground,
    literal_variables,
    substitute,
    term_of,
    variables,
)

#: The most ways of a clause, and the most literals of all of them.
MOST_WAYS = 64
MOST_LITERALS = 2000


@dataclass(frozen=True)
class Way:
    """A way in which a clause can hold, and those of its literals that can be used, in order."""

    clause: Clause
    used: tuple[Literal, ...]


def ways(clause: Clause, bias: Bias, program: Program) -> tuple[Way, ...]:
    """Return the ways in which a clause can hold.

    Ways with a variable that has two values are left out, if there are others. The definitions it
    calls are those of a background that was checked: none is recursive. Raises `InputError` if
    there are too many ways, or too long ones, and if the literals of the clause have no order.
    """
    ordered = in_order(clause, bias, program.defines)
    unfolding = _Unfolding(program, clause)
    found = unfolding.body(ordered.body, _variables(clause.args))
    all_ways = tuple(unfolding.way(calls) for calls, _ in found)
    return tuple(way for way in all_ways if not _contradicts(way.clause.body)) or all_ways


def _contradicts(body: Sequence[Literal]) -> bool:
    """Whether literals say that a variable is equal to two different values."""
    values: dict[Term, Ground] = {}
    for literal in body:
        if literal.key == ("=", 2) and not literal.negated:
            for one, other in (literal.args, literal.args[::-1]):
                value = ground(other)
                if value is not None and values.setdefault(one, value) != value:
                    return True
    return False


@dataclass(frozen=True)
class _Call:
    """A literal of a way, and its variables on whose values its answer depends, without a value.

    None if it cannot be used at all.
    """

    literal: Literal
    open: frozenset[Variable] | None = frozenset()
    #: The arguments that determine the others, by place; None if nothing does.
    inputs: tuple[int, ...] | None = None


_Calls = tuple[tuple[_Call, ...], frozenset[Variable]]


def _variables(terms: Iterable[Term]) -> frozenset[Variable]:
    return frozenset(v for term in terms for v in variables(term))


def _merged(calls: Sequence[_Call], head: frozenset[Variable]) -> list[_Call]:
    """Return calls with one term in place of others that have the same value in all answers.

    Those are outputs of one predicate for the same inputs. The variables of the head stay.
    """
    same: dict[Variable, Term] = {}

    def value(variable: Variable) -> Term:
        return substitute(same[variable], value) if variable in same else variable

    known: dict[object, tuple[Term, ...]] = {}
    for call in calls:
        if call.inputs is not None:
            args = tuple(substitute(argument, value) for argument in call.literal.args)
            key = call.literal.key, call.inputs, tuple(args[place] for place in call.inputs)
            for one, other in zip(known.setdefault(key, args), args, strict=True):
                first = substitute(one, value)
                if isinstance(other, Variable) and other not in head.union(variables(first)):
                    same[other] = first
    found = (
        replace(
            call,
            literal=replace(
                call.literal, args=tuple(substitute(a, value) for a in call.literal.args)
            ),
            open=None if call.open is None else _variables(map(value, call.open)),
        )
        for call in calls
    )
    return list(dict.fromkeys(found))


def _renamed(term: Term, names: Mapping[Variable, Variable]) -> Term:
    return substitute(term, lambda variable: names.get(variable, variable))


def _given(literal: Literal) -> frozenset[Variable]:
    """Return the variables that may get a value in a literal."""
    if literal.negated:
        return frozenset()
    return _variables(literal.args[2:] if literal.key == ("findall", 3) else literal.args)


class _Unfolding:
    """The unfolding of a clause; new variables get names that it does not have."""

    def __init__(self, program: Program, clause: Clause) -> None:
        self._program = program
        self._clause = clause
        own = {v.name for v in _variables(a for li in clause.body for a in li.args)}
        own |= {v.name for v in _variables(clause.args)}
        self._names = (name for n in count(1) if (name := f"V{n}") not in own)
        self._literals = 0

    def way(self, calls: Sequence[_Call]) -> Way:
        """Return the way of some calls, in each of which variables without a value are its own."""
        head = _variables(self._clause.args)
        calls = _merged(calls, head)
        bound = head.union(*(_given(call.literal) for call in calls))
        shared = Counter(v for call in calls for v in literal_variables(call.literal))
        body, used = [], []
        for call in calls:
            own = {
                v: Variable(next(self._names))
                for v in literal_variables(call.literal)
                if v not in bound and shared[v] > 1
            }
            args = tuple(_renamed(argument, own) for argument in call.literal.args)
            body.append(replace(call.literal, args=args))
            if call.open is not None and not call.open & bound:
                used.append(body[-1])
        return Way(replace(self._clause, body=tuple(body)), tuple(used))

    def body(self, body: Sequence[Literal], bound: frozenset[Variable]) -> list[_Calls]:
        """Return the ways of a body, each with the variables that have values then."""
        found: list[_Calls] = [((), bound)]
        for literal in body:
            found = [((*before, *calls), after)
                     for before, known in found
                     for calls, after in self._literal(literal, known)]  # fmt: skip
            if len(found) > MOST_WAYS:
                raise InputError("it can hold in too many ways")
        return found

    def _literal(self, literal: Literal, bound: frozenset[Variable]) -> list[_Calls]:
        """Return the ways of a literal that is called when some variables have values."""
        key = literal.key
        given = key in PRIMITIVES or key in BUILTINS
        if key in self._program.rules and not (literal.negated or given):
            return [way for calls in self._bodies(literal) for way in self.body(calls, bound)]
        if key in (("fail", 0), ("false", 0)) and not literal.negated:
            return []
        self._literals += 1
        if self._literals > MOST_LITERALS:
            raise InputError("it can hold in too many ways")
        call, values = self._called(literal, bound)
        return [((call,), bound | values)]

    def _bodies(self, literal: Literal) -> Iterator[tuple[Literal, ...]]:
        """Yield the bodies of the rules and facts that a literal calls, in its terms."""
        facts = [Clause(literal.name, tuple(map(term_of, row)))
                 for row in self._program.facts.get(literal.key, ())]  # fmt: skip
        for rule in (*facts, *self._program.rules[literal.key]):
            values: dict[Variable, Term] = {}
            equal = []
            for own, given in zip(rule.args, literal.args, strict=True):
                if isinstance(own, Variable) and own not in values:
                    values[own] = given
                else:
                    equal.append((given, own))

            def value(variable: Variable, values: dict[Variable, Term] = values) -> Term:
                if variable not in values:
                    values[variable] = Variable(next(self._names))
                return values[variable]

            pairs = [(given, substitute(own, value)) for given, own in equal]
            if any(None not in (one := ground(a), other := ground(b)) and one != other
                   for a, b in pairs):  # fmt: skip
                continue
            same = tuple(Literal("=", pair) for pair in pairs if pair[0] != pair[1])
            rest = (replace(li, args=tuple(substitute(a, value) for a in li.args))
                    for li in rule.body)  # fmt: skip
            yield (*same, *rest)

    def _called(
        self, literal: Literal, bound: frozenset[Variable]
    ) -> tuple[_Call, frozenset[Variable]]:
        """Return a call that is not unfolded, and the variables to which it gives values."""
        key = literal.key
        own = _variables(literal.args)
        open_ = own - bound
        known = self._program.defines(key)
        if literal.negated:
            return _Call(literal, open_), frozenset()
        if known and (key in PRIMITIVES or key in BUILTINS):
            return _Call(literal, None), own
        if known:
            return _Call(literal), own
        if key in PRIMITIVES:
            primitive = PRIMITIVES[key]
            inputs = tuple(range(primitive.inputs)) if primitive.kind == "det" else None
            return _Call(literal, inputs=inputs), own
        if key == ("findall", 3):
            return _Call(literal, _variables(literal.args[:2]) - bound), _variables(
                literal.args[2:]
            )
        if literal.name in COMPARISONS and len(literal.args) == 2:
            sides = [_variables([side]) <= bound for side in literal.args]
            if literal.name == "=":
                return _Call(literal), own if any(sides) else frozenset()
            if literal.name == "is":
                call = _Call(literal, frozenset(), (1,)) if sides[1] else _Call(literal, None)
                return call, own if sides[1] else frozenset()
            return _Call(literal, open_), frozenset()
        if takes_first(key):
            return _Call(literal, open_), frozenset()
        for mode, builtin in BUILTINS.get(key, {}).items():
            places = tuple(place for place, m in enumerate(mode) if m == "i")
            if _variables(literal.args[place] for place in places) <= bound:
                return _Call(literal, inputs=places if builtin.kind == "det" else None), own
        return _Call(literal, None), frozenset()
