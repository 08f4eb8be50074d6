% Learned by Popper 4.3.0: 182 of 300 positive examples, 14.1 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 eaf903eb888b8c46636715c03e5ae8bbaf06abf3f237d97bce4b5304934fa306
f(A,B) :- path(A,C), len(C,D), square(B,D,E), count(E,C,F), one(F).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(E,C,F), two(F).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(E,C,F), one(F).
f(A,B) :- adjacent(A,B), path(A,C), square(B,D,E), len(E,F), len(C,F).
