% Learned by Popper 4.3.0: 97 of 162 positive examples, 38.1 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 fff16d4b578bc0fb936e9693c35c2e760a279a7133a553b8e9f0bcc5ee225365
f(A,B) :- path(A,C), square(B,D,E), count(C,E,D), one(D).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- adjacent(A,B), path(A,C), len(C,D), one(D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), two(D), square(B,D,E).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), one(F).
f(A,B) :- square(B,C,D), two(C), notAdjacent(A,B), path(A,E), len(E,F), three(F).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), two(D), square(B,E,F), greaterThan(D,E).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), one(E), len(F,D).
f(A,B) :- square(B,C,D), two(C), len(D,E), path(A,F), len(F,E), notAdjacent(A,B).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), gte(E,D), three(E).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), three(E), len(F,D).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), len(F,E), count(D,F,G), one(G).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), greaterThan(C,F), two(F).
