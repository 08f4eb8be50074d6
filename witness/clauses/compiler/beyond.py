"""Which definitions have more than the compiler knows."""

from __future__ import annotations

from collections.abc import Sequence

from witness.clauses.compiler.scope import ARITHMETIC
from witness.clauses.language.builtins import ARITHMETIC_COMPARISONS
from witness.clauses.language.definitions import reached
from witness.clauses.language.goals import INTERPRETED, called_in, goals_in
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Compound, Float, Key, ListTerm, Term, Text

_CALCULATES = frozenset((name, 2) for name in ("is", *ARITHMETIC_COMPARISONS))


def is_beyond_compiled(key: Key, program: Program) -> bool:
    """Whether a definition has what the compiler does not know, itself or in what it calls.

    That is recursion without a table, control constructs, what only SWI-Prolog evaluates,
    tests of whether a variable has a value, and terms that are no names, integers or lists.
    """
    known = reached([key], program)
    beyond = {*INTERPRETED, *program.written, ("var", 1), ("nonvar", 1)}
    return (
        not known.isdisjoint(beyond)
        or any(_is_recursive(one, program) for one in known - program.tabled.keys())
        or any(
            any(map(_is_more, rule.args)) or any(_has_more(li.name, li.args) for li in rule.body)
            for one in known
            for rule in program.rules.get(one, ())
        )
    )


def _is_recursive(key: Key, program: Program) -> bool:
    goals = [
        Compound(literal.name, literal.args)
        for rule in program.rules.get(key, ())
        for literal in rule.body
    ]
    return key in reached((one for goal in goals for one in called_in(goal)), program)


def _has_more(name: str, args: Sequence[Term]) -> bool:
    """Whether a goal has terms that are not compiled."""
    if (name, len(args)) in _CALCULATES:
        return any(map(_calculates_more, args))
    return any(
        _has_more(arg.functor, arg.args)
        if more is not None and isinstance(arg, Compound)
        else _is_more(arg)
        for arg, more in zip(args, goals_in(name, args), strict=True)
    )


def _calculates_more(term: Term) -> bool:
    if isinstance(term, Compound) and (term.functor, len(term.args)) in ARITHMETIC:
        return any(map(_calculates_more, term.args))
    return _is_more(term)


def _is_more(term: Term) -> bool:
    if isinstance(term, ListTerm):
        return any(map(_is_more, term.items))
    return isinstance(term, Compound | Float | Text)
