f(A,B) :- cut_off(A).
f(A,B) :- sure_other(A,B,C), gte(C,1).
