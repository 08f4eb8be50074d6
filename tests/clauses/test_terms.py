"""Terms: their text, their variables, and conversion to Python values and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import (
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
    clause_text,
    ground,
    term_of,
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


# ---- examples -------------------------------------------------------------------------------

A, B, C = Variable("A"), Variable("B"), Variable("C")


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
