% The Prolog side of witness.clauses.prolog.calls: the predicates of a background, called on many
% inputs at once. Only clauses come here. They may call what they define and what is allowed, nothing
% else: nothing may reach files, programs or the network. What they call by a variable is checked
% when it is called (guard/1).
:- module(witness_calls, [load/6, answers/5]).

:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(time)).

% allowed(Name, Arity): what clauses may call.
:- dynamic allowed/2.

% load(+Library, +Tables, +Dynamic, +Allowed, +Text, -Count): let the clauses of a text define the
% predicates Dynamic in the module witness_task. Library is clpfd, or empty. Tables, Dynamic and Allowed
% (what else clauses may call) are predicates, each [Name, Arity]. Count is the number of clauses.
load(Library, Tables, Dynamic, Allowed, Text, Count) :-
    (   Library == clpfd
    ->  use_module(library(clpfd)),
        add_import_module(witness_task, clpfd, start)
    ;   true
    ),
    set_prolog_flag(occurs_check, true), % so that no answer is cyclic, as in Python
    set_prolog_flag(witness_task:double_quotes, string),
    abolish_all_tables,
    forall(member([Name, Arity], Dynamic),
           ( functor(Head, Name, Arity), retractall(witness_task:Head) )), % which makes it dynamic
    forall(member([Name, Arity], Tables), table(witness_task:(Name/Arity))),
    forall(( member(Keys, [Dynamic, Allowed]), member([Name, Arity], Keys) ),
           assertz(allowed(Name, Arity))),
    setup_call_cleanup(open_string(Text, Stream), added(Stream, 0, Count), close(Stream)).

added(Stream, Before, Count) :-
    read_term(Stream, Term, [module(witness_task), syntax_errors(error)]),
    (   Term == end_of_file
    ->  Count = Before
    ;   Term \= (:- _),
        ( Term = (Head :- Body) -> guarded(Body, 0, Safe), Clause = (Head :- Safe) ; Clause = Term ),
        assertz(witness_task:Clause),
        Next is Before + 1,
        added(Stream, Next, Count)
    ).

% guarded(+Goal, +More, -Safe): Safe does what a goal does that is called with More arguments more,
% and calls only what is allowed: guard/1 looks at goals that are not known yet, and refuses others.
guarded(Goal, More, Safe) :-
    callable(Goal),
    functor(Goal, Name, Given),
    Arity is Given + More,
    allowed(Name, Arity),
    functor(General, Name, Arity),
    (   \+ predicate_property(witness_task:General, meta_predicate(_))
    ->  Safe = Goal
    ;   More == 0,
        predicate_property(witness_task:General, meta_predicate(Places)),
        Goal =.. [Name|Args],
        Places =.. [Name|Wanted],
        maplist(argument, Wanted, Args, SafeArgs),
        Safe =.. [Name|SafeArgs]
    ),
    !.
guarded(Goal, _, witness_calls:guard(Goal)).

argument(More, Goal, Safe) :- integer(More), !, guarded(Goal, More, Safe).
argument(_, Term, Term).

% guard(+Goal, ...): call a goal with more arguments; throw if it is not allowed.
guard(Goal) :-
    guarded(Goal, 0, Safe),
    (   Safe \= witness_calls:_
    ->  call(witness_task:Safe)
    ;   must_be(callable, Goal),
        functor(Goal, Name, Arity),
        throw(error(permission_error(call, procedure, Name/Arity), _))
    ).
guard(G, A) :- whole(G, [A]).
guard(G, A, B) :- whole(G, [A, B]).
guard(G, A, B, C) :- whole(G, [A, B, C]).
guard(G, A, B, C, D) :- whole(G, [A, B, C, D]).
guard(G, A, B, C, D, E) :- whole(G, [A, B, C, D, E]).
guard(G, A, B, C, D, E, F) :- whole(G, [A, B, C, D, E, F]).
guard(G, A, B, C, D, E, F, H) :- whole(G, [A, B, C, D, E, F, H]).

whole(Goal, More) :-
    must_be(callable, Goal),
    Goal =.. Given,
    append(Given, More, List),
    Whole =.. List,
    guard(Whole).

% answers(+Goals, +Most, +Seconds, +Stop, -Answers): each goal is the text of Outputs-Goal. An answer is
% the text of the list of outputs, [Text] for an error, 0 for one that takes more than Most inferences,
% or some seconds. After four seconds there are fewer answers than goals; with Stop, also after the
% first 0.
answers(Goals, Most, Seconds, Stop, Answers) :-
    get_time(Begin),
    some(Goals, Most-Seconds, Stop, Begin, Answers).

some([], _, _, _, []).
some([Text|Goals], Limit, Stop, Begin, [Answer|Answers]) :-
    answer(Text, Limit, Answer),
    get_time(Now),
    (   ( Now - Begin > 4 ; Stop == 1, Answer == 0 )
    ->  Answers = []
    ;   some(Goals, Limit, Stop, Begin, Answers)
    ).

answer(Text, Limit, Answer) :-
    catch(found(Text, Limit, Answer), Error, true),
    (   var(Error)
    ->  true
    ;   Error = error(resource_error(_), _)
    ->  Answer = 0
    ;   witness_worker:error_text(Error, Message),
        Answer = [Message]
    ).

found(Text, Most-Seconds, Answer) :-
    term_string(Outputs-Goal, Text, [module(witness_task)]),
    guarded(Goal, 0, Safe),
    Counted = call_with_inference_limit(proofs(Outputs, Safe, Found), Most, Result),
    catch(call_with_time_limit(Seconds, Counted),
          time_limit_exceeded,
          Result = inference_limit_exceeded),
    (   Result == inference_limit_exceeded
    ->  Answer = 0
    ;   with_output_to(string(Answer),
                       write_term(Found, [quoted(true), ignore_ops(true), numbervars(false)]))
    ).

proofs(test, Goal, Found) :- !, ( call(witness_task:Goal) -> Found = [test] ; Found = [] ).
proofs(Outputs, Goal, Found) :- findall(Outputs, witness_task:Goal, Found).
