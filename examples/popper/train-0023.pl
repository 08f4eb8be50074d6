% Learned by Popper 4.3.0: 1009 of 2152 positive examples, 34.9 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 d29cb3d39f8c8aa96afb9e5eee5582034a13d833180660bc9a455c566de31231
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), len(C,D), two(D), notAdjacent(A,B), square(B,D,E).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), greaterThan(D,F), one(F).
