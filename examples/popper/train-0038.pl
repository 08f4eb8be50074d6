% Learned by Popper 4.3.0: 74 of 77 positive examples, 25.4 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 d7a17a8d954800cc81fffc56498c2ce6aa7f6ac75d18ba0fbe69cdede74c004a
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), one(D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), square(B,D,E).
f(A,B) :- path(A,C), adjacent(A,B), len(C,D), square(B,E,F), len(F,D).
f(A,B) :- path(A,C), len(C,D), square(B,E,F), greaterThan(D,E), count(C,F,G), greaterThan(E,G).
