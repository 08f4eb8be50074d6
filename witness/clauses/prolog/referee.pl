% The Prolog side of witness.prolog.referee. SWI-Prolog's own reader reads the texts of a task and of
% a hypothesis, unchanged, and their clauses go into a module of their own; then every example is
% called there. Reading a text runs nothing of it: directives other than those that load a library
% or table a predicate are refused, and so are clauses that call anything but what the texts define
% and what is allowed.
:- module(witness_referee, [load_task/6, place/4, ask/6, forget/2]).

:- use_module(library(lists)).

:- dynamic example/4.

% load_task(+Module, +Head, +Allowed, +Program, +Examples, -Report): read the clauses of a program,
% a list of texts, and the examples, one text. Head is the [Name, Arity] that examples call, Allowed the
% list of predicates that clauses may call besides those they define. Report has the number of clauses
% of each text, and of positive and negative examples.
load_task(Module, [Name, Arity], Allowed, Program, Examples,
          report{counts:Counts, pos:Positives, neg:Negatives}) :-
    dynamic(Module:(Name/Arity)),
    maplist(text_clauses, Program, Read),
    maplist(partition(is_declared), Read, Tables, Lists),
    maplist(length, Lists, Counts),
    append(Lists, Clauses),
    maplist(head_key, Clauses, Keys),
    sort(Keys, Defined),
    maplist(pair, Allowed, Pairs),
    findall(Predicate, ( member(List, Tables), member(declared(_, Predicate), List) ), Declared),
    append([Defined, Declared, Pairs], Callable),
    forall(member((_ :- Body), Clauses), allowed(Body, Callable)),
    forall(( member(List, Tables), member(declared(Which, Predicate), List) ),
           ( dynamic(Module:Predicate), ( Which = (table) -> table(Module:Predicate) ; true ) )),
    forall(member(Clause, Clauses), assertz(Module:Clause)),
    text_clauses(Examples, Facts),
    flag(witness_pos, _, 0),
    flag(witness_neg, _, 0),
    forall(member(Fact, Facts), add_example(Module, Name/Arity, Fact)),
    flag(witness_pos, Positives, Positives),
    flag(witness_neg, Negatives, Negatives).

pair([Name, Arity], Name/Arity).

% The first argument is [Title, Text]: a name for messages, and the text itself.
text_clauses([Title, Text], Clauses) :-
    setup_call_cleanup(open_string(Text, Stream),
                       ( set_stream(Stream, file_name(Title)),
                         read_clauses(Stream, Clauses) ),
                       close(Stream)).

read_clauses(Stream, Clauses) :-
    read_term(Stream, Term, [module(witness_referee), syntax_errors(error)]),
    (   Term == end_of_file
    ->  Clauses = []
    ;   kept(Term, Clauses, Rest),
        read_clauses(Stream, Rest)
    ).

% No library is loaded for a text: what it may call of them is already loaded.
kept((:- use_module(library(Name))), Rest, Rest) :- atom(Name), !.
kept((:- table(Predicates)), Tables, Rest) :- !, declared(table, Predicates, Tables, Rest).
kept((:- use_module(library(Name), _)), Rest, Rest) :- atom(Name), !.
kept((:- ensure_loaded(library(Name))), Rest, Rest) :- atom(Name), !.
kept((:- discontiguous(_)), Rest, Rest) :- !.
kept((:- dynamic(Predicates)), Declared, Rest) :- !, declared(dynamic, Predicates, Declared, Rest).
kept((:- style_check(_)), Rest, Rest) :- !.
kept((:- Directive), _, _) :- !, refuse(Directive).
kept((?- Query), _, _) :- !, refuse(Query).
kept((Head --> Body), _, _) :- !, refuse((Head --> Body)).
kept((Head :- Body), [(Head :- Body)|Rest], Rest) :- !, head_key((Head :- Body), _).
kept(Head, [(Head :- true)|Rest], Rest) :- head_key((Head :- true), _).

% declared(+Which, +Predicates, -Found, ?Rest): Found is Which(Name/Arity) for each, and then Rest.
declared(_, [], Rest, Rest) :- !.
declared(Which, [One|Others], Found, Rest) :-
    !,
    declared(Which, One, Found, Inner),
    declared(Which, Others, Inner, Rest).
