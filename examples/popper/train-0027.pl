% Learned by Popper 4.3.0: 178 of 273 positive examples, 50.1 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 e7de74c64b4d17f9304ed7c561c59148fe88a24734358f6689888bfea1045ea3
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), three(D), square(B,D,E).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), len(E,F), len(C,F).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), two(F), greaterThan(C,F).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), len(E,F), two(F), greaterThan(C,F).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), greaterThan(C,F), one(F).
f(A,B) :- adjacent(A,B), square(B,C,D), two(C), path(A,E), len(E,F), three(F).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(F,C,G), two(G), len(F,D).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(D,F), one(F), len(C,D).
f(A,B) :- adjacent(A,B), square(B,C,D), two(C), path(A,E), len(E,F), gte(C,F).
f(A,B) :- square(B,C,D), three(C), path(A,E), len(E,F), notAdjacent(A,B), one(F).
