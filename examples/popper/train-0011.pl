% Learned by Popper 4.3.0: 6 of 8 positive examples, 12.3 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 55032858e4825d3416faabd7d941670621834dc6f9aab23dca98a48b89718853
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
