% A bias for bk/live.pl: how many edges of a square the path could have in the end, as far as it can
% still reach them, and whether it can still reach a goal. A clause need not use both variables of the
% head (non_datalog): to be cut off from the goals is nothing about a square.
head_pred(f,2).
body_pred(triangles,2).
body_pred(used,3).
body_pred(could,3).
body_pred(cut_off,1).
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
type(could,(path,square,int)).
type(cut_off,(path,)).
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
direction(could,(in,in,out)).
direction(cut_off,(in,)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(adjacent,(in,in)).
direction(notAdjacent,(in,in)).
direction(one,(in,)).
direction(two,(in,)).
direction(three,(in,)).

max_vars(6).
max_body(6).
non_datalog.
