% Learned by Popper 4.3.0: 325 of 786 positive examples, 26.5 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 05954e40c14bac4b7cb931f5b40c5856cd3ff6b6835e63972438845317e4d7b2
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), two(F).
