pos(f(a)). neg(f(b)).
