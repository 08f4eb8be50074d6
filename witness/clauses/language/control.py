"""Control constructs of Prolog, as definitions and negations that mean the same.

A disjunction becomes a definition with a clause for each side, and so on. Its arguments are the
variables that it shares with the rest of the clause. The condition of an if-then-else, and the goal
of `once/1`, are proved once in Prolog. If they may hold in several ways, they are tests here, so
what they share must have values: `must_be(ground, …)` raises an error where one has none.

A clause for which there are no such definitions stays as it is written, with its control constructs
as literals: if it has a cut, or if the condition of an if-then-else gives a variable its value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from witness.base.errors import InputError
from witness.clauses.language.builtins import GROUND, TYPE_TESTS
from witness.clauses.language.goals import called_in, goals_in
from witness.clauses.language.terms import (
    COMPARISONS,
    INFIX,
    RELATIONS,
    Atom,
    Clause,
    Compound,
    ListTerm,
    Literal,
    Term,
    Variable,
    variables,
)


class _AsWrittenError(Exception):
    """There are no definitions that mean the same as a clause."""


@dataclass
class Control:
    """One clause with a body as it was read, and the definitions that its body becomes.

    `lines` has the lines of goals by their identity, `error` makes an error of a text and a line.
    `numbers` are different for all clauses of a text, as several may stand on a line.
    """

    name: str
    args: tuple[Term, ...]
    body: Term
    lines: Mapping[int, int]
    line: int
    error: Callable[[str, int], InputError]
    numbers: Iterator[int]
    parts: list[Clause] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._before: list[Term] = [*self.args]  # the head, and the goals so far

    @cached_property
    def _occurrences(self) -> Counter[Variable]:
        return Counter(v for term in (*self.args, self.body) for v in variables(term))

    def clause(self) -> Clause:
        """Return the clause; the definitions that it calls are then in `parts`."""
        try:
            return Clause(self.name, self.args, tuple(self._goals(self.body)), self.line)
        except _AsWrittenError:
            self.parts.clear()
            return self.written()

    def written(self) -> Clause:
        """Return the clause with its control constructs."""
        return Clause(self.name, self.args, tuple(self._as_written(self.body)), self.line)

    def _as_written(self, goal: Term) -> Iterator[Literal]:
        match goal:
            case Compound(",", goals):
                for one in goals:
                    yield from self._as_written(one)
            case Atom("true"):
                pass
            case _:
                found = self._literal(goal, self.lines.get(id(goal), self.line))
                for inner, more in zip(found.args, goals_in(found.name, found.args), strict=True):
                    if more == 0 and not isinstance(inner, Variable):
                        list(self._as_written(inner))  # which raises an error for what is no goal
                yield found

    def _goals(self, goal: Term) -> list[Literal]:
        """Return the literals that a goal becomes, in their order."""
        if isinstance(goal, Compound) and goal.functor == ",":
            return [literal for part in goal.args for literal in self._goals(part)]
        found = self._goal(goal, self.lines.get(id(goal), self.line))
        self._before.append(goal)
        return found

    def _goal(self, goal: Term, line: int) -> list[Literal]:
        match goal:
            case Atom("true"):
                return []
            case Atom("!") | Compound("*->", (_, _)):
                raise _AsWrittenError
            case Compound(("\\+" | "not"), (inner,)):
                return [self._negated(inner, line)]
            case Compound(";", (Compound("->", (condition, then)), otherwise)):
                return self._choice(goal, condition, then, otherwise, line)
            case Compound("->", (condition, then)):
                return self._choice(goal, condition, then, Atom("fail"), line)
            case Compound(";", sides):
                return [self._part(goal, [[*self._apart(side)] for side in sides], line)]
            case Compound("once", (inner,)):
                return self._once(goal, inner, line)
            case Compound("forall", (condition, action)):
                inner = Compound(",", (condition, Compound("\\+", (action,))))
                return [self._negated(inner, line)]
            case Compound("call", (inner,)) if ("!", 0) in called_in(inner):
                raise _AsWrittenError
            case Compound("findall", (template, Atom() | Compound() as inner, result)):
                called = _term(self._single(inner, line))
                return [Literal("findall", (template, called, result), line=line)]
            case Compound("aggregate_all", (Atom("count"), inner, number)):
                return self._count(inner, number, line)
            case Compound("call", (Atom(name), *more)) if more:
                return self._goal(Compound(name, tuple(more)), line)
            case Compound("call", (Compound(name, args), *more)):
                return self._goals(Compound(name, (*args, *more)))
            case Compound("call", (Atom() as inner,)):
                return self._goals(inner)
        return [self._literal(goal, line)]

    def _literal(self, goal: Term, line: int) -> Literal:
        if isinstance(goal, Atom):
            return Literal(goal.name, (), line=line)
        if isinstance(goal, Variable):
            return Literal("call", (goal,), line=line)
        if not isinstance(goal, Compound):
            raise self.error("a body literal must be a predicate or a comparison", line)
        name, arity = goal.functor, len(goal.args)
        if name in INFIX and name not in RELATIONS:
            raise self.error(f"'{name}' is arithmetic, not a literal", line)
        if (name, arity) == GROUND and goal.args[0] != Atom("ground"):
            raise self.error("only must_be(ground, Term) is supported", line)
        return Literal(name, goal.args, line=line)

    # ---- definitions -----------------------------------------------------------------------

    def _apart(self, goal: Term) -> list[Literal]:
        """Return the literals of a goal that the goals after it do not follow."""
        known = len(self._before)
        found = self._goals(goal)
        del self._before[known:]
        return found

    def _shared(self, goal: Term) -> list[Variable]:
        """Return the variables of a goal that occur outside it, too."""
        own = Counter(variables(goal))
        return [v for v, number in own.items() if number < self._occurrences[v]]

    def _part(
        self,
        goal: Term,
        bodies: Sequence[Sequence[Literal]],
        line: int,
        more: Sequence[Variable] = (),
    ) -> Literal:
        """Return a call of a new definition, with these bodies, in place of a goal.

        Its arguments are what the goal shares, and `more`.
        """
        name = f"{self.name}_in_line_{line}_{next(self.numbers)}"
        args = (*self._shared(goal), *more)
        self.parts += [Clause(name, args, tuple(body), line) for body in bodies]
        return Literal(name, args, line=line)

    def _single(self, goal: Term, line: int) -> Literal:
        """Return one literal that holds as a goal does, as often and with the same values."""
        return self._one(goal, self._apart(goal), line)

    def _count(self, goal: Term, number: Term, line: int) -> list[Literal]:
        """Return what counts the proofs of a goal: a list of what they find, and its length."""
        found = self._apart(goal)
        shared = self._shared(goal)
        new = {v: None for li in found if not li.negated for a in li.args for v in variables(a)}
        own = [v for v in new if v not in shared]
        plain = len(found) == 1 and not found[0].negated
        called = found[0] if plain else self._part(goal, [found], line, own)
        names = (Variable(f"Answers_{number}") for number in self.numbers)
        answers = next(name for name in names if name not in self._occurrences)
        template = ListTerm(tuple(own))
        return [
            Literal("findall", (template, _term(called), answers), line=line),
            Literal("length", (answers, number), line=line),
        ]

    def _one(self, goal: Term, found: list[Literal], line: int) -> Literal:
        if not found:
            return Literal("true", (), line=line)
        if len(found) == 1 and not found[0].negated:
            return found[0]
        return self._part(goal, [found], line)

    def _negated(self, goal: Term, line: int) -> Literal:
        return replace(self._single(goal, line), negated=True, line=line)

    def _choice(
        self, whole: Term, condition: Term, then: Term, otherwise: Term, line: int
    ) -> list[Literal]:
        """Return a definition with a clause for each branch of an if-then-else."""
        holds = self._apart(condition)
        never = self._part(condition, [holds], line)
        fails = [replace(never, negated=True)]
        if not _holds_once(holds):
            checks = self._known(condition, line)
            twice = self._part(condition, [fails], line)
            holds, fails = [*checks, replace(twice, negated=True)], [*checks, *fails]
        self._before.append(condition)
        branches = [[*holds, *self._apart(then)]]
        self._before.pop()
        branches.append([*fails, *self._apart(otherwise)])
        return [self._part(whole, branches, line)]

    def _once(self, whole: Term, goal: Term, line: int) -> list[Literal]:
        found = self._apart(goal)
        if _holds_once(found):
            return found
        checks = self._known(goal, line)
        fails = replace(self._one(goal, found, line), negated=True)
        return [*checks, replace(self._part(whole, [[fails]], line), negated=True)]

    def _known(self, goal: Term, line: int) -> list[Literal]:
        """Return what checks that all variables which a test shares have values.

        If it gives one of them its value, the clause stays as it is written.
        """
        shared = self._shared(goal)
        seen = {v for term in self._before for v in variables(term)}
        for variable in shared:
            if variable not in seen:
                raise _AsWrittenError
        given = Atom("ground"), ListTerm(tuple(shared))
        return [Literal(GROUND[0], given, line=line)] if shared else []


def _holds_once(literals: Sequence[Literal]) -> bool:
    """Whether literals hold at most once, whatever has a value."""
    return all(
        literal.negated
        or (literal.key[1] == 2 and literal.name in COMPARISONS)
        or literal.key in TYPE_TESTS - {("is_list", 1)}  # which a program may define
        for literal in literals
    )


def _term(literal: Literal) -> Term:
    return Compound(literal.name, literal.args) if literal.args else Atom(literal.name)


def data_of(clauses: Sequence[Clause]) -> Iterator[tuple[Sequence[Term], int]]:
    """Yield the arguments of heads and literals that are no goals, with their lines."""
    for clause in clauses:
        yield clause.args, clause.line
        for literal in clause.body:
            yield list(_data(literal.name, literal.args)), literal.line


def _data(name: str, args: Sequence[Term]) -> Iterator[Term]:
    for argument, more in zip(args, goals_in(name, args), strict=True):
        if more == 0 and isinstance(argument, Compound):
            yield from _data(argument.functor, argument.args)
        else:
            yield argument
