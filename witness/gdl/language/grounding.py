"""Grounding: from rules with variables to rules about finitely many propositions, with clingo.

What may be true, and what may be done, are choices: `{true(F)}` for every fluent that `init` or
`next` can give, `{does(R, M)}` for every move that `legal` can allow. So the ground program speaks
of all that could happen if nothing ever ceased to hold, which is a superset of what can happen.
No text of the rulesheet reaches clingo: names become numbers, and the rules are written anew.

Nothing interrupts clingo while it grounds, so it does so in a process of its own. What comes back
are arrays of numbers, as these cost the least to send.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import clingo

from witness.base.errors import InputError
from witness.base.limits import MOST_MEMORY, Budget, LimitReachedError, Limits, current
from witness.base.limits.child import CrashedError
from witness.base.limits.forked import call_limited
from witness.base.machine import memory
from witness.gdl.language.kif import MAX_DEPTH
from witness.gdl.language.rulesheet import Argument, Rule, Rulesheet, Term, Variable, variables

#: Ground rules that a game may have.
MAX_RULES = 3_000_000

#: Seconds that grounding may take where nothing else is said.
MAX_SECONDS = 60.0

#: Megabytes that grounding may take.
MAX_MEMORY = 4_000.0

#: What a game consists of; rules that none of them needs are left out.
_ROOTS = ("role", "init", "next", "legal", "goal", "terminal")

#: The relations of fluents and moves.
_FLAT = ("init", "true", "next", "legal", "does")

#: Why grounding takes too much.
_CAUSES = "a relation over too many variables, or terms that grow without end"


@dataclass
class Ground:
    """A ground program: atoms are numbers, a negative number in a body a negated atom.

    `names` has the atoms that are not always true; `facts` those that are.
    """

    rules: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    names: dict[int, Term] = field(default_factory=dict)
    facts: list[Term] = field(default_factory=list)


def ground(
    sheet: Rulesheet,
    *,
    max_rules: int = MAX_RULES,
    max_memory: float | None = None,
) -> Ground:
    """Ground the rules of a game.

    Raises `InputError` when that takes more than `max_rules` rules, more than `max_memory`
    megabytes (by default `MAX_MEMORY`, or most of what the machine has), or the time that the
    budget in force has left (without a limit, `MAX_SECONDS`).
    """
    max_memory = max_memory or min(MAX_MEMORY, MOST_MEMORY * memory() / 1e6)
    budget = current()
    if budget.seconds_left is None:
        budget = Budget(Limits(time_limit=MAX_SECONDS))
    with budget.during("grounding"), budget.in_force():
        program = _Program(sheet)
        try:
            found = call_limited(
                lambda: _grounded(program, max_rules), budget=budget, memory_limit=max_memory
            )
            return _read(found, program.names)
        except LimitReachedError as reached:
            reason = str(reached)
        except CrashedError:
            raise InputError("clingo cannot ground these rules", file=sheet.file) from None
        raise InputError(f"{reason}: {_CAUSES}", file=sheet.file)


@dataclass
class _Numbers:
    """A ground program in numbers.

    `rules` has for each rule its head, the length of its body, and its body; `terms` for each term
    its name, the number of its arguments, and these, as the places of earlier terms; `atoms` for
    each atom its number, 0 for a fact, and the place of its term.
    """

    rules: array[int] = field(default_factory=lambda: array("i"))
    terms: array[int] = field(default_factory=lambda: array("i"))
    atoms: array[int] = field(default_factory=lambda: array("i"))


def _grounded(program: _Program, max_rules: int) -> _Numbers:
    """Ground a program with clingo. Raises `InputError` for too many rules, or too deep terms."""
    observer = _Observer(max_rules, program.sheet.file)
    control = clingo.Control(["--warn=none"])
    control.register_observer(observer, replace=True)
    control.add("base", [], program.text)
    control.ground([("base", [])], context=program)
    found = observer.found
    places: dict[clingo.Symbol, int] = {}

    def place(symbol: clingo.Symbol) -> int:
        known = places.get(symbol)
        if known is None:
            arguments = [place(argument) for argument in symbol.arguments]
            known = places[symbol] = len(places)
            found.terms.extend((int(symbol.name[1:]), len(arguments), *arguments))
        return known

    for symbol, atom in observer.output:
        found.atoms.extend((atom, place(symbol)))
    return found


def _read(found: _Numbers, names: Sequence[str]) -> Ground:
    """Return a ground program of which the numbers are known."""
    terms: list[Term] = []
    for name, arguments in current().each(_rows(found.terms)):
        terms.append(Term(names[name], tuple(terms[place] for place in arguments)))
    program = Ground(list(current().each(_rows(found.rules))))
    atoms = iter(found.atoms)
    for atom, place in current().each(zip(atoms, atoms, strict=True)):
        if atom:
            program.names[atom] = terms[place]
        else:
            program.facts.append(terms[place])
    return program


def _rows(numbers: array[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield rows of a first number, and others of which the second is the length."""
    start, end = 0, len(numbers)
    while start < end:
        stop = start + 2 + numbers[start + 1]
        yield numbers[start], tuple(numbers[start + 2 : stop])
        start = stop


