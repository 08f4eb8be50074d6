"""What a clause depends on: one square's local configuration, features of it, or more.

The *local configuration* of a square is its triangles, which of its edges are on the path, which
of its corners are visited, and which corner, if any, is the head of the path. A clause that
depends on nothing else, or on some further features of the square (`Dependence`), has the same
answer on every board in the same configuration. So its answers fit into a table, and a proof can
check them case by case.

The analysis follows the kinds of values through a clause and the definitions that it calls. It errs
on the safe side: what it does not recognise depends on everything.
"""

# One file: clauses, calls, definitions and built-ins are one recursion over the kinds of values.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from witness.logic.dependence import Dependence
from witness.logic.language.builtins import ARITHMETIC_COMPARISONS, BUILTINS
from witness.logic.language.reader import Program
from witness.logic.language.terms import (
    Atom,
    Clause,
    Compound,
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
)


@dataclass(frozen=True)
class _Value:
    """A kind of value: an opaque view, the path's lists, its head, or plain data.

    A "bag" is a list whose order depends on the path as a whole. `number` says whether plain data
    is certain to be a number: the order of other things depends on their names.
    """

    kind: str
    dependence: Dependence = Dependence.LOCAL
    number: bool = False


_LOCAL = _Value("plain")
_NUMBER = _Value("plain", number=True)
_LENGTH = _Value("plain", Dependence.LENGTH, number=True)
_GLOBAL = _Value("plain", Dependence.GLOBAL)
_PATH_LISTS = ("path_edges", "path_vertices")
#: Lists of which only what belongs to the square is known, not even the length.
_LISTS = (*_PATH_LISTS, "live_edges", "reachable_vertices")

#: What primitives without outputs depend on.
_TESTS = {("cut_off", 1): ("path", Dependence.LIVE)}

_PRIMITIVE_VALUES: dict[Key, tuple[str, tuple[_Value, ...]]] = {
    ("path", 2): ("path", (_Value("path_edges"),)),
    ("vertices", 2): ("path", (_Value("path_vertices"),)),
    ("head_vertex", 2): ("path", (_Value("head"),)),
    ("square", 3): ("square", (_NUMBER, _LOCAL)),
    ("corner", 2): ("square", (_LOCAL,)),
    ("side", 4): ("square", (_LOCAL, _LOCAL, _LOCAL)),
    ("gap", 2): ("square", (_Value("plain", Dependence.GAPS),)),
    ("live", 2): ("path", (_Value("live_edges", Dependence.LIVE),)),
    ("reachable", 2): ("path", (_Value("reachable_vertices", Dependence.REACHABLE),)),
}

#: Built-ins that compare names by their characters; those of a square differ from board to board.
_BY_ORDER = ("sort", "msort", "max_member", "min_member")

Environment = dict[str, _Value]


class _Definitions:
    """The definitions of a program, each of which is followed once for the same values."""

    def __init__(self, program: Program) -> None:
        self.rules = program.rules
        self.facts = program.facts
        self.defines = program.defines
        self.known: dict[
            tuple[Key, tuple[_Value | None, ...]], tuple[Dependence, list[_Value]]
        ] = {}


def literal_dependences(
    literals: Sequence[Literal], head: tuple[Term, ...], head_types: Sequence[str], program: Program
) -> list[Dependence]:
    """Return the dependence of each literal of a clause body, which is in evaluation order.

    A literal that uses a variable also depends on what the value of that variable depends on.
    """
    square = _Value("square")
    kinds = {"path": _Value("path"), "square": square, "symbol": square}
    environment: Environment = {}
    for argument, name in zip(head, head_types, strict=True):
        if isinstance(argument, Variable):
            environment[argument.name] = kinds.get(name, _GLOBAL)
    definitions = _Definitions(program)
    return [_literal(literal, environment, definitions) for literal in literals]


def clause_dependence(dependences: Sequence[Dependence]) -> Dependence:
    """Return the dependence of a clause from those of its literals."""
    return reduce(or_, dependences, Dependence.LOCAL)


def looks_at_length(dependences: Sequence[Dependence]) -> bool:
    """Whether a clause is certain to look at the length of the path, from those of its literals."""
    return any(d & Dependence.LENGTH and d is not Dependence.GLOBAL for d in dependences)


def _literal(literal: Literal, environment: Environment, program: _Definitions) -> Dependence:
    """Return a literal's dependence, and add the values of its new variables."""
    key = literal.key
    values = [_term(argument, environment) for argument in literal.args]
    if key == ("findall", 3):
        return _findall(literal, environment, program)
    dependence, results = _call(key, values, program)
    for argument, value, result in zip(literal.args, values, results, strict=True):
        if value is None:
            bound = replace(result, dependence=result.dependence | dependence)
            dependence |= _match(argument, bound, environment)
    return dependence


