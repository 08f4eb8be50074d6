% Background knowledge about dots: where the path can still come to, and which edges it could still
% take. Used with bias/dots.pl.
%
% The primitives reachable/2 and live/2 are defined in bk/outlook.pl, and it is proved there that a
% completion comes to reachable vertices and takes live edges only.

%~ at(D,V) ~ V: the vertex of {D}
at(D,V) :- dot_vertex(D,V).

%~ on(D,E) ~ E: the edge of {D}
on(D,E) :- dot_edge(D,E).

%~ visited(P,V) ~ {P} has visited {V}
visited(P,V) :- vertices(P,Vs), memberchk(V,Vs).

%~ unvisited(P,V) ~ {P} has not visited {V}
unvisited(P,V) :- vertices(P,Vs), \+ memberchk(V,Vs).

%~ reached(P,V) ~ {P} can still reach {V}
reached(P,V) :- reachable(P,Vs), memberchk(V,Vs).

%~ unreached(P,V) ~ {P} cannot reach {V} any more
unreached(P,V) :- reachable(P,Vs), \+ memberchk(V,Vs).

%~ on_path(P,E) ~ {P} has {E}
on_path(P,E) :- path(P,Es), memberchk(E,Es).

%~ off_path(P,E) ~ {P} does not have {E}
off_path(P,E) :- path(P,Es), \+ memberchk(E,Es).

%~ gone(P,E) ~ {P} does not have {E}, and never will
gone(P,E) :- off_path(P,E), live(P,Ls), \+ memberchk(E,Ls).

% An edge of a list that ends in V.
leads_to(V,L) :- member(E,L), ends(E,V,_).
leads_to(V,L) :- member(E,L), ends(E,_,V).

%~ shut_out(P,V) ~ no edge that {P} could still take leads to {V}
shut_out(P,V) :- live(P,L), \+ leads_to(V,L).

%~ cut_off(P) ~ {P} can no longer reach a goal
