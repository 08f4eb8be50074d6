% Learned by Popper 4.3.0: 93 of 124 positive examples, 42.5 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 dadf530cdf444f1b2922977cea016eb1e7bac29515461e4ab543776469369c08
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,D,E).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), two(D).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), two(F).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), len(F,E), notAdjacent(A,B).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), count(F,D,G), len(F,E), two(G).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), one(F), greaterThan(C,F).
f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), one(F), greaterThan(C,F), len(E,C).
