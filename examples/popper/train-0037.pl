% Learned by Popper 4.3.0: 41 of 58 positive examples, 24.6 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 c651bde7090f338c072f4a187ac5846e0b1d08fac1a3158a356988926748f274
f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), notAdjacent(A,B), one(F).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), count(C,F,G), one(G), len(F,D).
