% The Prolog side of witness.prolog.hypothesis: does a hypothesis hold for a partial path and some
% square? witness_referee:load_task fills the modules, and checks every clause first.
:- module(witness_hypothesis, [load/5, fires/7]).

:- use_module(library(lists)).

% load(+Module, +Head, +Allowed, +Texts, -Counts): read the clauses of some texts, each [Title, Text],
% into a module. Head is [Name, Arity], Allowed the list of what clauses may call besides what the
% texts define, and Counts has the numbers of clauses.
load(Module, Head, Allowed, Texts, Counts) :-
    witness_referee:load_task(Module, Head, Allowed, Texts, ["no examples", ""], Report),
    get_dict(counts, Report, Counts),
    forall(member([Primitive, Inputs], [[path, 2], [vertices, 2], [head_vertex, 2], [start, 2],
                                        [square, 3], [corner, 2], [side, 4], [gap, 2],
                                        [reachable, 2], [live, 2], [cut_off, 1], [goal, 2],
                                        [end, 2]]),
           dynamic(Module:(Primitive/Inputs))).

% fires(+Module, +Name, +Roles, +Path, +Squares, +Limit, -Answer): Path is a list of primitives, each
% [Name, Arity], and what they say of a partial path p, each a list of a name and arguments. Answer is [1, Spent] if Name(p, S) can be proved for one of
% the squares, where p is that path, [0, Spent] if not, and [Text, Spent] where Prolog raises an error
% or takes more than Limit inferences. Roles is the list of path and square in the order of the head's
% arguments, and Spent the number of inferences that this took.
fires(Module, Name, Roles, [Keys, Facts], Squares, Limit, [Answer, Spent]) :-
    witness_referee:place(Module, Keys, Facts, _),
    abolish_module_tables(Module),
    statistics(inferences, Before),
    answer(some(Module, Name, Roles, Squares), Limit, Answer),
    statistics(inferences, After),
    Spent is After - Before.

some(Module, Name, Roles, Squares) :-
    member(Square, Squares),
    ( Roles = [path, _] -> Args = [p, Square] ; Args = [Square, p] ),
    Goal =.. [Name|Args],
    call(Module:Goal),
    !.

answer(Goal, Limit, Answer) :-
    catch(( call_with_inference_limit(Goal, Limit, Result) -> true ; Result = fail ),
          Error,
          true),
    (   nonvar(Error)
    ->  witness_referee:error_text(Error, Answer)
    ;   Result == fail
    ->  Answer = 0
    ;   Result == inference_limit_exceeded
    ->  Answer = endless
    ;   Answer = 1
    ).
