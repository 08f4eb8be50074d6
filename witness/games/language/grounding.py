"""Grounding: from rules with variables to rules about finitely many propositions, with clingo.

What may be true, and what may be done, are choices: `{true(F)}` for every fluent that `init` or
`next` can give, `{does(R, M)}` for every move that `legal` can allow. So the ground program speaks
of all that could happen if nothing ever ceased to hold, which is a superset of what can happen.
No text of the rulesheet reaches clingo: names become numbers, and the rules are written anew.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import clingo

from witness.base.errors import InputError
from witness.games.language.rulesheet import Argument, Rule, Rulesheet, Term, Variable

#: Ground rules that a game may have.
MAX_RULES = 3_000_000

#: Seconds that grounding may take.
MAX_SECONDS = 60.0

#: What a game consists of; rules that none of them needs are left out.
_ROOTS = ("role", "init", "next", "legal", "goal", "terminal")


@dataclass
class Ground:
    """A ground program: atoms are numbers, a negative number in a body a negated atom.

    `names` has the atoms that are not always true; `facts` those that are.
    """

    rules: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    names: dict[int, Term] = field(default_factory=dict)
    facts: list[Term] = field(default_factory=list)


def ground(
    sheet: Rulesheet, *, max_rules: int = MAX_RULES, max_seconds: float = MAX_SECONDS
) -> Ground:
    """Ground the rules of a game.

    Raises `InputError` when that takes more than `max_rules` rules or `max_seconds`.
    """
    program = _Program()
    text = program.text(_needed(sheet))
    observer = _Observer(max_rules)
    control = clingo.Control(["--warn=none"])
    control.register_observer(observer, replace=True)
    control.add("base", [], text)
    failure: list[BaseException] = []

    def work() -> None:
        try:
            control.ground([("base", [])])
        except BaseException as error:
            failure.append(error)

    # Nothing stops clingo while it grounds but its observer, and that is asked about rules only.
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        worker.join(max_seconds)
    finally:
        observer.stopped |= worker.is_alive()
    if worker.is_alive() or observer.stopped:
        reason = (
            f"{max_rules:,} ground rules" if observer.number > max_rules else f"{max_seconds:g} s"
        )
        raise InputError(
            f"the rules have more than {reason} of instances: a relation over too many variables, "
            "or terms that grow without end",
            file=sheet.file,
        )
    if failure:
        raise failure[0]
    found = Ground(observer.rules)
    for symbol, atom in observer.output:
        if atom:
            found.names[atom] = program.term(symbol)
        else:
            found.facts.append(program.term(symbol))
    return found


def _needed(sheet: Rulesheet) -> list[Rule]:
    """Return the rules that the game depends on, in their order."""
    needed = set(_ROOTS)
    todo = list(_ROOTS)
    for name in todo:
        for rule in sheet.rules:
            if rule.head.name == name:
                new = {condition.atom.name for condition in rule.body} - needed
                needed |= new
                todo += sorted(new)
    return [rule for rule in sheet.rules if rule.head.name in needed]


class _Stopped(Exception):  # noqa: N818
    """Grounding was stopped."""


class _Observer(clingo.Observer):
    """What clingo tells of the ground program."""

    def __init__(self, max_rules: int) -> None:
        self.max_rules = max_rules
        self.number = 0
        self.stopped = False
        self.rules: list[tuple[int, tuple[int, ...]]] = []
        self.output: list[tuple[clingo.Symbol, int]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule; those with a choice say nothing that matters here."""
        self.number += 1
        if self.number > self.max_rules or self.stopped:
            self.stopped = True
            raise _Stopped
        if not choice:
            self.rules.append((head[0], tuple(body)))

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        """Keep the name of an atom."""
        self.output.append((symbol, atom))


class _Program:
    """Writes rules for clingo, every name as a number, and reads its symbols."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}

    def text(self, rules: Sequence[Rule]) -> str:
        """Return the program."""
        true, does, init, following, legal = (
            self.name(word) for word in ("true", "does", "init", "next", "legal")
        )
        lines = [
            f"{{{true}(F)}} :- {init}(F).",
            f"{{{true}(F)}} :- {following}(F).",
            f"{{{does}(R,M)}} :- {legal}(R,M).",
        ]
        lines += [self.rule(rule) for rule in rules]
        return "\n".join(lines)

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

    def term(self, symbol: clingo.Symbol) -> Term:
        """Read a symbol."""
        return Term(self.names[int(symbol.name[1:])], tuple(self.term(a) for a in symbol.arguments))
