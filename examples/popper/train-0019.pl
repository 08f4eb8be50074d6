% Learned by Popper 4.3.0: 529 of 1407 positive examples, 42.4 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 ce3360685ca2c5ff46c12597e5099223f9146bc4423d70fbc2d256d9e20c44bd
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), one(E), count(F,C,E), len(F,D).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), three(D), one(F).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), two(F), greaterThan(D,F).
