% Learned by Popper 4.3.0: 549 of 1512 positive examples, 30.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 22c263b7ae5fc13907c79d4c6d8c4be571db8a00c6d1d8d7a3571760e618f08d
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), two(D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), two(F).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), one(F).
f(A,B) :- path(A,C), len(C,D), square(B,D,E), count(E,C,F), one(F).
f(A,B) :- path(A,C), square(B,D,E), len(C,F), len(E,F), count(E,C,G), two(G).
