"""The reader: what it reads, its fast path for facts, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import Program, parse_program, read_hypothesis, read_program
from witness.clauses.language.terms import (
    Clause,
    Literal,
    Variable,
    clause_text,
    ground,
)

A, B, C = Variable("A"), Variable("B"), Variable("C")


# ---- terms ----------------------------------------------------------------------------------


# ---- programs -------------------------------------------------------------------------------

PROGRAM = """\
:- use_module(library(lists)).
%~ three(A) ~ {A} is three
three(3).
edge(a,[b,1]).
/* edge(a,c).
edge(a,d).
*/ edge('It''s', "x").
"""


def test_a_program() -> None:
    text = PROGRAM.replace(', "x"', ",[]") + "edge(\n  x, [y]).\nrule(A) :- three(A).\nnone.\n"
    program = parse_program(text, "bk.pl")
    assert program == Program(
        "bk.pl",
        rules={
            ("rule", 1): [Clause("rule", (A,), (Literal("three", (A,)),))],
            ("none", 0): [Clause("none", ())],
        },
        facts={
            ("three", 1): [(3,)],
            ("edge", 2): [("a", ("b", 1)), ("It's", ()), ("x", ("y",))],
        },
        lines={("three", 1): 3, ("edge", 2): 4, ("rule", 1): 10, ("none", 0): 11},
        comments=[(2, "three(A) ~ {A} is three")],
    )
    assert program.defines(("none", 0))
    assert program.defines(("edge", 2))
    assert not program.defines(("edge", 1))


def test_the_order_of_clauses_is_kept() -> None:
    """Facts that come first are a table; a fact after a rule stays after it."""
    program = parse_program("p(1).\np(2).\np(A) :- q(A).\np(3).\np( 4 ).\nq(9).\n")
    assert program.facts == {("p", 1): [(1,), (2,)], ("q", 1): [(9,)]}
    assert [clause.args for clause in program.rules["p", 1]] == [(A,), (3,), (4,)]
    assert [clause.line for clause in program.rules["p", 1]] == [3, 4, 5]


def by_the_parser(text: str) -> Program:
    """Return the program of a text without the fast path for facts."""
    program = Program("bk.pl")
    for clause in parse_clauses(text, "bk.pl"):
        program.lines.setdefault(clause.key, clause.line)
        values = [ground(term) for term in clause.args]
        if clause.body or not values or None in values or clause.key in program.rules:
            program.rules.setdefault(clause.key, []).append(clause)
        else:
            program.facts.setdefault(clause.key, []).append(tuple(values))  # type: ignore[arg-type]
    return program


#: Lines of files that are well formed.
LINES = st.sampled_from(
    [
        *("p(a).\n", "p(b,1).\n", "p(c,[a,1]).\n", "p([],[b]). \t\n", "p(0012).\n", "q(b_C9).\n"),
        *("p( a ).\n", "p(-1).\n", "p('a').\n", "p(\n a).\n", "p(a). p(b).\n", "p(a) .\n", "r.\n"),
        *("p([a,[b]]).\n", "p(X).\n", "p(a,B).\n", "p(f(a)).\n", "p(_a).\n", "p(is,mod).\n"),
        *("p(X) :- q(X).\n", "p(X) :-\n  q(X),\n  r(X).\n", "q(X) :- X = 'a. b'.\n", "p(A,a).\n"),
        *(
            "p('it''s /* no').\n",
            "p('% no. \\' ').\n",
            "p('\\\\').\n",
            "p('\\x2e\\').\n",
            "p('.').\n",
        ),
        *(
            "% p(b).\n",
            "p(a). % p(b). 'x\n",
            "/* % */\n",
            "/* ' */ ",
            "%~ p ~ x\n",
            "\n",
            " ",
            "\t",
        ),
        *(
            "p(X) :- /* \nq(b).\n */ r(X).\n",
            "p(X) :- % .\n  q(X).\n",
            "p(99999999999999999999).\n",
        ),
        *("p(a).\u00a0\n", "p(a). /* to be\n", "continued */ p(b).\n"),
    ]
)
BLOCKS = st.lists(LINES, max_size=4).map(lambda lines: f"/* {''.join(lines)} */\n")

#: What is not well formed, at least by itself.
PIECES = st.sampled_from(
    [
        *(
            "p(X) :-\n  q(X),\n",
            "  r(X).\n",
            ":- ",
            "/* p(b).\n",
            "p(c). */\n",
            "p('\n').\n",
            "p('",
        ),
        *("'\n", "p(a)\n", "p(a,).\n", "p(a.\n", "p(1a).\n", "mod(a,b).\n", "is(a,b).\n", ".\n"),
        *("p(é).\n", "pé(a).\n", "p(a,\u0663).\n", "p(a).p(b).\n", "p(" + "9" * 5000 + ").\n"),
    ]
)


def attempt(text: str, *, short: bool) -> Program | InputError:
    try:
        return parse_program(text, "bk.pl") if short else by_the_parser(text)
    except InputError as error:
        return error


@given(st.lists(LINES | BLOCKS, max_size=8) | st.lists(LINES | PIECES, max_size=6))
def test_the_short_way_for_facts_changes_nothing(pieces: list[str]) -> None:
    expected = attempt("".join(pieces), short=False)
    program = attempt("".join(pieces), short=True)
    if isinstance(expected, InputError) or isinstance(program, InputError):
        # If there are two errors, the two paths may report different ones.
        assert isinstance(expected, InputError)
        assert isinstance(program, InputError)
        return
    program.comments.clear()
    assert program == expected
    for key, clauses in program.rules.items():
        assert [c.line for c in clauses] == [c.line for c in expected.rules[key]]
        lines = [literal.line for c in clauses for literal in c.body]
        assert lines == [literal.line for c in expected.rules[key] for literal in c.body]


def test_facts_that_are_commented_out_take_no_time() -> None:
    """A block comment around ten thousand facts: a naive reader would scan each line repeatedly."""
    text = "/*\n" + "p(a,b).\n" * 20_000 + "*/\np(c,d).\n"
    assert parse_program(text).facts == {("p", 2): [("c", "d")]}


@given(st.lists(LINES | PIECES | st.text(max_size=3), max_size=6).map("".join))
def test_any_text_is_a_program_or_one_error(text: str) -> None:
    for short in (False, True):
        error = attempt(text, short=short)
        if isinstance(error, InputError):
            assert error.file == "bk.pl"
            assert 1 <= (error.line or 0) <= text.count("\n") + 1
            assert str(error) == f"bk.pl: line {error.line}: {error.reason}"
            assert len(str(error).splitlines()) == 1


# ---- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("p(a)", 1, "expected a full stop, found 'the end of the file'"),
        ("p(a).\n\nq(b)\nr(c).", 4, "expected a full stop, found 'r'"),
        ("p(a).\nq(b) :- \n\n.", 4, "a term was expected, found '.'"),
        ("p(a,).", 1, "a term was expected, found ')'"),
        ("p(a", 1, "expected ')'"),
        ("p().", 1, "p() is not supported; write p"),
        ("p([a|b]).", 1, "the tail of a list pattern must be a variable"),
        ("p([a|B,C]).", 1, "expected ']', found ','"),
        ("0.4::p(a).", 1, "'0.4::' is of ProbLog"),
        ("#A task\np(a).", 1, "'#' begins no comment"),
        (":- dynamic p/1\n:- table q/1.", 2, "a full stop is missing before ':-'"),
        ("p((a, b, c)).", 1, "a conjunction of more than two terms is not supported here"),
        ("p :- A is 2 rdiv 3.", 1, "the operator 'rdiv' is not supported"),
        ("p :-\\+ q, r(A), A=:=-1.", 1, "the operator ':-\\\\+' is not supported"),
        ("p(A) :- A=-1.", 1, "the operator '=-' is not supported"),
        ("p(A) :- A is 3--1.", 1, "the operator '--' is not supported"),
        ("p(a).\n:- modeh(1, p(+t)).", 2, "':- modeh' is of Aleph or Progol"),
        ("a + b :- c.", 1, "a clause head must be an atom or a predicate with arguments"),
        ("p :- q,\n  1 + 2.", 2, "'+' is arithmetic, not a literal"),
        ("p :- A = B = C.", 1, "'=' needs parentheses around one of its sides"),
        ("p :- a is b is c.", 1, "'is' needs parentheses around one of its sides"),
        ("A.", 1, "a clause head must be an atom or a predicate with arguments"),
        ("\nA = B.", 2, "a clause head must be an atom or a predicate with arguments"),
        ("3 :- q.", 1, "a clause head must be an atom or a predicate with arguments"),
        ("\\+ p.", 1, "a clause head must be an atom or a predicate with arguments"),
        ("p(1.5NaN).", 1, "a float in this form is not supported: '1.5NaN).'"),
        ("p(1 000x).", 1, "a number in this form is not supported: '1 000x).'"),
        ("p(1a).", 1, "a number with a letter directly after it is not supported: '1a).'"),
        ("p(" + "9" * 5000 + ").", 1, "the number has too many digits"),
        ("p :- q,\n  3.", 2, "a body literal must be a predicate or a comparison"),
        ("p(1.0e400).", 1, "the number is too large for a float"),
        ("p({a}).", 1, "a brace is not supported (a file of panels"),
        ("p('a\nb').", 1, 'the quote is not closed in its line: "\'a"'),
        ("p(a).\n\np('a).", 3, 'the quote is not closed in its line: "\'a)."'),
        ("p(a).q(b).", 1, "white space has to follow a full stop"),
        ("p(a).\np(1.).", 2, "white space has to follow a full stop"),
        ("p(a\0b).", 1, "a NUL character is not text"),
        ("/* /* */ p(d).", 1, "the comment /* is not closed"),
        ("p('\\q').", 1, "unknown escape in "),
        ("p('\\x110000\\').", 1, "unknown escape"),
        ("p(a).\n/* no end", 2, "the comment /* is not closed"),
        ("p(a).\n:- dynamic(q).", 2, "the predicates of a directive are written as name/arity"),
        ("p(a).\np(A) :-\n  q(A),\n  r(A)\n\n", 2, "expected a full stop"),
        ("p(a).\np(A) :-\n  q(A),\n", 2, "a term was expected"),
        (":- use_module(foo).", 1, "use_module of anything but a library is not supported"),
        (":- initialization(main).", 1, "only the directives table, dynamic"),
        ("p(a).\np(" + "[" * 60 + "]" * 60 + ").", 2, "terms nested too deeply"),
        ("p(a).\np :- A is 1" + " + 1" * 60 + ".", 2, "terms nested too deeply"),
        ("p(a).\np(" + "f(" * 5000 + "a" + ")" * 5000 + ").", 2, "terms nested too deeply"),
    ],
)
def test_errors(text: str, line: int, message: str) -> None:
    for read in (parse_clauses, parse_program):
        with pytest.raises(InputError) as raised:
            read(text, "bk.pl")
        assert (raised.value.file, raised.value.line) == ("bk.pl", line)
        assert raised.value.reason.startswith(message)


def test_only_the_first_error_is_told(tmp_path: Path) -> None:
    place = tmp_path / "bk.pl"
    place.write_text("p(a).\np(b,.\np(c,.\n")
    with pytest.raises(InputError, match=r"bk\.pl: line 2: a term was expected, found '\.'$"):
        read_program(place)
    with pytest.raises(InputError, match=r"bk\.pl: line 2: "):
        read_hypothesis(place)


def test_files(tmp_path: Path) -> None:
    place = tmp_path / "hypothesis.pl"
    place.write_text("")
    assert read_hypothesis(place) == []
    place.write_text("% nothing\nf(A,B) :- p(A), \\+ q(B).\r\nf(A,B) :- r(A,B).\n")
    assert [clause_text(clause) for clause in read_hypothesis(place)] == [
        "f(A,B) :- p(A), \\+ q(B).",
        "f(A,B) :- r(A,B).",
    ]
    with pytest.raises(InputError, match=r"none\.pl: cannot be read"):
        read_program(tmp_path / "none.pl")
    place.write_bytes(b"p(\xff).")
    with pytest.raises(InputError, match="not UTF-8"):
        read_program(place)
