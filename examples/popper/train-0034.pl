% Learned by Popper 4.3.0: 43 of 56 positive examples, 18.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 765095081eb0fc8ab91da67e6072d00707a65383a88bd807d4acdb463877403f
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
