% Learned by Popper 4.3.0: 14 of 14 positive examples, 0.6 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 aac5bd58a9d1d0114d9a91e6bd81948b44eebce26989eaab6091dcba6839444a
f(A,B) :- path(A,C), square(B,D,E), count(E,C,F), greaterThan(F,D).
