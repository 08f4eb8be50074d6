f(A,B) :- cut_off(A).
f(A,B) :- on(B,C), gone(A,C).
f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).
