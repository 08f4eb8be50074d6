"""The list predicates of Prolog in Prolog, for the interpreter."""

from __future__ import annotations

from dataclasses import replace

from witness.clauses.language.goals import CONSTRUCTS
from witness.clauses.language.parser import parse_all
from witness.clauses.language.terms import Clause, Key

#: The list predicates in Prolog; values/1 raises an error if its argument is not a list of values.
LIBRARY_TEXT = """
append([], L, L).
append([X|T], L, [X|R]) :- append(T, L, R).
append(A, L) :- proper(A), concatenated(A, L).
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
select(X, [X|T], Y, [Y|T]).
select(X, [Z|T], Y, [Z|R]) :- select(X, T, Y, R).
selectchk(X, L, R) :- select(X, L, S), !, R = S.
permutation(A, B) :- is_list(A), !, length(A, N), length(B, N), permuted(A, B).
permutation(A, B) :- length(B, N), length(A, N), permuted(A, B).
permuted([], []).
permuted(L, [X|T]) :- select(X, L, R), permuted(R, T).
flatten(A, B) :- flat(A, [], C), !, B = C.
flat(X, T, [X|T]) :- var(X), !.
flat([], T, T) :- !.
flat([X|R], T, L) :- !, flat(X, M, L), flat(R, T, M).
flat(X, T, [X|T]).
numlist(A, B, L) :- A =< B, findall(X, '$between'(A, B, X), L).
pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|R], [V|S]) :- pairs_keys_values(T, R, S).
pairs_keys(A, B) :- pairs_keys_values(A, B, _).
pairs_values(A, B) :- pairs_keys_values(A, _, B).
include(G, A, B) :- included(A, G, B).
included([], _, []).
included([X|T], G, A) :- call(G, X), !, A = [X|R], included(T, G, R).
included([_|T], G, A) :- included(T, G, A).
exclude(G, A, B) :- excluded(A, G, B).
excluded([], _, []).
excluded([X|T], G, A) :- call(G, X), !, excluded(T, G, A).
excluded([X|T], G, [X|A]) :- excluded(T, G, A).
partition(G, A, B, C) :- parted(A, G, B, C).
parted([], _, [], []).
parted([X|T], G, A, C) :- call(G, X), !, A = [X|B], parted(T, G, B, C).
parted([X|T], G, B, [X|C]) :- parted(T, G, B, C).
"""

#: Predicates on several lists, by the number of these lists.
_OF_LISTS = """
maplist(G{0}) :- mapped({1}G).
mapped({2}_).
mapped({3}G) :- call(G{4}), mapped({5}G).
"""
_FOLDS = """
foldl(G{0}, A, B) :- folded({1}G, A, B).
folded({2}_, A, A).
folded({3}G, A, B) :- call(G{4}, A, C), folded({5}G, C, B).
"""


def _of_lists(text: str, number: int) -> str:
    """Return clauses for a number of lists."""
    return text.format(
        "".join(f", L{n}" for n in range(number)),
        "".join(f"L{n}, " for n in range(number)),
        "[], " * number,
        "".join(f"[X{n}|T{n}], " for n in range(number)),
        "".join(f", X{n}" for n in range(number)),
        "".join(f"T{n}, " for n in range(number)),
    )


def _library() -> dict[Key, list[Clause]]:
    """Return the library; a $ keeps its names, and those that it calls, apart from a program's."""
    found: dict[Key, list[Clause]] = {}
    texts = [_of_lists(_OF_LISTS, n) for n in range(1, 7)]
    texts += [_of_lists(_FOLDS, n) for n in range(1, 4)]
    for clause in parse_all(LIBRARY_TEXT + "".join(texts)).clauses:
        body = tuple(
            literal if literal.key in CONSTRUCTS else replace(literal, name=f"${literal.name}")
            for literal in clause.body
        )
        own = Clause(f"${clause.name}", clause.args, body)
        found.setdefault(own.key, []).append(own)
    return found


#: The clauses of each predicate of the library.
LIBRARY = _library()
