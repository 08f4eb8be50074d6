% The Prolog side of studies.triage.definitions and studies.triage.predicate: it measures what it costs to
% prove the clauses of a program, on a list of examples or on the partial paths of a search.
% witness_referee:load_task fills the modules, and checks every clause first.
:- module(witness_price, [price/4, fires/6, spent/1]).

:- use_module(library(lists)).

% price(+Module, +Head, +Rounds, -Price): call every example of a module Rounds times. Head is the
% name of the predicate that examples call. Price has the number of examples, the number covered, the
% inferences of one round, and the seconds of the fastest one, both without those of the loop.
price(Module, Head, Rounds, price{examples:Number, covered:Covered, inferences:Inferences, seconds:Seconds}) :-
    findall(Module:Goal, ( witness_referee:example(Module, _, _, Goal), functor(Goal, Head, _) ), Goals),
    length(Goals, Number),
    aggregate_all(count, ( member(Goal, Goals), once(Goal) ), Covered),
    findall(I-S, ( between(1, Rounds, _), spent_on(called, Goals, I, S) ), Called),
    findall(I-S, ( between(1, Rounds, _), spent_on(skipped, Goals, I, S) ), Skipped),
    least(Called, With, Slow),
    least(Skipped, Without, Fast),
    Inferences is With - Without,
    Seconds is Slow - Fast.

spent_on(Loop, Goals, Inferences, Seconds) :-
    statistics(inferences, Before),
    statistics(process_cputime, Begun),
    call(Loop, Goals),
    statistics(process_cputime, Ended),
    statistics(inferences, After),
    Inferences is After - Before,
    Seconds is Ended - Begun.

called([]).
called([Goal|Goals]) :- ( Goal -> true ; true ), called(Goals).

skipped([]).
skipped([_|Goals]) :- skipped(Goals).

least(Pairs, Inferences, Seconds) :-
    pairs_keys_values(Pairs, Counts, Times),
    min_list(Counts, Inferences),
    min_list(Times, Seconds).

% fires(+Module, +Edges, +Vertices, +Head, +Squares, -Answer): 1 if f(p, S) can be proved for one of
% the squares, 0 if not, where p is the path with these edges, vertices and head.
fires(Module, Edges, Vertices, Head, Squares, Answer) :-
    retractall(Module:path(_, _)),
    retractall(Module:vertices(_, _)),
    retractall(Module:head_vertex(_, _)),
    assertz(Module:path(p, Edges)),
    assertz(Module:vertices(p, Vertices)),
    assertz(Module:head_vertex(p, Head)),
    statistics(inferences, Before),
    (   member(Square, Squares),
        Module:f(p, Square)
    ->  Answer = 1
    ;   Answer = 0
    ),
    statistics(inferences, After),
    Spent is After - Before,
    flag(witness_spent, Sum, Sum + Spent).

% spent(-Inferences): the inferences of all calls of fires/6 since the last call of spent/1.
spent(Inferences) :- flag(witness_spent, Inferences, 0).
