f(A,B) :- cut_off(A).
f(A,B) :- on(B,C), gone(A,C).
f(A,B) :- is_square(B), sure_other(A,B,1).
f(A,B) :- is_star(B), sure_same(A,B,3).
f(A,B) :- is_star(B), possible_same(A,B,1).
f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).
