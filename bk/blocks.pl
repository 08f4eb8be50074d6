% Background knowledge about blocks: how many squares the blocks have together that are sure to lie in
% a region in the end or may lie there, and how many squares the region has. Used with bias/blocks.pl.
%
% The primitives joined/3 and region/3 are defined in bk/outlook.pl. It is proved there that squares
% which are joined end in one region, and that only squares which are in one region now can. So what
% is sure is a lower bound, and what is possible an upper one.

% The numbers of squares of the blocks in a list of squares.
size_in(L,N) :- member(T,L), block(T,N).

%~ sure_size(P,S,N) ~ N: the number of squares of all blocks that are sure to lie in the region of the block
sure_size(P,S,N) :- block(S,_), joined(P,S,L), findall(M, size_in(L,M), Ms), sum_list(Ms,N).

%~ possible_size(P,S,N) ~ N: the number of squares of all blocks that may lie in the region of the block
possible_size(P,S,N) :- block(S,_), region(P,S,L), findall(M, size_in(L,M), Ms), sum_list(Ms,N).

%~ sure_area(P,S,N) ~ N: the number of squares that are sure to lie in the region of the block
sure_area(P,S,N) :- block(S,_), joined(P,S,L), length(L,N).

%~ region_area(P,S,N) ~ N: the number of squares that may lie in the region of the block
region_area(P,S,N) :- block(S,_), region(P,S,L), length(L,N).

%~ gte(A,B) ~ {A} is at least {B}
gte(A,B) :- A >= B.

%~ greaterThan(A,B) ~ {A} is greater than {B}
greaterThan(A,B) :- A > B.

%~ cut_off(P) ~ {P} can no longer reach a goal
