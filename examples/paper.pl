% The predicate that the paper learned (Table 3).
f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T).
f(A,B) :- notAdjacent(A,B), square(B,T,S), path(A,P), three(T), count(P,S,N), one(N).
f(A,B) :- notAdjacent(A,B), square(B,T,S), path(A,P), three(T), count(P,S,N), two(N).
