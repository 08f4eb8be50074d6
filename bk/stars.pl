% Background knowledge about stars: how many symbols of their colour, and how many squares of another
% one, are sure to lie in their region in the end or may lie there. Used with bias/stars.pl.
%
% The primitives live/2, joined/3 and region/3 are defined in bk/outlook.pl. It is proved there that a
% completion takes live edges only, that squares which are joined end in one region, and that only
% squares which are in one region now can. So what is sure is a lower bound, and what is possible an
% upper one.

% The squares of a list that have the colour of S, and the coloured squares, no stars, of another one.
like(S,L,T) :- colour(S,C), member(T,L), colour(T,C).
unlike(S,L,T) :- colour(S,C), member(T,L), colour(T,D), D \== C, \+ star(T).

%~ sure_same(P,S,N) ~ N: the number of symbols of the colour of the star that are sure to lie in its region
sure_same(P,S,N) :- star(S), joined(P,S,L), findall(T, like(S,L,T), Ts), length(Ts,N).

%~ possible_same(P,S,N) ~ N: the number of symbols of the colour of the star that may lie in its region
possible_same(P,S,N) :- star(S), region(P,S,L), findall(T, like(S,L,T), Ts), length(Ts,N).

%~ sure_other(P,S,N) ~ N: the number of squares of another colour that are sure to lie in the region of the star
sure_other(P,S,N) :- star(S), joined(P,S,L), findall(T, unlike(S,L,T), Ts), length(Ts,N).

%~ possible_other(P,S,N) ~ N: the number of squares of another colour that may lie in the region of the star
possible_other(P,S,N) :- star(S), region(P,S,L), findall(T, unlike(S,L,T), Ts), length(Ts,N).

%~ gte(A,B) ~ {A} is at least {B}
gte(A,B) :- A >= B.

%~ greaterThan(A,B) ~ {A} is greater than {B}
greaterThan(A,B) :- A > B.

%~ cut_off(P) ~ {P} can no longer reach a goal
