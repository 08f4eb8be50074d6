"""Hypotheses beyond plain clauses, and the plain ones that say the same."""

from __future__ import annotations

from support.examples import ROOT

#: A recursive predicate, invented for the clause: L has more than N elements of E.
MORE = """\
more([H|_],E,0) :- memberchk(H,E).
more([H|T],E,N) :- memberchk(H,E), N > 0, M is N - 1, more(T,E,M).
more([H|T],E,N) :- \\+ memberchk(H,E), more(T,E,N).
"""

#: π_baseline, with that predicate and without.
RECURSIVE = f"f(A,B) :- path(A,C), square(B,D,E), more(C,E,D).\n{MORE}"
PLAIN = "f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).\n"

#: A plain clause that is proved, one that is refuted, and others that are neither.
MIXED = f"""\
{PLAIN}f(A,B) :- path(A,C), square(B,D,E), more(E,C,D).
{MORE}f(A,B) :- path(A,C), len(C,D), three(D), adjacent(A,B), f(A,B).
"""

#: The recursion does not end.
ENDLESS = "f(A,B) :- adjacent(A,B), f(A,B).\n"

#: What Popper prints when it has found a program.
ANSWER = """\
********** SOLUTION **********
Precision:1.00 Recall:0.50 TP:1 FN:1 TN:1 FP:0 Size:9
{program}******************************
"""


def bias_with(*statements: str) -> str:
    """Return the text of the paper's bias with more statements."""
    return (ROOT / "bias/paper.pl").read_text() + "".join(f"{line}.\n" for line in statements)
