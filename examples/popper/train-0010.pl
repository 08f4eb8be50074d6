% Learned by Popper 4.3.0: 11 of 15 positive examples, 21.5 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 8bdc6acc67a4ba3bc9a5ea58a2c04aaca392e604abac4b0d490d73f942101c3a
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
