% A bias for bk/blocks.pl: what is sure of the region of a block, and what is possible.
% A clause need not use both variables of the head (non_datalog): to be cut off from
% the goals is nothing about one symbol.
head_pred(f,2).
body_pred(sure_size,3).
body_pred(possible_size,3).
body_pred(sure_area,3).
body_pred(region_area,3).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(cut_off,1).

type(f,(path,square)).
type(sure_size,(path,square,int)).
type(possible_size,(path,square,int)).
type(sure_area,(path,square,int)).
type(region_area,(path,square,int)).
type(gte,(int,int)).
type(greaterThan,(int,int)).
type(cut_off,(path,)).

direction(f,(in,in)).
direction(sure_size,(in,in,out)).
direction(possible_size,(in,in,out)).
direction(sure_area,(in,in,out)).
direction(region_area,(in,in,out)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(cut_off,(in,)).


max_vars(6).
max_body(5).
non_datalog.
