% Learned by Popper 4.3.0: 409 of 940 positive examples, 54.9 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 cd97bd5b1b4135859f400e3a10df99d8dc3ac32ddc2e77deb8d16272731fedba
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(E,C,F), one(F).
f(A,B) :- square(B,C,D), notAdjacent(A,B), path(A,E), count(E,D,F), two(F), greaterThan(C,F).
