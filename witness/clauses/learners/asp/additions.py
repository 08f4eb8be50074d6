"""The literals that may be added to others, with the types of all variables then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witness.clauses.language.bias import ANY
from witness.clauses.learners.asp.facts import Form
from witness.clauses.learners.asp.literals import Lit, meet


class Additions:
    """The literals that may be added to literals over variables of some types.

    The first `arity` variables are roots; at most `inner` others are there, and none of them has a
    type of `single`. `ordered` says that literals are added in an order in which they get their
    inputs, `late` that a literal may come before what connects it.
    """

    def __init__(
        self,
        forms: Sequence[Form],
        arity: int,
        inner: int,
        single: frozenset[str],
        ordered: bool,
    ) -> None:
        self.forms = forms
        self.arity = arity
        self.inner = inner
        self.single = single
        self.ordered = ordered
        self.late = ordered or any(form.is_test for form in forms)
        self._known: dict[tuple[tuple[str, ...], bool], list[tuple[Lit, tuple[str, ...]]]] = {}

    def to(self, types: tuple[str, ...], begun: bool) -> list[tuple[Lit, tuple[str, ...]]]:
        """Return the literals that may be added, and the types of all variables with each.

        If there are literals (`begun`), each shares an inner variable with them, or, where
        connections may come `late`, has a new one.
        """
        key = (types, begun)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._listed(*key))
        return known

    def _listed(self, types: tuple[str, ...], begun: bool) -> Iterator[tuple[Lit, tuple[str, ...]]]:
        size = len(types)
        room = self.arity + self.inner - size
        for number, form in enumerate(self.forms):
            if begun and len(form.places) < 2:
                continue
            options = [
                [
                    *(v for v in range(size) if meet(types[v], name) is not None),
                    *([] if given and (self.ordered or form.is_test) else [-1]),
                ]
                for name, given in zip(form.types, form.inputs, strict=True)
            ]
            for choice in _choices(options, room):
                old = [v for v in choice if v >= 0]
                fresh = len(choice) - len(old)
                if not old:
                    continue
                if begun and max(old) < self.arity and not (self.late and fresh):
                    continue
                names = iter(range(size, size + fresh))
                literal = (number, tuple(v if v >= 0 else next(names) for v in choice))
                found = self._types(types, literal)
                if found is not None:
                    yield literal, found

    def _types(self, types: tuple[str, ...], literal: Lit) -> tuple[str, ...] | None:
        found = list(types)
        for v, name in zip(literal[1], self.forms[literal[0]].types, strict=True):
            if v == len(found):
                found.append(ANY)
            known = meet(found[v], name)
            if known is None or (v >= self.arity and known in self.single):
                return None
            found[v] = known
        return tuple(found)


def _choices(options: Sequence[Sequence[int]], fresh: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to choose one of each of the options: a variable once, -1 up to `fresh` times.

    So literals with more places than there may be variables are given up early.
    """
    if not options:
        yield ()
        return
    first, *others = options
    for v in first:
        if v >= 0 or fresh:
            left = others if v < 0 else [[one for one in more if one != v] for more in others]
            for chosen in _choices(left, fresh - (v < 0)):
                yield (v, *chosen)


def is_reflexive(form: Form) -> bool:
    """Whether a value can be in two places of a form at once."""
    if form.is_test:
        return True
    rows = form.table.rows
    return any(
        meet(form.types[one], form.types[other]) is not None
        and bool((rows[:, one] == rows[:, other]).any())
        for one in range(len(form.types))
        for other in range(one)
    )
