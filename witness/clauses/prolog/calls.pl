% The Prolog side of witness.clauses.prolog.calls: the predicates of a background, called on many
% inputs at once. Only clauses come here, which that module has read and checked. What they call by a
% variable is checked here, by library(sandbox): nothing may reach files, programs or the network.
:- module(witness_calls, [load/5, answers/4]).

:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(sandbox)).
:- use_module(library(time)).

% load(+Library, +Tables, +Dynamic, +Text, -Clauses): add the clauses of a text to the module
% witness_task. Library is clpfd, or empty; Tables and Dynamic are predicates, each [Name, Arity].
load(Library, Tables, Dynamic, Text, Count) :-
    (   Library == clpfd
    ->  use_module(library(clpfd)),
        add_import_module(witness_task, clpfd, start)
    ;   true
    ),
    set_prolog_flag(occurs_check, true), % so that no answer is cyclic, as in Python
    set_prolog_flag(witness_task:double_quotes, string),
    forall(member([Name, Arity], Dynamic), dynamic(witness_task:(Name/Arity))),
    forall(member([Name, Arity], Tables), table(witness_task:(Name/Arity))),
    setup_call_cleanup(open_string(Text, Stream), added(Stream, 0, Count), close(Stream)).

added(Stream, Before, Count) :-
    read_term(Stream, Term, [module(witness_task), syntax_errors(error)]),
    (   Term == end_of_file
    ->  Count = Before
    ;   Term \= (:- _),
        assertz(witness_task:Term),
        Next is Before + 1,
        added(Stream, Next, Count)
    ).

% answers(+Goals, +Limit, +Stop, -Answers): each goal is the text of Outputs-Goal. An answer is the text
% of the list of outputs, [Text] for an error, 0 for one that takes more than Limit inferences or two seconds. After
% some seconds there are fewer answers than goals; with Stop, also after the first 0.
answers(Goals, Limit, Stop, Answers) :-
    get_time(Begin),
    some(Goals, Limit, Stop, Begin, Answers).

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

found(Text, Limit, Answer) :-
    term_string(Outputs-Goal, Text, [module(witness_task)]),
    checked(Goal),
    catch(call_with_time_limit(2, call_with_inference_limit(proofs(Outputs, Goal, Found), Limit, Result)),
          time_limit_exceeded,
          Result = inference_limit_exceeded),
    (   Result == inference_limit_exceeded
    ->  Answer = 0
    ;   with_output_to(string(Answer),
                       write_term(Found, [quoted(true), ignore_ops(true), numbervars(false)]))
    ).

proofs(test, Goal, Found) :- !, ( call(witness_task:Goal) -> Found = [test] ; Found = [] ).
proofs(Outputs, Goal, Found) :- findall(Outputs, witness_task:Goal, Found).

% checked(+Goal): throw if a predicate may reach what the sandbox forbids; looked at once for each.
:- dynamic safe/1.

checked(Goal) :-
    functor(Goal, Name, Arity),
    (   safe(Name/Arity)
    ->  true
    ;   functor(General, Name, Arity),
        safe_goal(witness_task:General),
        assertz(safe(Name/Arity))
    ).
