"""Terms and clauses of the Prolog subset, and their text.

The subset: facts and rules; atoms, integers, variables, lists; conjunction; negation as failure;
comparisons and `is`; and calls. A literal is a call or a comparison, perhaps negated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from witness.base.errors import LINE, shortened

#: A predicate: its name and its arity.
Key = tuple[str, int]

#: The Python value of a term without variables: integer, atom (str), list (tuple).
Ground = int | str | tuple["Ground", ...]


@dataclass(frozen=True)
class Variable:
    """A logic variable."""

    name: str


@dataclass(frozen=True)
class Atom:
    """A constant with a name."""

    name: str


@dataclass(frozen=True)
class Compound:
    """A functor applied to one or more arguments; operators are functors too."""

    functor: str
    args: tuple[Term, ...]


@dataclass(frozen=True)
class ListTerm:
    """A list of items; `tail` is a variable for `[a, b|T]` and None for a proper list."""

    items: tuple[Term, ...]
    tail: Term | None = None


Term = Variable | Atom | Compound | ListTerm | int


@dataclass(frozen=True)
class Literal:
    """A call in a clause body; `line` is its line in a file, 0 if it was not read from one."""

    name: str
    args: tuple[Term, ...]
    negated: bool = False
    line: int = field(default=0, compare=False)

    @property
    def key(self) -> Key:
        """The name and the arity."""
        return (self.name, len(self.args))


@dataclass(frozen=True)
class Clause:
    """A rule, or a fact when the body is empty."""

    name: str
    args: tuple[Term, ...]
    body: tuple[Literal, ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def key(self) -> Key:
        """The name and the arity of the head."""
        return (self.name, len(self.args))

    @property
    def size(self) -> int:
        """The number of literals, including the head (Popper's measure of a program)."""
        return 1 + len(self.body)

    def __str__(self) -> str:
        return clause_text(self)


def variables(term: Term) -> Iterator[Variable]:
    """Yield the variables of a term from left to right, with repetitions."""
    if isinstance(term, Variable):
        yield term
    elif isinstance(term, Compound):
        for argument in term.args:
            yield from variables(argument)
    elif isinstance(term, ListTerm):
        for item in term.items:
            yield from variables(item)
        if term.tail is not None:
            yield from variables(term.tail)


def literal_variables(literal: Literal) -> list[Variable]:
    """Return the distinct variables of a literal from left to right."""
    return list(dict.fromkeys(v for argument in literal.args for v in variables(argument)))


def goal_of(literal: Literal) -> Literal | None:
    """Return what a findall calls; None for any other literal, and if it calls no predicate."""
    goal = literal.args[1] if literal.key == ("findall", 3) else None
    if isinstance(goal, Compound):
        return Literal(goal.functor, goal.args, line=literal.line)
    return Literal(goal.name, (), line=literal.line) if isinstance(goal, Atom) else None


def substitute(term: Term, value_of: Callable[[Variable], Term]) -> Term:
    """Return a term with other terms in place of its variables."""
    if isinstance(term, Variable):
        return value_of(term)
    if isinstance(term, Compound):
        return Compound(term.functor, tuple(substitute(a, value_of) for a in term.args))
    if isinstance(term, ListTerm):
        items = tuple(substitute(item, value_of) for item in term.items)
        tail = None if term.tail is None else substitute(term.tail, value_of)
        if isinstance(tail, ListTerm):
            items, tail = items + tail.items, tail.tail
        return ListTerm(items, tail)
    return term


def ground(term: Term) -> Ground | None:
    """Return the Python value of a term without variables or compounds; None for any other."""
    if isinstance(term, int):
        return term
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, ListTerm) and term.tail is None:
        items = [ground(item) for item in term.items]
        return None if any(item is None for item in items) else tuple(items)  # type: ignore[arg-type]
    return None


def term_of(value: Ground) -> Term:
    """Return the term of a Python value."""
    if isinstance(value, str):
        return Atom(value)
    return value if isinstance(value, int) else ListTerm(tuple(map(term_of, value)))


