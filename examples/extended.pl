% What is learned with bias/extended.pl (docs/experiments.md): a square already has too many edges
% on the path, or cannot get as many as it needs. Use with --bias bias/extended.pl.
f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C).
f(A,B) :- triangles(B,C), reach(A,B,D), greaterThan(C,D).
