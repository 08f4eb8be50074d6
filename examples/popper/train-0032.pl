% Learned by Popper 4.3.0: 17 of 18 positive examples, 11.0 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 0301d99f822773dc98ebadce6ae20dd5662a972f54a28255391904865cff8527
f(A,B) :- path(A,C), len(C,D), square(B,E,F), greaterThan(D,E).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,E,F), count(C,F,G), greaterThan(D,G).
