% Two triangles, one edge on the path, and the head not at a corner: lost? `witness verify` says no.
f(A,B) :- path(A,P), square(B,T,S), two(T), count(P,S,N), one(N), notAdjacent(A,B).
