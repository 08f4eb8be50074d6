% Learned by Popper 4.3.0: 8 of 8 positive examples, 15.9 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 7f091780e2d98cb0dab4d066a763b28702a915de4d5f9b2f50e2981e97e57854
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
f(A,B) :- path(A,C), adjacent(A,B), square(B,D,E), len(C,F), len(E,G), greaterThan(F,G).
