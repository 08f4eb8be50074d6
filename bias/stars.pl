% A bias for bk/stars.pl: what is sure of the region of a star, and what is possible.
% A clause need not use both variables of the head (non_datalog): to be cut off from
% the goals is nothing about one symbol.
head_pred(f,2).
body_pred(sure_same,3).
body_pred(possible_same,3).
body_pred(sure_other,3).
body_pred(possible_other,3).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(cut_off,1).

type(f,(path,square)).
type(sure_same,(path,square,int)).
type(possible_same,(path,square,int)).
type(sure_other,(path,square,int)).
type(possible_other,(path,square,int)).
type(gte,(int,int)).
type(greaterThan,(int,int)).
type(cut_off,(path,)).

direction(f,(in,in)).
direction(sure_same,(in,in,out)).
direction(possible_same,(in,in,out)).
direction(sure_other,(in,in,out)).
direction(possible_other,(in,in,out)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(cut_off,(in,)).

constant(0,int).
constant(1,int).
constant(2,int).

max_vars(6).
max_body(5).
non_datalog.