def _needed(sheet: Rulesheet) -> list[Rule]:
    """Return the rules that the game depends on, in their order."""
    below: dict[str, set[str]] = defaultdict(set)
    for rule in sheet.rules:
        below[rule.head.name].update(condition.atom.name for condition in rule.body)
    needed = dict.fromkeys(_ROOTS)
    todo = list(_ROOTS)
    for name in todo:
        new = below[name] - needed.keys()
        needed.update(dict.fromkeys(new))
        todo += new
    return [rule for rule in sheet.rules if rule.head.name in needed]


class _Observer(clingo.Observer):
    """What clingo tells of the ground program."""

    def __init__(self, max_rules: int, file: str | None) -> None:
        self.max_rules = max_rules
        self.file = file
        self.number = 0
        self.found = _Numbers()
        self.output: list[tuple[clingo.Symbol, int]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule; those with a choice say nothing that matters here."""
        self.number += 1
        if self.number > self.max_rules:
            raise InputError(
                f"the rules have more than {self.max_rules:,} instances: {_CAUSES}", file=self.file
            )
        if not choice:
            self.found.rules.extend((head[0], len(body), *body))

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Keep the name of an atom."""
        self.output.append((symbol, atom))


class _Program:
    """The rules for clingo, every name as a number."""

    def __init__(self, sheet: Rulesheet) -> None:
        self.sheet = sheet
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}
        #: The rules whose heads may have larger terms than their bodies.
        self.growing: list[Rule] = []
        rules = _needed(sheet)
        #: Whether a variable may stand for a whole fluent or move, and so get inside another.
        self.nests = any(
            isinstance(condition.atom.arguments[-1], Variable)
            for rule in rules
            for condition in rule.body
            if condition.atom.name in _FLAT
        )
        true, does, init, following, legal = (
            self.name(word) for word in ("true", "does", "init", "next", "legal")
        )
        lines = [
            f"{{{true}(F)}} :- {init}(F).",
            f"{{{true}(F)}} :- {following}(F).",
            f"{{{does}(R,M)}} :- {legal}(R,M).",
        ]
        lines += [self.rule(rule) for rule in rules]
        self.text = "\n".join(lines)

    def name(self, word: str) -> str:
        """Return the name that stands for a word."""
        number = self.numbers.setdefault(word, len(self.names))
        if number == len(self.names):
            self.names.append(word)
        return f"k{number}"

    def rule(self, rule: Rule) -> str:
        """Write a rule."""
        variables: dict[Variable, str] = {}
        body = []
        for condition in rule.body:
            if condition.atom.name == "distinct":
                one, other = (self.encoded(a, variables) for a in condition.atom.arguments)
                body.append(f"{one}{'!=' if condition.positive else '='}{other}")
            else:
                negation = "" if condition.positive else "not "
                body.append(negation + self.encoded(condition.atom, variables))
        for term in self.grown(rule.head):
            body.append(f"@bounded({len(self.growing)},{self.encoded(term, variables)})=1")
            self.growing.append(rule)
        head = self.encoded(rule.head, variables)
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def encoded(self, term: Argument, variables: dict[Variable, str]) -> str:
        """Write a term."""
        if isinstance(term, Variable):
            return variables.setdefault(term, f"V{len(variables)}")
        name = self.name(term.name)
        if not term.arguments:
            return name
        return f"{name}({','.join(self.encoded(a, variables) for a in term.arguments)})"

    def grown(self, head: Term) -> Iterator[Term]:
        """Yield the terms of a head that may nest deeper with each use of its rule.

        A fluent or move is not one of them: it is made of its arguments each time.
        """
        inside = head.arguments
        if head.name in _FLAT and not self.nests:
            inside = tuple(a for term in inside if isinstance(term, Term) for a in term.arguments)
        for term in inside:
            if isinstance(term, Term) and term.arguments and any(variables(term)):
                yield term

    def bounded(self, number: clingo.Symbol, term: clingo.Symbol) -> clingo.Symbol:
        """Return 1, for clingo, unless a term of a rule is too deep: then raise `InputError`."""
        level = [term]
        for _ in range(MAX_DEPTH):
            level = list({argument for symbol in level for argument in symbol.arguments})
            if not level:
                return clingo.Number(1)
        raise self.growing[number.number].place.error(
            f"the terms of this rule nest more than {MAX_DEPTH} deep; they grow without end"
        )
