"""Whether ground formulas contradict each other: case splits and congruence closure.

It is a part of the checker of `witness.proof.lemma_checker`, and needs no Z3.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget
from witness.logic.language.terms import Compound, Literal, Term
from witness.proof.definitions import Formula

#: The most contradictions that are looked for by splitting cases.
MOST_SPLITS = 100_000

#: What has a class: terms, and atoms, which are literals that are not negated.
_Node = Term | Literal

#: The atom to which all true ones are equal.
_TRUE = Literal("true", ())


def contradicts(instances: Sequence[Formula], budget: Budget = UNLIMITED) -> bool:
    """Return whether ground formulas contradict each other.

    Raises `InputError` after `MOST_SPLITS`, and `LimitReachedError` at the limit of the budget.
    """
    splits = 0

    def refuted(facts: Formula, left: Sequence[Formula]) -> bool:
        nonlocal splits
        splits += 1
        if splits > MOST_SPLITS:
            raise InputError(f"a proof takes more than {MOST_SPLITS:,} splits of cases")
        while True:
            budget.check()
            classes = _Classes(facts, left)
            if classes.contradiction:
                return True
            open_ = []
            for formula in left:
                values = [classes.value(literal) for literal in formula]
                if True not in values:
                    pairs = zip(formula, values, strict=True)
                    open_.append(tuple(literal for literal, value in pairs if value is None))
            if () in open_:
                return True
            units = [formula[0] for formula in open_ if len(formula) == 1]
            if not units:
                break
            facts = (*facts, *units)
            left = [formula for formula in open_ if len(formula) > 1]
        if not open_:
            return False
        chosen = min(open_, key=len)
        rest = [formula for formula in open_ if formula is not chosen]
        return all(refuted((*facts, literal), rest) for literal in chosen)

    return refuted((), instances)


class _Classes:
    """The classes of terms and atoms that are equal, if some literals are true."""

    def __init__(self, facts: Formula, left: Sequence[Formula]) -> None:
        self._parents: dict[_Node, _Node] = {}
        for formula in (facts, *left):
            for literal in formula:
                for node in _sides(literal):
                    self._add(node)
        for literal in facts:
            if not literal.negated:
                one, other = map(self._find, _sides(literal))
                self._parents[one] = other
        self._close()
        differences = (_sides(literal) for literal in facts if literal.negated)
        self._different = [{*map(self._find, sides)} for sides in differences]
        self.contradiction = any(len(classes) == 1 for classes in self._different)

    def value(self, literal: Literal) -> bool | None:
        """Return whether a literal of the formulas is true; None if that does not follow."""
        classes = {*map(self._find, _sides(literal))}
        if len(classes) == 1:
            return not literal.negated
        return literal.negated if classes in self._different else None

    def _add(self, node: _Node) -> None:
        if node not in self._parents:
            self._parents[node] = node
            if isinstance(node, Compound | Literal):
                for argument in node.args:
                    self._add(argument)

    def _find(self, node: _Node) -> _Node:
        while self._parents[node] != node:
            node = self._parents[node]
        return node

    def _close(self) -> None:
        """Join the values of a function or a relation for arguments that are equal."""
        changed = True
        while changed:
            changed = False
            forms: dict[Hashable, _Node] = {}
            for node in self._parents:
                if isinstance(node, Compound | Literal):
                    name = node.functor if isinstance(node, Compound) else node.name
                    form = (type(node), name, *map(self._find, node.args))
                    one, other = self._find(node), self._find(forms.setdefault(form, node))
                    if one != other:
                        self._parents[one] = other
                        changed = True


def _sides(literal: Literal) -> tuple[_Node, _Node]:
    """Return what a literal says to be equal, or different if it is negated."""
    if literal.name == "=":
        one, other = literal.args
        return one, other
    return Literal(literal.name, literal.args), _TRUE
