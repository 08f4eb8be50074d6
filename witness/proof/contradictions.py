"""Whether ground formulas contradict each other: case splits and congruence closure.

It is a part of the checker of `witness.proof.lemma_checker`, and shares no code with the prover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget
from witness.logic.language.terms import Compound, Literal, Term

#: Ground literals, one of which is true.
Disjunction = list[Literal]

#: The most contradictions that are looked for by splitting cases.
MOST_SPLITS = 100_000


def contradicts(instances: Sequence[Disjunction], budget: Budget = UNLIMITED) -> bool:
    """Return whether disjunctions of ground literals contradict each other.

    Raises `InputError` after `MOST_SPLITS`, and `LimitReachedError` at the limit of the budget.
    """
    splits = 0

    def refuted(facts: list[Literal], left: Sequence[Disjunction]) -> bool:
        nonlocal splits
        splits += 1
        if splits > MOST_SPLITS:
            raise InputError(f"a proof takes more than {MOST_SPLITS:,} splits of cases")
        while True:
            budget.check()
            classes = _Classes(facts)
            if classes.contradiction:
                return True
            open_ = []
            for disjunction in left:
                values = [classes.value(literal) for literal in disjunction]
                if True not in values:
                    pairs = zip(disjunction, values, strict=True)
                    open_.append([literal for literal, value in pairs if value is None])
            if [] in open_:
                return True
            units = [disjunction[0] for disjunction in open_ if len(disjunction) == 1]
            if not units:
                break
            facts = [*facts, *units]
            left = [disjunction for disjunction in open_ if len(disjunction) > 1]
        if not open_:
            return False
        chosen = min(open_, key=len)
        rest = [disjunction for disjunction in open_ if disjunction is not chosen]
        return all(refuted([*facts, literal], rest) for literal in chosen)

    return refuted([], instances)


class _Classes:
    """The classes of terms that are equal, if some literals are true."""

    def __init__(self, facts: Sequence[Literal]) -> None:
        self._parents: dict[Term, Term] = {}
        for literal in facts:
            for argument in literal.args:
                self._add(argument)
        for literal in facts:
            if literal.name == "=" and not literal.negated:
                self._join(*literal.args)
        self._close()
        self._true = {self._form(li) for li in facts if li.name != "=" and not li.negated}
        self._false = {self._form(li) for li in facts if li.name != "=" and li.negated}
        self._different = [
            (self._find(li.args[0]), self._find(li.args[1]))
            for li in facts
            if li.name == "=" and li.negated
        ]
        self.contradiction = bool(self._true & self._false) or any(
            one == other for one, other in self._different
        )

    def value(self, literal: Literal) -> bool | None:
        """Return whether a literal is true; None if that does not follow."""
        for argument in literal.args:
            self._add(argument)
        self._close()
        known: bool | None = None
        if literal.name == "=":
            pair = self._find(literal.args[0]), self._find(literal.args[1])
            if pair[0] == pair[1]:
                known = True
            elif any({*map(self._find, other)} == {*pair} for other in self._different):
                known = False
        else:
            form = self._form(literal)
            if form in {self._again(other) for other in self._true}:
                known = True
            elif form in {self._again(other) for other in self._false}:
                known = False
        return known if known is None else known != literal.negated

    def _again(self, form: tuple[Any, ...]) -> tuple[Any, ...]:
        return (form[0], *(self._find(term) for term in form[1:]))

    def _form(self, literal: Literal) -> tuple[Any, ...]:
        return (literal.name, *(self._find(argument) for argument in literal.args))

    def _add(self, term: Term) -> None:
        if term not in self._parents:
            self._parents[term] = term
            if isinstance(term, Compound):
                for argument in term.args:
                    self._add(argument)

    def _find(self, term: Term) -> Term:
        while self._parents[term] != term:
            term = self._parents[term]
        return term

    def _join(self, one: Term, other: Term) -> None:
        self._parents[self._find(one)] = self._find(other)

    def _close(self) -> None:
        """Join the values of a function for arguments that are equal."""
        changed = True
        while changed:
            changed = False
            forms: dict[tuple[Any, ...], Term] = {}
            for term in list(self._parents):
                if isinstance(term, Compound):
                    form = (term.functor, *(self._find(argument) for argument in term.args))
                    same = forms.setdefault(form, term)
                    if self._find(same) != self._find(term):
                        self._join(same, term)
                        changed = True
