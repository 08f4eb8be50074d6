% A bias for bk/guarded.pl: symbols that an elimination mark may take away, and those that it may not.
% A clause need not use both variables of the head (non_datalog): to be cut off from
% the goals is nothing about one symbol.
head_pred(f,2).
body_pred(triangles,2).
body_pred(used,3).
body_pred(could,3).
body_pred(is_square,1).
body_pred(is_star,1).
body_pred(sure_same,3).
body_pred(possible_same,3).
body_pred(sure_other,3).
body_pred(at,2).
body_pred(on,2).
body_pred(unvisited,2).
body_pred(shut_out,2).
body_pred(gone,2).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(unmarked,2).
body_pred(cut_off,1).

type(f,(path,symbol)).
type(triangles,(symbol,int)).
type(used,(path,symbol,int)).
type(could,(path,symbol,int)).
type(is_square,(symbol,)).
type(is_star,(symbol,)).
type(sure_same,(path,symbol,int)).
type(possible_same,(path,symbol,int)).
type(sure_other,(path,symbol,int)).
type(at,(symbol,vertex)).
type(on,(symbol,edge)).
type(unvisited,(path,vertex)).
type(shut_out,(path,vertex)).
type(gone,(path,edge)).
type(gte,(int,int)).
type(greaterThan,(int,int)).
type(unmarked,(path,symbol)).
type(cut_off,(path,)).

direction(f,(in,in)).
direction(triangles,(in,out)).
direction(used,(in,in,out)).
direction(could,(in,in,out)).
direction(is_square,(in,)).
direction(is_star,(in,)).
direction(sure_same,(in,in,out)).
direction(possible_same,(in,in,out)).
direction(sure_other,(in,in,out)).
direction(at,(in,out)).
direction(on,(in,out)).
direction(unvisited,(in,in)).
direction(shut_out,(in,in)).
direction(gone,(in,in)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(unmarked,(in,in)).
direction(cut_off,(in,)).

constant(1,int).
constant(3,int).

max_vars(4).
max_body(4).
non_datalog.
