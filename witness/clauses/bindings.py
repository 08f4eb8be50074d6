"""Bindings of variables, and unification, for the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

from witness.clauses.language.steps import MOST_INTERPRETED, Steps
from witness.clauses.language.terms import Compound, ListTerm, Term, Variable, substitute


class Bindings:
    """The values of variables; a value may contain variables that have values of their own.

    Bindings are taken back in reverse order: `undo` goes back to a `mark`. What is looked at counts
    as `steps`.
    """

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or Steps(MOST_INTERPRETED)
        self._values: dict[Variable, Term] = {}
        self._trail: list[Variable] = []

    def mark(self) -> int:
        """Return a mark to go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Take back all bindings that were made after a mark."""
        while len(self._trail) > mark:
            del self._values[self._trail.pop()]

    def walk(self, term: Term) -> Term:
        """Return the value of a variable, or itself if it has none; return other terms."""
        while isinstance(term, Variable) and term in self._values:
            term = self._values[term]
        return term

    def resolve(self, term: Term) -> Term:
        """Return a term with its variables replaced by their values."""
        self.steps.spend()
        term = self.walk(term)
        if isinstance(term, Compound):
            return Compound(term.functor, tuple(map(self.resolve, term.args)))
        if not isinstance(term, ListTerm):
            return term
        items, tail = list(term.items), term.tail
        while tail is not None and isinstance(tail := self.walk(tail), ListTerm):
            items.extend(tail.items)
            tail = tail.tail
        return ListTerm(tuple(map(self.resolve, items)), tail)

    def unify(self, a: Term, b: Term) -> bool:
        """Make two terms equal if that is possible; if it is not, some bindings may remain."""
        todo = [(a, b)]
        while todo:
            self.steps.spend()
            left, right = todo.pop()
            left, right = self.walk(left), self.walk(right)
            if isinstance(right, Variable) and not isinstance(left, Variable):
                left, right = right, left
            if isinstance(left, Variable):
                if left != right:
                    if self._occurs(left, right):
                        return False
                    self._values[left] = right
                    self._trail.append(left)
            elif isinstance(left, ListTerm) and isinstance(right, ListTerm):
                common = min(len(left.items), len(right.items))
                todo.extend(zip(left.items[:common], right.items[:common], strict=True))
                rests = (self._after(left, common), self._after(right, common))
                if not isinstance(rests[0], ListTerm) or not isinstance(rests[1], ListTerm):
                    todo.append(rests)
                elif rests[0] != rests[1]:
                    return False  # Only one of the lists has ended.
            elif isinstance(left, Compound) and isinstance(right, Compound):
                if left.functor != right.functor or len(left.args) != len(right.args):
                    return False
                todo.extend(zip(left.args, right.args, strict=True))
            elif left != right:
                return False
        return True

    def _occurs(self, variable: Variable, term: Term) -> bool:
        """Whether a variable without a value is in the value of a term."""
        todo: list[Term] = [term]
        while todo:
            term = self.walk(todo.pop())
            if term == variable:
                return True
            if isinstance(term, Compound | ListTerm):
                parts: Sequence[Term] = term.args if isinstance(term, Compound) else term.items
                self.steps.spend(len(parts))
                todo.extend(part for part in parts if not isinstance(part, int))
                if isinstance(term, ListTerm) and term.tail is not None:
                    todo.append(term.tail)
        return False

    def _after(self, term: ListTerm, position: int) -> Term:
        """Return the rest of a list from a position on."""
        items = term.items[position:]
        self.steps.spend(len(items))
        return ListTerm(items, term.tail) if items or term.tail is None else term.tail


def renamed(term: Term, number: int) -> Term:
    """Return a term with new variables: # cannot occur in the name of a program's variable."""
    return substitute(term, lambda variable: Variable(f"{variable.name}#{number}"))
