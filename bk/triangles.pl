% The background knowledge of the paper (Table 1).
%
% A file in bk/ defines, in Prolog, the predicates of which learned clauses are made. It builds on
% primitives that every puzzle provides as facts (listed in docs/formats.md):
%
%   square(S, Triangles, Edges)   path(P, Edges)   head_vertex(P, Vertex)   corner(S, Vertex)
%   vertices(P, Vertices)         side(S, Edge, Vertex, Vertex)
%
% Lines that begin with %~ put a predicate into English. After the predicate comes either one
% sentence, or a phrase for each argument that it yields. Only `witness explain` and the comments in
% translated files depend on these lines.

%~ path(P,E) ~ E: {P}
%~ square(S,T,E) ~ T: the number of triangles in {S} ~ E: {S}

%~ count(A,B,C) ~ C: the number of edges that {A} and {B} have in common
count(A,B,C) :- intersection(A,B,L), length(L,C).

%~ len(A,B) ~ B: the number of edges of {A}
len(A,B) :- length(A,B).

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
