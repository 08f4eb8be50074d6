% A bias for bk/dots.pl: where a dot is, and whether the path can still come there.
% A clause need not use both variables of the head (non_datalog): to be cut off from
% the goals is nothing about one symbol.
head_pred(f,2).
body_pred(at,2).
body_pred(on,2).
body_pred(visited,2).
body_pred(unvisited,2).
body_pred(reached,2).
body_pred(unreached,2).
body_pred(shut_out,2).
body_pred(on_path,2).
body_pred(off_path,2).
body_pred(gone,2).
body_pred(cut_off,1).

type(f,(path,dot)).
type(at,(dot,vertex)).
type(on,(dot,edge)).
type(visited,(path,vertex)).
type(unvisited,(path,vertex)).
type(reached,(path,vertex)).
type(unreached,(path,vertex)).
type(shut_out,(path,vertex)).
type(on_path,(path,edge)).
type(off_path,(path,edge)).
type(gone,(path,edge)).
type(cut_off,(path,)).

direction(f,(in,in)).
direction(at,(in,out)).
direction(on,(in,out)).
direction(visited,(in,in)).
direction(unvisited,(in,in)).
direction(reached,(in,in)).
direction(unreached,(in,in)).
direction(shut_out,(in,in)).
direction(on_path,(in,in)).
direction(off_path,(in,in)).
direction(gone,(in,in)).
direction(cut_off,(in,)).

max_vars(6).
max_body(5).
non_datalog.
