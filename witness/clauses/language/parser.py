"""A parser of the Prolog subset: recursive descent, with operator precedence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple, TypeVar

from witness.base.errors import InputError, quoted
from witness.clauses.language.control import Control, data_of
from witness.clauses.language.goals import CONSTRUCTS
from witness.clauses.language.terms import (
    CONTROLS,
    INFIX,
    OPERATORS,
    PREFIX,
    Atom,
    Clause,
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
    integer,
    neighbour,
    number,
    tokens,
    unquoted,
)

_T = TypeVar("_T")

#: What the directives `:- table name/arity.` and `:- dynamic name/arity.` are called as clauses; no
#: predicate has these names.
TABLE = ":- table"
DYNAMIC = ":- dynamic"

#: All infix operators: those of terms, and those of clauses and bodies.
_LEVELS = {**INFIX, **CONTROLS}

#: The greatest precedence of an argument. That of a goal is the same, as no operator has it; but a
#: prefix operator is a name in an argument, and none as a goal.
_ARGUMENT = 999
_GOAL = 998

#: The tokens of symbols that mean something here, and the operators that begin clauses.
_KNOWN = frozenset({*_LEVELS, *PREFIX, *"()[]|!"})
_BEGIN = frozenset({":-", *OPERATORS} - INFIX.keys())

_AS_NAME = "{} is an operator; as a name it stands in quotes"

_DIRECTIVES = ("table", "dynamic", "discontiguous", "use_module", "ensure_loaded", "style_check")

#: What a variable may be called that is anonymous elsewhere.
_NUMBERED = re.compile(r"\b_[0-9]+\b")

#: The deepest nesting of terms. (Python limits the nesting of the source that they become.)
MAX_DEPTH = 50


class _Parser:
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
        self.parts: list[Clause] = []
        self.written: dict[int, Clause] = {}
        self.numbers = count(1)

    def error(self, message: str, line: int | None = None) -> InputError:
        """Return an error at a line; where the text ends too early, at the begin of the clause."""
        here = self.begin if self.token.kind == "eof" else self.token.line
        return InputError(message, file=self.file, line=line or here)

    def take(self) -> Token:
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
            raise self.error(self.unexpected(quoted(text)))

    def several(self, parse: Callable[[], _T]) -> list[_T]:
        """Return one or more of something, with commas between."""
        found = [parse()]
        while self.accept(","):
            found.append(parse())
        return found

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses, and after each the definitions that its control constructs become.

        Directives that load a library, or that are about warnings, are skipped. `:- table
        name/arity.` is a clause of `TABLE`, `:- dynamic name/arity.` one of `DYNAMIC`.
        """
        while self.token.kind != "eof":
            line = self.begin = self.token.line
            if self.token.text in (":-", "#", "(", ";"):
                reason = neighbour(self.text[self.token.place :])
                if reason is not None:
                    raise self.error(reason)
            if self.accept(":-"):
                yield from self.directive(line)
            else:
                yield from self.clause(line)
            if self.token.kind != "end":
                raise self.error(self.unexpected("a full stop"))
            self.take()

    def unexpected(self, wanted: str) -> str:
        """Return what is wrong with the token at hand."""
        token = self.token
        if token.kind == "punct" and token.text == ".":
            return "white space has to follow a full stop"
        if token.kind == "punct" and token.text not in _KNOWN - {"|"}:
            return f"the operator {quoted(token.text)} is not supported"
        if token.kind in ("name", "quoted") and token.text.strip("'") in {*OPERATORS, *INFIX}:
            return f"the operator {quoted(token.text)} is not supported"
        if token.text in CONTROLS.keys() - {","} and token.kind == "punct" and wanted != "a term":
            return f"{quoted(token.text)} needs parentheses around it and its sides"
        return f"expected {wanted}, found {quoted(token.text)}"

    def directive(self, line: int) -> Iterator[Clause]:
        """Yield what a directive tables, or declares as dynamic."""
        name = self.token.text
        if name not in _DIRECTIVES or self.token.kind != "name":
            raise self.error(
                "only the directives table, dynamic, discontiguous, use_module(library(…)) and "
                f"style_check are supported; found {quoted(name)}",
                line,
            )
        self.take()
        if name == "style_check":
            self.expect("(")
            if not self.accept("-"):
                self.accept("+")
            if self.token.kind == "name":
                self.take()
            self.expect(")")
        elif name in ("use_module", "ensure_loaded"):
            self.expect("(")
            if not self.accept("library"):
                raise self.error(f"{name} of anything but a library is not supported", line)
            self.expect("(")
            self.take()
            self.expect(")")
            if self.accept(","):
                self.expect("[")
                self.several(lambda: self.indicator(TABLE, line))
                self.expect("]")
            self.expect(")")
        else:
            opened = [end for begin, end in ("()", "[]") if self.accept(begin)]
            opened += ["]"] if opened == [")"] and self.accept("[") else []
            if name == "discontiguous":
                self.several(lambda: self.indicator(TABLE, line))
            else:
                which = TABLE if name == "table" else DYNAMIC
                yield from self.several(lambda: self.indicator(which, line))
            for end in reversed(opened):
                self.expect(end)

    def indicator(self, which: str, line: int) -> Clause:
        """Return the name and the arity of a predicate as a clause of `which`."""
        name = self.take()
        slash, arity = self.take(), self.take()
        if name.kind != "name" or slash.text != "/" or arity.kind != "int":
            what = "tabled" if which == TABLE else "declared"
            raise self.error(f"a {what} predicate is written as name/arity", line)
        if which == TABLE and self.accept("as"):
            self.term()  # how answers are kept, as in f/2 as incremental
        return Clause(which, (Atom(name.text), self.value(integer, arity)), (), line)

    def clause(self, line: int) -> list[Clause]:
        self.anonymous = 0
        self.lines = {}
        term = self.term(1200)
        head: Term = term
        body: Term = Atom("true")
        if isinstance(term, Compound) and (term.functor, len(term.args)) == (":-", 2):
            head, body = term.args
        args: tuple[Term, ...] = ()
        if isinstance(head, Atom):
            name = head.name
        elif isinstance(head, Compound) and head.functor not in _LEVELS and head.functor != "\\+":
            name, args = head.functor, head.args
        else:
            reason = "a clause head must be an atom or a predicate with arguments"
            if isinstance(head, Compound) and head.functor[0].isalpha():
                name = f"{head.functor}/{len(head.args)}"
                reason = (
                    f"{name} is an operator of Prolog, so it cannot be defined; call it "
                    f"my_{head.functor}, here and in bias.pl"
                )
            raise self.error(reason, line)
        control = Control(name, args, body, self.lines, line, self.error, self.numbers)
        clauses = [control.clause(), *control.parts]
        self.parts += control.parts
        if control.parts:
            self.written[id(clauses[0])] = control.written()
        for data, at in data_of(clauses):
            self.check_data(data, at)
        return clauses

    def check_data(self, terms: Sequence[Term], line: int) -> None:
        """Raise an error for terms nested too deeply, or have a conjunction in them."""
        level = list(terms)
        for _ in range(MAX_DEPTH):
            inner: list[Term] = []
            for term in level:
                if isinstance(term, Compound):
                    if term.functor == ",":
                        raise self.error("a conjunction is not supported here", line)
                    inner.extend(term.args)
                elif isinstance(term, ListTerm):
                    inner.extend(term.items)
            level = inner
        if level:
            raise self.error("terms nested too deeply", line)

    def term(self, limit: int = _ARGUMENT) -> Term:
        line = self.token.line
        left, below = self.operand(limit)
        self.lines.setdefault(id(left), line)
        while self.token.kind in ("punct", "name") and self.token.text in _LEVELS:
            name = self.token.text
            precedence, allow_left, allow_right = _LEVELS[name]
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
        if token.kind == "int":
            return self.value(integer, token), 0
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
        if token.text == "#" and token.kind == "punct":
            return Atom("#"), 0
        if token.text == "[" and token.kind == "punct":
            return self.list_term(), 0
        if token.text == "!" and token.kind == "punct":
            return Atom("!"), 0
        if token.kind in ("name", "quoted") or token.text in _LEVELS or token.text in PREFIX:
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
        follows = self.token.kind == "punct" and self.token.text in _LEVELS
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


