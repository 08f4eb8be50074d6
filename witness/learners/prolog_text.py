"""Background knowledge as text for a Prolog system, written from what this package has read."""

from __future__ import annotations

import re

from witness.base.errors import InputError
from witness.logic.language.definitions import reached
from witness.logic.language.reader import Program
from witness.logic.language.terms import Clause, term_of
from witness.logic.linear import RELATIONS

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


def check_names(program: Program, system: str) -> None:
    """Raise `InputError` for definitions that have a special meaning to a Prolog system."""
    for name, arity in (*program.rules, *program.facts):
        if name in _HOOKS or not re.fullmatch("[a-z][A-Za-z0-9_]*", name):
            raise InputError(
                f"{name}/{arity} cannot be defined in a background for {system}",
                file=program.file,
                line=program.lines.get((name, arity)),
            )


def background_text(program: Program) -> str:
    """Return the text of a background: the clauses of each predicate in order, facts first."""
    lines = [":- use_module(library(lists)).\n"]
    if not reached(program.rules, program).isdisjoint((name, 2) for name in RELATIONS):
        lines.append(":- use_module(library(clpfd)).\n")
    lines += [f":- table {name}/{arity}.\n" for name, arity in program.tabled]
    for (name, _), rows in program.facts.items():
        lines += [f"{Clause(name, tuple(map(term_of, row)))}\n" for row in rows]
    for clauses in program.rules.values():
        lines += [f"{clause}\n" for clause in clauses]
    return "".join(lines)
