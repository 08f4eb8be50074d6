f(A,B) :- possible_same(A,B,1).
f(A,B) :- cut_off(A).
f(A,B) :- sure_same(A,B,C), greaterThan(C,2).
