% Learned by Popper 4.3.0: 9 of 17 positive examples, 16.3 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 e1f7cdca382dbf105553117094e024cfdeca403f059ea5904b2dae64233443e2
f(A,B) :- square(B,C,D), path(A,E), len(E,C), count(E,D,F), one(F).
f(A,B) :- adjacent(A,B), square(B,C,D), len(D,E), path(A,F), len(F,E).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(D,E,F), one(F).
