"""Which clauses came nearest, where examples are called with instead of joined."""

from __future__ import annotations

from support.learning import bias_of, make_task

from witness.learners.asp.learner import learn
from witness.learners.asp.nearest import Nearest
from witness.logic.language.terms import Clause

#: Lists, with predicates that are more than facts.
LISTS = """list(l1,[a,b,a]). list(l2,[b,a]). list(l3,[c]). list(l4,[c,d,e,c]). list(l5,[a,a,b]).
list(l6,[d,e]). list(l7,[d]). first(X,H) :- list(X,[H|_]). final(X,L) :- list(X,Y), last(Y,L).
size(X,N) :- list(X,Y), length(Y,N). even(N) :- 0 =:= N mod 2."""

SIGNATURES = ("g l:in", "first l:in e:out", "final l:in e:out", "size l:in n:out", "even n:in")


def test_clauses_of_every_length() -> None:
    """The nearest clause has as many literals as it may, or one less."""
    exs = "pos(g(l1)). pos(g(l3)). pos(g(l4)). neg(g(l2)). neg(g(l5)). neg(g(l6)). neg(g(l7))."
    for most in (2, 3):
        settings = f"max_vars(3). max_body({most})."
        found = learn(make_task(LISTS, bias_of(*SIGNATURES, settings=settings), exs))
        near = found.details["nearest"][0]
        assert near == {
            "clause": "g(A) :- final(A,B), first(A,B).",
            "true_positives": 3,
            "false_positives": 1,
            "false_positive": "g(l7)",
        }


def test_every_example_counts() -> None:
    """Examples that look the same count as many as they are."""
    many = [f"x{number}" for number in range(30)]
    values = [f"v({name},2)." for name in [*many, "n1"]] + ["v(x,3).", "v(y,4).", "v(n2,3)."]
    bk = f"{' '.join(values)} two(X) :- v(X,N), N + 1 =:= 3. big(X) :- v(X,N), N > 2. odd(n1)."
    positives = " ".join(f"pos(g({name}))." for name in [*many, "x", "y"])
    bias = bias_of(
        "g t:in", "two t:in", "big t:in", "odd t:in", settings="max_vars(1). max_body(2)."
    )
    found = learn(make_task(bk, bias, f"{positives} neg(g(n1)). neg(g(n2))."))
    assert [(near["clause"], near["true_positives"]) for near in found.details["nearest"]] == [
        ("g(A) :- two(A).", 30)
    ]


def test_of_those_that_cover_the_same_one_is_shown() -> None:
    """However many of them are better than others; the best of all come first."""
    counts = dict.fromkeys(range(10), (5, 1)) | {10: (4, 1), 11: (4, 2), 12: (3, 1)}
    nearest: Nearest[int] = Nearest()
    for number in reversed(range(100)):
        nearest.add(200 - number, number)
    found = nearest.records(
        lambda number: (Clause(f"c{number}", ()), *counts[number]), lambda _: [("e",)]
    )
    assert [record["clause"] for record in found] == ["c0.", "c10.", "c11."]
