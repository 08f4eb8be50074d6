"""A parser of the Prolog subset: clauses and directives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from witness.base.errors import InputError, quoted
from witness.clauses.language.goals import CONSTRUCTS, goals_in
from witness.clauses.language.term_parser import LEVELS, TermParser
from witness.clauses.language.terms import (
    INFIX,
    RELATIONS,
    Atom,
    Clause,
    Compound,
    ListTerm,
    Literal,
    Term,
    Variable,
)
from witness.clauses.language.tokens import integer, neighbour

#: What the directives `:- table name/arity.` and `:- dynamic name/arity.` are called as clauses; no
#: predicate has these names.
TABLE = ":- table"
DYNAMIC = ":- dynamic"

_DIRECTIVES = ("table", "dynamic", "discontiguous", "use_module", "ensure_loaded", "style_check")

#: The deepest nesting of terms. (Python limits the nesting of the source that they become.)
MAX_DEPTH = 50


class _Parser(TermParser):
    """The state of parsing clauses."""

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses.

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
                yield self.clause(line)
            if self.token.kind != "end":
                raise self.error(self.unexpected("a full stop"))
            self.take()

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

    def clause(self, line: int) -> Clause:
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
        elif isinstance(head, Compound) and head.functor not in LEVELS and head.functor != "\\+":
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
        clause = Clause(name, args, tuple(self.literals(body, line)), line)
        self.check_data(args, line)
        for literal in clause.body:
            self.check_data(list(_data(literal.name, literal.args)), literal.line)
        return clause

    def literals(self, goal: Term, line: int) -> Iterator[Literal]:
        """Yield the literals of a body; control constructs are literals with goals in them."""
        line = self.lines.get(id(goal), line)
        match goal:
            case Compound(",", goals):
                for one in goals:
                    yield from self.literals(one, line)
            case Atom("true"):
                pass
            case Compound(("\\+" | "not"), (Atom() | Compound() as inner,)) if _is_plain(inner):
                yield replace(self.literal(inner, line), negated=True)
            case _:
                found = self.literal(goal, line)
                places = goals_in(found.name, found.args)
                for argument, more in zip(found.args, places, strict=True):
                    if more == 0 and not isinstance(argument, Variable):
                        list(self.literals(argument, line))  # raises an error for what is no goal
                yield found

    def literal(self, goal: Term, line: int) -> Literal:
        """Return a goal that is no conjunction as a literal."""
        if isinstance(goal, Atom):
            return Literal(goal.name, (), line=line)
        if isinstance(goal, Variable):
            return Literal("call", (goal,), line=line)
        if not isinstance(goal, Compound):
            raise self.error("a body literal must be a predicate or a comparison", line)
        if goal.functor in INFIX and goal.functor not in RELATIONS:
            raise self.error(f"'{goal.functor}' is arithmetic, not a literal", line)
        return Literal(goal.functor, goal.args, line=line)

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


def _is_plain(goal: Atom | Compound) -> bool:
    """Whether a goal is no control construct."""
    name, arity = (goal.name, 0) if isinstance(goal, Atom) else (goal.functor, len(goal.args))
    return (name, arity) not in CONSTRUCTS


def _data(name: str, args: Sequence[Term]) -> Iterator[Term]:
    """Yield the arguments of a literal that are no goals, and those of its goals."""
    for argument, more in zip(args, goals_in(name, args), strict=True):
        if more == 0 and isinstance(argument, Compound):
            yield from _data(argument.functor, argument.args)
        else:
            yield argument


class Parsed(NamedTuple):
    """The clauses of a text, and those that its directives `table` and `dynamic` stand for."""

    clauses: list[Clause]
    tables: list[Clause]
    dynamic: list[Clause]


def parse_clauses(text: str, file: str = "<text>", line: int = 1) -> list[Clause]:
    """Parse plain clauses, as hypotheses have them.

    Raises `InputError` with file and line of the first text outside the subset, and for control
    constructs that plain clauses do not have.
    """
    parsed = parse_all(text, file, line)
    lines = [li.line for c in parsed.clauses for li in c.body if li.key in CONSTRUCTS]
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
    )