class WrongKindError(TypeError):
    """A value is no number, or no list, where one is needed."""

    def __init__(self, needed: str, value: object) -> None:
        found = "no plain value"
        if isinstance(value, int | str | tuple):
            found = shortened(term_text(term_of(value)))
        super().__init__(f"{needed} is needed, found {found}")


def standard_order(value: Ground) -> tuple[int, Any]:
    """Return what sorts as a value in Prolog's standard order of terms.

    Numbers come before [], then names, then lists: as terms of Prolog, item by item. Raises
    `WrongKindError` for anything else.
    """
    if isinstance(value, int):
        return 0, value
    if isinstance(value, str):
        return 2, value
    if not isinstance(value, tuple):
        raise WrongKindError("a number, a name or a list", value)
    return (3, [standard_order(item) for item in value]) if value else (1, 0)


#: Infix operators: their precedence, and the greatest precedence of the left and right side.
INFIX: dict[str, tuple[int, int, int]] = {
    "=": (700, 699, 699),
    "\\=": (700, 699, 699),
    "==": (700, 699, 699),
    "\\==": (700, 699, 699),
    "is": (700, 699, 699),
    "<": (700, 699, 699),
    ">": (700, 699, 699),
    "=<": (700, 699, 699),
    ">=": (700, 699, 699),
    "=:=": (700, 699, 699),
    "=\\=": (700, 699, 699),
    "@<": (700, 699, 699),
    "@>": (700, 699, 699),
    "@=<": (700, 699, 699),
    "@>=": (700, 699, 699),
    "+": (500, 500, 499),
    "-": (500, 500, 499),
    "*": (400, 400, 399),
    "//": (400, 400, 399),
    "mod": (400, 400, 399),
    "rem": (400, 400, 399),
}

#: The infix operators that are predicates; the others are arithmetic.
COMPARISONS = tuple(name for name, (precedence, _, _) in INFIX.items() if precedence == 700)

#: The names that are operators in SWI-Prolog.
OPERATORS = frozenset(
    {"as", "discontiguous", "div", "dynamic", "initialization", "is", "meta_predicate", "mod"}
    | {"module_transparent", "multifile", "public", "rdiv", "rem", "table", "tnot", "volatile"}
    | {"thread_initialization", "thread_local", "xor"}
)

_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")


def atom_text(name: str) -> str:
    """Return the text of an atom, with quotes if Prolog needs them, and without line breaks."""
    if _PLAIN_ATOM.fullmatch(name) and name not in OPERATORS:
        return name
    escaped = "".join(_ESCAPES.get(c) or _printable(c) for c in name)
    return f"'{escaped}'"


def _printable(character: str) -> str:
    return character if character.isprintable() else f"\\x{ord(character):x}\\"


_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t"}


def term_text(term: Term, limit: int = 999) -> str:
    """Return the text of a term; operators of a precedence above `limit` get parentheses."""
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, Atom):
        return atom_text(term.name)
    if isinstance(term, int):
        return str(term)
    if isinstance(term, ListTerm):
        inside = ",".join(term_text(item) for item in term.items)
        if term.tail is not None:
            inside += f"|{term_text(term.tail)}"
        return f"[{inside}]"
    if term.functor in INFIX and len(term.args) == 2:
        precedence, left, right = INFIX[term.functor]
        text = f"{term_text(term.args[0], left)} {term.functor} {term_text(term.args[1], right)}"
        return f"({text})" if precedence > limit else text
    return f"{atom_text(term.functor)}({','.join(term_text(argument) for argument in term.args)})"


def literal_text(literal: Literal) -> str:
    """Return the text of a literal."""
    if literal.args:
        text = term_text(Compound(literal.name, literal.args))
    else:
        text = atom_text(literal.name)
    return f"\\+ {text}" if literal.negated else text


def clause_text(clause: Clause) -> str:
    """Return the text of a clause, on one line and with its full stop."""
    head = literal_text(Literal(clause.name, clause.args))
    if not clause.body:
        return f"{head}."
    return f"{head} :- {', '.join(literal_text(literal) for literal in clause.body)}."


def clause_in_short(clause: Clause) -> str:
    """Return the text of a clause as a message shows it."""
    return shortened(clause_text(clause), LINE)
