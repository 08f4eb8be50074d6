% Background knowledge that sees more than one square: which edges of a square the path could still
% take, whatever lies between. Used with bias/live.pl.
%
% The primitives live/2 and cut_off/1 say what a partial path can still reach. They are defined in
% bk/outlook.pl, and it is proved there that a completion takes live edges only. So could/3 is an
% upper bound of the edges that a square gets, as used/3 is a lower one.

%~ path(P,E) ~ E: {P}
%~ square(S,T,E) ~ T: the number of triangles in {S} ~ E: {S}

%~ gte(A,B) ~ {A} is at least {B}
gte(A,B) :- A >= B.

%~ greaterThan(A,B) ~ {A} is greater than {B}
greaterThan(A,B) :- A > B.

%~ adjacent(A,B) ~ the head of {A} is a corner of {B}
adjacent(A,B) :- head_vertex(A,V), corner(B,V).

%~ notAdjacent(A,B) ~ the head of {A} is not a corner of {B}
notAdjacent(A,B) :- head_vertex(A,V), \+ corner(B,V).

%~ one(A) ~ {A} is one
one(1).

%~ two(A) ~ {A} is two
two(2).

%~ three(A) ~ {A} is three
three(3).

%~ triangles(S,T) ~ T: the number of triangles in {S}
triangles(S,T) :- square(S,T,_).

%~ used(P,S,N) ~ N: the number of edges of {S} on {P}
used(P,S,N) :- path(P,E), square(S,_,F), intersection(F,E,L), length(L,N).

% Of the live edges at the head, the path can take only one.
ahead(P,S,E) :- head_vertex(P,V), live(P,L), side(S,E,V,_), memberchk(E,L).
ahead(P,S,E) :- head_vertex(P,V), live(P,L), side(S,E,_,V), memberchk(E,L).

%~ could(P,S,N) ~ N: the number of edges of {S} that {P} could have in the end
could(P,S,N) :-
    used(P,S,C),
    live(P,L), square(S,_,F), intersection(F,L,M), length(M,K),
    findall(E, ahead(P,S,E), A), length(A,H),
    N is C + K + 1 - max(1,H).

%~ cut_off(P) ~ {P} can no longer reach a goal
