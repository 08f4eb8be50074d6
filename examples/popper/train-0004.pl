% Learned by Popper 4.3.0: 17 of 32 positive examples, 48.8 s of a processor.
% snakemake --configfile config/popper.yaml (seed 2, 2026-11-29)
% exs.pl: sha256 fbe7334efe5f18989dd7f16800f9963c79af3e49cff875187aebc3e2a1c08b91
f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).
f(A,B) :- path(A,C), notAdjacent(A,B), len(C,D), three(D).
f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), count(C,E,F), one(F).
f(A,B) :- adjacent(A,B), path(A,C), square(B,D,E), two(D), len(E,F), len(C,F).
f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), square(B,E,F), three(E), len(F,D).
f(A,B) :- path(A,C), square(B,D,E), two(D), len(C,F), one(F), notAdjacent(A,B).
