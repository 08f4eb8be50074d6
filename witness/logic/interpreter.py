"""A plain interpreter of the Prolog subset, which defines what compiled backgrounds must do.

It is SLD resolution as in a Prolog system: literals from left to right, clauses from top to bottom,
depth first, negation as failure; but with the occurs check. It is slow and direct, and shares only
the reader with the compiler. Recursive definitions are legal here, and as in Prolog they need not
terminate.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from witness.base.errors import LINE, InputError, shortened
from witness.logic.bindings import Bindings, renamed, resolve, unify, walk
from witness.logic.language.bias import Bias
from witness.logic.language.builtins import BUILTINS
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program
from witness.logic.language.terms import (
    Atom,
    Clause,
    Compound,
    Ground,
    Key,
    ListTerm,
    Literal,
    Term,
    ground,
    literal_text,
    literal_variables,
    term_of,
    term_text,
)

#: The literals left to prove, and the bindings so far.
Resolvent = tuple[tuple[Literal, ...], Bindings]

#: The list predicates in Prolog; values/1 raises an error if its argument is not a list of values.
LIBRARY_TEXT = """
append([], L, L).
append([X|T], L, [X|R]) :- append(T, L, R).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
reverse(L, R) :- reverse(L, [], R).
reverse([], R, R).
reverse([X|T], S, R) :- reverse(T, [X|S], R).
both(X, A, B) :- member(X, A), memberchk(X, B).
only(X, A, B) :- member(X, A), \\+ memberchk(X, B).
first(X, A) :- append(B, [X|_], A), \\+ memberchk(X, B).
intersection(A, B, C) :- values(A), values(B), findall(X, '$both'(X, A, B), C).
subtract(A, B, C) :- values(A), values(B), findall(X, '$only'(X, A, B), C).
union(A, B, C) :- subtract(A, B, D), append(D, B, C).
list_to_set(A, B) :- values(A), findall(X, '$first'(X, A), B).
nth0(N, L, X) :- append(A, [X|_], L), length(A, N).
nth1(N, L, X) :- append(A, [X|_], L), length([X|A], N).
last(L, X) :- append(_, [X], L).
sumlist(L, S) :- sum_list(L, S).
sum_list(L, S) :- values(L), sum(L, 0, S).
sum([], S, S).
sum([X|T], A, S) :- B is A + X, sum(T, B, S).
max_list(L, M) :- values(L), append([X], T, L), max(T, X, M).
max([], M, M).
max([X|T], A, M) :- B is max(A, X), max(T, B, M).
min_list(L, M) :- values(L), append([X], T, L), min(T, X, M).
min([], M, M).
min([X|T], A, M) :- B is min(A, X), min(T, B, M).
between(A, B, A) :- A =< B.
between(A, B, X) :- A < B, C is A + 1, between(C, B, X).
"""


def _library() -> dict[Key, list[Clause]]:
    """Return the library; a $ keeps its names, and those that it calls, apart from a program's."""
    found: dict[Key, list[Clause]] = {}
    for clause in parse_clauses(LIBRARY_TEXT):
        body = tuple(replace(literal, name=f"${literal.name}") for literal in clause.body)
        own = Clause(f"${clause.name}", clause.args, body)
        found.setdefault(own.key, []).append(own)
    return found


LIBRARY = _library()

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
    "=:=": operator.eq,
    "=\\=": operator.ne,
}

FUNCTIONS: dict[Key, Callable[..., int]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): operator.mul,
    ("//", 2): lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
    ("mod", 2): operator.mod,
    ("min", 2): min,
    ("max", 2): max,
    ("abs", 1): abs,
}


def _differ(a: Term, b: Term) -> bool:
    """Whether two terms are different constants: a quick test before unification."""
    return isinstance(a, Atom | int) and isinstance(b, Atom | int) and a != b


