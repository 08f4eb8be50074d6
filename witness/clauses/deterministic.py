"""The built-in predicates that succeed at most once, on terms that may have variables.

Each evaluates as in SWI-Prolog, or raises an `InputError` with the goal and its line.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.clauses.arithmetic import (
    COMPARISONS,
    CONSTANTS,
    FUNCTIONS,
    RELATIONS,
    Number,
    applied,
    holds,
    number_of,
    solved,
)
from witness.clauses.bindings import Bindings, renamed
from witness.clauses.language.steps import Steps
from witness.clauses.language.system import unknown
from witness.clauses.language.terms import (
    Atom,
    Compound,
    Float,
    Ground,
    ListTerm,
    Literal,
    Term,
    Text,
    Variable,
    ground,
    literal_text,
    standard_order,
    term_of,
    term_text,
    variables,
)

#: A value of which Prolog has one copy; atoms and numbers are, and [] is one of the lists.
CONSTANT = (Atom, int, Float, Text)

ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "@<": operator.lt,
    "@>": operator.gt,
    "@=<": operator.le,
    "@>=": operator.ge,
}


class Builtins:
    """The built-ins that succeed at most once; `file` is named in errors."""

    def __init__(self, file: str, steps: Steps, copies: Iterator[int]) -> None:
        self.file = file
        self._steps = steps
        self._copies = copies

    def succeeds(self, literal: Literal, bindings: Bindings) -> bool:
        """Whether a built-in that is not in the library succeeds; extend the bindings then."""
        args = literal.args
        name = literal.name.removeprefix("$")
        match name, len(args):
            case "=", 2:
                return bindings.unify(args[0], args[1])
            case "\\=", 2:
                mark = bindings.mark()
                equal = bindings.unify(args[0], args[1])
                bindings.undo(mark)
                return not equal
            case (("==" | "\\=="), 2):
                same = bindings.resolve(args[0]) == bindings.resolve(args[1])
                return same == (name == "==")
            case "is", 2:
                return bindings.unify(args[0], number_of(self.value(args[1], literal, bindings)))
            case _, 2 if name in COMPARISONS:
                left, right = (self.value(side, literal, bindings) for side in args)
                return holds(name, left, right)
            case _, 2 if name in ORDER:
                return ORDER[name](*(self._ordered(side, literal, bindings) for side in args))
            case "compare", 3:
                known = bindings.walk(args[0])
                if not isinstance(known, Variable) and known not in [Atom(sign) for sign in "<=>"]:
                    raise self.error(literal, bindings, "<, = or > is needed")
                a, b = (self._ordered(side, literal, bindings) for side in args[1:])
                sign = "<" if a < b else ">" if a > b else "="
                return bindings.unify(args[0], Atom(sign))
            case _, 1 if name in _KINDS:
                return _KINDS[name](bindings.resolve(args[0]))
            case _, 2 if name in RELATIONS:
                return self._solved(name, literal, bindings)
            case "=..", 2:
                return self._univ(literal, bindings)
            case "functor", 3:
                return self._functor(literal, bindings)
            case "copy_term", 2:
                copy = renamed(bindings.resolve(args[0]), next(self._copies))
                return bindings.unify(args[1], copy)
            case "must_be", 2:
                if any(True for _ in variables(bindings.resolve(args[1]))):
                    raise self.error(literal, bindings, "a variable has no value")
                return True
            case "length", 2:
                return self._length(literal, bindings)
            case "proper", 1 if literal.name == "$proper":
                if not _KINDS["is_list"](bindings.resolve(args[0])):
                    raise self.error(literal, bindings, "a proper list is needed")
                return True
            case "values", 1 if literal.name == "$values":
                if not isinstance(ground(bindings.resolve(args[0])), tuple):
                    raise self.error(literal, bindings, "a list of values is needed")
                return True
            case "msort", 2:
                ordered = sorted(self.values(args[0], literal, bindings), key=standard_order)
                return bindings.unify(args[1], term_of(tuple(ordered)))
            case "sort", 4:
                return bindings.unify(args[3], self._sorted(literal, bindings))
            case "succ", 2:
                given = int(isinstance(bindings.walk(args[0]), Variable))
                number = self.number(args[given], literal, bindings)
                if number < 0:
                    raise self.error(literal, bindings, "a number from 0 on is needed")
                following = number - 1 if given else number + 1
                return following >= 0 and bindings.unify(args[1 - given], following)
            case "plus", 3:
                free = [isinstance(bindings.walk(term), Variable) for term in args]
                place = free.index(True) if True in free else 2
                one, other = (
                    self.number(args[i], literal, bindings) for i in range(3) if i != place
                )
                result = one + other if place == 2 else other - one
                return bindings.unify(args[place], result)
            case "true", 0:
                return True
            case (("fail" | "false"), 0):
                return False
        raise self.error(literal, bindings, unknown((name, len(args))))

    def number(self, term: Term, literal: Literal, bindings: Bindings) -> int:
        """Return the number that a term is."""
        term = bindings.walk(term)
        if not isinstance(term, int):
            text = shortened(term_text(bindings.resolve(term)))
            raise self.error(literal, bindings, f"{text} is not a number")
        return term

    def value(self, term: Term, literal: Literal, bindings: Bindings) -> Number:
        """Return the value of an arithmetic term."""
        self._steps.spend()
        if isinstance(term, Atom) and term.name in CONSTANTS:  # no variable that has such a value
            return CONSTANTS[term.name]
        term = bindings.walk(term)
        if isinstance(term, int):
            return term
        if isinstance(term, Float):
            return term.value
        if isinstance(term, Compound) and (term.functor, len(term.args)) in FUNCTIONS:
            values = [self.value(side, literal, bindings) for side in term.args]
            with suppress(ArithmeticError, ValueError, TypeError):
                return applied((term.functor, len(values)), values)
        text = shortened(term_text(bindings.resolve(term)))
        raise self.error(literal, bindings, f"{text} is not a number")

    def _solved(self, name: str, literal: Literal, bindings: Bindings) -> bool:
        """Whether a relation of CLP(FD) holds; give its unknown its value then."""
        try:
            left, right = literal.args
            found = solved(name, left, right, bindings.walk)
        except (ArithmeticError, ValueError, TypeError) as error:
            raise self.error(literal, bindings, str(error)) from None
        return found if isinstance(found, bool) else bindings.unify(*found)

    def _ordered(self, term: Term, literal: Literal, bindings: Bindings) -> tuple[Any, ...]:
        """Return what sorts as a term that has no variables."""
        value = ground(bindings.resolve(term))
        if value is None:
            raise self.error(literal, bindings, "two values are needed")
        return standard_order(value)

    def values(self, term: Term, literal: Literal, bindings: Bindings) -> tuple[Ground, ...]:
        """Return the values of a list."""
        values = ground(bindings.resolve(term))
        if not isinstance(values, tuple):
            raise self.error(literal, bindings, "a list of values is needed")
        return values

    def _sorted(self, literal: Literal, bindings: Bindings) -> Term:
        """Return a list sorted by an argument of its items, or by these, in some order."""
        place = self.number(literal.args[0], literal, bindings)
        sign = bindings.walk(literal.args[1])
        if not isinstance(sign, Atom) or sign.name not in ORDER:
            raise self.error(literal, bindings, "the order must be @<, @=<, @> or @>=")
        keys = []
        for value in self.values(literal.args[2], literal, bindings):
            term = term_of(value)
            parts = self.taken_apart(literal, term, bindings)[1] if place else (term,)
            if not 0 <= place <= len(parts):
                raise self.error(literal, bindings, f"there is no argument {place}")
            keys.append((self._ordered(parts[max(place, 1) - 1], literal, bindings), term))
        keys.sort(key=lambda pair: pair[0], reverse=sign.name.startswith("@>"))
        if "=" not in sign.name:
            keys = [k for n, k in enumerate(keys) if not n or keys[n - 1][0] != k[0]]
        return ListTerm(tuple(term for _, term in keys))

    def _length(self, literal: Literal, bindings: Bindings) -> bool:
        """Whether a list has a length; without an end, it gets that length if it is known."""
        items, wanted = map(bindings.resolve, literal.args)
        if isinstance(items, Variable) and isinstance(wanted, int):
            items = ListTerm((), items)
        if isinstance(items, ListTerm) and items.tail is None:
            return bindings.unify(wanted, len(items.items))
        if isinstance(items, ListTerm) and isinstance(wanted, int):
            new = max(0, wanted - len(items.items))
            self._steps.spend(new)
            rest = ListTerm(tuple(self._new() for _ in range(new)))
            return wanted >= len(items.items) and bindings.unify(items.tail or rest, rest)
        raise self.error(literal, bindings, "a proper list is needed")

    def _new(self) -> Variable:
        return Variable(f"_#{next(self._copies)}")

    # ---- terms -----------------------------------------------------------------------------

    def taken_apart(
        self, literal: Literal, term: Term, bindings: Bindings
    ) -> tuple[str, tuple[Term, ...]]:
        """Return the functor and the arguments of a compound term."""
        if isinstance(term, Compound):
            return term.functor, term.args
        if isinstance(term, ListTerm) and term.items:
            return "[|]", (term.items[0], joined(term.items[1:], term.tail or ListTerm(())))
        raise self.error(literal, bindings, f"{term_text(term)} is no compound term")

    def _functor(self, literal: Literal, bindings: Bindings) -> bool:
        term, name, arity = map(bindings.resolve, literal.args)
        if isinstance(term, Variable):
            number = self.number(arity, literal, bindings)
            if number == 0 and _KINDS["atomic"](name):
                return bindings.unify(term, name)
            if number <= 0 or not isinstance(name, Atom):
                raise self.error(literal, bindings, "a name and a number of arguments are needed")
            self._steps.spend(number)
            new = [self._new() for _ in range(number)]
            return bindings.unify(term, _compound(name.name, new))
        if _KINDS["atomic"](term):
            return bindings.unify(name, term) and bindings.unify(arity, 0)
        functor, args = self.taken_apart(literal, term, bindings)
        return bindings.unify(name, Atom(functor)) and bindings.unify(arity, len(args))

    def _univ(self, literal: Literal, bindings: Bindings) -> bool:
        term, items = map(bindings.resolve, literal.args)
        if not isinstance(items, ListTerm | Variable):
            raise self.error(literal, bindings, "a list is needed")
        if _KINDS["atomic"](term):
            return bindings.unify(items, ListTerm((term,)))
        if not isinstance(term, Variable):
            functor, args = self.taken_apart(literal, term, bindings)
            return bindings.unify(items, ListTerm((Atom(functor), *args)))
        if isinstance(items, ListTerm) and items.items and items.tail is None:
            name, *rest = items.items
            if not rest and _KINDS["atomic"](name):
                return bindings.unify(term, name)
            if rest and isinstance(name, Atom):
                return bindings.unify(term, _compound(name.name, rest))
        raise self.error(literal, bindings, "a list of a name and arguments is needed")

    def error(self, literal: Literal, bindings: Bindings, reason: str) -> InputError:
        """Return an error that shows the goal and names its line."""
        args = tuple(map(bindings.resolve, literal.args))
        shown = literal_text(replace(literal, name=literal.name.removeprefix("$"), args=args))
        return InputError(
            f"{shortened(shown, LINE)}: {reason}", file=self.file, line=literal.line or None
        )


_KINDS: dict[str, Callable[[Term], bool]] = {
    "integer": lambda term: isinstance(term, int),
    "float": lambda term: isinstance(term, Float),
    "number": lambda term: isinstance(term, int | Float),
    "atom": lambda term: isinstance(term, Atom),
    "string": lambda term: isinstance(term, Text),
    "atomic": lambda term: isinstance(term, CONSTANT) or term == ListTerm(()),
    "compound": lambda term: isinstance(term, Compound) or bool(getattr(term, "items", ())),
    "callable": lambda term: isinstance(term, Atom | Compound) or bool(getattr(term, "items", ())),
    "is_list": lambda term: isinstance(term, ListTerm) and term.tail is None,
    "ground": lambda term: not any(True for _ in variables(term)),
    "var": lambda term: isinstance(term, Variable),
    "nonvar": lambda term: not isinstance(term, Variable),
}


def joined(items: Sequence[Term], tail: Term) -> Term:
    """Return a list of items before another term."""
    if not items:
        return tail
    if isinstance(tail, ListTerm):
        return ListTerm((*items, *tail.items), tail.tail)
    return ListTerm(tuple(items), tail)


def _compound(functor: str, args: Sequence[Term]) -> Term:
    """Return a compound term, which may be a list."""
    if functor == "[|]" and len(args) == 2:
        return joined(args[:1], args[1])
    return Compound(functor, tuple(args))
