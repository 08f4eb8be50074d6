% Learned by Popper 4.3.0: 25 of 26 positive examples, 23.6 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 3e38373ca60eb950ef7e468532c7ad5a99748dc83b974154f95faf5611ac5007
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), two(D).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), len(F,G), greaterThan(D,G).
f(A,B) :- square(B,C,D), three(C), notAdjacent(A,B), path(A,E), len(E,F), gte(F,C).
f(A,B) :- square(B,C,D), path(A,E), len(E,F), greaterThan(F,C), count(D,E,G), one(G).
