"""Every way in which a clause can fire, for the checker of certificates.

A clause is evaluated as Prolog evaluates it, on objects of which nothing is known but what a
`World` says. What it asks beyond that is answered in every possible way, one run for each
combination of answers, so that the runs cover every board. What cannot be ranged over is refused by
its name (`CannotCheckError`): it is never guessed. Nothing is shared with the prover.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any, NamedTuple

from witness.base.limits import current
from witness.clauses.background import Background
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    ListTerm,
    Literal,
    Term,
    Variable,
    term_of,
)
from witness.proof.certificate_tables import Tables
from witness.proof.certificate_unknowns import (
    SOME,
    UNREAD,
    Copies,
    Count,
    Many,
    Name,
    Thing,
    cannot,
)
from witness.proof.certificate_worlds import SIZE, World

#: The most steps and runs of one clause in one world.
MOST_STEPS, MOST_RUNS = 3_000_000, 30_000

#: What is computed of known numbers, by the name of the operator and how many it takes.
_ARITHMETIC: dict[tuple[str, int], Callable[..., int]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("min", 2): min,
    ("max", 2): max,
    ("abs", 1): abs,
}


class _State(NamedTuple):
    """The values of variables, and the members of `Many` of which a derivation takes one."""

    values: Mapping[Variable, Any]
    taken: tuple[Any, ...] = ()


class Evaluation:
    """The runs of a clause in a world."""

    def __init__(self, background: Background, world: World, *, tables: bool = True) -> None:
        self._program = background.program
        self._arguments = background.arguments(world.path, world.symbol)
        self._world, self._answers = world, world.answers
        self._budget = current()
        self._steps = 0
        self._tables = Tables(self._answers, world.fixed) if tables else None
        self._copies = Copies()

    def runs(
        self, clause: Clause, given: Mapping[Any, Any] = MappingProxyType({})
    ) -> Iterator[bool]:
        """Yield whether a clause fires, in each run; the world then has the answers of the run.

        Some answers may be given. Raises `CannotCheckError`, and `LimitReachedError` at the limit
        of the budget in force.
        """
        self._steps = 0
        for number, _ in enumerate(self._answers.runs(given)):
            if number == MOST_RUNS:
                cannot(f"it has more than {MOST_RUNS:,} cases")
            try:
                found = self._tabled("", [clause], self._arguments, _State({}), False)
                yield next(found, None) is not None
            except RecursionError:
                cannot("it is nested too deeply")

    def _tabled(
        self,
        key: Hashable,
        clauses: Sequence[Clause],
        args: Sequence[Any],
        state: _State,
        counting: bool,
    ) -> Iterator[_State]:
        """Call a predicate that is defined, by its table if its arguments are fixed or open."""
        tables = self._tables
        open_ = [a for a in args if isinstance(a, Variable)]
        fixed = [None if isinstance(a, Variable) else a for a in args]
        if tables is None or len({*open_}) < len(open_) or not tables.fixed(fixed):
            for clause in clauses:
                yield from self._call(clause, args, state, counting)
            return

        def evaluate() -> Iterator[_State]:
            for clause in clauses:
                yield from self._call(clause, args, _State({}), counting)

        def row_of(end: _State) -> tuple[Any, ...] | None:
            row = tuple([_walk(a, end) for a in open_])
            return row if not end.taken and tables.fixed(row) else None

        for row, end in tables.recall((key, counting, *fixed), evaluate, row_of):
            if row is not None:
                yield _State({**state.values, **dict(zip(open_, row, strict=True))}, state.taken)
            elif end is not None:
                yield _State({**state.values, **end.values}, (*state.taken, *end.taken))

    def _call(
        self, clause: Clause, args: Sequence[Any], state: _State, counting: bool
    ) -> Iterator[_State]:
        own, body = self._copies.of(clause)
        values = {**state.values}
        for one, given in zip(own, args, strict=True):
            if isinstance(one, Variable) and one not in values and not isinstance(given, Variable):
                values[one] = given
            elif (unified := self._unify(one, given, _State(values, state.taken))) is not None:
                values = {**unified.values}
            else:
                return
        yield from self._prove(body, _State(values, state.taken), counting)

    def _prove(
        self, body: Sequence[Literal], state: _State, counting: bool, at: int = 0
    ) -> Iterator[_State]:
        self._steps += 1
        self._budget.check()
        if self._steps > MOST_STEPS:
            cannot(f"it takes more than {MOST_STEPS:,} steps")
        if at == len(body):
            yield state
            return
        first = body[at]
        if first.negated:
            if next(self._literal(first, state, False), None) is None:
                yield from self._prove(body, state, counting, at + 1)
        elif at + 1 == len(body):
            yield from self._literal(first, state, counting)
        else:
            for found in self._literal(first, state, counting):
                yield from self._prove(body, found, counting, at + 1)

    def _literal(self, literal: Literal, state: _State, counting: bool) -> Iterator[_State]:
        """Yield the states after a literal, as if it were not negated."""
        args = [_walk(a, state) for a in literal.args]
        name, key = literal.name, (literal.name, len(args))
        text = f"{name}/{len(args)}"
        program = self._program
        if key in program.tabled:
            cannot(text)
        rows = self._world.primitives(text, args)
        defined = program.facts.get(key), program.rules.get(key)
        if rows is not None:
            if any(defined):
                cannot(f"{text}, which the background defines itself")
            yield from self._rows(args, rows, state)
            return
        if any(defined):
            for row in defined[0] or ():
                yield from self._rows(args, [tuple(map(term_of, row))], state)
            if defined[1]:
                yield from self._tabled(key, defined[1], args, state, counting)
            return
        match text:
            case "true/0":
                yield state
            case "fail/0" | "false/0":
                return
            case "=/2":
                yield from self._rows(args[:1], [(args[1],)], state)
            case "\\=/2":
                if self._unify(args[0], args[1], state) is None:
                    yield state
            case "==/2" | "\\==/2":
                if any(_is_open(a, state) for a in args):
                    cannot(f"{text} of a variable without a value")
                if (self._unify(args[0], args[1], state) is not None) == (name == "=="):
                    yield state
            case "is/2":
                yield from self._rows(args[:1], [(self._value(args[1], state),)], state)
            case "</2" | ">/2" | "=</2" | ">=/2" | "=:=/2" | "=\\=/2":
                if self._compare(name, *(self._value(a, state) for a in args)):
                    yield state
            case "length/2":
                size = args[0].size() if isinstance(args[0], Many) else None
                yield from self._rows(args[1:], [(len(_items(args[0])) if size is None else size,)],
                                      state)  # fmt: skip
            case "sum_list/2":
                total = (
                    args[0].sum()
                    if isinstance(args[0], Many)
                    else reduce(
                        lambda one, other: _computed("+", [one, other]),
                        (self._value(item, state) for item in _items(args[0])),
                        0,
                    )
                )
                yield from self._rows(args[1:], [(total,)], state)
            case "member/2" | "memberchk/2":
                yield from self._member(text, args, state, counting)
            case "intersection/3":
                yield from self._rows(args[2:], [(self._common(args[0], args[1], state),)], state)
            case "findall/3":
                yield from self._rows(args[2:], [(self._all(args, state),)], state)
            case _:
                cannot(text)

    def _rows(self, args: Sequence[Any], rows: Any, state: _State) -> Iterator[_State]:
        for row in rows:
            found: _State | None = state
            for argument, value in zip(args, row, strict=True):
                found = found and self._unify(argument, value, found)
            if found is not None:
                yield found

    def _unify(self, one: Any, other: Any, state: _State) -> _State | None:
        one, other = _walk(one, state), _walk(other, state)
        if one is other:
            return state
        if isinstance(other, Variable) and other.name == UNREAD:
            one, other = other, one  # no other variable gets its name
        for variable, value in ((one, other), (other, one)):
            if isinstance(variable, Variable):
                return _State({**state.values, variable: value}, state.taken)
        if isinstance(one, ListTerm) and isinstance(other, ListTerm):
            ours, theirs = _items(one), _items(other)
            if len(ours) != len(theirs):
                return None
            found: _State | None = state
            for a, b in zip(ours, theirs, strict=True):
                found = found and self._unify(a, b, found)
            return found
        return state if self._equal(one, other) else None

    def _equal(self, one: Any, other: Any) -> bool:
        if isinstance(one, Thing) and isinstance(other, Thing):
            return self._world.same(one, other)
        if isinstance(one, int | Count) and isinstance(other, int | Count):
            return self._compare("=:=", one, other)
        plain = (int, Atom, Count, ListTerm)
        if isinstance(one, plain) and isinstance(other, plain):
            return type(one) is type(other) and bool(one == other)
        for a, b in ((one, other), (other, one)):
            if isinstance(a, Thing) and isinstance(b, ListTerm | Many):
                return False
            if isinstance(a, Many) and isinstance(b, int | Atom | Count):
                return False
            if isinstance(a, Thing) and isinstance(b, int | Atom):
                cannot(f"the constant {b.name if isinstance(b, Atom) else b} for a {a.sort}")
            if isinstance(a, Thing) and isinstance(b, Count):
                cannot(f"whether a {a.sort} is a number")
        return cannot("whether two lists are equal")

    def _value(self, term: Any, state: _State) -> Any:
        term = _walk(term, state)
        if isinstance(term, int | Count):
            return term
        if not isinstance(term, Compound):
            cannot("a comparison of something else than numbers")
        return _computed(term.functor, [self._value(a, state) for a in term.args])

    def _compare(self, name: str, one: Any, other: Any) -> bool:
        a, b = (Count(None, v) if isinstance(v, int) else v for v in (one, other))
        le = self._answers.at_most
        match name:
            case "=<":
                return le(a, b)
            case ">=":
                return le(b, a)
            case "<":
                return not le(b, a)
            case ">":
                return not le(a, b)
        return (le(a, b) and le(b, a)) == (name == "=:=")

    def _member(
        self, text: str, args: Sequence[Any], state: _State, counting: bool
    ) -> Iterator[_State]:
        item, items = args
        if not isinstance(items, Many):
            for one in _items(items):
                found = self._unify(item, one, state)
                if found is not None:
                    yield found
                    if text == "memberchk/2":
                        return
        elif not isinstance(item, Variable):
            # A list of objects has each at most once.
            if not isinstance(item, Thing):
                cannot(f"{text} of something else than an object")
            if items.has(item):
                yield state
        elif text == "memberchk/2":
            cannot("memberchk/2 of a variable without a value")
        else:
            for one, number in items.members():
                some = counting or number is None or number == SOME
                if some or self._answers.at_most(Count(None, 1), Count(number)):
                    yield _State({**state.values, item: one}, (*state.taken, (one, number)))

    def _common(self, one: Any, other: Any, state: _State) -> Any:
        if isinstance(one, Many) and isinstance(other, Many):
            return one if one is other else cannot("intersection/3 of two lists of the board")
        if isinstance(one, Many):
            # The order is that of the path, which is not known.
            found = [_walk(a, state) for a in _items(other) if self._within(a, one, state)]
            return Many(lambda x: any(x is a for a in found),
                        lambda: ((a, None) for a in found), lambda: len(found))  # fmt: skip
        return ListTerm(tuple(a for a in _items(one) if self._within(a, other, state)))

    def _within(self, item: Any, items: Any, state: _State) -> bool:
        args = [_walk(item, state), items]
        return next(self._member("memberchk/2", args, state, False), None) is not None

    def _all(self, args: Sequence[Any], state: _State) -> Any:
        template, goal = args[0], args[1]
        if isinstance(goal, Atom):
            goal = Compound(goal.name, ())
        if not isinstance(goal, Compound):
            cannot("findall/3 of a goal that is not known")
        found: list[Any] = []
        taken: list[tuple[Any, Name]] = []
        sized = self._world.sized
        inner = _State(state.values)
        for end in self._literal(Literal(goal.functor, goal.args), inner, True):
            value = _walk(template, end)
            if isinstance(value, Variable | Compound | ListTerm):
                cannot("findall/3 of something else than objects and numbers")
            found.append(value)
            if end.taken:
                ((one, number), *more) = end.taken
                if (
                    more
                    or number == SOME
                    or one is not sized.get(value, value)
                    or any(
                        one is other or (number is not None and number == n) for other, n in taken
                    )
                ):
                    cannot("findall/3 that goes through a list in another way than to count it")
                taken.append((one, number))
        if not taken:
            return ListTerm(tuple(found))
        if len(taken) < len(found):
            cannot("findall/3 of members of a list and others")
        if any(value in sized for value in found):
            return self._sizes(found, taken)
        numbers = [number for _, number in taken if number is not None]
        sure = len(taken) - len(numbers)
        size: Any = sure
        if numbers:
            if len({where for where, _ in numbers}) > 1:
                cannot("findall/3 of members of two lists")
            classes = tuple(sorted(c for _, several in numbers for c in several))
            size = Count((numbers[0][0], classes), sure)
        return Many(lambda _: cannot("what is in a list of findall/3"),
                    lambda: cannot("what is in a list of findall/3"), lambda: size)  # fmt: skip

    def _sizes(self, found: Sequence[Any], taken: Sequence[tuple[Any, Name]]) -> Many:
        """Return the list of the sizes of all blocks in a list of squares; their sum is known."""
        numbers = [number for _, number in taken if number is not None]
        all_sized = all(value in self._world.sized for value in found)
        if not all_sized or len(numbers) != 1 or len(taken) != 2:
            cannot("findall/3 of the sizes of some blocks")
        ((where, _),) = numbers
        return Many(lambda _: cannot("what is in a list of sizes"),
                    lambda: cannot("what is in a list of sizes"),
                    lambda: cannot("the number of blocks"),
                    lambda: Count((where, SIZE)))  # fmt: skip


def _computed(functor: str, values: Sequence[Any]) -> Any:
    """Return what an operator makes of numbers."""
    if all(isinstance(v, int) for v in values):
        function = _ARITHMETIC.get((functor, len(values)))
        if function is not None:
            return function(*values)
    elif functor in ("+", "-") and len(values) == 2:
        one, other = values
        if isinstance(one, Count) and isinstance(other, int):
            return Count(one.name, one.more + (other if functor == "+" else -other))
        if isinstance(one, int) and functor == "+":
            return Count(other.name, one + other.more)
    return cannot(f"{functor}/{len(values)} of numbers that are not known")


def _walk(term: Any, state: _State) -> Any:
    while isinstance(term, Variable) and term in state.values:
        term = state.values[term]
    return term


def _is_open(term: Any, state: _State) -> bool:
    """Whether a term is, or a list in it has, a variable without a value."""
    term = _walk(term, state)
    if isinstance(term, ListTerm):
        return term.tail is not None or any(_is_open(item, state) for item in term.items)
    return isinstance(term, Variable)


def _items(term: Term) -> tuple[Any, ...]:
    if not isinstance(term, ListTerm) or term.tail is not None:
        cannot("a list that is not known")
    return term.items
