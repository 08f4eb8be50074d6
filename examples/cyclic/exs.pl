pos(cyclic(a)). pos(cyclic(b)). pos(cyclic(c)).
neg(cyclic(d)). neg(cyclic(e)).
