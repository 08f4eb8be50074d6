% Background knowledge about coloured squares that are next to one another. Used with bias/colours.pl.
%
% The primitive live/2 is defined in bk/outlook.pl, and it is proved there that a completion takes live
% edges only. So squares between which an edge is gone end in one region.

%~ colour_of(S,C) ~ C: the colour of {S}
colour_of(S,C) :- colour(S,C), \+ star(S).

%~ next_to(S,E,T) ~ E: an edge of {S} ~ T: the square beyond {E}
next_to(S,E,T) :- side(S,E,_,_), beside(E,T), T \== S.

%~ on_path(P,E) ~ {P} has {E}
on_path(P,E) :- path(P,Es), memberchk(E,Es).

%~ gone(P,E) ~ {P} does not have {E}, and never will
gone(P,E) :- path(P,Es), \+ memberchk(E,Es), live(P,Ls), \+ memberchk(E,Ls).

%~ different(C,D) ~ {C} is different from {D}
different(C,D) :- C \== D.

%~ same(C,D) ~ {C} is {D}
same(C,D) :- C == D.
