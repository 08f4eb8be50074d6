"""Whether ground formulas contradict each other: case splits and congruence closure.

It is a part of the checker of `witness.proof.lemma_checker`, and needs no Z3.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget
from witness.clauses.language.terms import Compound, Literal, Term
from witness.proof.definitions import Formula

#: The most contradictions that are looked for by splitting cases.
MOST_SPLITS = 100_000

#: What has a class: terms, and atoms, which are literals that are not negated.
_Node = Term | Literal

#: The atom to which all true ones are equal.
_TRUE = Literal("true", ())

#: A literal: the numbers of two nodes, and whether it says that they are different, not equal.
_Said = tuple[int, int, bool]


def contradicts(instances: Sequence[Formula], budget: Budget = UNLIMITED) -> bool:
    """Return whether ground formulas contradict each other.

    Raises `InputError` after `MOST_SPLITS`, and `LimitReachedError` at the limit of the budget.
    """
    splits = 0

    def refuted(known: _Classes, facts: Sequence[_Said], left: Sequence[tuple[_Said, ...]]) -> bool:
        nonlocal splits
        splits += 1
        if splits > MOST_SPLITS:
            raise InputError(f"a proof takes more than {MOST_SPLITS:,} splits of cases")
        while True:
            budget.check()
            known = _Classes(known.nodes, known, facts)
            if known.contradiction:
                return True
            open_ = []
            for formula in left:
                values = [known.value(said) for said in formula]
                if True not in values:
                    pairs = zip(formula, values, strict=True)
                    open_.append(tuple(said for said, value in pairs if value is None))
            if () in open_:
                return True
            facts = [formula[0] for formula in open_ if len(formula) == 1]
            left = [formula for formula in open_ if len(formula) > 1]
            if not facts:
                break
        if not left:
            return False
        chosen = min(left, key=len)
        rest = [formula for formula in left if formula is not chosen]
        return all(refuted(known, [said], rest) for said in chosen)

    nodes = _Nodes()
    said = [tuple(map(nodes.said, formula)) for formula in instances]
    return refuted(_Classes(nodes), [], said)


class _Nodes:
    """Terms and atoms by number; those with arguments have a form: a name, and their numbers."""

    def __init__(self) -> None:
        self.numbers: dict[_Node, int] = {}
        self.forms: list[tuple[int, Hashable, list[int]]] = []

    def said(self, literal: Literal) -> _Said:
        """Return what a literal says to be equal, or different if it is negated."""
        if literal.name == "=":
            one, other = map(self._number, literal.args)
        else:
            one, other = map(self._number, (Literal(literal.name, literal.args), _TRUE))
        return one, other, literal.negated

    def _number(self, node: _Node) -> int:
        number = self.numbers.get(node)
        if number is None:
            number = self.numbers[node] = len(self.numbers)
            if isinstance(node, Compound | Literal):
                name = node.functor if isinstance(node, Compound) else node.name
                form = (type(node), name)
                self.forms.append((number, form, [self._number(one) for one in node.args]))
        return number


class _Classes:
    """The classes of nodes that are equal, if some facts are true besides those `before`."""

    def __init__(
        self, nodes: _Nodes, before: _Classes | None = None, facts: Sequence[_Said] = ()
    ) -> None:
        self.nodes = nodes
        self._classes: list[int] = before._classes if before else [*range(len(nodes.numbers))]
        differences = [(one, other) for one, other, negated in facts if negated]
        self._differences: list[tuple[int, int]] = [
            *(before._differences if before else ()),
            *differences,
        ]
        for one, other, negated in facts:
            if not negated:
                self._join(one, other)
        self._close()
        found = self._classes
        self._different = {frozenset((found[a], found[b])) for a, b in self._differences}
        self.contradiction = any(len(classes) == 1 for classes in self._different)

    def value(self, said: _Said) -> bool | None:
        """Return whether a literal of the formulas is true; None if that does not follow."""
        one, other, negated = said
        classes = frozenset((self._classes[one], self._classes[other]))
        if len(classes) == 1:
            return not negated
        return negated if classes in self._different else None

    def _join(self, one: int, other: int) -> None:
        old, new = self._classes[one], self._classes[other]
        self._classes = [new if found == old else found for found in self._classes]

    def _close(self) -> None:
        """Join the values of a function or a relation for arguments that are equal."""
        changed = True
        while changed:
            changed = False
            firsts: dict[Hashable, int] = {}
            for node, name, arguments in self.nodes.forms:
                form = (name, *[self._classes[one] for one in arguments])
                first = firsts.setdefault(form, node)
                if self._classes[first] != self._classes[node]:
                    self._join(node, first)
                    changed = True
