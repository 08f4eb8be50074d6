% Learned by Popper 4.3.0: 11 of 13 positive examples, 17.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 5dbb655f22ad53ca4570e375f8ced10dde923be6bcbb619846bc5c83531272a6
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), one(F).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(F,C,E), len(F,D).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), three(D), count(F,C,G), one(G).
