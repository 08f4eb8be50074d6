"""A plain interpreter of the Prolog subset, which defines what compiled backgrounds must do.

It is SLD resolution as in a Prolog system: literals from left to right, clauses from top to bottom,
depth first, negation as failure; but with the occurs check. It is slow and direct, and shares only
the reader with the compiler. Recursive definitions are legal here. As in Prolog they need not
terminate, but an evaluation of more than `MOST_INTERPRETED` steps is an error. Predicates of a
`:- table` directive are answered from tables (`witness.logic.language.tabling`); their answers have
no variables.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.logic.bindings import Bindings, renamed
from witness.logic.language.builtins import BUILTINS
from witness.logic.language.reader import Program
from witness.logic.language.steps import MOST_INTERPRETED, Steps, TooManyStepsError
from witness.logic.language.tabling import Tables
from witness.logic.language.terms import (
    Atom,
    Clause,
    Compound,
    Ground,
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
    clause_in_short,
    goal_of,
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

#: The literals left to prove: the first, and the others.
Goals = tuple[Literal, "Goals"] | None

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
    "=:=": operator.eq,
    "=\\=": operator.ne,
}

ORDER: dict[str, Callable[[tuple[int, Any], tuple[int, Any]], bool]] = {
    "@<": operator.lt,
    "@>": operator.gt,
    "@=<": operator.le,
    "@>=": operator.ge,
}

FUNCTIONS: dict[Key, Callable[..., int]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("//", 2): lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
    ("mod", 2): operator.mod,
    ("rem", 2): lambda a, b: a - b * FUNCTIONS["//", 2](a, b),
    ("-", 1): operator.neg,
    ("+", 1): operator.pos,
    ("min", 2): min,
    ("max", 2): max,
    ("abs", 1): abs,
}


def _differ(a: Term, b: Term) -> bool:
    """Whether two terms are different constants: a quick test before unification."""
    return isinstance(a, Atom | int) and isinstance(b, Atom | int) and a != b


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
            self._clauses.setdefault(key, []).extend(clauses)
        self._clauses.update(LIBRARY)
        self._copies = count(1)
        self._tabled = program.tabled.keys()
        self._tables = Tables()
        self._steps = Steps(MOST_INTERPRETED)

    def solve(self, literals: Sequence[Literal]) -> Iterator[dict[str, Ground]]:
        """Yield the answers of a query, with repetitions, in Prolog's order.

        An answer has the value of each variable of the query whose value is an integer, an atom or
        a list of these. Raises `InputError` for an unknown predicate, and for an argument without a
        value or of the wrong type, and `TooManyStepsError` if an answer takes too long.
        """
        wanted = {v for literal in literals for v in literal_variables(literal)}
        bindings = Bindings(self._steps)
        self._steps.begin()
        for _ in self._prove(_goals(literals), bindings):
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
                _goals(clause.body), bindings
            )
        except TooManyStepsError as error:
            raise TooManyStepsError(f"{clause_in_short(clause)}: {error}") from None
        except RecursionError:
            raise InputError(f"{clause_in_short(clause)}: lists nested too deeply") from None

    def _prove(self, goals: Goals, bindings: Bindings) -> Iterator[None]:
        """Extend the bindings to those of each proof. The stack holds the open choices."""
        stack: list[tuple[Iterator[Goals], int]] = [(iter([goals]), bindings.mark())]
        while stack:
            choices, mark = stack[-1]
            bindings.undo(mark)
            self._steps.spend()
            try:
                left = next(choices)
            except StopIteration:
                stack.pop()
                continue
            if left is None:
                yield
            else:
                stack.append((self._step(left[0], left[1], bindings), bindings.mark()))

    def _succeeds(self, goals: Goals, bindings: Bindings) -> bool:
        """Extend the bindings to those of the first proof; return whether there is one."""
        return any(True for _ in self._prove(goals, bindings))

    def _step(self, literal: Literal, rest: Goals, bindings: Bindings) -> Iterator[Goals]:
        """Yield what is left to prove, for each way to prove a literal."""
        if literal.negated:
            mark = bindings.mark()
            if not self._succeeds((replace(literal, negated=False), None), bindings):
                bindings.undo(mark)
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
            for clause in self._clauses[literal.key]:
                if any(map(_differ, clause.args, args)):
                    continue
                number = next(self._copies)
                head = renamed(Compound(clause.name, clause.args), number)
                mark = bindings.mark()
                if bindings.unify(head, Compound(clause.name, args)):
                    # Errors inside the library name the line that called it.
                    line = literal.line if clause.key in LIBRARY else None
                    yield _goals(_body(clause, number, line), rest)
                else:
                    bindings.undo(mark)
        elif literal.key in BUILTINS and (f"${literal.name}", len(literal.args)) in LIBRARY:
            yield replace(literal, name=f"${literal.name}"), rest
        elif self._builtin(literal, bindings):
            yield rest

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
                for _ in self._prove(_goals(_body(clause, number, None)), bindings):
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
                return bindings.unify(args[0], self._value(args[1], literal, bindings))
            case _, 2 if name in COMPARISONS:
                left, right = (self._value(side, literal, bindings) for side in args)
                return COMPARISONS[name](left, right)
            case _, 2 if name in ORDER:
                sides = [ground(bindings.resolve(side)) for side in args]
                if None in sides:
                    raise self._error(literal, bindings, "two values are needed")
                return ORDER[name](*(standard_order(side) for side in sides if side is not None))
            case (("integer" | "number" | "atom" | "is_list" | "var" | "nonvar" | "ground"), 1):
                return _has_kind(bindings.resolve(args[0]), name)
            case "must_be", 2:
                if any(True for _ in variables(bindings.resolve(args[1]))):
                    raise self._error(literal, bindings, "a variable has no value")
                return True
            case "length", 2:
                items = bindings.resolve(args[0])
                if not isinstance(items, ListTerm) or items.tail is not None:
                    raise self._error(literal, bindings, "a proper list is needed")
                return bindings.unify(args[1], len(items.items))
            case "values", 1 if literal.name == "$values":
                if not isinstance(ground(bindings.resolve(args[0])), tuple):
                    raise self._error(literal, bindings, "a list of values is needed")
                return True
            case "memberchk", 2:
                return self._succeeds((replace(literal, name="$member"), None), bindings)
            case "msort", 2:
                values = ground(bindings.resolve(args[0]))
                if not isinstance(values, tuple):
                    raise self._error(literal, bindings, "a list of values is needed")
                ordered = tuple(sorted(values, key=standard_order))
                return bindings.unify(args[1], term_of(ordered))
            case "succ", 2:
                known = int(isinstance(bindings.walk(args[0]), Variable))
                number = self._number(args[known], literal, bindings)
                if number < 0:
                    raise self._error(literal, bindings, "a number from 0 on is needed")
                following = number - 1 if known else number + 1
                return following >= 0 and bindings.unify(args[1 - known], following)
            case "plus", 3:
                unknown = [isinstance(bindings.walk(term), Variable) for term in args]
                place = unknown.index(True) if True in unknown else 2
                one, other = (
                    self._number(args[i], literal, bindings) for i in range(3) if i != place
                )
                result = one + other if place == 2 else other - one
                return bindings.unify(args[place], result)
            case "findall", 3:
                return bindings.unify(args[2], self._findall(literal, bindings))
            case "true", 0:
                return True
            case (("fail" | "false"), 0):
                return False
        raise self._error(literal, bindings, f"unknown predicate {name}/{len(args)}")

    def _number(self, term: Term, literal: Literal, bindings: Bindings) -> int:
        """Return the number that a term is."""
        term = bindings.walk(term)
        if not isinstance(term, int):
            text = shortened(term_text(bindings.resolve(term)))
            raise self._error(literal, bindings, f"{text} is not a number")
        return term

    def _value(self, term: Term, literal: Literal, bindings: Bindings) -> int:
        """Return the value of an arithmetic term."""
        self._steps.spend()
        term = bindings.walk(term)
        if isinstance(term, int):
            return term
        if isinstance(term, Compound) and (term.functor, len(term.args)) in FUNCTIONS:
            values = [self._value(side, literal, bindings) for side in term.args]
            if term.functor == "*":
                return self._steps.times(values[0], values[1])
            if term.functor not in ("//", "mod", "rem") or values[1] != 0:
                return FUNCTIONS[term.functor, len(values)](*values)
        text = shortened(term_text(bindings.resolve(term)))
        raise self._error(literal, bindings, f"{text} is not a number")

    def _findall(self, literal: Literal, bindings: Bindings) -> Term:
        """Return the list of the instances of a template, one for each proof of a goal."""
        template, goal = map(bindings.resolve, literal.args[:2])
        called = goal_of(Literal("findall", (template, goal, literal.args[2]), line=literal.line))
        if called is None:
            raise self._error(literal, bindings, "the goal must be a predicate")
        found = [
            renamed(bindings.resolve(template), next(self._copies))
            for _ in self._prove((called, None), bindings)
        ]
        return ListTerm(tuple(found))

    def _error(self, literal: Literal, bindings: Bindings, reason: str) -> InputError:
        args = tuple(map(bindings.resolve, literal.args))
        shown = literal_text(replace(literal, name=literal.name.removeprefix("$"), args=args))
        return InputError(
            f"{shortened(shown, LINE)}: {reason}", file=self.file, line=literal.line or None
        )


def _has_kind(term: Term, kind: str) -> bool:
    """Whether a term passes a type test."""
    match kind:
        case "integer" | "number":
            return isinstance(term, int)
        case "atom":
            return isinstance(term, Atom)
        case "is_list":
            return isinstance(term, ListTerm) and term.tail is None
        case "ground":
            return not any(True for _ in variables(term))
        case _:
            return isinstance(term, Variable) == (kind == "var")


def _goals(literals: Sequence[Literal], rest: Goals = None) -> Goals:
    """Return literals to prove before others."""
    for literal in reversed(literals):
        rest = (literal, rest)
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