class Interpreter:
    """Answers queries about a program, and decides whether a clause holds for given arguments.

    `facts` are added to those of the program. With a `bias`, `holds` evaluates the body of a clause
    in an order in which the inputs of every literal have values; without one, from left to right.
    """

    def __init__(
        self,
        program: Program,
        facts: Mapping[Key, Sequence[tuple[Ground, ...]]] | None = None,
        bias: Bias | None = None,
    ) -> None:
        self.file = program.file
        self.bias = bias
        self._clauses: dict[Key, list[Clause]] = {}
        for table in (facts or {}, program.facts):
            for key, rows in table.items():
                made = [Clause(key[0], tuple(map(term_of, row))) for row in rows]
                self._clauses.setdefault(key, []).extend(made)
        for key, clauses in program.rules.items():
            self._clauses.setdefault(key, []).extend(clauses)
        self._clauses.update(LIBRARY)
        self._copies = count(1)

    def solve(self, literals: Sequence[Literal]) -> Iterator[dict[str, Ground]]:
        """Yield the answers of a query, with repetitions, in Prolog's order.

        An answer has the value of each variable of the query whose value is an integer, an atom or
        a list of these. Raises `InputError` for an unknown predicate, and for an argument without a
        value or of the wrong type.
        """
        wanted = {v for literal in literals for v in literal_variables(literal)}
        for bindings in self._prove(tuple(literals), {}):
            found = {v.name: ground(resolve(v, bindings)) for v in wanted}
            yield {name: value for name, value in found.items() if value is not None}

    def holds(self, clause: Clause, arguments: Sequence[Ground]) -> bool:
        """Whether the head of a clause unifies with the arguments and its body then succeeds.

        Raises `InputError` as `solve` does, and if no order gives every literal its inputs.
        """
        values = Compound(clause.name, tuple(map(term_of, arguments)))
        bindings = unify(Compound(clause.name, clause.args), values, {})
        if bindings is None:
            return False
        body = clause.body if self.bias is None else in_order(clause, self.bias)
        return next(self._prove(body, bindings), None) is not None

    def _prove(self, goals: tuple[Literal, ...], bindings: Bindings) -> Iterator[Bindings]:
        """Yield the bindings of every proof. The stack holds the open choices."""
        stack: list[Iterator[Resolvent]] = [iter([(goals, bindings)])]
        while stack:
            state = next(stack[-1], None)
            if state is None:
                stack.pop()
            elif not state[0]:
                yield state[1]
            else:
                stack.append(self._step(*state))

    def _step(self, goals: tuple[Literal, ...], bindings: Bindings) -> Iterator[Resolvent]:
        """Yield what is left to prove, for each way to prove the first goal."""
        literal, rest = goals[0], goals[1:]
        private = replace(literal, name=f"${literal.name}")
        if literal.negated:
            if next(self._prove((replace(literal, negated=False),), bindings), None) is None:
                yield rest, bindings
        elif literal.key in self._clauses:
            args = tuple(walk(argument, bindings) for argument in literal.args)
            for clause in self._clauses[literal.key]:
                if any(map(_differ, clause.args, args)):
                    continue
                number = next(self._copies)
                head = renamed(Compound(clause.name, clause.args), number)
                found = unify(head, Compound(clause.name, args), bindings)
                if found is not None:
                    # Errors inside the library name the line that called it.
                    line = literal.line if clause.key in LIBRARY else None
                    yield (*_body(clause, number, line), *rest), found
        elif literal.key in BUILTINS and private.key in LIBRARY:
            yield (private, *rest), bindings
        else:
            after = self._builtin(literal, bindings)
            if after is not None:
                yield rest, after

    def _builtin(self, literal: Literal, bindings: Bindings) -> Bindings | None:
        """Return the bindings after a built-in that is not in the library; None if it fails."""
        args = literal.args
        name = literal.name.removeprefix("$")
        match name, len(args):
            case "=", 2:
                return unify(args[0], args[1], bindings)
            case "\\=", 2:
                return bindings if unify(args[0], args[1], bindings) is None else None
            case (("==" | "\\=="), 2):
                same = resolve(args[0], bindings) == resolve(args[1], bindings)
                return bindings if same == (name == "==") else None
            case "is", 2:
                return unify(args[0], self._value(args[1], literal, bindings), bindings)
            case _, 2 if name in COMPARISONS:
                left, right = (self._value(side, literal, bindings) for side in args)
                return bindings if COMPARISONS[name](left, right) else None
            case "length", 2:
                items = resolve(args[0], bindings)
                if not isinstance(items, ListTerm) or items.tail is not None:
                    raise self._error(literal, bindings, "a proper list is needed")
                return unify(args[1], len(items.items), bindings)
            case "values", 1 if literal.name == "$values":
                if not isinstance(ground(resolve(args[0], bindings)), tuple):
                    raise self._error(literal, bindings, "a list of values is needed")
                return bindings
            case "memberchk", 2:
                member = replace(literal, name="$member")
                return next(self._prove((member,), bindings), None)
            case "findall", 3:
                return unify(args[2], self._findall(literal, bindings), bindings)
            case "true", 0:
                return bindings
            case (("fail" | "false"), 0):
                return None
        raise self._error(literal, bindings, f"unknown predicate {name}/{len(args)}")

    def _value(self, term: Term, literal: Literal, bindings: Bindings) -> int:
        """Return the value of an arithmetic term."""
        term = walk(term, bindings)
        if isinstance(term, int):
            return term
        if isinstance(term, Compound) and (term.functor, len(term.args)) in FUNCTIONS:
            values = [self._value(side, literal, bindings) for side in term.args]
            if term.functor not in ("//", "mod") or values[1] != 0:
                return FUNCTIONS[term.functor, len(values)](*values)
        text = term_text(resolve(term, bindings))
        raise self._error(literal, bindings, f"{shortened(text)} is not a number")

    def _findall(self, literal: Literal, bindings: Bindings) -> Term:
        """Return the list of the instances of a template, one for each proof of a goal."""
        template, goal = (resolve(argument, bindings) for argument in literal.args[:2])
        if isinstance(goal, Atom):
            goal = Compound(goal.name, ())
        if not isinstance(goal, Compound):
            raise self._error(literal, bindings, "the goal must be a predicate")
        proofs = self._prove((Literal(goal.functor, goal.args, line=literal.line),), bindings)
        found = [resolve(template, proof) for proof in proofs]
        return ListTerm(tuple(renamed(item, next(self._copies)) for item in found))

    def _error(self, literal: Literal, bindings: Bindings, reason: str) -> InputError:
        args = tuple(resolve(argument, bindings) for argument in literal.args)
        shown = literal_text(replace(literal, name=literal.name.removeprefix("$"), args=args))
        return InputError(
            f"{shortened(shown, LINE)}: {reason}", file=self.file, line=literal.line or None
        )


def _body(clause: Clause, number: int, line: int | None) -> tuple[Literal, ...]:
    """Return the body of a clause with new variables, and with another line if one is given."""
    return tuple(
        replace(
            literal,
            args=tuple(renamed(argument, number) for argument in literal.args),
            line=literal.line if line is None else line,
        )
        for literal in clause.body
    )
