f(A,B) :- cut_off(A).
f(A,B) :- on(B,C), gone(A,C), unmarked(A,B).
f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C), unmarked(A,B).
f(A,B) :- is_square(B), sure_other(A,B,C), gte(C,1), unmarked(A,B).
f(A,B) :- is_star(B), possible_same(A,B,1), unmarked(A,B).
f(A,B) :- is_star(B), sure_same(A,B,C), gte(C,3), unmarked(A,B).
f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D), unmarked(A,B).
f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C), unmarked(A,B).
