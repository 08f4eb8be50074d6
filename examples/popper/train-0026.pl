% Learned by Popper 4.3.0: 163 of 474 positive examples, 30.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 3a9d95ae70fdcd735e8e37534197ba9bc1abb2f8d9eed147838f44853e0ed1fb
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,D,E).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), count(D,F,G), len(F,E), one(G).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), greaterThan(C,F), one(F).
