% What a partial path can still reach, and which edges it could still take.
%
% These are the definitions of the primitives reachable/2, live/2, cut_off/1, joined/3, region/3 and
% unmarked/2. They build on facts of the whole board (docs/formats.md), look at every square, and say
% the same on every board:
%
%   step(V, Direction, E, W)   ends(E, V, W)   beside(E, S)   elimination(S)
%   start(P, V)   goal(P, V)   end(P, V)   twin_vertex(V, W)   twin_edge(E, F)
%
% They are definitions by least fixed points, so a Prolog system has to table them.
%
% Lines that begin with %: are lemmas about the completions of a partial path P that are solutions,
% on any board: visits(P,V) says that one comes to V (or V is the head), takes(P,E) that it takes E,
% shares(P,S,T) that the squares S and T are in one region then. Of two lines the first two are about
% the first one; meets(P,V) and gets(P,E) say it of either.
% `witness lab lemmas bk/outlook.pl` proves them.

:- table reaches/2, shut/2, dead_end/2, blocked/3, comes_to/2, joins/3, may_share/3.

% The path can still come to a vertex that it has not visited, and can leave its head. Any other
% vertex is closed.
closed(P,V) :- vertices(P,L), member(V,L), \+ head_vertex(P,V).

% ---- what the head can reach ----

reaches(P,V) :- head_vertex(P,V).
reaches(P,W) :- reaches(P,V), \+ end(P,V), step(V,_,_,W), \+ closed(P,W).
%: visits(P,V) => reaches(P,V)

within_reach(P,V) :- reaches(P,V).
within_reach(P,W) :- reaches(P,V), twin_vertex(V,W).
%: meets(P,V) => within_reach(P,V)

reachable(P,Vs) :- findall(V, within_reach(P,V), Vs).

% ---- which squares may share a region ----

on_path(P,E) :- path(P,L), memberchk(E,L).

% That is possible across edges that are not on the path.
may_share(P,S,T) :- square(S,_,_), path(P,_), T = S.
may_share(P,S,U) :-
    may_share(P,S,T), square(T,_,Es), member(E,Es), beside(E,U), \+ on_path(P,E).
%: shares(P,S,T) => may_share(P,S,T)

region(P,S,Ts) :- findall(T, may_share(P,S,T), L), sort(L,Ts).

% ---- which symbols an elimination mark may take away ----

may_have_mark(P,S) :- may_share(P,S,T), elimination(T).

% A symbol is in the region of its square, a dot in those of all squares at its vertex or its edge.
touches(B,S) :- square(S,_,_), B = S.
touches(B,S) :- dot_edge(B,E), beside(E,S).
touches(B,S) :- dot_vertex(B,V), ends(E,V,_), beside(E,S).
touches(B,S) :- dot_vertex(B,V), ends(E,_,V), beside(E,S).

marked(P,B) :- touches(B,S), may_have_mark(P,S).
unmarked(P,B) :- path(P,_), \+ marked(P,B).
%: unmarked(P,B), touches(B,S), shares(P,S,T) => \+ elimination(T)

% ---- which edges the path could still take ----

% A square is full if it has as many edges on the path as triangles, which no mark may take away.
full(P,S) :-
    square(S,T,Es), T > 0, path(P,Fs), intersection(Es,Fs,L), length(L,N), N >= T,
    \+ may_have_mark(P,S).

% An edge is shut if the path cannot take it any more.
shut(P,E) :- ends(E,V,_), closed(P,V).
shut(P,E) :- ends(E,_,V), closed(P,V).
shut(P,E) :- beside(E,S), full(P,S).
shut(P,E) :- twin_edge(E,F), beside(F,S), full(P,S).
shut(P,E) :- ends(E,V,_), dead_end(P,V).
shut(P,E) :- ends(E,_,V), dead_end(P,V).
%: shut(P,E) => \+ takes(P,E)

% A path leaves a vertex where it did not come from, unless it ends there. So a vertex is a dead end
% if it is blocked in three of the four directions.
dead_end(P,V) :- inner(P,V), blocked(P,V,up), blocked(P,V,right), blocked(P,V,down).
dead_end(P,V) :- inner(P,V), blocked(P,V,up), blocked(P,V,right), blocked(P,V,left).
dead_end(P,V) :- inner(P,V), blocked(P,V,up), blocked(P,V,down), blocked(P,V,left).
dead_end(P,V) :- inner(P,V), blocked(P,V,right), blocked(P,V,down), blocked(P,V,left).

%: dead_end(P,V) => \+ visits(P,V)

inner(P,V) :- \+ head_vertex(P,V), \+ goal(P,V).

blocked(_P,V,D) :- \+ step(V,D,_,_).
blocked(P,V,D) :- step(V,D,E,_), shut(P,E).
%: blocked(P,V,D), step(V,D,E,W) => \+ takes(P,E)

% What is left for the path: the vertices that it can come to over edges that are not shut.
comes_to(P,V) :- head_vertex(P,V).
comes_to(P,W) :- comes_to(P,V), \+ end(P,V), step(V,_,E,W), \+ shut(P,E).
%: visits(P,V) => comes_to(P,V)

open_edge(P,E) :- comes_to(P,V), step(V,_,E,W), comes_to(P,W), \+ shut(P,E).
%: takes(P,E) => open_edge(P,E)

live_edge(P,E) :- open_edge(P,E).
live_edge(P,F) :- open_edge(P,E), twin_edge(E,F).
%: gets(P,E) => live_edge(P,E)

live(P,Es) :- findall(E, live_edge(P,E), L), sort(L,Es).

cut_off(P) :- \+ goal_ahead(P).
goal_ahead(P) :- comes_to(P,V), goal(P,V).
%: cut_off(P) => fail

% ---- which squares are sure to share a region ----

% An edge is gone if it is not on the path and never will be.
gone(P,E) :- ends(E,_,_), \+ on_path(P,E), \+ live_edge(P,E).

% Two squares are sure to share a region if one can come from one to the other across edges that
% are gone.
joins(P,S,T) :- square(S,_,_), path(P,_), T = S.
joins(P,S,U) :- joins(P,S,T), beside(E,T), beside(E,U), gone(P,E).
%: joins(P,S,T) => shares(P,S,T)

joined(P,S,Ts) :- findall(T, joins(P,S,T), L), sort(L,Ts).
