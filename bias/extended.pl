% A richer bias, for bk/extended.pl: it adds how many edges of a square the path could still take.
head_pred(f,2).
body_pred(triangles,2).
body_pred(used,3).
body_pred(usable,3).
body_pred(reach,3).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(adjacent,2).
body_pred(notAdjacent,2).
body_pred(one,1).
body_pred(two,1).
body_pred(three,1).

type(f,(path,square)).
type(triangles,(square,int)).
type(used,(path,square,int)).
type(usable,(path,square,int)).
type(reach,(path,square,int)).
type(gte,(int,int)).
type(greaterThan,(int,int)).
type(adjacent,(path,square)).
type(notAdjacent,(path,square)).
type(one,(int,)).
type(two,(int,)).
type(three,(int,)).

direction(f,(in,in)).
direction(triangles,(in,out)).
direction(used,(in,in,out)).
direction(usable,(in,in,out)).
direction(reach,(in,in,out)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(adjacent,(in,in)).
direction(notAdjacent,(in,in)).
direction(one,(in,)).
direction(two,(in,)).
direction(three,(in,)).

max_vars(6).
max_body(6).
