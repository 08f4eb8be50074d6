% Learned by Popper 4.3.0: 4 of 5 positive examples, 6.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 2f47de3604a283603bd37a9ad54d6c403b2dc2e029ebc453817eb9429c33e2c4
f(A,B) :- path(A,C), square(B,D,E), count(E,C,D).
f(A,B) :- adjacent(A,B), path(A,C), len(C,D), three(D).
f(A,B) :- adjacent(A,B), square(B,C,D), len(D,E), path(A,F), len(F,E).
