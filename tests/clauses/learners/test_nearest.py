"""Which clauses came nearest, where examples are called with instead of joined."""

from __future__ import annotations

from support.learning import bias_of, make_task

from witness.clauses.learners.asp.learner import learn

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
