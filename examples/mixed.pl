f(A,B) :- on(B,C), gone(A,C).
f(A,B) :- is_square(B), sure_other(A,B,1).
f(A,B) :- is_star(B), possible_same(A,B,1).
f(A,B) :- sure_same(A,B,C), gte(C,3), is_star(B).