class Parsed(NamedTuple):
    """The clauses of a text; `tables` and `dynamic` are directives, `parts` were made of control.

    The clauses of `parts` are among `clauses`, after the one that they are a part of; `written` has
    that one with its control constructs, by its identity.
    """

    clauses: list[Clause]
    tables: list[Clause]
    dynamic: list[Clause]
    parts: list[Clause]
    written: dict[int, Clause]


def parse_clauses(text: str, file: str = "<text>", line: int = 1) -> list[Clause]:
    """Parse plain clauses, as hypotheses have them.

    Raises `InputError` with file and line of the first text outside the subset, and for control
    constructs that plain clauses do not have.
    """
    parsed = parse_all(text, file, line)
    lines = [clause.line for clause in parsed.parts]
    lines += [li.line for c in parsed.clauses for li in c.body if li.key in CONSTRUCTS]
    if lines:
        raise InputError(
            "only definitions of bk.pl may have disjunctions, if-then-else, cuts, and negations of "
            "more than one literal",
            file=file,
            line=lines[0],
        )
    for clause in parsed.clauses:
        for literal in clause.body:
            if literal.key == ("var", 1):
                text = "var/1 is for definitions of bk.pl: it depends on the order of literals"
                raise InputError(text, file=file, line=literal.line)
    return parsed.clauses


def parse_all(text: str, file: str = "<text>", line: int = 1) -> Parsed:
    """Parse clauses and directives of a background; raise `InputError` as `parse_clauses` does."""
    parser = _Parser(text, file, line)
    try:
        clauses = list(parser.clauses())
    except RecursionError:
        raise parser.error("terms nested too deeply") from None
    return Parsed(
        [clause for clause in clauses if clause.name not in (TABLE, DYNAMIC)],
        [clause for clause in clauses if clause.name == TABLE],
        [clause for clause in clauses if clause.name == DYNAMIC],
        parser.parts,
        parser.written,
    )
