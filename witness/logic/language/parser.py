"""A parser of the Prolog subset: recursive descent, with operator precedence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from witness.base.errors import InputError, quoted
from witness.logic.language.terms import (
    COMPARISONS,
    INFIX,
    Atom,
    Clause,
    Compound,
    ListTerm,
    Literal,
    Term,
    Variable,
)

_T = TypeVar("_T")

#: What the directive `:- table name/arity.` is called as a clause; no predicate has this name.
TABLE = ":- table"

#: Possessive (`++`, `*+`), as a place to go back to would be kept for each letter otherwise.
QUOTED = r"'(?:[^'\\\n]++|\\x[0-9a-fA-F]++\\|\\[0-7]++\\|\\.|'')*+'"

_TOKEN = re.compile(
    rf"""
    (?P<skip>\s+|%[^\n]*|/\*.*?\*/)
  | (?P<int>[0-9]+(?![\w'.])|[0-9]+(?=\.(?![0-9])))
  | (?P<name>[^\W\d][^\x00-/:-@\[-^`\x7b-\x7f\s]*)
  | (?P<quoted>{QUOTED})
  | (?P<end>\.(?=\s|%|$))
  | (?P<punct>:-|\\\+|=\\=|=:=|\\==|==|\\=|=<|>=|//|/(?!\*)|[()\[\]|,=<>+\-*])
    """,
    re.VERBOSE | re.DOTALL,
)

#: What a variable may be called that is anonymous elsewhere.
_NUMBERED = re.compile(r"\b_[0-9]+\b")

#: The deepest nesting of terms. (Python limits the nesting of the source that they become.)
MAX_DEPTH = 50


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    spaced: bool


def _tokens(text: str, file: str, line: int) -> Iterator[_Token]:
    position = 0
    spaced = False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or (match.lastgroup == "name" and not match.group().isidentifier()):
            shown = text[position : position + 20].split("\n")[0]
            raise InputError(f"cannot read {quoted(shown)} here", file=file, line=line)
        kind = match.lastgroup or ""
        found = match.group()
        if kind == "name" and (found[0] == "_" or found[0].isupper()):
            kind = "var"
        if kind != "skip":
            yield _Token(kind, found, line, spaced)
        spaced = kind == "skip"
        line += found.count("\n")
        position = match.end()
    yield _Token("eof", "the end of the file", line, True)


class _Parser:
    """The state of parsing: the token at hand, and those that follow."""

    def __init__(self, text: str, file: str, line: int = 1) -> None:
        self.file = file
        self.tokens = _tokens(text, file, line)
        self.token = next(self.tokens)
        self.begin = line  # The line on which the clause begins.
        self.anonymous = 0
        self.named = set(_NUMBERED.findall(text))

    def error(self, message: str, line: int | None = None) -> InputError:
        """Return an error at a line; where the text ends too early, at the begin of the clause."""
        here = self.begin if self.token.kind == "eof" else self.token.line
        return InputError(message, file=self.file, line=line or here)

    def take(self) -> _Token:
        token = self.token
        self.token = next(self.tokens, token)  # the end of the file stays
        return token

    def at(self, text: str) -> bool:
        return self.token.kind in ("punct", "name") and self.token.text == text

    def accept(self, text: str) -> bool:
        """Whether a text is next; take it then."""
        found = self.at(text)
        if found:
            self.take()
        return found

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.error(f"expected {quoted(text)}, found {quoted(self.token.text)}")

    def several(self, parse: Callable[[], _T]) -> list[_T]:
        """Return one or more of something, with commas between."""
        found = [parse()]
        while self.accept(","):
            found.append(parse())
        return found

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses; skip directives that load a library, or that are about warnings.

        A directive `:- table name/arity.` is a clause of `TABLE`.
        """
        while self.token.kind != "eof":
            line = self.begin = self.token.line
            if self.accept(":-"):
                yield from self.directive(line)
            else:
                yield self.clause(line)
            if self.token.kind != "end":
                raise self.error(f"expected a full stop, found {quoted(self.token.text)}")
            self.take()

    def directive(self, line: int) -> Iterator[Clause]:
        """Yield what a directive tables."""
        if self.accept("style_check"):
            self.expect("(")
            if not self.accept("-"):
                self.accept("+")
            if self.token.kind == "name":
                self.take()
            self.expect(")")
            return
        name = self.token.text
        if name == "table":
            self.take()
            yield from self.several(lambda: self.indicator(line))
            return
        term = self.term() if name == "use_module" else None
        if not (
            isinstance(term, Compound)
            and isinstance(term.args[0], Compound)
            and term.args[0].functor == "library"
        ):
            raise self.error(
                "only directives of the form ':- table name/arity, ….', "
                "':- use_module(library(…)).' and ':- style_check(…).' are supported; "
                f"found {quoted(name)}",
                line,
            )

    def indicator(self, line: int) -> Clause:
        """Return the name and the arity of a predicate as a clause of `TABLE`."""
        name = self.take()
        slash, arity = self.take(), self.take()
        if name.kind != "name" or slash.text != "/" or arity.kind != "int":
            raise self.error("a tabled predicate is written as name/arity", line)
        return Clause(TABLE, (Atom(name.text), int(arity.text)), (), line)

    def clause(self, line: int) -> Clause:
        self.anonymous = 0
        head = self.term()
        args: tuple[Term, ...] = ()
        if isinstance(head, Atom):
            name = head.name
        elif isinstance(head, Compound) and head.functor not in INFIX:
            name, args = head.functor, head.args
        else:
            raise self.error("a clause head must be an atom or a predicate with arguments", line)
        body = self.several(self.literal) if self.accept(":-") else []
        body = [literal for literal in body if literal.key != ("true", 0) or literal.negated]
        for terms, at in ((args, line), *((literal.args, literal.line) for literal in body)):
            if not _is_shallow(terms):
                raise self.error("terms nested too deeply", at)
        return Clause(name, args, tuple(body), line)

    def literal(self) -> Literal:
        line = self.token.line
        negated = self.accept("\\+")
        if negated and self.at("\\+"):
            raise self.error("double negation is not supported")
        term = self.term()
        if isinstance(term, Atom):
            return Literal(term.name, (), negated, line)
        if isinstance(term, Compound):
            if term.functor in INFIX and term.functor not in COMPARISONS:
                raise self.error(f"{quoted(term.functor)} is arithmetic, not a literal", line)
            return Literal(term.functor, term.args, negated, line)
        raise self.error("a body literal must be a predicate or a comparison", line)

    def term(self, limit: int = 999) -> Term:
        left = self.primary()
        precedence_left = 0
        if self.at("/"):
            raise self.error("'/' is not supported; '//' is the division of whole numbers")
        while self.token.text in INFIX and self.token.kind in ("punct", "name"):
            precedence, allow_left, allow_right = INFIX[self.token.text]
            if precedence > limit or precedence_left > allow_left:
                break
            functor = self.take().text
            left = Compound(functor, (left, self.term(allow_right)))
            precedence_left = precedence
        return left

    def primary(self) -> Term:
        token = self.take()
        if token.kind == "int":
            return self.integer(token)
        if token.kind == "var":
            if token.text == "_":
                self.anonymous += 1
                while f"_{self.anonymous}" in self.named:
                    self.anonymous += 1
                return Variable(f"_{self.anonymous}")
            return Variable(token.text)
        if token.kind in ("name", "quoted"):
            name = token.text if token.kind == "name" else self.unquote(token)
            if self.token.spaced or not self.accept("("):
                return Atom(name)
            args = tuple(self.several(self.term))
            self.expect(")")
            return Compound(name, args)
        if token.text == "-" and self.token.kind == "int" and not self.token.spaced:
            return -self.integer(self.take())
        if token.text == "(":
            inner = self.term()
            if self.at(","):
                raise self.error("a conjunction in parentheses is not supported")
            self.expect(")")
            return inner
        if token.text == "[":
            return self.list_term()
        at = None if token.kind == "eof" else token.line
        raise self.error(f"a term was expected, found {quoted(token.text)}", at)

    def integer(self, token: _Token) -> int:
        try:
            return int(token.text)
        except ValueError:
            raise self.error("the number has too many digits", token.line) from None

    def unquote(self, token: _Token) -> str:
        try:
            return _ESCAPE.sub(_escaped, token.text[1:-1])
        except (KeyError, ValueError, OverflowError):
            raise self.error(f"unknown escape in {quoted(token.text)}", token.line) from None

    def list_term(self) -> Term:
        if self.accept("]"):
            return ListTerm(())
        items = self.several(self.term)
        tail: Term | None = None
        if self.accept("|"):
            tail = self.term()
            if not isinstance(tail, Variable):
                raise self.error("the tail of a list pattern must be a variable")
        self.expect("]")
        return ListTerm(tuple(items), tail)


#: A doubled quote, or a backslash with a code (hexadecimal or octal) or with one character.
_ESCAPE = re.compile(r"''|\\(?:x([0-9a-fA-F]+)\\|([0-7]+)\\|(.))", re.DOTALL)
_ESCAPED = dict(
    zip(
        "abefnrstv\\'\"`\n",
        ("\a", "\b", "\x1b", "\f", "\n", "\r", " ", "\t", "\v", *"\\'\"`", ""),
        strict=True,
    )
)


def _escaped(match: re.Match[str]) -> str:
    hexadecimal, octal, character = match.groups()
    if hexadecimal or octal:
        return chr(int(hexadecimal, 16) if hexadecimal else int(octal, 8))
    return _ESCAPED[character] if character else "'"


def _is_shallow(terms: Sequence[Term]) -> bool:
    """Whether terms are nested no deeper than `MAX_DEPTH`."""
    level = list(terms)
    for _ in range(MAX_DEPTH):
        inner: list[Term] = []
        for term in level:
            if isinstance(term, Compound):
                inner.extend(term.args)
            elif isinstance(term, ListTerm):
                inner.extend(term.items)
        level = inner
    return not level


def parse_clauses(text: str, file: str = "<text>", line: int = 1) -> list[Clause]:
    """Parse clauses; raise `InputError` with file and line of the first text outside the subset."""
    return [c for c in parse_with_tables(text, file, line) if c.name != TABLE]


def parse_with_tables(text: str, file: str = "<text>", line: int = 1) -> list[Clause]:
    """Parse clauses as `parse_clauses`, and tell by clauses of `TABLE` which are tabled."""
    parser = _Parser(text, file, line)
    try:
        return list(parser.clauses())
    except RecursionError:
        raise parser.error("terms nested too deeply") from None
