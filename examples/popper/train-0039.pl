% Learned by Popper 4.3.0: 522 of 1508 positive examples, 41.4 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 ae852f82d86494c9e8fe17789f8eb79f0189eb033b2b761301033275f8bd8a51
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- adjacent(A,B), path(A,C), len(C,D), two(D).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(C,F,E), three(D).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(C,E,F), two(F).
f(A,B) :- path(A,C), square(B,D,E), count(C,E,D), len(C,F), notAdjacent(A,B), len(E,F).
f(A,B) :- path(A,C), square(B,D,E), notAdjacent(A,B), count(E,C,F), greaterThan(D,F), one(F).
