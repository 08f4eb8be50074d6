% Background knowledge for panels with elimination marks: what is sure of a symbol, and whether a
% mark may take it away. Used with bias/guarded.pl.
%
% The primitives live/2, joined/3, region/3, unmarked/2 and cut_off/1 are defined in bk/outlook.pl. It
% is proved there that no mark is in the region of an unmarked symbol in the end. So a clause with
% unmarked(P,S) is about a symbol that has to be satisfied, and one with cut_off(P) about none.

%~ unmarked(P,S) ~ no elimination mark may come into a region of {S}

%~ triangles(S,T) ~ T: the number of triangles in {S}
triangles(S,T) :- square(S,T,_), T > 0.

%~ is_square(S) ~ {S} is a coloured square
is_square(S) :- colour(S,_), \+ star(S).

%~ is_star(S) ~ {S} is a star
is_star(S) :- star(S).

%~ used(P,S,N) ~ N: the number of edges of {S} on {P}
used(P,S,N) :- path(P,E), square(S,T,F), T > 0, intersection(F,E,L), length(L,N).

% Of the live edges at the head, the path can take only one.
ahead(P,S,E) :- head_vertex(P,V), live(P,L), side(S,E,V,_), memberchk(E,L).
ahead(P,S,E) :- head_vertex(P,V), live(P,L), side(S,E,_,V), memberchk(E,L).

%~ could(P,S,N) ~ N: the number of edges of {S} that {P} could have in the end
could(P,S,N) :-
    used(P,S,C),
    live(P,L), square(S,_,F), intersection(F,L,M), length(M,K),
    findall(E, ahead(P,S,E), A), length(A,H),
    N is C + K + 1 - max(1,H).

% The squares of a list that have the colour of S, and the coloured squares, no stars, of another one.
like(S,L,T) :- colour(S,C), member(T,L), colour(T,C).
unlike(S,L,T) :- colour(S,C), member(T,L), colour(T,D), D \== C, \+ star(T).

%~ sure_same(P,S,N) ~ N: the number of symbols of the colour of {S} that are sure to lie in its region
sure_same(P,S,N) :- colour(S,_), joined(P,S,L), findall(T, like(S,L,T), Ts), length(Ts,N).

%~ possible_same(P,S,N) ~ N: the number of symbols of the colour of {S} that may lie in its region
possible_same(P,S,N) :- colour(S,_), region(P,S,L), findall(T, like(S,L,T), Ts), length(Ts,N).

%~ sure_other(P,S,N) ~ N: the number of squares of another colour that are sure to lie in the region of {S}
sure_other(P,S,N) :- colour(S,_), joined(P,S,L), findall(T, unlike(S,L,T), Ts), length(Ts,N).

%~ at(D,V) ~ V: the vertex of {D}
at(D,V) :- dot_vertex(D,V).

%~ on(D,E) ~ E: the edge of {D}
on(D,E) :- dot_edge(D,E).

%~ unvisited(P,V) ~ {P} has not visited {V}
unvisited(P,V) :- vertices(P,Vs), \+ memberchk(V,Vs).

%~ gone(P,E) ~ {P} does not have {E}, and never will
gone(P,E) :- path(P,Es), \+ memberchk(E,Es), live(P,Ls), \+ memberchk(E,Ls).

% An edge of a list that ends in V.
leads_to(V,L) :- member(E,L), ends(E,V,_).
leads_to(V,L) :- member(E,L), ends(E,_,V).

%~ shut_out(P,V) ~ no edge that {P} could still take leads to {V}
shut_out(P,V) :- live(P,L), \+ leads_to(V,L).

%~ gte(A,B) ~ {A} is at least {B}
gte(A,B) :- A >= B.

%~ greaterThan(A,B) ~ {A} is greater than {B}
greaterThan(A,B) :- A > B.

%~ cut_off(P) ~ {P} can no longer reach a goal
