"""Bindings of variables, and unification, for the interpreter."""

from __future__ import annotations

from witness.logic.language.terms import Compound, ListTerm, Term, Variable, variables

#: The values of variables; a value may contain variables that have values of their own.
Bindings = dict[Variable, Term]


def walk(term: Term, bindings: Bindings) -> Term:
    """Return the value of a variable, or the variable itself if it has none; return other terms."""
    while isinstance(term, Variable) and term in bindings:
        term = bindings[term]
    return term


def resolve(term: Term, bindings: Bindings) -> Term:
    """Return a term with its variables replaced by their values."""
    term = walk(term, bindings)
    if isinstance(term, Compound):
        return Compound(term.functor, tuple(resolve(a, bindings) for a in term.args))
    if not isinstance(term, ListTerm):
        return term
    items, tail = list(term.items), term.tail
    while tail is not None and isinstance(tail := walk(tail, bindings), ListTerm):
        items.extend(tail.items)
        tail = tail.tail
    return ListTerm(tuple(resolve(item, bindings) for item in items), tail)


def renamed(term: Term, number: int) -> Term:
    """Return a term with new variables: # cannot occur in the name of a program's variable."""
    if isinstance(term, Variable):
        return Variable(f"{term.name}#{number}")
    if isinstance(term, Compound):
        return Compound(term.functor, tuple(renamed(a, number) for a in term.args))
    if isinstance(term, ListTerm):
        tail = None if term.tail is None else renamed(term.tail, number)
        return ListTerm(tuple(renamed(item, number) for item in term.items), tail)
    return term


def unify(a: Term, b: Term, bindings: Bindings) -> Bindings | None:
    """Return the bindings extended to make two terms equal; None if they cannot be unified."""
    bindings = dict(bindings)
    todo = [(a, b)]
    while todo:
        left, right = (walk(side, bindings) for side in todo.pop())
        if isinstance(right, Variable):
            left, right = right, left
        if isinstance(left, Variable):
            if left != right:
                if left in variables(resolve(right, bindings)):
                    return None
                bindings[left] = right
        elif isinstance(left, ListTerm) and isinstance(right, ListTerm):
            common = min(len(left.items), len(right.items))
            todo.extend(zip(left.items[:common], right.items[:common], strict=True))
            rests = (_after(left, common), _after(right, common))
            if not isinstance(rests[0], ListTerm) or not isinstance(rests[1], ListTerm):
                todo.append(rests)
            elif rests[0] != rests[1]:
                return None  # Only one of the lists has ended.
        elif isinstance(left, Compound) and isinstance(right, Compound):
            if left.functor != right.functor or len(left.args) != len(right.args):
                return None
            todo.extend(zip(left.args, right.args, strict=True))
        elif left != right:
            return None
    return bindings


def _after(term: ListTerm, position: int) -> Term:
    """Return the rest of a list from a position on."""
    items = term.items[position:]
    return ListTerm(items, term.tail) if items or term.tail is None else term.tail
