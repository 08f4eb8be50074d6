"""Clauses of literals whose variables are numbers, examples as terms, and backgrounds as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from witness.base.errors import InputError
from witness.clauses.language.bias import Bias
from witness.clauses.language.definitions import reached
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Ground,
    Literal,
    Term,
    Variable,
    term_of,
)
from witness.clauses.prolog.calls import CLPFD

#: A literal of a clause: the number of its predicate in the bias, its variables in the order of
#: their places, and the constants in all other places.
Numbered = tuple[int, tuple[int, ...], tuple[tuple[int, Ground], ...]]


def clause_of(bias: Bias, literals: Iterable[Numbered]) -> Clause:
    """Return a clause with variables A, B, C, … in order of occurrence.

    The variables of the head are 0, 1, …. Literals keep their order, except that each comes after
    those that give its inputs, so that the clause can be read and run from left to right. Without
    directions, each comes after one that shares a variable with it.
    """
    head = tuple(Variable(variable_name(number)) for number in range(len(bias.head.types)))
    known = dict(enumerate(head))
    bound = {v for v, given in enumerate(bias.head.inputs) if given or not bias.directed}
    body = []
    waiting = list(literals)
    while waiting:
        ready = (literal for literal in waiting if _is_ready(bias, literal, bound))
        predicate, variables, constants = chosen = next(ready, waiting[0])
        waiting.remove(chosen)
        bound.update(variables)
        for v in variables:
            known.setdefault(v, Variable(variable_name(len(known))))
        args: dict[int, Term] = {place: term_of(value) for place, value in constants}
        places = (n for n in range(len(bias.body[predicate].types)) if n not in args)
        args |= {place: known[v] for place, v in zip(places, variables, strict=True)}
        body.append(Literal(bias.body[predicate].name, tuple(args[n] for n in sorted(args))))
    return Clause(bias.head.name, head, tuple(body))


def _is_ready(bias: Bias, literal: Numbered, bound: set[int]) -> bool:
    """Whether a literal can come next in a clause, when some variables have values."""
    predicate, variables, constants = literal
    if not bias.directed:
        return not bound.isdisjoint(variables)
    fixed = dict(constants)
    inputs = (given for n, given in enumerate(bias.body[predicate].inputs) if n not in fixed)
    return all(v in bound for v, given in zip(variables, inputs, strict=True) if given)


def variable_name(number: int) -> str:
    """Return the name of a variable: A to Z, then V26, V27, …."""
    return chr(ord("A") + number) if number < 26 else f"V{number}"


def atom_of(name: str, example: Sequence[Ground]) -> Compound:
    """Return the atom that a predicate makes of an example."""
    return Compound(name, tuple(map(term_of, example)))


#: Predicates that SWI-Prolog or Popper calls in the program. A background that defines one could
#: change how files are loaded, or how Popper works.
_HOOKS = frozenset(
    (
        "term_expansion", "goal_expansion", "file_search_path", "library_directory", "portray",
        "message_hook", "message_property", "prolog_load_file", "prolog_file_type", "resource",
        "exception", "expand_query", "expand_answer", "thread_message_hook", "prolog_list_goal",
        "predicate_option_mode", "predicate_option_type", "pos", "neg", "pos_index", "neg_index",
    )
)  # fmt: skip


def check_names(program: Program) -> None:
    """Raise `InputError` for definitions that have a special meaning to SWI-Prolog or Popper."""
    for name, arity in (*program.rules, *program.facts):
        if name in _HOOKS or not re.fullmatch("[a-z][A-Za-z0-9_]*", name):
            what = f"{name}/{arity} cannot be defined in a background for Popper"
            raise InputError(what, file=program.file, line=program.lines.get((name, arity)))


def background_text(program: Program) -> str:
    """Return the text of a background: the clauses of each predicate in order, facts first."""
    lines = [":- use_module(library(lists)).\n"]
    if not reached(program.rules, program).isdisjoint((name, 2) for name in CLPFD):
        lines.append(":- use_module(library(clpfd)).\n")
    lines += [f":- table {name}/{arity}.\n" for name, arity in program.tabled]
    lines += [f":- dynamic {name}/{arity}.\n" for name, arity in program.dynamic]
    return "".join([*lines, *(f"{clause}\n" for clause in program.clauses())])
