% The paper's background knowledge, and something else that a player sees: which edges of a square
% the path could still take. Used with bias/extended.pl.
%
% The first part repeats bk/triangles.pl, which explains the primitives and the %~ lines.

%~ path(P,E) ~ E: {P}
%~ square(S,T,E) ~ T: the number of triangles in {S} ~ E: {S}

%~ count(A,B,C) ~ C: the number of edges that {A} and {B} have in common
count(A,B,C) :- intersection(A,B,L), length(L,C).

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

% ---- beyond the paper ----

%~ triangles(S,T) ~ T: the number of triangles in {S}
triangles(S,T) :- square(S,T,_).

%~ used(P,S,N) ~ N: the number of edges of {S} on {P}
used(P,S,N) :- path(P,E), square(S,_,F), intersection(F,E,L), length(L,N).

% The path can still reach a vertex that it has not visited, and can leave its head. Any other
% vertex is closed.
closed(P,V) :- vertices(P,L), member(V,L), \+ head_vertex(P,V).

% An edge is free when it is no gap and neither of its ends is closed. (An edge on the path is never
% free: at most one of its ends is the head, and the other is visited.)
free(P,S,E) :- side(S,E,V,W), \+ gap(S,E), \+ closed(P,V), \+ closed(P,W).

% Of the free edges at the head, the path can take only one.
ahead(P,S,E) :- head_vertex(P,V), side(S,E,V,W), \+ gap(S,E), \+ closed(P,W).
ahead(P,S,E) :- head_vertex(P,W), side(S,E,V,W), \+ gap(S,E), \+ closed(P,V).

%~ usable(P,S,N) ~ N: the number of edges of {S} that {P} could still take
usable(P,S,N) :-
    findall(E, free(P,S,E), L), length(L,F),
    findall(E, ahead(P,S,E), M), length(M,H),
    N is F + 1 - max(1,H).

%~ reach(P,S,N) ~ N: the number of edges of {S} that {P} could have in the end
reach(P,S,N) :- used(P,S,C), usable(P,S,F), N is C + F.
