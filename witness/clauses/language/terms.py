"""Terms and clauses of the Prolog subset, and their text.

The subset: facts and rules; atoms, numbers, strings, variables, lists, compound terms; conjunction;
negation as failure; comparisons and `is`; and calls. A literal is a call or a comparison, perhaps
negated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isinf
from typing import Any, Union

from witness.base.errors import LINE, shortened

#: A predicate: its name and its arity.
Key = tuple[str, int]


def indicator(key: Key) -> str:
    """Return a predicate as Prolog writes it, such as len/2."""
    return f"{key[0]}/{key[1]}"


#: The Python value of a term without variables: integer, atom (str), list (tuple); floats, strings
#: and compound terms without variables stand for themselves.
Ground = Union[int, str, tuple["Ground", ...], "Float", "Text", "Compound"]


@dataclass(frozen=True)
class Variable:
    """A logic variable."""

    name: str


@dataclass(frozen=True)
class Atom:
    """A constant with a name."""

    name: str


@dataclass(frozen=True)
class Float:
    """A float, by its text: 1.0 is not 1, and -0.0 not 0.0, as in Prolog."""

    text: str

    @classmethod
    def of(cls, value: float) -> Float:
        """Return the float of a Python value that is a number."""
        if isinf(value):
            return cls("1.0Inf" if value > 0 else "-1.0Inf")
        text = repr(value)
        return cls(text if "." in text else text.replace("e", ".0e"))

    @property
    def value(self) -> float:
        """The Python value."""
        return float(self.text.replace("1.0Inf", "inf"))


@dataclass(frozen=True)
class Text:
    """A string in double quotes."""

    text: str


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


Term = Variable | Atom | Compound | ListTerm | int | Float | Text


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

    def __repr__(self) -> str:
        return f"Clause({clause_text(self)!r})"


def subterms(term: Term) -> Iterator[Term]:
    """Yield a term and all terms in it from left to right, with repetitions."""
    yield term
    if isinstance(term, Compound):
        for argument in term.args:
            yield from subterms(argument)
    elif isinstance(term, ListTerm):
        for item in term.items:
            yield from subterms(item)
        if term.tail is not None:
            yield from subterms(term.tail)


def variables(term: Term) -> Iterator[Variable]:
    """Yield the variables of a term from left to right, with repetitions."""
    return (one for one in subterms(term) if isinstance(one, Variable))


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
    """Return the Python value of a term without variables; None for any other."""
    if isinstance(term, int | Float | Text):
        return term
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, ListTerm) and term.tail is None:
        items = [ground(item) for item in term.items]
        return None if any(item is None for item in items) else tuple(items)  # type: ignore[arg-type]
    if isinstance(term, Compound) and all(ground(argument) is not None for argument in term.args):
        return term
    return None


def term_of(value: Ground) -> Term:
    """Return the term of a Python value."""
    if isinstance(value, str):
        return Atom(value)
    return ListTerm(tuple(map(term_of, value))) if isinstance(value, tuple) else value


def is_plain(value: Ground) -> bool:
    """Whether a value is made of integers, atoms and lists alone."""
    return all(map(is_plain, value)) if isinstance(value, tuple) else isinstance(value, int | str)


class WrongKindError(TypeError):
    """A `value` is no number that is whole, or no list, where one is needed."""

    def __init__(self, needed: str, value: object) -> None:
        self.value = value
        found = "no plain value"
        if isinstance(value, int | str | tuple | Float | Text | Compound):
            found = shortened(term_text(term_of(value)))
        super().__init__(f"{needed} is needed, found {found}")


def standard_order(value: Ground) -> tuple[Any, ...]:
    """Return what sorts as a value in Prolog's standard order of terms.

    Numbers come before strings, then [], names, and compound terms, by their number of arguments,
    their functor, and their arguments; lists are compound terms. A float comes before the integer
    that is equal to it. Raises `WrongKindError` for anything else.
    """
    if isinstance(value, int):
        return 0, value, 1
    if isinstance(value, Float):
        return 0, value.value, 0, value.text == "0.0"
    if isinstance(value, Text):
        return 1, value.text
    if isinstance(value, str):
        return 3, value
    if isinstance(value, Compound):
        args = [standard_order(ground(argument)) for argument in value.args]  # type: ignore[arg-type]
        return 4, len(args), value.functor, args
    if not isinstance(value, tuple):
        raise WrongKindError("a number, a name or a list", value)
    return (4, 2, "[|]", [standard_order(item) for item in value]) if value else (2, 0)


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
    **dict.fromkeys(("=..", "#=", "#\\=", "#<", "#>", "#=<", "#>="), (700, 699, 699)),
    **dict.fromkeys(("+", "-", "/\\", "\\/"), (500, 500, 499)),
    **dict.fromkeys(("*", "/", "//", "mod", "rem", "div", "xor", "<<", ">>"), (400, 400, 399)),
    "**": (200, 199, 199),
    "^": (200, 199, 200),
}

#: The infix operators that are predicates.
RELATIONS = tuple(name for name, (precedence, _, _) in INFIX.items() if precedence == 700)

#: Those that compare two terms or numbers, or give one a value; all can be compiled.
COMPARISONS = RELATIONS[: RELATIONS.index("=..")]

#: The infix operators of clauses and bodies.
CONTROLS = {
    ":-": (1200, 1199, 1199),
    ";": (1100, 1099, 1100),
    "->": (1050, 1049, 1050),
    "*->": (1050, 1049, 1050),
    ",": (1000, 999, 1000),
}

#: Prefix operators, with their precedence, which is also that of the greatest operand.
PREFIX = {"-": 200, "+": 200, "\\": 200, "\\+": 900}

#: The names that are operators in SWI-Prolog.
OPERATORS = frozenset(
    {"as", "discontiguous", "div", "dynamic", "initialization", "is", "meta_predicate", "mod"}
    | {"module_transparent", "multifile", "public", "rdiv", "rem", "table", "tnot", "volatile"}
    | {"thread_initialization", "thread_local", "xor"}
)

_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")


def atom_text(name: str) -> str:
    """Return the text of an atom, with quotes if Prolog needs them, and without line breaks."""
    if (_PLAIN_ATOM.fullmatch(name) and name not in OPERATORS) or name == "!":
        return name
    return _quoted(name, "'")


def _quoted(text: str, quote: str) -> str:
    escapes = {"\\": "\\\\", quote: f"\\{quote}", "\n": "\\n", "\t": "\\t"}
    return f"{quote}{''.join(escapes.get(c) or _printable(c) for c in text)}{quote}"


def _printable(character: str) -> str:
    return character if character.isprintable() else f"\\x{ord(character):x}\\"


def term_text(term: Term, limit: int = 999) -> str:
    """Return the text of a term; operators of a precedence above `limit` get parentheses."""
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, Atom):
        text = atom_text(term.name)
        operator = term.name in {*INFIX, *CONTROLS, *PREFIX, *OPERATORS}
        return f"({text})" if operator and limit < 999 else text
    if isinstance(term, int):
        return str(term)
    if isinstance(term, Float):
        return term.text
    if isinstance(term, Text):
        return _quoted(term.text, '"')
    if isinstance(term, ListTerm):
        inside = ",".join(term_text(item) for item in term.items)
        if term.tail is not None:
            inside += f"|{term_text(term.tail)}"
        return f"[{inside}]"
    if term.functor == "," and len(term.args) > 1:
        return f"({', '.join(map(term_text, term.args))})"
    level = INFIX.get(term.functor) or CONTROLS.get(term.functor)
    if level is not None and len(term.args) == 2:
        precedence, left, right = level
        text = f"{term_text(term.args[0], left)} {term.functor} {term_text(term.args[1], right)}"
        return f"({text})" if precedence > limit else text
    if term.functor == "\\+" and len(term.args) == 1:
        text = f"\\+ {term_text(term.args[0], 900)}"
        return f"({text})" if limit < 900 else text
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
