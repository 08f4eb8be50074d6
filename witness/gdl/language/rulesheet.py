"""Games in the Game Description Language: rules as data, read from KIF.

A rule is `(<= head condition…)` or a bare head. A condition is a relation such as `(cell 1 ?x)`,
`(true fluent)`, `(does role move)`, `(not condition)`, `(or condition…)` or `(distinct a b)`.
Genesereth, Love, Pell: *General game playing*, AI Magazine 26(2), 2005; Love et al.: *General game
playing: Game Description Language specification*, Stanford LG-2006-01.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from pathlib import Path

from witness.base.limits import current
from witness.gdl.language.kif import Expression, Group, Place, Word, read_kif

#: The relations that the language gives a meaning, with the number of their arguments.
KEYWORDS = {
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "next": 1,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
}

#: Relations that list what there is for other programs; here a game needs them only if it asks.
DECLARATIONS = {"base": 1, "input": 2}

#: Words that are no relations.
CONNECTIVES = ("<=", "not", "or", "and", "distinct")

#: Words and signs that other languages have for connectives, and what to write instead.
_INSTEAD = {
    r"<?=+>|<==+|:-|:=|⇒|⊃|⇐|⇔|implies|iff|if":
        "a rule is (<= head condition…), its head first",
    r"~|!|¬|\\\+": "negation is (not condition)",
    r"&&?|∧|,": "conditions that stand side by side must all hold, as in (and …)",
    "∨": "alternatives are (or condition…)",
    r"forall|∀|exists|∃":
        "a variable of a condition stands for some value; for all is: not some that is not",
}  # fmt: skip

#: A rule with `or` stands for several; for no more than this.
MAX_ALTERNATIVES = 1000


@dataclass(frozen=True)
class Variable:
    """A variable, with its question mark."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Term:
    """A constant, or a function or relation of terms."""

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"({' '.join(map(str, (self.name, *self.arguments)))})"


Argument = Term | Variable


@dataclass(frozen=True)
class Condition:
    """A relation that must hold, or must not; `distinct` is a relation of two arguments."""

    atom: Term
    positive: bool
    place: Place = field(compare=False)

    def __str__(self) -> str:
        return str(self.atom) if self.positive else f"(not {self.atom})"


@dataclass(frozen=True)
class Rule:
    """A head that holds where all conditions do."""

    head: Term
    body: tuple[Condition, ...]
    place: Place = field(compare=False)

    def __str__(self) -> str:
        if not self.body:
            return str(self.head)
        return f"(<= {' '.join(map(str, (self.head, *self.body)))})"


@dataclass(frozen=True)
class Rulesheet:
    """The rules of a game, in the order of the file."""

    rules: tuple[Rule, ...]
    file: str | None = None

    def __str__(self) -> str:
        return "\n".join(map(str, self.rules))


def variables(term: Argument) -> Iterator[Variable]:
    """Yield the variables in a term."""
    if isinstance(term, Variable):
        yield term
    else:
        for argument in term.arguments:
            yield from variables(argument)


def read_rules(text: str, file: str | Path | None = None) -> Rulesheet:
    """Read rules, without asking whether they make a game.

    Raises `InputError`, and `LimitReachedError`.
    """
    name = None if file is None else str(file)
    rules: list[Rule] = []
    for expression in current().each(read_kif(text, file)):
        rules.extend(_rules(expression))
    return Rulesheet(tuple(rules), name)


def _rules(expression: Expression) -> Iterator[Rule]:
    place = expression.place
    if not (isinstance(expression, Group) and expression.items and _is(expression.items[0], "<=")):
        yield Rule(_head(expression), (), place)
        return
    if len(expression.items) < 2:
        raise place.error("(<= head condition…) needs a head")
    head = _head(expression.items[1])
    bodies = [_alternatives(condition, True) for condition in expression.items[2:]]
    number = prod(map(len, bodies))
    if number > MAX_ALTERNATIVES:
        raise place.error(
            f"its (or …) make {number} rules of this one, more than {MAX_ALTERNATIVES}; give the "
            "alternatives a relation of their own"
        )
    for chosen in product(*bodies):
        conditions = dict.fromkeys(condition for part in chosen for condition in part)
        yield Rule(head, tuple(conditions), place)


