% What witness.prolog.referee asks SWI-Prolog to do. A task and a hypothesis are loaded into a
% module of their own, unchanged, and every example is called there.
:- module(witness_referee, [load_task/4, ask/5, forget/1]).

:- dynamic complaint/1, example/4.

% load_task(+Module, +Head, +Files, -Report): load files into a module. Head is Name/Arity of the
% predicate that the hypothesis may say nothing about. Report has what the loader complained of, and
% the numbers of positive and negative examples.
load_task(Module, Head, Files, report{complaints:Complaints, pos:Positives, neg:Negatives}) :-
    retractall(complaint(_)),
    dynamic(Module:Head),
    dynamic([Module:pos/1, Module:neg/1]),
    setup_call_cleanup(
        asserta((user:message_hook(_, Kind, Lines) :- witness_referee:note(Kind, Lines)), Hook),
        forall(member(File, Files), load_one(Module, File)),
        erase(Hook)),
    findall(Text, complaint(Text), Complaints),
    number_examples(Module, pos, Positives),
    number_examples(Module, neg, Negatives).

% The text comes through a stream under a name of its own: SWI-Prolog loads a file that is no module
% into one module only, and the same file may be asked about again.
load_one(Module, File) :-
    style_check(-singleton),
    style_check(-discontiguous),
    format(atom(Name), '~w (~w)', [File, Module]),
    setup_call_cleanup(
        open(File, read, Stream, [encoding(utf8)]),
        load_files(Module:Name, [stream(Stream), silent(true)]),
        close(Stream)).

% Warnings are dropped; errors are kept, with the line that the loader is at.
note(error, Lines) :-
    with_output_to(string(Said), print_message_lines(current_output, '', Lines)),
    split_string(Said, "\n", " \t", Parts),
    exclude(==(""), Parts, Words),
    atomic_list_concat(Words, ' ', Message),
    (   source_location(File, Line)
    ->  format(string(Text), '~w: line ~w: ~w', [File, Line, Message])
    ;   Text = Message
    ),
    assertz(complaint(Text)).
note(warning, _).

number_examples(Module, Sign, Count) :-
    Fact =.. [Sign, Example],
    flag(witness_referee, _, 0),
    forall(Module:Fact,
           ( flag(witness_referee, Number, Number + 1),
             assertz(example(Module, Sign, Number, Example)) )),
    flag(witness_referee, Count, Count).

% ask(+Module, +Sign, +From, +To, -Answers): for the examples From..To-1 of a sign, 1 where Prolog
% proves the example, 0 where it does not, and the text of the error where it raises one.
ask(Module, Sign, From, To, Answers) :-
    Last is To - 1,
    findall(Answer,
            ( between(From, Last, Number),
              once(example(Module, Sign, Number, Example)),
              answer(Module, Example, Answer) ),
            Answers).

answer(Module, Example, Answer) :-
    catch(( call(Module:Example) -> Answer = 1 ; Answer = 0 ),
          Error,
          error_text(Error, Answer)).

error_text(error(Formal, _), Text) :-
    !,
    format(string(Text), '~p', [Formal]).
error_text(Error, Text) :-
    format(string(Text), '~p', [Error]).

% forget(+Module): drop the examples, facts and clauses of a module.
forget(Module) :-
    retractall(example(Module, _, _, _)),
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           abolish(Module:Name/Arity)).
