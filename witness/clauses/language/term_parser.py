"""A parser of Prolog terms: recursive descent, with operator precedence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from witness.base.errors import InputError, quoted
from witness.clauses.language.terms import (
    CONTROLS,
    INFIX,
    OPERATORS,
    PREFIX,
    Atom,
    Compound,
    Float,
    ListTerm,
    Term,
    Text,
    Variable,
)
from witness.clauses.language.tokens import (
    NUMBERS,
    Token,
    number,
    tokens,
    unquoted,
)

_T = TypeVar("_T")

#: All infix operators: those of terms, and those of clauses and bodies.
LEVELS = {**INFIX, **CONTROLS}

#: The greatest precedence of an argument. That of a goal is the same, as no operator has it; but a
#: prefix operator is a name in an argument, and none as a goal.
_ARGUMENT = 999
_GOAL = 998

#: The tokens of symbols that mean something here, and the operators that begin clauses.
_KNOWN = frozenset({*LEVELS, *PREFIX, *"()[]|!"})
_BEGIN = frozenset({":-", *OPERATORS} - INFIX.keys())

_AS_NAME = "{} is an operator; as a name it stands in quotes"

#: What a variable may be called that is anonymous elsewhere.
_NUMBERED = re.compile(r"\b_[0-9]+\b")


class TermParser:
    """The state of parsing: the token at hand, and those that follow."""

    def __init__(self, text: str, file: str, line: int = 1) -> None:
        self.file = file
        self.text = text
        self.tokens = tokens(text, file, line)
        self.token = next(self.tokens)
        self.begin = line  # The line on which the clause begins.
        self.anonymous = 0
        self.numbered = set(_NUMBERED.findall(text))
        self.lines: dict[int, int] = {}  # The lines of goals, by their identity.

    def error(self, message: str, line: int | None = None) -> InputError:
        """Return an error at a line; where the text ends too early, at the begin of the clause."""
        here = self.begin if self.token.kind == "eof" else self.token.line
        return InputError(message, file=self.file, line=line or here)

    def take(self) -> Token:
        """Return the token at hand, and go on to the next one."""
        token = self.token
        self.token = next(self.tokens, token)  # the end of the file stays
        return token

    def at(self, text: str) -> bool:
        """Whether a text is next."""
        return self.token.kind in ("punct", "name") and self.token.text == text

    def accept(self, text: str) -> bool:
        """Whether a text is next; take it then."""
        found = self.at(text)
        if found:
            self.take()
        return found

    def expect(self, text: str) -> None:
        """Take a text; raise an error if it is not next."""
        if not self.accept(text):
            raise self.error(self.unexpected(quoted(text)))

    def several(self, parse: Callable[[], _T]) -> list[_T]:
        """Return one or more of something, with commas between."""
        found = [parse()]
        while self.accept(","):
            found.append(parse())
        return found

    def unexpected(self, wanted: str) -> str:
        """Return what is wrong with the token at hand."""
        token = self.token
        if token.kind == "punct" and token.text == ".":
            return "white space has to follow a full stop"
        if token.kind == "punct" and token.text not in _KNOWN - {"|"}:
            return f"the operator {quoted(token.text)} is not supported"
        if token.kind in ("name", "quoted") and token.text.strip("'") in {*OPERATORS, *INFIX}:
            return f"the operator {quoted(token.text)} is not supported"
        if token.text == ":-" and wanted == "a full stop":
            return "a full stop is missing before ':-'"
        if token.text in CONTROLS.keys() - {","} and token.kind == "punct" and wanted != "a term":
            return f"{quoted(token.text)} needs parentheses around it and its sides"
        return f"expected {wanted}, found {quoted(token.text)}"

    def term(self, limit: int = _ARGUMENT) -> Term:
        """Return the next term, whose operators have at most a precedence."""
        line = self.token.line
        left, below = self.operand(limit)
        self.lines.setdefault(id(left), line)
        while self.token.kind in ("punct", "name") and self.token.text in LEVELS:
            name = self.token.text
            precedence, allow_left, allow_right = LEVELS[name]
            if precedence > limit:
                break
            if below > allow_left:
                raise self.error(f"{quoted(name)} needs parentheses around one of its sides")
            self.take()
            if name == ",":  # Long bodies are not nested.
                left = Compound(",", (left, *self.several(lambda: self.term(_GOAL))))
            else:
                left = Compound(name, (left, self.term(allow_right)))
            self.lines[id(left)] = line
            below = precedence
        if self.token.kind == "punct" and self.token.text not in _KNOWN:
            raise self.error(self.unexpected("an operator"))
        return left

    def operand(self, limit: int) -> tuple[Term, int]:
        """Return what an operator can be applied to, and its precedence."""
        token = self.take()
        if token.kind in NUMBERS:
            return self.value(number, token), 0
        if token.kind == "string":
            return Text(self.value(unquoted, token)), 0
        if token.kind == "var":
            return self.variable(token), 0
        if token.text == "(" and token.kind == "punct":
            inner = self.term(1200)
            self.expect(")")
            return inner, 0
        if token.text == "[" and token.kind == "punct":
            return self.list_term(), 0
        if token.text in ("#", "!") and token.kind == "punct":
            return Atom(token.text), 0
        if token.kind in ("name", "quoted") or token.text in LEVELS or token.text in PREFIX:
            return self.named(token, limit)
        before, self.token = self.token, token
        message = self.unexpected("a term")
        self.token = before
        raise self.error(
            message.replace("expected a term", "a term was expected"),
            None if token.kind == "eof" else token.line,
        )

    def named(self, token: Token, limit: int) -> tuple[Term, int]:
        """Return an atom, a compound, or a prefix operator with its operand."""
        name = self.value(unquoted, token) if token.kind == "quoted" else token.text
        if not self.token.spaced and self.accept("("):
            if self.at(")"):
                raise self.error(f"{name}() is not supported; write {name}", token.line)
            if token.text in (",", "|"):
                raise self.error(f"a term was expected, found {quoted(token.text)}", token.line)
            args = tuple(self.several(self.term))
            self.expect(")")
            return Compound(name, args), 0
        begins = name in _BEGIN and name != "#"
        ends = self.token.kind in ("end", "eof") or self.token.text in (")", "]", ",", "|")
        if token.kind == "quoted":
            return Atom(name), 0
        if begins and limit != _ARGUMENT and self.token.text == ",":
            raise self.error(_AS_NAME.format(quoted(name)), token.line)
        if token.kind == "name":
            if begins and not ends:
                raise self.error(_AS_NAME.format(quoted(name)), token.line)
            return Atom(name), 0
        if name == "-" and self.token.kind in NUMBERS and not self.token.spaced:
            if "'" in self.token.text and self.token.kind == "based":
                raise self.error(f"'-{self.token.text}' is not supported")
            found = self.value(number, self.take())
            return Float.of(-found.value) if isinstance(found, Float) else -found, 0
        follows = self.token.kind == "punct" and self.token.text in LEVELS
        if name in PREFIX and not ends and (self.token.text in PREFIX or not follows):
            precedence = PREFIX[name]
            if precedence > limit:
                raise self.error(f"{quoted(name)} needs parentheses around it here", token.line)
            bare = self.token.kind == "name" and self.token.text
            inner = self.term(precedence)
            named = isinstance(inner, Compound) and inner.functor == bare
            if bare in OPERATORS and not named:
                raise self.error(_AS_NAME.format(quoted(bare)), token.line)
            return Compound(name, (inner,)), precedence
        if name in (",", "|"):
            raise self.error(f"a term was expected, found {quoted(name)}", token.line)
        if not ends:
            raise self.error(_AS_NAME.format(quoted(name)), token.line)
        return Atom(name), 0

    def variable(self, token: Token) -> Variable:
        """Return a variable; each _ is another one."""
        if token.text != "_":
            return Variable(token.text)
        self.anonymous += 1
        while f"_{self.anonymous}" in self.numbered:
            self.anonymous += 1
        return Variable(f"_{self.anonymous}")

    def value(self, read: Callable[[Token], _T], token: Token) -> _T:
        """Return what a token stands for."""
        try:
            return read(token)
        except ValueError as error:
            raise self.error(str(error), token.line) from None

    def list_term(self) -> Term:
        """Return the list of which the bracket has been taken."""
        if self.accept("]"):
            if self.at("(") and not self.token.spaced:
                raise self.error("a term with the name [] is not supported")
            return ListTerm(())
        items = self.several(self.term)
        tail: Term | None = None
        if self.accept("|"):
            tail = self.term()
            if isinstance(tail, ListTerm):
                items, tail = [*items, *tail.items], tail.tail
            elif not isinstance(tail, Variable):
                raise self.error("the tail of a list pattern must be a variable or a list")
        self.expect("]")
        return ListTerm(tuple(items), tail)
