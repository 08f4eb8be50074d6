% Learned by Popper 4.3.0: 94 of 132 positive examples, 41.9 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 bb5da741ac224d777f5a8f99f9235fc091d3bd5ad040be77d9dc796041e33e1b
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), two(F).
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), three(D).
f(A,B) :- path(A,C), square(B,D,E), len(C,F), notAdjacent(A,B), len(E,F).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), notAdjacent(A,B), greaterThan(D,F), one(F).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), two(E), gte(E,D).
