"""Unification: what it makes equal is equal, and nothing more is bound than that takes."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from witness.logic.bindings import Bindings
from witness.logic.language.terms import (
    Compound,
    ListTerm,
    Term,
    Variable,
    term_of,
)

TERMS: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from([Variable("A"), Variable("B"), Variable("C"), 1, 2, term_of("a")]),
    lambda inner: (
        st.builds(ListTerm, st.lists(inner, max_size=3).map(tuple))
        | st.builds(
            ListTerm,
            st.lists(inner, min_size=1, max_size=2).map(tuple),
            st.sampled_from([Variable("A"), Variable("T")]),
        )
        | st.builds(Compound, st.sampled_from("fg"), st.lists(inner, min_size=1).map(tuple))
    ),
    max_leaves=8,
)


@given(TERMS, TERMS)
def test_unified_terms_are_equal(left: Term, right: Term) -> None:
    found = Bindings()
    equal = found.unify(left, right)
    assert equal == Bindings().unify(right, left)
    if equal:
        assert found.resolve(left) == found.resolve(right)
        # A goal that already holds binds nothing.
        mark = found.mark()
        assert found.unify(left, right)
        assert found.mark() == mark
    else:
        assert left != right
    found.undo(0)
    assert found.resolve(left) == left


@given(TERMS, st.randoms(use_true_random=False))
def test_a_term_unifies_with_its_instances(term: Term, rng: random.Random) -> None:
    names = ("A", "B", "C", "T")
    instance = {Variable(n): ListTerm((rng.randint(1, 2),) * rng.randint(0, 2)) for n in names}
    given_ = Bindings()
    for variable, own in instance.items():
        assert given_.unify(variable, own)
    value = given_.resolve(term)
    found = Bindings()
    assert found.unify(term, value)
    assert found.resolve(term) == value
    assert all(found.walk(variable) in (variable, instance[variable]) for variable in instance)
