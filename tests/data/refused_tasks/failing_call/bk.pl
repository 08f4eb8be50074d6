inv(X,Y) :- Y is 10//X.
