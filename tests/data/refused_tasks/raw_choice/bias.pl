head_pred(f,1). body_pred(p,1).
1 {q(X) : r(X)} 1.
