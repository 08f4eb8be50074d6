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
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
    ground,
)
from witness.clauses.language.tokens import neighbour, number

_DIRECTIVES = ("table", "dynamic", "discontiguous", "use_module", "ensure_loaded", "style_check",
               "set_prolog_flag", "consult")  # fmt: skip

#: The operators that are no names of predicates; a program may define div(A,B), as in Prolog.
_SIGNS = frozenset(name for name in (*LEVELS, "\\+") if not name.isalpha())

#: The deepest nesting of terms. (Python limits the nesting of the source that they become.)
MAX_DEPTH = 50


class Parsed(NamedTuple):
    """The clauses of a text, and what its directives say.

    Those are the predicates of `table` and `dynamic`, and the names of the files that are to be
    consulted, each with its line.
    """

    clauses: list[Clause]
    tabled: dict[Key, int]
    dynamic: dict[Key, int]
    consulted: dict[str, int]


class _Parser(TermParser):
    """The state of parsing clauses, and what was parsed so far."""

    def __init__(self, text: str, file: str, line: int = 1) -> None:
        super().__init__(text, file, line)
        self.parsed = Parsed([], {}, {}, {})

    def read(self) -> None:
        """Parse the whole text; directives that load a library, or about warnings, are skipped."""
        while self.token.kind != "eof":
            line = self.begin = self.token.line
            if self.token.kind not in ("name", "quoted"):
                reason = neighbour(self.text[self.token.place :])
                if reason is not None:
                    raise self.error(reason)
            if self.accept(":-"):
                self.directive(line)
            else:
                self.parsed.clauses.append(self.clause(line))
            if self.token.kind != "end":
                raise self.error(self.unexpected("a full stop"))
            self.take()

    def directive(self, line: int) -> None:
        """Take in what a directive tables, declares as dynamic, or loads."""
        name = self.token.text
        if self.at("["):
            files = self.term()
            assert isinstance(files, ListTerm)
            for file in files.items:
                self.load(file, line)
            return
        if name not in _DIRECTIVES or self.token.kind != "name":
            raise self.error(
                "only the directives table, dynamic, discontiguous, consult, use_module(library(…)"
                f"), style_check and set_prolog_flag are supported; found {quoted(name)}",
                line,
            )
        self.take()
        if name == "style_check":
            while self.token.kind not in ("end", "eof"):
                self.take()
        elif name in ("consult", "ensure_loaded", "set_prolog_flag", "use_module"):
            self.expect("(")
            first, *rest = self.several(self.term)
            self.expect(")")
            wanted = rest[0].items if rest and isinstance(rest[0], ListTerm) else ()
            if any(not (isinstance(one, Compound) and one.functor == "/") for one in wanted):
                raise self.error("a predicate to load is written as name/arity", line)
            if name == "set_prolog_flag" and ground(first) == "double_quotes":
                raise self.error("double_quotes cannot be set: here a text is a string", line)
            library = isinstance(first, Compound) and first.functor == "library"
            if name == "use_module" and not library:
                what = "use_module of anything but a library is not supported; consult(file) is"
                raise self.error(what, line)
            if name in ("consult", "ensure_loaded") and not library:
                self.load(first, line)
        else:
            opened = [end for begin, end in ("()", "[]") if self.accept(begin)]
            opened += ["]"] if opened == [")"] and self.accept("[") else []
            tables = {"table": self.parsed.tabled, "dynamic": self.parsed.dynamic}
            self.several(lambda: self.indicator(tables.get(name, {}), line))
            for end in reversed(opened):
                self.expect(end)
                if self.accept("as" if end == ")" else ","):
                    self.term()  # how answers are kept, as in [f/2], [incremental(true)]

    def load(self, file: Term, line: int) -> None:
        """Take in the name of another file that is to be loaded."""
        if not isinstance(file, Atom):
            raise self.error("the name of a file is expected here", line)
        self.parsed.consulted.setdefault(file.name, line)

    def indicator(self, table: dict[Key, int], line: int) -> None:
        """Take in the name and the arity of a predicate."""
        name, slash, arity = self.take(), self.take(), self.take()
        if name.kind != "name" or slash.text != "/" or arity.kind != "int":
            raise self.error("the predicates of a directive are written as name/arity", line)
        if self.accept("as"):
            self.term()  # how answers are kept, as in f/2 as incremental
        places = self.value(number, arity)
        assert isinstance(places, int)
        table.setdefault((name.text, places), line)

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
        elif isinstance(head, Compound) and head.functor not in _SIGNS:
            name, args = head.functor, head.args
        else:
            what = "a clause head must be an atom or a predicate with arguments"
            raise self.error(what, line)
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
        if goal.functor in _SIGNS & INFIX.keys() and goal.functor not in RELATIONS:
            raise self.error(f"'{goal.functor}' is arithmetic, not a literal", line)
        return Literal(goal.functor, goal.args, line=line)

    def check_data(self, terms: Sequence[Term], line: int) -> None:
        """Raise an error for terms nested too deeply, and for conjunctions that are no pairs."""
        level = list(terms)
        for _ in range(MAX_DEPTH):
            inner: list[Term] = []
            for term in level:
                if isinstance(term, Compound):
                    if term.functor == "," and not _is_pair(term):
                        what = "a conjunction of more than two terms is not supported here"
                        raise self.error(f"{what}; write t(X,Y,Z), say", line)
                    inner.extend(term.args)
                elif isinstance(term, ListTerm):
                    inner.extend(term.items)
            level = inner
        if level:
            raise self.error("terms nested too deeply", line)


def _is_pair(term: Compound) -> bool:
    """Whether a conjunction is a term such as (X,Y)."""
    last = term.args[-1]
    return len(term.args) == 2 and not (isinstance(last, Compound) and last.functor == ",")


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


def parse_clauses(text: str, file: str = "<text>", line: int = 1) -> list[Clause]:
    """Parse plain clauses, as hypotheses have them.

    Raises `InputError` with file and line of the first text outside the subset, and for control
    constructs that plain clauses do not have.
    """
    parsed = parse_all(text, file, line)
    for place in parsed.consulted.values():
        what = "only bk.pl may load another file; its clauses have to stand here"
        raise InputError(what, file=file, line=place)
    for literal in (literal for clause in parsed.clauses for literal in clause.body):
        if literal.key in CONSTRUCTS:
            what = "only definitions of bk.pl may have disjunctions, if-then-else, cuts, and "
            what += "negations of more than one literal"
            raise InputError(what, file=file, line=literal.line)
        if literal.key == ("var", 1):
            what = "var/1 is for definitions of bk.pl: it depends on the order of literals"
            raise InputError(what, file=file, line=literal.line)
    return parsed.clauses


def parse_all(text: str, file: str = "<text>", line: int = 1) -> Parsed:
    """Parse clauses and directives of a background; raise `InputError` as `parse_clauses` does."""
    parser = _Parser(text, file, line)
    try:
        parser.read()
    except RecursionError:
        raise parser.error("terms nested too deeply") from None
    return parser.parsed
