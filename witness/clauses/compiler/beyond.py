"""Which definitions have more than the compiler knows."""

from __future__ import annotations

from collections.abc import Sequence

from witness.clauses.compiler.scope import ARITHMETIC
from witness.clauses.language.builtins import ARITHMETIC_COMPARISONS
from witness.clauses.language.definitions import reached
from witness.clauses.language.goals import INTERPRETED, called_in, goals_in
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Compound, Float, Key, ListTerm, Term, Text

_NOT_COMPILED = INTERPRETED | {("var", 1), ("nonvar", 1)}
_CALCULATES = frozenset((name, 2) for name in ("is", *ARITHMETIC_COMPARISONS))


def is_beyond_compiled(key: Key, program: Program) -> bool:
    """Whether a predicate is more than the compiler knows, itself or in what it calls."""
    return key in _NOT_COMPILED or clause_beyond(key, program) is not None


def clause_beyond(key: Key, program: Program) -> Clause | None:
    """Return the first clause that has what the compiler does not know, of all a predicate needs.

    That is recursion, control constructs, what only SWI-Prolog evaluates,
    tests of whether a variable has a value, and terms that are no names, integers or lists.
    """
    known = reached([key], program)
    rules = [rule for one in known for rule in program.rules.get(one, ())]
    rules.sort(key=lambda rule: rule.line)
    return next((rule for rule in rules if _is_beyond(rule, program)), None)


def _is_beyond(rule: Clause, program: Program) -> bool:
    calls = {key for one in rule.body for key in called_in(Compound(one.name, one.args))}
    return (
        not _NOT_COMPILED.isdisjoint(calls)
        or rule.key in reached(calls, program)
        or any(map(_is_more, rule.args))
        or any(_has_more(literal.name, literal.args) for literal in rule.body)
    )


def _has_more(name: str, args: Sequence[Term]) -> bool:
    """Whether a goal has terms that are not compiled."""
    if name == ",":
        return True
    calculates = (name, len(args)) in _CALCULATES
    return any(
        _has_more(arg.functor, arg.args)
        if more is not None and isinstance(arg, Compound)
        else _is_more(arg, calculates)
        for arg, more in zip(args, goals_in(name, args), strict=True)
    )


def _is_more(term: Term, calculates: bool = False) -> bool:
    if isinstance(term, ListTerm):
        return any(map(_is_more, term.items))
    if calculates and isinstance(term, Compound) and (term.functor, len(term.args)) in ARITHMETIC:
        return any(_is_more(argument, calculates) for argument in term.args)
    return isinstance(term, Compound | Float | Text)
