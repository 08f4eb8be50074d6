% Learned by Popper 4.3.0: 487 of 686 positive examples, 39.2 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 d95de11d966f829af08c405b37d7f476caebe3d23d6c7a6cfc76cd8b51b1d049
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), square(B,D,E), three(D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), two(F).
f(A,B) :- path(A,C), square(B,D,E), len(E,F), three(D), notAdjacent(A,B), len(C,F).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), one(F), greaterThan(D,F).
f(A,B) :- adjacent(A,B), square(B,C,D), len(D,E), path(A,F), one(C), len(F,E).
