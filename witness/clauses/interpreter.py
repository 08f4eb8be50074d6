"""A plain interpreter of the Prolog subset, which defines what compiled backgrounds must do.

It is SLD resolution as in a Prolog system: literals from left to right, clauses from top to bottom,
depth first, cuts and control constructs as they are written, negation as failure; but with the
occurs check. It is slow and direct, and shares only the reader with the compiler. Recursive
definitions are legal here. As in Prolog they need not terminate, but an evaluation of more than
`MOST_INTERPRETED` steps is an error. Predicates of a `:- table` directive are answered from tables
(`witness.clauses.language.tabling`); their answers have no variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import count

from witness.base.errors import LINE, InputError, shortened
from witness.clauses.arithmetic import (
    Number,
    applied,
    number_of,
)
from witness.clauses.bindings import Bindings, renamed
from witness.clauses.deterministic import CONSTANT, Builtins, joined
from witness.clauses.language.builtins import BUILTINS
from witness.clauses.language.goals import INTERPRETED
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import MOST_INTERPRETED, Steps, TooManyStepsError
from witness.clauses.language.tabling import Tables
from witness.clauses.language.terms import (
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
    ground,
    literal_text,
    literal_variables,
    standard_order,
    substitute,
    term_of,
    variables,
)
from witness.clauses.library import LIBRARY

#: What is left to prove: a literal, how many choices are left after a cut in its place, the others.
Goals = tuple[Literal, int, "Goals"] | None

_CUT = Literal("!", ())
_FAIL = Literal("fail", ())

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
        self._builtins = Builtins(program.file, self._steps, self._copies)

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
            raise self._builtins.error(literal, bindings, "terms nested too deeply") from None

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
        if len(clauses) < _MANY or not args or not isinstance(args[0], CONSTANT):
            return clauses
        if key not in self._by_first:
            table: dict[Term, list[Clause]] = {}
            for clause in clauses:
                table.setdefault(clause.args[0], []).append(clause)
            usable = all(isinstance(first, CONSTANT) for first in table)
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
                parts = self._builtins.taken_apart(literal, bindings.resolve(term), bindings)[1]
                if not isinstance(bindings.walk(place), Variable):
                    self._builtins.number(place, literal, bindings)
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
        raise self._builtins.error(caller, bindings, "the goal must be a predicate")

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
                        raise self._builtins.error(literal, bindings, "an answer has variables")
                    yield found

        return self._tables.answers((literal.key, call), evaluate)

    def _builtin(self, literal: Literal, bindings: Bindings) -> bool:
        """Whether a built-in that is not in the library succeeds; extend the bindings then."""
        args = literal.args
        match literal.name.removeprefix("$"), len(args):
            case "findall", 3:
                found = self._findall(literal, args[0], args[1], bindings)
                return bindings.unify(args[2], ListTerm(tuple(found)))
            case "findall", 4:
                found = self._findall(literal, args[0], args[1], bindings)
                return bindings.unify(args[2], joined(found, args[3]))
            case "aggregate_all", 3:
                total = self._total(literal, bindings)
                return total is not None and bindings.unify(args[2], total)
        return self._builtins.succeeds(literal, bindings)

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
                values = self._builtins.values(ListTerm(tuple(found)), literal, bindings)
                return term_of(tuple(dict.fromkeys(sorted(values, key=standard_order))))
            numbers = [self._builtins.value(term, literal, bindings) for term in found]
            key = {"sum": ("+", 2), "max": ("max", 2), "min": ("min", 2)}.get(what.functor)
            if key is not None:
                start: list[Number] = [0] if what.functor == "sum" else []
                start += numbers
                return (
                    number_of(reduce(lambda a, b: applied(key, [a, b]), start)) if start else None
                )
        raise self._builtins.error(literal, bindings, "count, sum, max, min, bag or set is needed")


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
