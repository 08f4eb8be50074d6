"""Orders in which an interpreter can run a body, whatever the order in which it is written."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from support.asked import Interpreter
from support.hypotheses import facts
from support.sizes import some

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate

BODIES = (
    "path(A,E), E = [X|R], length(R,N), N > 1",
    "square(B,T,F), X is T + 1, length(F,N), N > X",
    "findall(V,corner(B,V),L), length(L,N), head_vertex(A,H), \\+ member(H,L), square(B,N,_)",
    "path(A,E), square(B,_,F), member(X,F), \\+ member(X,E), member(Y,F), member(Y,E), X \\= Y",
    "vertices(A,L), memberchk(V,L), corner(B,V), head_vertex(A,V)",
    "square(B,_,F), path(A,E), append(_,[X,Y|_],F), member(X,E), memberchk(Y,E)",
    "square(B,_,F), nth1(N,F,X), path(A,E), memberchk(X,E), succ(N,M), plus(M,1,4)",
    "path(A,E), square(B,_,F), select(X,F,R), \\+ member(X,E), subset([Y],R), nextto(Y,X,F)",
    "vertices(A,L), append(P,[V],L), memberchk(W,P), corner(B,V), corner(B,W), V \\= W",
)


@pytest.mark.slow
@pytest.mark.parametrize("body", some(3, BODIES))
def test_the_order_of_writing_does_not_matter(body: str, background: Background) -> None:
    clause = parse_clauses(f"f(A,B) :- {body}.")[0]
    rng = random.Random(body)
    shuffled = list(permutations(clause.body))
    for configuration in rng.sample(configurations(), 6):
        views = configuration.views(rng.randint(4, 6))
        found = set()
        for order in (clause.body, *rng.sample(shuffled, min(12, len(shuffled)))):
            interpreter = Interpreter(background.program, facts(*views))
            written = replace(clause, body=order)
            found.add(
                interpreter.holds(
                    in_order(written, background.bias, background.program.defines), ("p", "c")
                )
            )
            found.add(translate([written], background).fires(*views))
        assert len(found) == 1, clause_text(clause)


def test_no_order(background: Background) -> None:
    clause = parse_clauses("f(A,B) :- count(C,D,E), one(E).", "h.pl")[0]
    with pytest.raises(InputError, match=r"line 1: count\(C,D,E\): nothing gives its inputs"):
        in_order(clause, background.bias, background.program.defines)


def test_a_long_body(background: Background) -> None:
    """Written backwards, with duplicates: the order takes no time that grows with its square."""
    body = ", ".join(f"X{n} is X{n - 1} + 1, adjacent(A,B)" for n in range(2000, 0, -1))
    (clause,) = parse_clauses(f"f(A,B) :- {body}, square(B,X0,_).")
    ordered = in_order(clause, background.bias, background.program.defines)
    assert [literal.args[0].name for literal in ordered.body if literal.name == "is"] == [
        f"X{n}" for n in range(1, 2001)
    ]
    assert len(ordered.body) == len(clause.body)