def _match(term: Term, value: _Value, environment: Environment) -> Dependence:
    """Return the dependence of unifying an unbound term with a value; bind its variables.

    A list pattern tests the length of a list. The parts of a plain list are plain, and those of a
    list of the path depend on everything.
    """
    if isinstance(term, Variable):
        environment.setdefault(term.name, value)
        return Dependence.LOCAL
    leaves = list(_leaves(term))
    known = [found for leaf in leaves if (found := _term(leaf, environment)) is not None]
    fresh = not known and len(set(leaves)) == len(leaves)
    if value.kind == "plain":
        dependence, part = value.dependence | _plain(known), value
    elif fresh and value.kind == "bag":
        dependence, part = value.dependence, _GLOBAL
    elif fresh and value.kind in _PATH_LISTS:
        dependence, part = value.dependence | Dependence.LENGTH, _GLOBAL
    else:
        dependence, part = Dependence.GLOBAL, _GLOBAL
    for leaf in leaves:
        if isinstance(leaf, Variable):
            environment.setdefault(leaf.name, _Value(part.kind, part.dependence | dependence))
    return dependence


def _leaves(term: Term) -> Iterator[Term]:
    """Yield the variables and constants of a term, with repetitions."""
    if isinstance(term, Compound | ListTerm):
        for part in term.args if isinstance(term, Compound) else term.items:
            yield from _leaves(part)
        if isinstance(term, ListTerm) and term.tail is not None:
            yield from _leaves(term.tail)
    else:
        yield term


def _term(term: Term, environment: Environment) -> _Value | None:
    """Return the value of a term; None if it has an unbound variable."""
    if isinstance(term, Variable):
        return environment.get(term.name)
    if isinstance(term, int):
        return _NUMBER
    if isinstance(term, Atom):
        return _GLOBAL
    parts = term.args if isinstance(term, Compound) else term.items
    if isinstance(term, ListTerm) and term.tail is not None:
        parts = (*parts, term.tail)
    values = [_term(part, environment) for part in parts]
    if any(value is None for value in values):
        return None
    known = [value for value in values if value is not None]
    if all(value.kind == "plain" for value in known):
        number = isinstance(term, Compound) and all(value.number for value in known)
        return _Value("plain", _plain(values), number)
    return _GLOBAL


def _call(
    key: Key, values: list[_Value | None], program: _Definitions
) -> tuple[Dependence, list[_Value]]:
    """Return the dependence of a call, and a value for each argument."""
    if program.defines(key):
        call = key, tuple(values)
        if call not in program.known:
            # Unless it is followed, a recursion depends on everything.
            program.known[call] = Dependence.GLOBAL, [_GLOBAL] * len(values)
            program.known[call] = _defined(key, values, program)
        return program.known[call]
    if key in _TESTS:
        kind, dependence = _TESTS[key]
        path = values[0] or _GLOBAL
        return dependence if path.kind == kind else Dependence.GLOBAL, [path]
    if key in _PRIMITIVE_VALUES:
        kind, outputs = _PRIMITIVE_VALUES[key]
        subject = values[0]
        if subject is None or subject.kind != kind:
            return Dependence.GLOBAL, [_GLOBAL] * len(values)
        dependence = reduce(or_, (output.dependence for output in outputs), subject.dependence)
        for given, output in zip(values[1:], outputs, strict=True):
            if given is not None:
                dependence |= _equal(given, output)
        return dependence, [subject, *outputs]
    if key[1] == 2 and key[0] in ("=", "==", "\\=", "\\=="):
        left, right = values
        if left is not None and right is not None:
            return _equal(left, right), [left, right]
        known = left or right or _GLOBAL
        return known.dependence, [known, known]
    if key[1] == 2 and (key[0] in ARITHMETIC_COMPARISONS or key[0] == "is"):
        return _numbers(values)
    if key in BUILTINS:
        return _builtin(key[0], values)
    return Dependence.GLOBAL, [_GLOBAL] * len(values)


def _plain(values: Sequence[_Value | None]) -> Dependence:
    """Return the dependence of an operation that is defined on plain values only."""
    known = [value for value in values if value is not None]
    if any(value.kind != "plain" for value in known):
        return Dependence.GLOBAL
    return reduce(or_, (value.dependence for value in known), Dependence.LOCAL)


def _numbers(values: list[_Value | None]) -> tuple[Dependence, list[_Value]]:
    """Return the dependence of arithmetic, which is an error for anything but numbers."""
    certain = all(value is None or value.number for value in values)
    dependence = _plain(values) if certain else Dependence.GLOBAL
    result = _Value("plain", dependence, number=True)
    return dependence, [value or result for value in values]


def _equal(left: _Value, right: _Value) -> Dependence:
    """Return the dependence of comparing two values: the head may be compared with a corner."""
    if left.kind in ("plain", "head") and right.kind in ("plain", "head"):
        return left.dependence | right.dependence
    return Dependence.GLOBAL


def _defined(
    key: Key, values: list[_Value | None], program: _Definitions
) -> tuple[Dependence, list[_Value]]:
    dependence = Dependence.LOCAL
    results: list[_Value | None] = list(values)
    for clause in program.rules.get(key, []):
        found, outputs = _clause(clause, values, program)
        dependence |= found
        for position, output in enumerate(outputs):
            results[position] = _join(results[position], output)
    rows = program.facts.get(key, [])
    if rows:
        dependence |= _plain(values)
        if any(not isinstance(value, int) for row in rows for value in row):
            # Names in facts are those of one board.
            dependence = Dependence.GLOBAL
        results = [_join(result, _NUMBER) for result in results]
    return dependence, [result or _GLOBAL for result in results]


