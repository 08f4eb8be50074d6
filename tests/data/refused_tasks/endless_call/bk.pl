loop(X,Y) :- loop(X,Y).
