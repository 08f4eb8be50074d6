% Learned by Popper 4.3.0: 270 of 650 positive examples, 39.5 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 b726f1e009d08a40992c37a0d7f89b592438c892f859164ca8860ebe1a0bc820
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), two(F).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), one(F), greaterThan(D,F), notAdjacent(A,B).
f(A,B) :- adjacent(A,B), square(B,C,D), len(D,E), one(C), path(A,F), len(F,E).
