"""The list predicates of Prolog in Prolog, for the interpreter."""

from __future__ import annotations

from dataclasses import replace

from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Clause, Key

#: The list predicates in Prolog; values/1 raises an error if its argument is not a list of values.
LIBRARY_TEXT = """
append([], L, L).
append([X|T], L, [X|R]) :- append(T, L, R).
append(A, L) :- length(A, _), concatenated(A, L).
concatenated([], []).
concatenated([X|T], L) :- append(X, R, L), concatenated(T, R).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
select(X, [X|T], T).
select(X, [Y|T], [Y|R]) :- select(X, T, R).
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|T]) :- nextto(X, Y, T).
reverse(L, R) :- reverse(L, R, [], R).
reverse([], [], R, R).
reverse([X|T], [_|S], A, R) :- reverse(T, S, [X|A], R).
other(X, A, Y) :- member(X, A), X \\= Y.
delete(A, X, B) :- values(A), findall(Y, '$other'(Y, A, X), B).
subset([], _).
subset([X|T], A) :- memberchk(X, A), subset(T, A).
is_set(A) :- list_to_set(A, A).
sort(A, B) :- msort(A, C), list_to_set(C, B).
max_member(X, A) :- msort(A, B), last(B, X).
min_member(X, A) :- msort(A, [Y|_]), X = Y.
both(X, A, B) :- member(X, A), memberchk(X, B).
only(X, A, B) :- member(X, A), \\+ memberchk(X, B).
first(X, A) :- append(B, [X|_], A), \\+ memberchk(X, B).
intersection(A, B, C) :- values(A), values(B), findall(X, '$both'(X, A, B), C).
subtract(A, B, C) :- values(A), values(B), findall(X, '$only'(X, A, B), C).
union(A, B, C) :- subtract(A, B, D), append(D, B, C).
list_to_set(A, B) :- values(A), findall(X, '$first'(X, A), B).
nth0(N, L, X) :- append(A, [X|_], L), length(A, N).
nth1(N, L, X) :- append(A, [X|_], L), length([X|A], N).
last(L, X) :- append(_, [X], L).
sumlist(L, S) :- sum_list(L, S).
sum_list(L, S) :- values(L), sum(L, 0, S).
sum([], S, S).
sum([X|T], A, S) :- B is A + X, sum(T, B, S).
max_list(L, M) :- values(L), append([X], T, L), max(T, X, M).
max([], M, M).
max([X|T], A, M) :- B is max(A, X), max(T, B, M).
min_list(L, M) :- values(L), append([X], T, L), min(T, X, M).
min([], M, M).
min([X|T], A, M) :- B is min(A, X), min(T, B, M).
between(A, B, A) :- A =< B.
between(A, B, X) :- A < B, C is A + 1, between(C, B, X).
"""


def _library() -> dict[Key, list[Clause]]:
    """Return the library; a $ keeps its names, and those that it calls, apart from a program's."""
    found: dict[Key, list[Clause]] = {}
    for clause in parse_clauses(LIBRARY_TEXT):
        body = tuple(replace(literal, name=f"${literal.name}") for literal in clause.body)
        own = Clause(f"${clause.name}", clause.args, body)
        found.setdefault(own.key, []).append(own)
    return found


#: The clauses of each predicate of the library.
LIBRARY = _library()
