% Learned by Popper 4.3.0: 25 of 40 positive examples, 14.5 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 803d2be8ef61fd138914a42cc3de5ad6a94d2f0b062b380a0fe94e8874845689
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), one(F).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), two(F).
