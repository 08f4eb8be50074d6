% A bias for bk/colours.pl: coloured squares that are next to one another, and the edge between them.
head_pred(f,2).
body_pred(colour_of,2).
body_pred(next_to,3).
body_pred(on_path,2).
body_pred(gone,2).
body_pred(different,2).
body_pred(same,2).

type(f,(path,square)).
type(colour_of,(square,colour)).
type(next_to,(square,edge,square)).
type(on_path,(path,edge)).
type(gone,(path,edge)).
type(different,(colour,colour)).
type(same,(colour,colour)).

direction(f,(in,in)).
direction(colour_of,(in,out)).
direction(next_to,(in,out,out)).
direction(on_path,(in,in)).
direction(gone,(in,in)).
direction(different,(in,in)).
direction(same,(in,in)).

max_vars(6).
max_body(5).
