% What tests ask SWI-Prolog: support.prolog has the Python side.
:- module(goals, [consult/3, answers/4]).

:- use_module(library(apply)).
:- use_module(library(lists)).

% consult(+Module, +Text, -Loaded): Loaded is 1.
consult(Module, Text, 1) :-
    ( current_module(Module) -> true ; set_module(Module:base(user)) ),
    setup_call_cleanup(open_string(Text, Stream),
                       load_files(Module:Module, [stream(Stream)]),
                       close(Stream)).

% answers(+Module, +Text, +Given, -Answers): Given and each of Answers are objects, from the names of
% the variables of a goal to their values.
answers(Module, Text, json(Given), Answers) :-
    term_string(Goal, Text, [variable_names(Names), module(Module)]),
    maplist(bind(Names), Given),
    exclude(hidden(Given), Names, Shown),
    findall(json(Values), ( call(Module:Goal), maplist(value, Shown, Values) ), Answers).

bind(Names, Name=Value) :- memberchk(Name=Value, Names).

hidden(_, Name=_) :- sub_atom(Name, 0, _, _, '_'), !.
hidden(Given, Name=_) :- memberchk(Name=_, Given).

value(Name=Term, Name=Value) :- plain(Term, Value).

plain(Term, _) :- var(Term), !, throw(error(instantiation_error, _)).
plain(Term, Term) :- number(Term), !.
plain([], []) :- !.
plain(Term, Values) :- is_list(Term), !, maplist(plain, Term, Values).
plain(Term, Text) :- atomic(Term), !, atom_string(Term, Text).
plain(Term, _) :- throw(error(type_error(plain, Term), _)).
