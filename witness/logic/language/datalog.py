"""Which predicates are relations: sets of rows that facts and Datalog rules define."""

from __future__ import annotations

from witness.logic.language.bias import Bias
from witness.logic.language.reader import Program
from witness.logic.language.terms import Atom, Key, Variable, literal_variables


def are_relations(bias: Bias, program: Program) -> bool:
    """Whether all body predicates of a bias are defined by facts and Datalog."""
    known: dict[Key, bool] = {}
    return all(_is_datalog(program, signature.key, known) for signature in bias.body)


def _is_datalog(program: Program, key: Key, known: dict[Key, bool]) -> bool:
    """Whether a predicate is defined by facts, and rules without lists, built-ins and recursion.

    `known` has what was found about others; those that are being looked at are not Datalog so far,
    since to meet one of them is recursion.
    """
    if key not in known:
        known[key] = False
        known[key] = _is_plain(program, key, known)
    return known[key]


def _is_plain(program: Program, key: Key, known: dict[Key, bool]) -> bool:
    """Whether a predicate and all that it calls is Datalog; see `_is_datalog`."""
    if not program.defines(key) or key[1] == 0:
        return False
    for clause in program.rules.get(key, ()):
        terms = [*clause.args, *(a for literal in clause.body for a in literal.args)]
        if not all(isinstance(term, Variable | Atom | int) for term in terms):
            return False
        bound = {v for literal in clause.body for v in literal_variables(literal)}
        if any(isinstance(term, Variable) and term not in bound for term in clause.args):
            return False
        for literal in clause.body:
            if literal.negated or not _is_datalog(program, literal.key, known):
                return False
    return True
