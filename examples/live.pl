f(A,B) :- cut_off(A).
f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D).
f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C).
