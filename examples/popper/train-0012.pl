% Learned by Popper 4.3.0: 140 of 174 positive examples, 45.7 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 4750051b7322a9953262b2bfcbe7ba0ad220bfd542f05cc0db34f828af7e2d1b
f(A,B) :- square(B,C,D), path(A,E), count(E,D,F), greaterThan(F,C).
f(A,B) :- path(A,C), square(B,D,E), len(E,F), len(C,G), greaterThan(G,F).
f(A,B) :- path(A,C), square(B,D,E), len(C,F), count(C,E,G), greaterThan(D,G), len(E,F).
