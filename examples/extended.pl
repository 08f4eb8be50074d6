% What bias/extended.pl learns (docs/experiments.md): a square has too many edges already, or
% cannot get as many as it needs. Read it with --bias bias/extended.pl.
f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C).
f(A,B) :- triangles(B,C), reach(A,B,D), greaterThan(C,D).
