"""A plain interpreter of the Prolog subset, which defines what compiled backgrounds must do.

It is SLD resolution as in a Prolog system: literals from left to right, clauses from top to bottom,
depth first, cuts and control constructs as they are written, negation as failure; but with the
occurs check. It is slow and direct, and shares only the reader with the compiler. Recursive
definitions are legal here. As in Prolog they need not terminate, but an evaluation of more than
`MOST_INTERPRETED` steps is an error. Predicates of a `:- table` directive are answered from tables
(`witness.logic.language.tabling`); their answers have no variables.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import count
from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.logic.arithmetic import (
    COMPARISONS,
    CONSTANTS,
    FUNCTIONS,
    Number,
    applied,
    holds,
    number_of,
)
from witness.logic.bindings import Bindings, renamed
from witness.logic.language.builtins import BUILTINS
from witness.logic.language.goals import INTERPRETED
from witness.logic.language.reader import Program
from witness.logic.language.steps import MOST_INTERPRETED, Steps, TooManyStepsError
from witness.logic.language.system import unknown
from witness.logic.language.tabling import Tables
from witness.logic.language.terms import (
    Atom,
    Clause,
    Compound,
    Float,
    Ground,
    Key,
    ListTerm,
    Literal,
    Term,
    Text,
    Variable,
    clause_in_short,
    ground,
    literal_text,
    literal_variables,
    standard_order,
    substitute,
    term_of,
    term_text,
    variables,
)
from witness.logic.library import LIBRARY
from witness.logic.linear import RELATIONS, solved

#: What is left to prove: a literal, how many choices are left after a cut in its place, the others.
Goals = tuple[Literal, int, "Goals"] | None

#: A value of which Prolog has one copy; atoms and numbers are, and [] is one of the lists.
_CONSTANT = (Atom, int, Float, Text)

_CUT = Literal("!", ())
_FAIL = Literal("fail", ())

ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "@<": operator.lt,
    "@>": operator.gt,
    "@=<": operator.le,
    "@>=": operator.ge,
}

#: From how many clauses on those of a predicate are looked up by their first argument.
_MANY = 8


def _differ(a: Term, b: Term) -> bool:
    """Whether two terms are plainly different: a quick test before unification."""
    if isinstance(a, Variable) or isinstance(b, Variable):
        return False
    if isinstance(a, ListTerm) and isinstance(b, ListTerm):
        return (not a.items) != (not b.items)
    if isinstance(a, Compound) and isinstance(b, Compound):
        return a.functor != b.functor or len(a.args) != len(b.args)
    return a != b


class NoValueError(InputError):
    """An output of a predicate has no value."""


class Interpreter:
    """Answers queries about a program, and decides whether a clause holds for given arguments.

    `facts` are added to those of the program. A body is evaluated from left to right; `in_order`
    puts it into an order in which the inputs of every literal have values.
    """

    def __init__(
        self,
        program: Program,
        facts: Mapping[Key, Sequence[tuple[Ground, ...]]] | None = None,
    ) -> None:
        self.file = program.file
        self._clauses: dict[Key, list[Clause]] = {}
        for table in (facts or {}, program.facts):
            for key, rows in table.items():
                made = [Clause(key[0], tuple(map(term_of, row))) for row in rows]
                self._clauses.setdefault(key, []).extend(made)
        for key, clauses in program.rules.items():
            self._clauses.setdefault(key, []).extend(program.written.get(key, clauses))
        self._clauses.update(LIBRARY)
        self._by_first: dict[Key, dict[Term, list[Clause]] | None] = {}
        self._copies = count(1)
        self._held: set[Literal] = set()
        self._tabled = program.tabled.keys()
        self._tables = Tables()
        self._steps = Steps(MOST_INTERPRETED)

    def solve(self, literals: Sequence[Literal]) -> Iterator[dict[str, Ground]]:
        """Yield the answers of a query, with repetitions, in Prolog's order.

        An answer has the value of each variable of the query that has one without variables. Raises
        `InputError` for an unknown predicate, and for an argument without a value or of the wrong
        type, and `TooManyStepsError` if an answer takes too long.
        """
        wanted = {v for literal in literals for v in literal_variables(literal)}
        bindings = Bindings(self._steps)
        self._steps.begin()
        for _ in self._prove(_goals(literals, 0), bindings):
            found = {v.name: ground(bindings.resolve(v)) for v in wanted}
            yield {name: value for name, value in found.items() if value is not None}
            self._steps.begin()

    def holds(self, clause: Clause, arguments: Sequence[Ground]) -> bool:
        """Whether the head of a clause unifies with the arguments and its body then succeeds.

        Raises `InputError` as `solve` does.
        """
        values = Compound(clause.name, tuple(map(term_of, arguments)))
        bindings = Bindings(self._steps)
        self._steps.begin()
        try:
            return bindings.unify(Compound(clause.name, clause.args), values) and self._succeeds(
                _goals(clause.body, 0), bindings
            )
        except TooManyStepsError as error:
            raise TooManyStepsError(f"{clause_in_short(clause)}: {error}") from None
        except RecursionError:
            raise InputError(f"{clause_in_short(clause)}: lists nested too deeply") from None

    def calls(self, key: Key, mode: str, inputs: Sequence[Ground]) -> Iterator[tuple[Ground, ...]]:
        """Yield the outputs of a predicate in a mode, for each proof; all are one evaluation.

        Raises `InputError` as `solve` does, and for an output without a value.
        """
        given = iter(inputs)
        args = [term_of(next(given)) if m == "i" else Variable(f"_{n}") for n, m in enumerate(mode)]
        bindings = Bindings(self._steps)
        literal = Literal(key[0], tuple(args))
        self._steps.begin()
        try:
            for _ in self._prove((literal, 0, None), bindings):
                outputs = [a for a, m in zip(args, mode, strict=True) if m == "o"]
                found = [ground(bindings.resolve(output)) for output in outputs]
                if None in found:
                    reason = f"{shortened(literal_text(literal), LINE)}: an output gets no value"
                    raise NoValueError(reason, file=self.file)
                yield tuple(value for value in found if value is not None)
        except RecursionError:
            raise self._error(literal, bindings, "terms nested too deeply") from None

    @property
    def steps_taken(self) -> int:
        """The steps since the evaluation began."""
        return self._steps.most - self._steps.left

    def _prove(self, goals: Goals, bindings: Bindings) -> Iterator[None]:
        """Extend the bindings to those of each proof. The stack holds the open choices."""
        begin = bindings.mark()
        stack: list[tuple[Iterator[Goals], int]] = [(iter([goals]), begin)]
        while stack:
            choices, mark = stack[-1]
            bindings.undo(mark)
            self._steps.spend()
            try:
                left = next(choices)
            except StopIteration:
                stack.pop()
                continue
            while left is not None and left[0] == _CUT:
                del stack[left[1] :]
                left = left[2]
            if left is None:
                yield
            else:
                stack.append((self._step(left, len(stack), bindings), bindings.mark()))
        bindings.undo(begin)  # what a cut has left

    def _succeeds(self, goals: Goals, bindings: Bindings) -> bool:
        """Extend the bindings to those of the first proof; return whether there is one."""
        return any(True for _ in self._prove(goals, bindings))

    def _step(self, goals: Goals, height: int, bindings: Bindings) -> Iterator[Goals]:
        """Yield what is left to prove, for each way to prove the first of some goals.

        `height` is the number of open choices below these ways.
        """
        assert goals is not None
        literal, _, rest = goals
        library = (f"${literal.name}", len(literal.args))
        if literal.negated:
            yield replace(literal, negated=False), height + 1, (_CUT, height, (_FAIL, 0, None))
            yield rest
        elif literal.key in self._tabled:
            args = tuple(map(bindings.resolve, literal.args))
            for answer in self._answers(literal, args):
                mark = bindings.mark()
                if bindings.unify(Compound("", answer), Compound("", args)):
                    yield rest
                else:
                    bindings.undo(mark)
        elif literal.key in self._clauses:
            args = tuple(bindings.walk(argument) for argument in literal.args)
            for clause in self._candidates(literal.key, args):
                if any(map(_differ, clause.args, args)):
                    continue
                number = next(self._copies)
                head = renamed(Compound(clause.name, clause.args), number)
                mark = bindings.mark()
                if bindings.unify(head, Compound(clause.name, args)):
                    # Errors inside the library name the line that called it.
                    line = literal.line if clause.key in LIBRARY else None
                    yield _goals(_body(clause, number, line), height, rest)
                else:
                    bindings.undo(mark)
        elif library in LIBRARY and (literal.key in BUILTINS or literal.key in INTERPRETED):
            yield replace(literal, name=f"${literal.name}"), height, rest
        else:
            yield from self._control(goals, height, bindings)

    def _candidates(self, key: Key, args: tuple[Term, ...]) -> Sequence[Clause]:
        """Return the clauses whose first argument may be that of a call, as far as is quickly seen.

        Facts are looked up, if the first arguments of all are constants.
        """
        clauses = self._clauses[key]
        if len(clauses) < _MANY or not args or not isinstance(args[0], _CONSTANT):
            return clauses
        if key not in self._by_first:
            table: dict[Term, list[Clause]] = {}
            for clause in clauses:
                table.setdefault(clause.args[0], []).append(clause)
            usable = all(isinstance(first, _CONSTANT) for first in table)
            self._by_first[key] = table if usable else None
        found = self._by_first[key]
        return clauses if found is None else found.get(args[0], ())

    def _control(self, goals: Goals, height: int, bindings: Bindings) -> Iterator[Goals]:
        """Yield what is left to prove, as `_step`, for a control construct or a built-in.

        A cut in a branch is one of the clause; one in a condition, or in what is called, is local.
        """
        assert goals is not None
        literal, barrier, rest = goals

        def goal(term: Term, *more: Term) -> Literal:
            return self._goal(literal, bindings.walk(term), more, bindings)

        def once(condition: Term, then: Goals) -> Goals:
            return goal(condition), height + 1, (_CUT, height, then)

        match literal.name.removeprefix("$"), literal.args:
            case ",", parts:
                yield _goals([goal(part) for part in parts], barrier, rest)
            case ";", (left, right):
                match bindings.walk(left):
                    case Compound("->", (condition, then)):
                        yield once(condition, (goal(then), barrier, rest))
                    case Compound("*->", (condition, then)):
                        mark = Literal("$holds", (next(self._copies),))
                        yield goal(condition), height + 1, (mark, 0, (goal(then), barrier, rest))
                        if mark in self._held:
                            return
                    case side:
                        yield goal(side), barrier, rest
                yield goal(right), barrier, rest
            case "holds", _ if literal.name == "$holds":
                self._held.add(literal)
                yield rest
            case "->", (condition, then):
                yield once(condition, (goal(then), barrier, rest))
            case "*->", (condition, then):
                yield goal(condition), height + 1, (goal(then), barrier, rest)
            case (("\\+" | "not"), (inner,)):
                yield once(inner, (_FAIL, 0, None))
                yield rest
            case "call", (inner, *more):
                yield goal(inner, *more), height + 1, rest
            case "memberchk", args if len(args) == 2:
                yield once(Compound("$member", args), rest)
            case "once", (inner,):
                yield once(inner, rest)
            case "ignore", (inner,):
                yield once(inner, rest)
                yield rest
            case "forall", (condition, action):
                never = replace(goal(action), negated=True)
                yield goal(condition), height + 1, (never, 0, (_CUT, height, (_FAIL, 0, None)))
                yield rest
            case "arg", (place, term, value):
                parts = self._taken_apart(literal, bindings.resolve(term), bindings)[1]
                if not isinstance(bindings.walk(place), Variable):
                    self._number(place, literal, bindings)
                for number, part in enumerate(parts, start=1):
                    mark_ = bindings.mark()
                    if bindings.unify(place, number) and bindings.unify(value, part):
                        yield rest
                    bindings.undo(mark_)
            case _:
                if self._builtin(literal, bindings):
                    yield rest

    def _goal(
        self, caller: Literal, term: Term, more: Sequence[Term], bindings: Bindings
    ) -> Literal:
        """Return a term as a literal, with more arguments."""
        if isinstance(term, Atom):
            return Literal(term.name, tuple(more), line=caller.line)
        if isinstance(term, Compound):
            return Literal(term.functor, (*term.args, *more), line=caller.line)
        raise self._error(caller, bindings, "the goal must be a predicate")

    def _answers(self, literal: Literal, args: tuple[Term, ...]) -> list[tuple[Term, ...]]:
        """Return the answers of a tabled predicate, each once."""
        # Calls that differ in the names of variables have the same answers.
        names: dict[Variable, Term] = {}
        for argument in args:
            for variable in variables(argument):
                names.setdefault(variable, Variable(f"V{len(names)}"))
        call = tuple(substitute(argument, names.__getitem__) for argument in args)

        def evaluate() -> Iterator[tuple[Term, ...]]:
            for clause in self._clauses[literal.key]:
                number = next(self._copies)
                bindings = Bindings(self._steps)
                head = renamed(Compound(clause.name, clause.args), number)
                if not bindings.unify(head, Compound(clause.name, call)):
                    continue
                for _ in self._prove(_goals(_body(clause, number, None), 0), bindings):
                    found = tuple(map(bindings.resolve, call))
                    if any(ground(term) is None for term in found):
                        raise self._error(literal, bindings, "an answer has variables")
                    yield found

        return self._tables.answers((literal.key, call), evaluate)

    def _builtin(self, literal: Literal, bindings: Bindings) -> bool:
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
                return bindings.unify(args[0], number_of(self._value(args[1], literal, bindings)))
            case _, 2 if name in COMPARISONS:
                left, right = (self._value(side, literal, bindings) for side in args)
                return holds(name, left, right)
            case _, 2 if name in ORDER:
                return ORDER[name](*(self._ordered(side, literal, bindings) for side in args))
            case "compare", 3:
                known = bindings.walk(args[0])
                if not isinstance(known, Variable) and known not in [Atom(sign) for sign in "<=>"]:
                    raise self._error(literal, bindings, "<, = or > is needed")
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
                    raise self._error(literal, bindings, "a variable has no value")
                return True
            case "length", 2:
                return self._length(literal, bindings)
            case "proper", 1 if literal.name == "$proper":
                if not _KINDS["is_list"](bindings.resolve(args[0])):
                    raise self._error(literal, bindings, "a proper list is needed")
                return True
            case "values", 1 if literal.name == "$values":
                if not isinstance(ground(bindings.resolve(args[0])), tuple):
                    raise self._error(literal, bindings, "a list of values is needed")
                return True
            case "msort", 2:
                ordered = sorted(self._values(args[0], literal, bindings), key=standard_order)
                return bindings.unify(args[1], term_of(tuple(ordered)))
            case "sort", 4:
                return bindings.unify(args[3], self._sorted(literal, bindings))
            case "succ", 2:
                given = int(isinstance(bindings.walk(args[0]), Variable))
                number = self._number(args[given], literal, bindings)
                if number < 0:
                    raise self._error(literal, bindings, "a number from 0 on is needed")
                following = number - 1 if given else number + 1
                return following >= 0 and bindings.unify(args[1 - given], following)
            case "plus", 3:
                free = [isinstance(bindings.walk(term), Variable) for term in args]
                place = free.index(True) if True in free else 2
                one, other = (
                    self._number(args[i], literal, bindings) for i in range(3) if i != place
                )
                result = one + other if place == 2 else other - one
                return bindings.unify(args[place], result)
            case "findall", 3:
                found = self._findall(literal, args[0], args[1], bindings)
                return bindings.unify(args[2], ListTerm(tuple(found)))
            case "findall", 4:
                found = self._findall(literal, args[0], args[1], bindings)
                return bindings.unify(args[2], _list(found, args[3]))
            case "aggregate_all", 3:
                total = self._total(literal, bindings)
                return total is not None and bindings.unify(args[2], total)
            case "true", 0:
                return True
            case (("fail" | "false"), 0):
                return False
        raise self._error(literal, bindings, unknown((name, len(args))))

    def _number(self, term: Term, literal: Literal, bindings: Bindings) -> int:
        """Return the number that a term is."""
        term = bindings.walk(term)
        if not isinstance(term, int):
            text = shortened(term_text(bindings.resolve(term)))
            raise self._error(literal, bindings, f"{text} is not a number")
        return term

    def _value(self, term: Term, literal: Literal, bindings: Bindings) -> Number:
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
            values = [self._value(side, literal, bindings) for side in term.args]
            with suppress(ArithmeticError, ValueError, TypeError):
                return applied((term.functor, len(values)), values)
        text = shortened(term_text(bindings.resolve(term)))
        raise self._error(literal, bindings, f"{text} is not a number")

    def _solved(self, name: str, literal: Literal, bindings: Bindings) -> bool:
        """Whether a relation of CLP(FD) holds; give its unknown its value then."""
        try:
            left, right = literal.args
            found = solved(name, left, right, bindings.walk)
        except (ArithmeticError, ValueError, TypeError) as error:
            raise self._error(literal, bindings, str(error)) from None
        return found if isinstance(found, bool) else bindings.unify(*found)

    def _ordered(self, term: Term, literal: Literal, bindings: Bindings) -> tuple[Any, ...]:
        """Return what sorts as a term that has no variables."""
        value = ground(bindings.resolve(term))
        if value is None:
            raise self._error(literal, bindings, "two values are needed")
        return standard_order(value)

    def _values(self, term: Term, literal: Literal, bindings: Bindings) -> tuple[Ground, ...]:
        """Return the values of a list."""
        values = ground(bindings.resolve(term))
        if not isinstance(values, tuple):
            raise self._error(literal, bindings, "a list of values is needed")
        return values

    def _sorted(self, literal: Literal, bindings: Bindings) -> Term:
        """Return a list sorted by an argument of its items, or by these, in some order."""
        place = self._number(literal.args[0], literal, bindings)
        sign = bindings.walk(literal.args[1])
        if not isinstance(sign, Atom) or sign.name not in ORDER:
            raise self._error(literal, bindings, "the order must be @<, @=<, @> or @>=")
        keys = []
        for value in self._values(literal.args[2], literal, bindings):
            term = term_of(value)
            parts = self._taken_apart(literal, term, bindings)[1] if place else (term,)
            if not 0 <= place <= len(parts):
                raise self._error(literal, bindings, f"there is no argument {place}")
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
        raise self._error(literal, bindings, "a proper list is needed")

    def _new(self) -> Variable:
        return Variable(f"_#{next(self._copies)}")

    # ---- terms -----------------------------------------------------------------------------

    def _taken_apart(
        self, literal: Literal, term: Term, bindings: Bindings
    ) -> tuple[str, tuple[Term, ...]]:
        """Return the functor and the arguments of a compound term."""
        if isinstance(term, Compound):
            return term.functor, term.args
        if isinstance(term, ListTerm) and term.items:
            return "[|]", (term.items[0], _list(term.items[1:], term.tail or ListTerm(())))
        raise self._error(literal, bindings, f"{term_text(term)} is no compound term")

    def _functor(self, literal: Literal, bindings: Bindings) -> bool:
        term, name, arity = map(bindings.resolve, literal.args)
        if isinstance(term, Variable):
            number = self._number(arity, literal, bindings)
            if number == 0 and _KINDS["atomic"](name):
                return bindings.unify(term, name)
            if number <= 0 or not isinstance(name, Atom):
                raise self._error(literal, bindings, "a name and a number of arguments are needed")
            self._steps.spend(number)
            new = [self._new() for _ in range(number)]
            return bindings.unify(term, _compound(name.name, new))
        if _KINDS["atomic"](term):
            return bindings.unify(name, term) and bindings.unify(arity, 0)
        functor, args = self._taken_apart(literal, term, bindings)
        return bindings.unify(name, Atom(functor)) and bindings.unify(arity, len(args))

    def _univ(self, literal: Literal, bindings: Bindings) -> bool:
        term, items = map(bindings.resolve, literal.args)
        if not isinstance(items, ListTerm | Variable):
            raise self._error(literal, bindings, "a list is needed")
        if _KINDS["atomic"](term):
            return bindings.unify(items, ListTerm((term,)))
        if not isinstance(term, Variable):
            functor, args = self._taken_apart(literal, term, bindings)
            return bindings.unify(items, ListTerm((Atom(functor), *args)))
        if isinstance(items, ListTerm) and items.items and items.tail is None:
            name, *rest = items.items
            if not rest and _KINDS["atomic"](name):
                return bindings.unify(term, name)
            if rest and isinstance(name, Atom):
                return bindings.unify(term, _compound(name.name, rest))
        raise self._error(literal, bindings, "a list of a name and arguments is needed")

    # ---- all answers -----------------------------------------------------------------------

    def _findall(
        self, literal: Literal, template: Term, goal: Term, bindings: Bindings
    ) -> list[Term]:
        """Return the instances of a template, one for each proof of a goal."""
        called = self._goal(literal, bindings.walk(goal), (), bindings)
        return [
            renamed(bindings.resolve(template), next(self._copies))
            for _ in self._prove((called, 0, None), bindings)
        ]

    def _total(self, literal: Literal, bindings: Bindings) -> Term | None:
        """Return what an aggregate_all makes of all answers; None if it fails."""
        what = bindings.walk(literal.args[0])
        if what == Atom("count"):
            return len(self._findall(literal, Atom("x"), literal.args[1], bindings))
        if isinstance(what, Compound) and len(what.args) == 1:
            found = self._findall(literal, what.args[0], literal.args[1], bindings)
            if what.functor == "bag":
                return ListTerm(tuple(found))
            if what.functor == "set":
                values = self._values(ListTerm(tuple(found)), literal, bindings)
                return term_of(tuple(dict.fromkeys(sorted(values, key=standard_order))))
            numbers = [self._value(term, literal, bindings) for term in found]
            key = {"sum": ("+", 2), "max": ("max", 2), "min": ("min", 2)}.get(what.functor)
            if key is not None:
                start: list[Number] = [0] if what.functor == "sum" else []
                start += numbers
                return (
                    number_of(reduce(lambda a, b: applied(key, [a, b]), start)) if start else None
                )
        raise self._error(literal, bindings, "count, sum, max, min, bag or set is needed")

    def _error(self, literal: Literal, bindings: Bindings, reason: str) -> InputError:
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
    "atomic": lambda term: isinstance(term, _CONSTANT) or term == ListTerm(()),
    "compound": lambda term: isinstance(term, Compound) or bool(getattr(term, "items", ())),
    "callable": lambda term: isinstance(term, Atom | Compound) or bool(getattr(term, "items", ())),
    "is_list": lambda term: isinstance(term, ListTerm) and term.tail is None,
    "ground": lambda term: not any(True for _ in variables(term)),
    "var": lambda term: isinstance(term, Variable),
    "nonvar": lambda term: not isinstance(term, Variable),
}


def _list(items: Sequence[Term], tail: Term) -> Term:
    """Return a list of items before another term."""
    if not items:
        return tail
    if isinstance(tail, ListTerm):
        return ListTerm((*items, *tail.items), tail.tail)
    return ListTerm(tuple(items), tail)


def _compound(functor: str, args: Sequence[Term]) -> Term:
    """Return a compound term, which may be a list."""
    if functor == "[|]" and len(args) == 2:
        return _list(args[:1], args[1])
    return Compound(functor, tuple(args))


def _goals(literals: Sequence[Literal], barrier: int, rest: Goals = None) -> Goals:
    """Return literals to prove before others; a cut among them leaves `barrier` choices."""
    for literal in reversed(literals):
        rest = (literal, barrier, rest)
    return rest


def _body(clause: Clause, number: int, line: int | None) -> tuple[Literal, ...]:
    """Return the body of a clause with new variables, and with another line if one is given."""
    return tuple(
        Literal(
            literal.name,
            tuple(renamed(argument, number) for argument in literal.args),
            literal.negated,
            literal.line if line is None else line,
        )
        for literal in clause.body
    )
