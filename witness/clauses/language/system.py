"""Predicates of Prolog that a program cannot define, and those that are not there.

SWI-Prolog raises a permission error for those of `_SYSTEM` (threads are left out), and the reader
takes those of `_READ` for something else than calls of definitions.
"""

from __future__ import annotations

from witness.clauses.arithmetic import FUNCTIONS
from witness.clauses.language.terms import Key, indicator

_READ = "aggregate_all/3 forall/2 not/1"

_SYSTEM = """
abolish/1 acyclic_term/1 arg/3 asserta/1 assertz/1 at_end_of_stream/0/1 atom/1 atom_chars/2
atom_codes/2 atom_concat/3 atom_length/2 atomic/1 bagof/3 call/1/2/3/4/5/6/7/8 callable/1
catch/3 char_code/2 char_conversion/2 clause/2 close/1/2 compare/3 compound/1 copy_term/2
current_char_conversion/2 current_input/1 current_op/3 current_output/1 current_predicate/1
current_prolog_flag/2 discontiguous/1 dynamic/1 fail/0 false/0 findall/3 float/1
flush_output/0/1 functor/3 get_byte/1/2 get_char/1/2 get_code/1/2 ground/1 halt/0/1
initialization/1 integer/1 is/2 keysort/2 length/2 multifile/1 nl/0/1 nonvar/1 number/1
number_chars/2 number_codes/2 numbervars/3 once/1 op/3 open/3/4 peek_byte/1/2 peek_char/1/2
peek_code/1/2 phrase/2/3 predicate_property/2 put_byte/1/2 put_char/1/2 put_code/1/2 read/1/2
read_term/2/3 repeat/0 retract/1 retractall/1 set_input/1 set_output/1 set_prolog_flag/2
set_stream_position/2 setof/3 sort/2 stream_property/2 sub_atom/5 subsumes_term/2
term_variables/2 throw/1 true/0 unify_with_occurs_check/2 var/1 write/1/2 write_canonical/1/2
write_term/2/3 writeq/1/2
"""


#: What is often called and is not there, with the reason or what to write.
_ABSENT = {
    name: what
    for names, what in (
        ("aggregate_all", "only aggregate_all(count, Goal, Number) is"),
        ("assert asserta assertz nb_getval nb_setval retract", "a program cannot change itself"),
        ("atom_chars atom_codes atom_length", "names are not taken apart here"),
        ("bagof", "use findall/3"),
        ("catch throw", "errors end an evaluation"),
        ("setof", "use findall/3 and sort/2"),
    )
    for name in names.split()
}


def _keys(text: str) -> set[Key]:
    rows = (word.split("/") for word in text.split())
    return {(name, int(arity)) for name, *arities in rows for arity in arities}


#: The predicates that SWI-Prolog does not let a program define.
SYSTEM = frozenset(_keys(_SYSTEM))

_NOT_DEFINED = SYSTEM | _keys(_READ)


def why_not_defined(key: Key) -> str | None:
    """Return why a program cannot define a predicate; None if it can."""
    if key not in _NOT_DEFINED:
        return None
    what = f"{indicator(key)} cannot be defined: Prolog has a predicate of this name; use another"
    return f"{what} one, such as my_{key[0]}"


def unknown(key: Key) -> str:
    """Return what is said of a predicate that nothing defines."""
    if key[0] in _ABSENT:
        return f"{indicator(key)} is not supported: {_ABSENT[key[0]]}"
    what = f"unknown predicate {indicator(key)}"
    if (key[0], key[1] - 1) in FUNCTIONS:
        what += f": {key[0]} is a function, as in Y is {key[0]}(…)"
    return what
