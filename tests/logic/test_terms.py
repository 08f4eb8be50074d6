"""Terms: their text, their variables, and conversion to Python values and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import (
    COMPARISONS,
    INFIX,
    Atom,
    Clause,
    Compound,
    Float,
    Ground,
    ListTerm,
    Literal,
    Term,
    Text,
    Variable,
    atom_text,
    clause_text,
    ground,
    literal_text,
    literal_variables,
    term_of,
    term_text,
    variables,
)

# ---- random clauses -------------------------------------------------------------------------

#: What the reader takes for more than a name.
CONTROL = (",", ";", "->", "*->", ":-", "\\+", "not", "once", "call", "!")

#: Atoms: plain ones, operators, what looks like syntax, and any text at all.
ATOMS = st.sampled_from(
    [
        *(
            "a",
            "p",
            "x1",
            "fooBar_2",
            "is",
            "mod",
            "true",
            "[]",
            "",
            "-",
            "=",
            "A",
            "_",
            "1",
            "a.b",
        ),
        *(
            "% no comment",
            "/* nor this",
            "it's",
            "'",
            "''",
            "\\",
            "\\n",
            "\n",
            "\t",
            "\r",
            "\0",
            "\x1b",
        ),
        *("\x85", "é", "π", "\u2028", "\U0001f600", "\U0010ffff", "\ud800", '"""', "{0}", "x\x07'"),
    ]
) | st.text(max_size=4).filter(lambda name: name not in CONTROL)
VARIABLES = st.sampled_from(["A", "B", "Xs", "True", "_1", "_2", "__"]).map(Variable)


def _compounds(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    arguments = st.lists(inner, min_size=1, max_size=3).map(tuple)
    pair = st.tuples(inner, inner)
    return (
        st.builds(Compound, ATOMS, arguments)
        | st.builds(Compound, st.sampled_from(list(INFIX)), pair)
        | st.builds(ListTerm, st.lists(inner, max_size=3).map(tuple))
        | st.builds(ListTerm, arguments, VARIABLES)
    )


TEXTS = ATOMS.map(Text) | st.sampled_from(["", "a", '"', 'a"b', "\\"]).map(Text)
FLOATS = st.floats(allow_nan=False).map(Float.of)
TERMS: st.SearchStrategy[Term] = st.recursive(
    VARIABLES | ATOMS.map(Atom) | st.integers() | FLOATS | TEXTS, _compounds, max_leaves=8
)
ARGUMENTS = st.lists(TERMS, max_size=3).map(tuple)


def _compares(literal: Literal) -> bool:
    return literal.name in COMPARISONS and len(literal.args) == 2


def _literals(name: st.SearchStrategy[str]) -> st.SearchStrategy[Literal]:
    calls = st.builds(Literal, name, ARGUMENTS, st.booleans())
    compared = st.builds(
        Literal, st.sampled_from(COMPARISONS), st.tuples(TERMS, TERMS), st.booleans()
    )
    # `true` is dropped when it is read, and an operator with arguments must compare.
    return (calls | compared).filter(
        lambda literal: (
            literal.key != ("true", 0)
            and (literal.name not in INFIX or literal.args == () or _compares(literal))
        )
    )


@st.composite
def clauses(draw: Any) -> Clause:
    head = draw(
        st.builds(Clause, ATOMS, ARGUMENTS).filter(
            lambda clause: clause.name not in INFIX or len(clause.args) == 0
        )
    )
    body = draw(st.lists(_literals(ATOMS), max_size=4))
    return Clause(head.name, head.args, tuple(body))


VALUES: st.SearchStrategy[Ground] = st.recursive(
    st.integers() | ATOMS | FLOATS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.builds(Compound, ATOMS, st.lists(inner.map(term_of), min_size=1).map(tuple))
    ),
    max_leaves=8,
)

# ---- round trips ----------------------------------------------------------------------------


@given(clauses())
def test_a_printed_clause_reads_back(clause: Clause) -> None:
    assert parse_clauses(clause_text(clause)) == [clause]


@given(st.lists(clauses(), max_size=2))
def test_a_printed_clause_is_one_line_of_text(program: list[Clause]) -> None:
    """One line for Python too, which knows more line breaks than Prolog."""
    text = "\n".join(map(str, program))
    assert len(text.splitlines()) == len(program)
    text.encode()  # raises for half a surrogate pair
    assert parse_clauses(text) == program