def _join(one: _Value | None, other: _Value) -> _Value:
    if one is None:
        return other
    dependence = one.dependence | other.dependence
    if one.kind == other.kind:
        return _Value(one.kind, dependence, one.number and other.number)
    if {one.kind, other.kind} == {"plain", "bag"}:
        return _Value("bag", dependence)
    return _GLOBAL


def _clause(
    clause: Clause, values: list[_Value | None], program: _Definitions
) -> tuple[Dependence, list[_Value]]:
    environment: Environment = {}
    dependence = Dependence.LOCAL
    for argument, value in zip(clause.args, values, strict=True):
        if value is None:
            continue
        if isinstance(argument, Variable) and argument.name not in environment:
            environment[argument.name] = value
            continue
        known = _term(argument, environment)
        if known is not None:
            dependence |= _equal(known, value)
        else:
            dependence |= _match(argument, value, environment)
    for literal in clause.body:
        dependence |= _literal(literal, environment, program)
    outputs = []
    for argument, value in zip(clause.args, values, strict=True):
        output = value or _term(argument, environment) or _GLOBAL
        outputs.append(output)
    return dependence, outputs


def _findall(literal: Literal, environment: Environment, program: _Definitions) -> Dependence:
    template, goal, result = literal.args
    inner = dict(environment)
    if isinstance(goal, Compound):
        found = _literal(Literal(goal.functor, goal.args), inner, program)
    elif isinstance(goal, Atom):
        found = _literal(Literal(goal.name, ()), inner, program)
    else:
        found = Dependence.GLOBAL
    value = _term(template, inner) or _GLOBAL
    dependence = found | _plain([value])
    bag = _Value("bag", dependence)
    known = _term(result, environment)
    if known is not None:
        return Dependence.GLOBAL
    return dependence | _match(result, bag, environment)


def _builtin(name: str, values: list[_Value | None]) -> tuple[Dependence, list[_Value]]:
    """Return the dependence of a built-in, and a value for each argument."""
    arity = len(values)
    nothing: tuple[Dependence, list[_Value]] = (Dependence.GLOBAL, [_GLOBAL] * arity)
    if arity == 0:
        return Dependence.LOCAL, []
    if name == "length":
        subject, number = values
        if subject is None:
            return nothing
        if subject.kind in _PATH_LISTS:
            return Dependence.LENGTH, [subject, _LENGTH]
        if subject.kind in ("plain", "bag"):
            result = _Value("plain", subject.dependence, number=True)
            return result.dependence | _plain([number]), [subject, result]
        return nothing
    if name in ("member", "memberchk"):
        item, subject = values
        if subject is None:
            return nothing
        if item is None:
            # Which item is the first depends on the order.
            if subject.kind == "plain" or (subject.kind == "bag" and name == "member"):
                return subject.dependence, [_Value("plain", subject.dependence), subject]
            return nothing
        # Whether an edge or a corner of the square is on the path is local.
        allowed = ("plain", "bag", *_LISTS)
        if item.kind in ("plain", "head") and subject.kind in allowed:
            return item.dependence | subject.dependence, [item, subject]
        return nothing
    if name in ("intersection", "subtract", "union"):
        return _set_operation(name, values)
    if name in ("sum_list", "sumlist", "max_list", "min_list"):
        subject = values[0]
        if subject is not None and subject.kind in ("plain", "bag"):
            result = _Value("plain", subject.dependence, number=True)
            return result.dependence | _plain([values[1]]), [subject, result]
        return nothing
    if name == "subset":
        one, other = values
        if one is None or other is None or one.kind not in ("plain", "bag"):
            return nothing
        if other.kind in ("plain", "bag", *_LISTS):
            return one.dependence | other.dependence, [one, other]
        return nothing
    if name in ("between", "succ", "plus"):
        return _numbers(values)
    if name in _BY_ORDER:
        return nothing
    dependence = _plain(values)
    result = _Value("plain", dependence)
    return dependence, [value or result for value in values]


def _set_operation(name: str, values: list[_Value | None]) -> tuple[Dependence, list[_Value]]:
    one, other, given = values
    if one is None or other is None or given is not None:
        return Dependence.GLOBAL, [_GLOBAL] * 3
    dependence = one.dependence | other.dependence
    lists = ("plain", "bag")
    result: _Value | None = None
    if one.kind in lists and (other.kind in lists or (name != "union" and other.kind in _LISTS)):
        # The result keeps the order of the first list, or of both.
        bag = one.kind == "bag" or (name == "union" and other.kind == "bag")
        result = _Value("bag" if bag else "plain", dependence)
    elif name == "intersection" and one.kind in _LISTS:
        if other.kind in lists:
            result = _Value("bag", dependence)
        elif other.kind == one.kind:
            result = one
    if result is None:
        return Dependence.GLOBAL, [_GLOBAL] * 3
    return dependence, [one, other, result]
