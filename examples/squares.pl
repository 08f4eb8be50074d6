f(A,B) :- sure_other(A,B,C), gte(C,1).
