% Learned by Popper 4.3.0: 43 of 48 positive examples, 40.2 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 c0e2cafa0763b290b187783fdb140a281234d4af69678253789fc7930892cb27
f(A,B) :- notAdjacent(A,B), square(B,C,D), three(C).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,D,E).
f(A,B) :- square(B,C,D), len(D,E), path(A,F), len(F,G), gte(G,E).
f(A,B) :- square(B,C,D), path(A,E), len(E,F), count(D,E,G), greaterThan(C,G), greaterThan(F,C).
f(A,B) :- adjacent(A,B), square(B,C,D), path(A,E), len(E,F), greaterThan(F,C), three(F).
