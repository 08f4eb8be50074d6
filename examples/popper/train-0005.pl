% Learned by Popper 4.3.0: 633 of 1484 positive examples, 50.2 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 15165dc1409d2534dd3a16b40d8cf6b07e51245a5e309f2a57326cf9b6eb3995
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- adjacent(A,B), square(B,C,D), path(A,E), len(E,C), three(C).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), two(D), square(B,D,E).
f(A,B) :- path(A,C), square(B,D,E), two(D), len(E,F), notAdjacent(A,B), len(C,F).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), count(D,F,G), one(G), len(F,E).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,E,F), two(E), three(D).
f(A,B) :- adjacent(A,B), square(B,C,D), one(C), path(A,E), len(E,F), three(F).
f(A,B) :- adjacent(A,B), square(B,C,D), len(D,E), one(C), path(A,F), len(F,E).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(E,C,F), greaterThan(D,F), one(F).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), greaterThan(D,F), two(F).