@given(VALUES)
def test_ground_and_term_of_are_inverse(value: Ground) -> None:
    term = term_of(value)
    assert ground(term) == value
    assert list(variables(term)) == []


def _is_value(term: Term) -> bool:
    if isinstance(term, ListTerm):
        return term.tail is None and all(map(_is_value, term.items))
    if isinstance(term, Compound):
        return all(map(_is_value, term.args))
    return isinstance(term, Atom | int | Float | Text)


@given(TERMS)
def test_only_values_are_ground(term: Term) -> None:
    value = ground(term)
    assert (value is not None) == _is_value(term)
    if value is not None:
        assert term_of(value) == term


# ---- examples -------------------------------------------------------------------------------

A, B, C = Variable("A"), Variable("B"), Variable("C")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("abc", "abc"),
        ("aB_1", "aB_1"),
        ("[]", "'[]'"),
        ("", "''"),
        ("Abc", "'Abc'"),
        ("_", "'_'"),
        ("1", "'1'"),
        ("is", "'is'"),
        ("it's", r"'it\'s'"),
        ("a\nb", r"'a\nb'"),
        ("a\\b", r"'a\\b'"),
        ("\u2028", r"'\x2028\'"),
        ("é", "'é'"),
    ],
)
def test_atoms(name: str, text: str) -> None:
    assert atom_text(name) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (-3, "-3"),
        (ListTerm(()), "[]"),
        (ListTerm((A, 1), B), "[A,1|B]"),
        (Compound("+", (1, Compound("*", (2, A)))), "1 + 2 * A"),
        (Compound("*", (Compound("+", (1, 2)), A)), "(1 + 2) * A"),
        (Compound("-", (1, Compound("-", (2, 3)))), "1 - (2 - 3)"),
        (Compound("-", (Compound("-", (1, 2)), 3)), "1 - 2 - 3"),
        (Compound("-", (1, -2)), "1 - -2"),
        (Compound("=", (Compound("=", (A, B)), C)), "(A = B) = C"),
        (Compound("-", (1,)), "'-'(1)"),
        (Compound("f", (Compound("=", (A, B)), Atom("x"))), "f(A = B,x)"),
    ],
)
def test_terms(term: Term, text: str) -> None:
    assert term_text(term) == text


def test_literals_and_clauses() -> None:
    negated = Literal("corner", (B, C), negated=True)
    assert literal_text(negated) == "\\+ corner(B,C)"
    assert literal_text(Literal(">=", (A, B))) == "A >= B"
    assert literal_text(Literal("fail", ())) == "fail"
    clause = Clause("notAdjacent", (A, B), (Literal("head_vertex", (A, C)), negated))
    assert str(clause) == "notAdjacent(A,B) :- head_vertex(A,C), \\+ corner(B,C)."
    assert clause.key == ("notAdjacent", 2)
    assert clause.size == 3
    assert clause_text(Clause("three", (3,))) == "three(3)."


def test_variables_come_from_left_to_right() -> None:
    term = Compound("f", (B, ListTerm((A, B), C), Compound("g", (A,))))
    assert list(variables(term)) == [B, A, B, C, A]
    assert literal_variables(Literal("p", (term, C))) == [B, A, C]


def test_where_a_clause_was_read_does_not_count() -> None:
    assert Clause("p", (1,), line=3) == Clause("p", (1,), line=9)
    assert Literal("p", (1,), line=3) == Literal("p", (1,), line=9)


@pytest.mark.parametrize("name", ["ünal", "straße", "aé", "éA1_", "名", "αβ", "ǅx", "ªb", "कि"])
def test_names_of_any_letters(name: str) -> None:
    """A letter that is no capital begins a name; it is written in quotes."""
    (clause,) = parse_clauses(f"p({name},['{name}']).")
    assert clause.args == (Atom(name), ListTerm((Atom(name),)))
    assert parse_clauses(clause_text(clause)) == [clause]


@pytest.mark.parametrize("name", ["Ünal", "Éa", "Ωx", "_é", "Aé"])
def test_variables_of_any_letters(name: str) -> None:
    (clause,) = parse_clauses(f"p({name}).")
    assert clause.args == (Variable(name),)


@pytest.mark.parametrize("text", ["²", "x²", "x€", "٣x", "€"])
def test_what_is_no_letter(text: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        parse_clauses(f"p({text}).")