declared(Which, (One, Others), Found, Rest) :- !, declared(Which, [One|Others], Found, Rest).
declared(Which, Name/Arity, [declared(Which, Name/Arity)|Rest], Rest) :-
    atom(Name),
    integer(Arity),
    !.
declared(Which, Other, _, _) :- refuse(Which-Other).

is_declared(declared(_, _)).

head_key((Head :- _), Name/Arity) :-
    callable(Head),
    Head \= _:_,
    !,
    functor(Head, Name, Arity).
head_key((Head :- _), _) :-
    refuse(Head).

refuse(Term) :-
    throw(error(permission_error(run, text, Term), _)).

% allowed(+Body, +Callable): throw if a body calls anything else.
allowed(Body, _) :- var(Body), !, refuse(Body).
allowed(!, _) :- !.
allowed((A, B), Callable) :- !, allowed(A, Callable), allowed(B, Callable).
allowed((A ; B), Callable) :- !, allowed(A, Callable), allowed(B, Callable).
allowed((A -> B), Callable) :- !, allowed(A, Callable), allowed(B, Callable).
allowed(\+ Goal, Callable) :- !, allowed(Goal, Callable).
allowed(not(Goal), Callable) :- !, allowed(Goal, Callable).
allowed(once(Goal), Callable) :- !, allowed(Goal, Callable).
allowed(forall(A, B), Callable) :- !, allowed(A, Callable), allowed(B, Callable).
allowed(aggregate_all(count, Goal, _), Callable) :- !, allowed(Goal, Callable).
allowed(Call, Callable) :-
    compound(Call),
    Call =.. [call, Closure|More],
    callable(Closure),
    Closure \= _:_,
    !,
    Closure =.. List,
    append(List, More, Whole),
    Goal =.. Whole,
    allowed(Goal, Callable).
allowed(findall(_, Goal, _), Callable) :- !, allowed(Goal, Callable).
allowed(Goal, Callable) :-
    callable(Goal),
    Goal \= _:_,
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, Callable),
    !.
allowed(Goal, _) :-
    refuse(Goal).

add_example(Module, Name/Arity, (Fact :- true)) :-
    Fact =.. [Sign, Example],
    memberchk(Sign-Flag, [pos-witness_pos, neg-witness_neg]),
    functor(Example, Name, Arity),
    ground(Example),
    !,
    flag(Flag, Number, Number + 1),
    assertz(example(Module, Sign, Number, Example)).
add_example(_, _, (Fact :- _)) :-
    refuse(Fact).

% ask(+Module, +Sign, +From, +To, +Limit, -Answers): for the examples From..To-1 of a sign, 1 where
% Prolog proves the example, 0 where it does not, and the text of the error where it raises one.
% Throws witness_endless(Example) if one takes more than Limit inferences.
ask(Module, Sign, From, To, Limit, Answers) :-
    Last is To - 1,
    findall(Answer,
            ( between(From, Last, Number),
              once(example(Module, Sign, Number, Example)),
              answer(Module:Example, Limit, Answer) ),
            Answers).

answer(Goal, Limit, Answer) :-
    catch(( call_with_inference_limit(Goal, Limit, Result) -> true ; Result = fail ),
          Error,
          true),
    (   nonvar(Error)
    ->  error_text(Error, Answer)
    ;   Result == fail
    ->  Answer = 0
    ;   Result == inference_limit_exceeded
    ->  Goal = _:Example,
        throw(witness_endless(Example))
    ;   Answer = 1
    ).

error_text(error(Formal, _), Text) :-
    !,
    format(string(Text), '~p', [Formal]).
error_text(Error, Text) :-
    format(string(Text), '~p', [Error]).

% place(+Module, +Keys, +Facts, -Number): replace all clauses of predicates, each [Name, Arity], by
% a number of facts. A fact is the list of its name and its arguments.
place(Module, Keys, Facts, Number) :-
    length(Facts, Number),
    forall(member([Name, Arity], Keys),
           ( functor(Head, Name, Arity), retractall(Module:Head) )),
    forall(member(List, Facts),
           ( Fact =.. List, assertz(Module:Fact) )).

% forget(+Module, -Number): drop the facts and clauses of a module, and a number of examples.
forget(Module, Number) :-
    aggregate_all(count, example(Module, _, _, _), Number),
    retractall(example(Module, _, _, _)),
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           abolish(Module:Name/Arity)).
