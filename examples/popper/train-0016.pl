% Learned by Popper 4.3.0: 33 of 110 positive examples, 37.7 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 7647c9f4c9196b9d3f2a33111d22cedb94e3803d9723ca00f6b3009ddceb048c
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), greaterThan(C,F), one(F).
