% Learned by Popper 4.3.0: 15 of 15 positive examples, 1.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 2091419d7fdaa5d21a49a503e10e4ada8f23bd0d9e4973e522e35fc89a2617ff
f(A,B) :- path(A,C), square(B,D,E), len(C,F), count(C,E,G), greaterThan(F,G).
