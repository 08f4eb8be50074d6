% Learned by Popper 4.3.0: 456 of 896 positive examples, 29.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 606a98d4e6f288af85544633e4fe87fefa38b72e2e422e068d176401e3384b3a
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
