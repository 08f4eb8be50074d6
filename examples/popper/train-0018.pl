% Learned by Popper 4.3.0: 34 of 88 positive examples, 30.2 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 01d95464d36cfeea99679b45a373581b5daaf0a005b62381719f1685f8283f96
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), two(D), square(B,D,E).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), one(F).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), three(E), len(F,D).
f(A,B) :- path(A,C), square(B,D,E), two(D), len(C,F), notAdjacent(A,B), len(E,F).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(F,C,G), one(G), len(F,D).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), three(E), gte(E,D).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,E,F), greaterThan(D,E), three(D).
