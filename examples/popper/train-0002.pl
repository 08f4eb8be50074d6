% Learned by Popper 4.3.0: 31 of 104 positive examples, 43.9 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 b92f12498230b1d376e27d4c156e5da415502d2b594bb792a16a7422d1046768
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), square(B,D,E), len(C,D), count(C,E,F), one(F).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(F,C,G), two(G), len(F,D).
f(A,B) :- square(B,C,D), path(A,E), notAdjacent(A,B), count(D,E,F), greaterThan(C,F), one(F).
f(A,B) :- adjacent(A,B), square(B,C,D), path(A,E), len(E,F), three(F), greaterThan(F,C).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(F,C,G), len(F,D), one(G).
