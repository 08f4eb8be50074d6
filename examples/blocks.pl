f(A,B) :- cut_off(A).
f(A,B) :- region_area(A,B,C), possible_size(A,B,D), greaterThan(D,C).
f(A,B) :- sure_area(A,B,C), possible_size(A,B,D), greaterThan(C,D).