def _is(expression: Expression, word: str) -> bool:
    return isinstance(expression, Word) and expression.text == word


def _head(expression: Expression) -> Term:
    head = _relation(expression)
    if head.name in CONNECTIVES or head.name in ("true", "does"):
        raise expression.place.error(f"{head.name} cannot be the head of a rule")
    return head


def _alternatives(expression: Expression, positive: bool) -> list[tuple[Condition, ...]]:
    """Return the conjunctions of which one must hold."""
    if isinstance(expression, Group) and expression.items:
        first, rest = expression.items[0], expression.items[1:]
        name = first.text if isinstance(first, Word) else ""
        if name == "not":
            if len(rest) != 1:
                raise expression.place.error(f"(not condition) has one condition, not {len(rest)}")
            return _alternatives(rest[0], not positive)
        if name in ("or", "and"):
            if not rest:
                raise expression.place.error(f"({name} condition…) has no condition")
            parts = [_alternatives(condition, positive) for condition in rest]
            if (name == "or") == positive:
                found = [conjunction for part in parts for conjunction in part]
            else:
                number = prod(map(len, parts))
                if number > MAX_ALTERNATIVES:
                    raise expression.place.error(
                        f"this makes {number} alternatives, more than {MAX_ALTERNATIVES}"
                    )
                found = [sum(chosen, ()) for chosen in product(*parts)]
            return found
    atom = _relation(expression)
    if atom.name == "<=":
        raise expression.place.error("a rule cannot stand inside another; is a ')' missing?")
    if atom.name in ("init", "next"):
        raise expression.place.error(f"{atom.name} can only be the head of a rule")
    return [(Condition(atom, positive, expression.place),)]


def _relation(expression: Expression) -> Term:
    """Read a relation and check the number of arguments of those with a meaning."""
    items = expression.items[:2] if isinstance(expression, Group) else (expression,)
    for word in (item for item in items if isinstance(item, Word)):
        infix = "=" in word.text or word.text == ":-"
        if (word is items[0] or infix) and (instead := _instead_of(word.text)):
            raise word.place.error(f"the language has no {word}: {instead}")
    term = _term(expression)
    if isinstance(term, Variable):
        raise expression.place.error(f"a relation was expected, not the variable {term}")
    check_number(term, KEYWORDS | {"distinct": 2}, expression.place)
    return term


@cache
def _instead_of(word: str) -> str | None:
    """Return what to write instead of another language's connective; None for other words."""
    return next((words for pattern, words in _INSTEAD.items() if re.fullmatch(pattern, word)), None)


def check_number(term: Term, wanted: Mapping[str, int], place: Place) -> None:
    """Raise `InputError` if a relation that is `wanted` with some arguments has not as many."""
    number = wanted.get(term.name, len(term.arguments))
    if len(term.arguments) != number:
        words = f"{number} argument{'' if number == 1 else 's'}"
        raise place.error(f"{term.name} has {words}, not {len(term.arguments)}: {term}")


def _term(expression: Expression) -> Argument:
    if isinstance(expression, Word):
        if expression.text.startswith("?"):
            if len(expression.text) == 1:
                raise expression.place.error("a variable has a name: ?x")
            return Variable(expression.text)
        return Term(expression.text)
    if not expression.items:
        raise expression.place.error("() says nothing")
    first = expression.items[0]
    if not isinstance(first, Word) or first.text.startswith("?"):
        raise first.place.error(f"a name was expected, not {first}")
    for item in expression.items[1:]:
        group = isinstance(item, Group) and bool(item.items)
        inner = item.items[0] if isinstance(item, Group) and item.items else item
        if isinstance(inner, Word) and (
            inner.text in CONNECTIVES or (group and inner.text in KEYWORDS)
        ):
            raise item.place.error(f"{inner} cannot stand inside {first}")
    return Term(first.text, tuple(_term(item) for item in expression.items[1:]))
