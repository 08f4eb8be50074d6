% Learned by Popper 4.3.0: 12 of 13 positive examples, 11.3 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 3bc986ded8fd7615763dd88ba0cac3abb3212c282237e040b9de23e7a39767df
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
