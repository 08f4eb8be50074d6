% Learned by Popper 4.3.0: 319 of 352 positive examples, 19.6 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 9ae07859e44ce7234aa6acc450d07454dea87dacd63eb9718544a4ab32cbc2cb
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
