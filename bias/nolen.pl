% The paper's bias, without any way to refer to the length of the path: without len/2, and with
% different types for the edges of a square and those of a path. With one type, count/3 could count a
% path against itself, which again is its length. Clauses about the length hold on the puzzle from
% which they were learned and seldom elsewhere. At the paper's scale Algorithm 2 then returns the
% paper's predicate even if clauses cost nothing; with few training puzzles, other unsound predicates
% can still win.
head_pred(f,2).
body_pred(square,3).
body_pred(path,2).
body_pred(count,3).
body_pred(gte,2).
body_pred(greaterThan,2).
body_pred(adjacent,2).
body_pred(notAdjacent,2).
body_pred(one,1).
body_pred(two,1).
body_pred(three,1).

type(f,(path,square)).
type(square,(square,int,square_edges)).
type(path,(path,path_edges)).
type(count,(square_edges,path_edges,int)).
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
direction(gte,(in,in)).
direction(greaterThan,(in,in)).
direction(adjacent,(in,in)).
direction(notAdjacent,(in,in)).
direction(one,(in,)).
direction(two,(in,)).
direction(three,(in,)).

max_vars(7).
max_body(6).
