% Learned by Popper 4.3.0: 4 of 8 positive examples, 23.4 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 8a744a5659b90bae265e67b708975c27ae954b5405a66c843a2de62c3df6e6e3
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), three(D).
f(A,B) :- path(A,C), adjacent(A,B), square(B,D,E), len(C,F), len(E,G), greaterThan(F,G).
