% SWI-Prolog in a process of its own, which witness.prolog.process starts. A request is a line of JSON
% on standard input: the name of a predicate as "module:name", and its arguments but for the last,
% which is the answer. The answer is a line of JSON as well, [true, answer] or [false, the text of an
% error]. Strings of a request are atoms.
:- module(witness_worker, [main/0]).

:- use_module(library(aggregate)).
:- use_module(library(http/json)).
:- use_module(library(lists)).

main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_output(user_error), % what a predicate writes is no answer
    repeat,
    json_read(user_input, Request, [end_of_file(end_of_file)]),
    (   Request == end_of_file
    ->  !
    ;   answer(Request, Answer),
        json_write_dict(user_output, Answer, [width(0)]),
        nl(user_output),
        flush_output(user_output),
        fail
    ).

answer([Name|Inputs], Answer) :-
    catch(( asked(Name, Inputs, Found), Answer = [true, Found] ),
          Error,
          ( error_text(Error, Text), Answer = [false, Text] )).

asked(Name, Inputs, Found) :-
    term_to_atom(Module:Predicate, Name),
    append(Inputs, [Found], Args),
    Goal =.. [Predicate|Args],
    (   call(Module:Goal)
    ->  true
    ;   throw(error(existence_error(answer, Name), _))
    ).

error_text(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).

% version(-Version): such as "9.2.9".
version(Version) :-
    current_prolog_flag(version, Number),
    Major is Number // 10000,
    Minor is Number // 100 mod 100,
    Patch is Number mod 100,
    format(string(Version), '~d.~d.~d', [Major, Minor, Patch]).
