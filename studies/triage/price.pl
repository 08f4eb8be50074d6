% The Prolog side of studies.triage.definitions: it measures what it costs to prove the clauses of a program on
% a list of examples.
% witness_referee:load_task fills the modules, and checks every clause first.
:- module(witness_price, [price/4]).

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
