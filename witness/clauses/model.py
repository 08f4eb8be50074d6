"""Background knowledge as a finite model: clingo finds all rows of predicates at once.

A predicate is a *relation* if facts and stratified Datalog define it: rules with recursion,
negation, comparisons and arithmetic. A variable that no literal of its rule gives a value, as in
`diff(A,B) :- \\+ A = B.`, stands for each value of the *domain*: the constants of the examples and
of the definitions. Where that would be too many rows, the predicate is a *test*: it has no rows,
and is called with values.

Values are numbered, so clingo sees whole numbers only. Python computes, and takes terms apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.arithmetic import COMPARISONS, applied, holds, number_of
from witness.clauses.compiler.load import relations_of
from witness.clauses.datalog import (
    CONTROL,
    KINDS,
    ORDER,
    SAME,
    Definitions,
    is_built_in,
    is_flat,
    local_variables,
    open_variables,
)
from witness.clauses.language.bias import Signature
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Float,
    Ground,
    Key,
    Literal,
    Term,
    Variable,
    ground,
    literal_variables,
    standard_order,
    term_of,
    variables,
)

#: The most instances of rules, seconds of grounding, and instances that a rule may have because of
#: variables that stand for the domain.
MOST_INSTANCES = 3_000_000
MOST_SECONDS = 120.0
MOST_OF_DOMAIN = 200_000


class TooLargeError(UnsupportedError):
    """A model would have too many rows."""


class Model:
    """The rows of the relations of a program; values are numbered by `number`, and in `known`.

    `domain` has the numbers of values that the examples have; `rounds` limits how often values that
    arithmetic gives are taken into the domain.
    """

    def __init__(
        self,
        program: Program,
        keys: Sequence[Key],
        number: Callable[[Ground], int],
        known: Sequence[Ground],
        domain: Iterable[int],
        rounds: int,
    ) -> None:
        self.program, self.number, self.known = program, number, known
        definitions = Definitions(program)
        self._keys = sorted({one for key in keys for one in (key, *definitions.reached(key))})
        self._rules = [rule for key in self._keys for rule in definitions.rules(key)]
        self._domain = {*domain}
        if any(open_variables(rule, ()) for rule in self._rules):
            facts = (row for key in self._keys for row in program.facts.get(key, ()))
            self._domain.update(number(value) for row in facts for value in row)
            heads = [t for rule in self._rules for t in rule.args]
            terms = [*heads, *(t for rule in self._rules for li in rule.body for t in li.args)]
            self._domain.update(number(v) for t in terms if (v := ground(t)) is not None)
        self.tests: set[Key] = set()
        while more := {rule.key for rule in self._rules if self._is_wide(rule)} - self.tests:
            self.tests |= more
        self._rules = [rule for rule in self._rules if rule.key not in self.tests]
        self._tests: dict[Key, Callable[..., bool]] = {}
        self.rows: dict[Key, list[tuple[int, ...]]] = {
            key: [tuple(map(number, row)) for row in program.facts.get(key, ())]
            for key in self._keys
            if key not in self.tests
        }
        if self._rules:
            self._ground(rounds)

    def _is_wide(self, rule: Clause) -> bool:
        size = max(2, len(self._domain))
        instances: int = size ** len(open_variables(rule, self.tests))
        return instances > MOST_OF_DOMAIN

    def test(self, key: Key, values: Sequence[int]) -> bool:
        """Whether a test holds for values, given by their numbers."""
        if key not in self._tests:
            signature = Signature(key[0], ("any",) * key[1], (True,) * key[1], 0)
            (relation,) = relations_of(self.program, [signature])
            self._tests[key] = relation.function
        try:
            return bool(self._tests[key](*(self.known[value] for value in values)))
        except (InputError, TooManyStepsError):
            return False

    # ---- grounding ------------------------------------------------------------------------------

    def _ground(self, rounds: int) -> None:
        import clingo

        names = {key: f"p{n}" for n, key in enumerate(self._keys)}
        facts = [f"{names[key]}{_listed(row)}." for key, rows in self.rows.items() for row in rows]
        writer = _Writer(names, self.tests, self.number)
        rules = [writer.rule(rule) for rule in self._rules]
        dynamic = any("dom(" in rule for rule in rules)
        for _ in range(rounds):
            control = clingo.Control(["--warn=none"])
            domain = [f"dom({value})." for value in sorted(self._domain)] * dynamic
            control.add("base", [], "\n".join((*facts, *rules, *domain)))
            control.ground([("base", [])], _Context(self, writer.goals))
            for key in {rule.key for rule in self._rules}:
                atoms = control.symbolic_atoms.by_signature(names[key], key[1])
                self.rows[key] = [tuple(a.number for a in x.symbol.arguments) for x in atoms]
            new = {v for rows in self.rows.values() for row in rows for v in row} - self._domain
            if not (new and dynamic):
                break
            self._domain |= new
            if any(map(self._is_wide, self._rules)):
                break


def _listed(arguments: Sequence[object]) -> str:
    return f"({','.join(map(str, arguments))})" if arguments else ""


class _Writer:
    """Rules as clingo reads them; `goals` are what Python computes, with its variables."""

    def __init__(
        self, names: dict[Key, str], tests: set[Key], number: Callable[[Ground], int]
    ) -> None:
        self.names, self.tests, self.number = names, tests, number
        self.goals: list[tuple[Literal, list[Variable]]] = []

    def rule(self, rule: Clause) -> str:
        """Return a rule. Instances of what may have many are counted.

        What comes before a computed value, and the value, is a rule of its own: clingo would rather
        try all values that later literals allow.
        """
        numbers: dict[Variable, str] = {}
        parts: list[str] = []

        def shown(term: Term) -> str:
            if isinstance(term, Variable):
                return numbers.setdefault(term, f"V{len(numbers)}")
            value = ground(term)
            assert value is not None
            return str(self.number(value))

        def asked(literal: Literal, what: str, names: Iterable[Variable]) -> str:
            inputs = list(dict.fromkeys(names))
            self.goals.append((literal, inputs))
            return f"@{what}{_listed([len(self.goals) - 1, *map(shown, inputs)])}"

        def computed(output: str, value: str) -> None:
            body.append(f"{output}={value}")
            if bound.union([output]).issuperset(numbers.values()):
                names = [*numbers.values()]
                head = f"part{len(self.goals)}{_listed(names)}"
                parts.append(f"{head}:-{','.join((*body, f'1=@count{_listed(names)}'))}.")
                body[:] = [head]
            bound.add(output)

        body = [f"dom({shown(v)})" for v in open_variables(rule, self.tests)]
        #: The variables that have values.
        bound = {*numbers.values()}
        for literal in rule.body:
            args, negation = literal.args, "not " * literal.negated
            if literal.key in CONTROL:
                body.append(f"{negation}{CONTROL[literal.key]}")
            elif not all(map(is_flat, args)) and literal.name == "=":
                whole, term = args
                assert isinstance(whole, Variable)
                assert isinstance(term, Compound)
                inside = [shown(argument) for argument in term.args]
                parts_of = asked(literal, "parts", [whole])
                made = f"@made{_listed([len(self.goals) - 1, *inside])}"
                body += [f"({','.join(inside)},)={parts_of}", f"{shown(whole)}={made}"]
                for known, new in (([shown(whole)], inside), (inside, [shown(whole)])):
                    if bound.issuperset(n for n in known if n in numbers.values()):
                        bound.update(new)
            elif literal.key[1] == 2 and literal.name in SAME:
                sign = "=" if SAME[literal.name] != literal.negated else "!="
                body.append(shown(args[0]) + sign + shown(args[1]))
            elif literal.key == ("is", 2) and not literal.negated and is_flat(args[0]):
                value = asked(literal, "value", variables(args[1]))
                computed(shown(args[0]), value)
            elif literal.key == ("between", 3) and not literal.negated:
                inputs = [v for a in args[:2] for v in variables(a)]
                computed(shown(args[2]), asked(literal, "between", inputs))
            elif is_built_in(literal) or literal.key in self.tests:
                body.append(f"1={asked(literal, 'holds', literal_variables(literal))}")
            else:
                local = local_variables(rule, literal) if literal.negated else set()
                own = ["_" if a in local else shown(a) for a in args]
                body.append(f"{negation}{self.names[literal.key]}{_listed(own)}")
                if not literal.negated:
                    bound.update(own)
        head = [shown(argument) for argument in rule.args]
        if len(rule.body) > 1 or "dom(" in "".join(body[:1]):
            body.append(f"1=@count{_listed(head)}")
        return "\n".join((*parts, f"{self.names[rule.key]}{_listed(head)}:-{','.join(body)}."))


class _Context:
    """What clingo asks of Python: an error of Prolog is a failure here."""

    def __init__(self, model: Model, goals: Sequence[tuple[Literal, list[Variable]]]) -> None:
        self._model, self._goals = model, goals
        self._counted, self._end = 0, time.monotonic() + MOST_SECONDS

    @cached_property
    def _yes(self) -> Any:
        return _clingo_number(1)

    def count(self, *_: Any) -> Any:
        """Count an instance of a rule."""
        self._counted += 1
        if self._counted > MOST_INSTANCES or time.monotonic() > self._end:
            what = (
                f"the definitions have more than {MOST_INSTANCES:,} instances, or take more than "
                f"{MOST_SECONDS:.0f} s to tabulate"
            )
            raise TooLargeError(what, file=self._model.program.file)
        return self._yes

    def value(self, goal: Any, *inputs: Any) -> Any:
        """Return the value of an expression."""
        literal, names = self._goals[goal.number]
        return self._numbered(self._computed(literal.args[1], names, inputs))

    def between(self, goal: Any, *inputs: Any) -> Any:
        """Return the numbers between two."""
        literal, names = self._goals[goal.number]
        low, high = (self._computed(a, names, inputs) for a in literal.args[:2])
        if not isinstance(low, int) or not isinstance(high, int):
            return []
        found = []
        for value in range(low, high + 1):
            self.count()
            found += self._numbered(value)
        return found

    def made(self, goal: Any, *inputs: Any) -> Any:
        """Return the term that some values make."""
        term = self._goals[goal.number][0].args[1]
        assert isinstance(term, Compound)
        args = tuple(term_of(self._model.known[value.number]) for value in inputs)
        return _clingo_number(self._model.number(replace(term, args=args)))

    def parts(self, goal: Any, whole: Any) -> Any:
        """Return the arguments of a value that is such a term as a literal has."""
        from clingo import Tuple_

        term, value = self._goals[goal.number][0].args[1], self._model.known[whole.number]
        assert isinstance(term, Compound)
        if not isinstance(value, Compound) or value.functor != term.functor:
            return []
        values = [v for argument in value.args if (v := ground(argument)) is not None]
        return Tuple_([_clingo_number(self._model.number(v)) for v in values])

    def holds(self, goal: Any, *inputs: Any) -> Any:
        """Return whether a comparison, a test of a kind, or another test holds."""
        literal, names = self._goals[goal.number]
        found = self._holds(literal, names, inputs)
        return [] if found is None or found == literal.negated else self._yes

    def _holds(self, literal: Literal, names: list[Variable], inputs: Any) -> bool | None:
        if literal.key in self._model.tests:
            given = dict(zip(names, (i.number for i in inputs), strict=True))
            numbers: list[int] = []
            for argument in literal.args:
                value = ground(argument)
                if isinstance(argument, Variable):
                    numbers.append(given[argument])
                elif value is not None:
                    numbers.append(self._model.number(value))
            return self._model.test(literal.key, numbers)
        if literal.name in COMPARISONS or literal.name == "is":
            left, right = (self._computed(a, names, inputs) for a in literal.args)
            if left is None or right is None:
                return None
            return left == right if literal.name == "is" else holds(literal.name, left, right)
        env = dict(zip(names, (self._model.known[i.number] for i in inputs), strict=True))
        values: list[Any] = [env[a] if isinstance(a, Variable) else ground(a) for a in literal.args]
        if literal.name in KINDS:
            return isinstance(values[0], KINDS[literal.name])
        if literal.key == ("between", 3):
            return all(isinstance(v, int) for v in values) and values[0] <= values[2] <= values[1]
        one, other = (standard_order(value) for value in values)
        sign = (one > other) - (one < other)
        wanted = ORDER[literal.name]
        return sign == wanted if "=" not in literal.name else sign != wanted

    def _computed(self, term: Term, names: list[Variable], inputs: Any) -> Any:
        """Return the value of an expression as a number of Python; None if it has none."""
        env = dict(zip(names, (self._model.known[i.number] for i in inputs), strict=True))

        def of(term: Term) -> Any:
            value = env[term] if isinstance(term, Variable) else term
            if isinstance(value, Compound):
                return applied((value.functor, len(value.args)), [of(a) for a in value.args])
            if isinstance(value, Float):
                return value.value
            if not isinstance(value, int):
                raise TypeError
            return value

        try:
            return of(term)
        except (TypeError, ValueError, ArithmeticError, TooManyStepsError):
            return None

    def _numbered(self, value: Any) -> list[Any]:
        return [] if value is None else [_clingo_number(self._model.number(number_of(value)))]


def _clingo_number(value: int) -> Any:
    from clingo import Number

    return Number(value)
