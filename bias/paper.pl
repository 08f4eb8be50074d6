% The paper's bias: the eleven predicates of Table 1 and seven variables (section 5.2). Types,
% directions and the limit of six body literals are ours; the paper's longest clauses (Table 3)
% have six.
head_pred(f,2).
body_pred(square,3).
body_pred(path,2).
body_pred(count,3).
body_pred(len,2).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(adjacent,2).
body_pred(notAdjacent,2).
body_pred(one,1).
body_pred(two,1).
body_pred(three,1).

type(f,(path,square)).
type(square,(square,int,edges)).
type(path,(path,edges)).
type(count,(edges,edges,int)).
type(len,(edges,int)).
type(gte,(int,int)).
type(greaterThan,(int,int)).
type(adjacent,(path,square)).
type(notAdjacent,(path,square)).
type(one,(int,)).
type(two,(int,)).
type(three,(int,)).

direction(f,(in,in)).
direction(square,(in,out,out)).
direction(path,(in,out)).
direction(count,(in,in,out)).
direction(len,(in,out)).
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(adjacent,(in,in)).
direction(notAdjacent,(in,in)).
direction(one,(in,)).
direction(two,(in,)).
direction(three,(in,)).

max_vars(7).
max_body(6).
