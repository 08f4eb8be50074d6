pos(f(5,2)). neg(f(0,3)).
