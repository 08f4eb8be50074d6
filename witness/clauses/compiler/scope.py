"""The state of emitting one clause: bound variables, lines, and Python expressions of terms."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from witness.base.errors import LINE, InputError, shortened
from witness.clauses.language.builtins import Kind
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    ListTerm,
    Literal,
    Term,
    Variable,
    literal_text,
    literal_variables,
    term_text,
    variables,
)

#: Arithmetic in Python, by functor and arity.
ARITHMETIC = {
    ("+", 2): "({0} + {1})",
    ("-", 2): "({0} - {1})",
    ("*", 2): "({0} * {1})",
    ("mod", 2): "({0} % {1})",
    ("//", 2): "int_div({0}, {1})",
    ("rem", 2): "int_rem({0}, {1})",
    ("-", 1): "negative({0})",
    ("+", 1): "{0}",
    ("abs", 1): "abs({0})",
    ("min", 2): "min({0}, {1})",
    ("max", 2): "max({0}, {1})",
}


@dataclass(frozen=True)
class Call:
    """A Python expression for one literal, and the terms with which its outputs are unified.

    `counted` is false if the literal may have several proofs where the expression has one answer.
    Only findall needs to know. `copies` says whether its answers are new lists, and `sorts` what is
    known of the outputs, as in `Builtin`. `total` says that the expression raises no error, so that
    it can be left out where nobody needs its value.
    """

    kind: Kind
    expression: str
    outputs: tuple[Term, ...] = ()
    counted: bool = True
    copies: bool = False
    sorts: str = ""
    total: bool = False


@dataclass
class Scope:
    """What is known while the body of one clause is emitted."""

    file: str
    occurrences: Counter[str]
    bound: dict[str, str] = field(default_factory=dict)
    #: What is known of the values of variables: n (a number) or l (a list).
    sorts: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    indent: int = 1
    failure: str = "return False"
    looping: bool = False
    temporaries: int = 0
    may_fail: bool = False
    many: bool = False
    counted: bool = True
    last_test: tuple[int, str] = (0, "")
    #: Whether the emitted Python counts its steps (`witness.clauses.language.steps`).
    metered: bool = False

    def __post_init__(self) -> None:
        self._names = set(self.bound.values())

    @classmethod
    def of(
        cls, clause: Clause, file: str, bound: dict[str, str] | None = None, metered: bool = False
    ) -> Scope:
        """Return the scope of a clause, of which some variables have names in Python."""
        arguments = [*clause.args, *(a for literal in clause.body for a in literal.args)]
        occurrences = Counter(v.name for argument in arguments for v in variables(argument))
        return cls(file, occurrences, bound or {}, metered=metered)

    def inner(self) -> Scope:
        """Return a scope for a call inside this one, with the same variables so far."""
        bound, sorts = dict(self.bound), dict(self.sorts)
        return Scope(self.file, self.occurrences, bound, sorts, metered=self.metered)

    def error(self, reason: str, line: int) -> InputError:
        """Return an error at a line, 0 if it is not known."""
        return InputError(reason, file=self.file, line=line or None)

    def emit(self, text: str) -> None:
        """Add one line of Python."""
        self.lines.append("    " * self.indent + text)

    def fail_unless(self, condition: str) -> None:
        """Emit that this branch fails unless a condition holds."""
        self.may_fail = True
        self.emit(f"if {negation(condition)}:")
        self.emit(f"    {'continue' if self.looping else self.failure}")
        self.last_test = (len(self.lines), condition)

    def succeed(self) -> None:
        """Emit the `return` for a body that holds; a test at the end is returned itself."""
        place, condition = self.last_test
        if self.looping:
            self.emit("return True")
            self.indent = 1
            self.emit("return False")
        elif place == len(self.lines) > 0:
            del self.lines[-2:]
            self.emit(f"return {condition}")
        else:
            self.emit("return True")

    def knows(self, term: Term) -> bool:
        """Whether every variable of a term has a value."""
        return all(v.name in self.bound for v in variables(term))

    def sort(self, term: Term) -> str:
        """Return n for what is known to be a number, l for a list, and ? for anything else."""
        if isinstance(term, Variable):
            return self.sorts.get(term.name, "?")
        return "n" if isinstance(term, int) else "l" if isinstance(term, ListTerm) else "?"

    def learn(self, terms: Iterable[Term], sorts: str) -> None:
        """Take in what is known of the values of some terms."""
        for term, sort in zip(terms, sorts, strict=False):
            if isinstance(term, Variable) and sort != "?":
                self.sorts[term.name] = sort

    def bind(self, variable: Variable) -> str:
        """Bind a variable; return its Python name."""
        # Python takes some letters for others, which Prolog tells apart.
        name = re.sub(r"[^A-Za-z0-9_]", "_", variable.name)
        while keyword.iskeyword(name) or name == "__debug__" or name in self._names:
            name += "_"
        self._names.add(name)
        self.bound[variable.name] = name
        return name

    def temporary(self) -> str:
        """Return a Python name that is no variable of the clause."""
        self.temporaries += 1
        return f"t{self.temporaries}"


def negation(condition: str) -> str:
    """Return the negation of an emitted condition, in a readable form where there is one."""
    if simple := re.fullmatch(r"(\w+) in ([\w.]+)", condition):
        return f"{simple[1]} not in {simple[2]}"
    if negated := re.fullmatch(r"not (?:(\w+\([\w, ]*\))|\(([\w.]+)\))", condition):
        return negated[1] or negated[2]
    return (
        f"not {condition}" if re.fullmatch(r"\w+\([\w, ]*\)", condition) else f"not ({condition})"
    )


def expression(term: Term, scope: Scope, line: int) -> str:
    """Return the Python expression of a term whose variables are all bound."""
    if isinstance(term, Variable):
        if term.name not in scope.bound:
            raise scope.error(f"{term.name} has no value here", line)
        name = scope.bound[term.name]
        return f"paid({name})" if scope.metered else name
    if isinstance(term, int):
        return repr(term)
    if isinstance(term, Atom):
        return repr(term.name)
    if isinstance(term, ListTerm):
        items = [expression(item, scope, line) for item in term.items]
        if term.tail is not None:
            items.append(f"*{checked(term.tail, 'l', scope, line)}")
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    raise unsupported(term, scope, line)


#: What checks that a value is of a sort, or, for m, gives anything but a list no items.
_CHECKS = {"n": "number", "l": "proper", "m": "members"}


def checked(term: Term, sort: str, scope: Scope, line: int) -> str:
    """Return the Python expression of a term that must be of a sort (see `Builtin`)."""
    text = expression(term, scope, line)
    return text if scope.sort(term) == sort.replace("m", "l") else f"{_CHECKS[sort]}({text})"


def arithmetic(term: Term, scope: Scope, line: int) -> str:
    """Return the Python expression of the value of an arithmetic term."""
    if isinstance(term, Variable | int):
        return checked(term, "n", scope, line)
    if isinstance(term, Compound):
        sides = [arithmetic(argument, scope, line) for argument in term.args]
        template = ARITHMETIC.get((term.functor, len(sides)))
        if template is not None:
            counted = scope.metered and term.functor == "*"
            return ("times({0}, {1})" if counted else template).format(*sides)
    raise unsupported(term, scope, line)


def unsupported(term: Term, scope: Scope, line: int) -> InputError:
    """Return the error for a term that has no meaning in its place."""
    return scope.error(f"the term {shortened(term_text(term))} is not supported here", line)


def unbound(literal: Literal, term: Term, scope: Scope, hint: str = "") -> InputError:
    """Return the error for a literal with an argument that has no value yet."""
    found = [v.name for v in variables(term) if v.name not in scope.bound]
    names = list(dict.fromkeys(found)) or [v.name for v in literal_variables(literal)]
    return scope.error(
        f"{shortened(literal_text(literal), LINE)}: {shortened(', '.join(names))} "
        f"{'has' if len(names) == 1 else 'have'} no value when this is called{hint}",
        literal.line,
    )
