% Learned by Popper 4.3.0: 2 of 8 positive examples, 11.1 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 276013c3e288a8ab45f2e103d48aa6db1103c8e0eb0834307ec1ca0656bea292
f(A,B) :- path(A,C), square(B,D,E), count(C,E,D).
