"""Literals over numbered variables, of which the first are *roots* and the others *inner*.

What depends on which variables they share, and not on what they mean (see `skeletons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from witness.clauses.language.bias import ANY
from witness.clauses.learners.asp.facts import Form

#: A literal: the number of a form, and its variables, roots first.
Lit = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Skeleton:
    """Literals over variables with types; those below `roots` are roots.

    `touched` are the roots that occur. `occurrences` counts the literals of each inner variable.
    """

    literals: tuple[Lit, ...]
    types: tuple[str, ...]
    roots: int
    touched: tuple[int, ...]
    occurrences: tuple[int, ...]

    @property
    def inner(self) -> int:
        """The number of variables that are not roots."""
        return len(self.types) - self.roots


def meet(one: str, other: str) -> str | None:
    """Return the type of a variable that has two types; None if it cannot have both."""
    if one == ANY:
        return other
    return one if other in (ANY, one) else None


#: How many answers of a function on literals are kept. They depend on the bias alone, so the tasks
#: of an experiment share them: learning from the puzzles of a batch takes a third less time.
_KEPT = 1 << 15


@lru_cache(_KEPT)
def canonical(literals: tuple[Lit, ...], roots: int, size: int) -> tuple[Lit, ...]:
    """Return literals with standard names of the inner variables; there are `size` names in all.

    Marks tell variables in different places apart; where marks are equal, all orders are tried.
    """
    marks = [*range(roots), *([roots] * (size - roots))]
    for _ in range(2):
        seen: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in range(size)]
        for number, vs in literals:
            shown = tuple([marks[v] for v in vs])
            for place, v in enumerate(vs):
                seen[v].append((number, place, shown))
        keys = [tuple(sorted(seen[v])) for v in range(roots, size)]
        ranks = {key: n for n, key in enumerate(sorted(set(keys)))}
        marks[roots:] = [roots + ranks[key] for key in keys]
    groups: dict[int, list[int]] = {}
    for v in sorted(range(roots, size), key=marks.__getitem__):
        groups.setdefault(marks[v], []).append(v)
    name = [*range(size)]
    best: tuple[Lit, ...] | None = None
    for orders in product(*(permutations(group) for group in groups.values())):
        place = roots
        for group in orders:
            for v in group:
                name[v] = place
                place += 1
        renamed = tuple(sorted([(n, tuple([name[v] for v in vs])) for n, vs in literals]))
        if best is None or renamed < best:
            best = renamed
    assert best is not None
    return best


def _masks(literals: tuple[Lit, ...], roots: int) -> list[int]:
    """Return the variables of each literal as a bit set; bit 0 stands for all roots."""
    return [sum({1 << max(0, v - roots + 1) for v in vs}) for _, vs in literals]


@lru_cache(_KEPT)
def is_closed(literals: tuple[Lit, ...], roots: int, inner: int) -> bool:
    """Whether literals stay connected without any one inner variable, and without all roots."""
    if inner < 2:
        return True
    masks = _masks(literals, roots)
    everything = (2 << inner) - 1
    for cut in range(inner + 1):
        without = everything & ~(1 << cut)
        reached, before = 1 if cut else 2, 0
        while reached != before:
            before = reached
            for mask in masks:
                if mask & reached:
                    reached |= mask & without
        if reached != without:
            return False
    return True


@lru_cache(_KEPT)
def literals_needed(literals: tuple[Lit, ...], roots: int, inner: int, widest: int) -> int:
    """Return a lower bound on the number of literals that close these.

    Each has at most `widest` arguments, so it ties up that many `ends`, which are variables in one
    literal beside one inner variable, or it joins that many `groups`, which only share roots.
    """
    masks = _masks(literals, roots)
    ends = 0
    for v in range(1, inner + 1):
        own = [mask & ~(1 << v) for mask in masks if mask >> v & 1]
        ends += len(own) == 1 and own[0] != 1 and own[0].bit_count() == 1
    groups: list[int] = []
    for mask in masks:
        joint = mask & ~1
        apart = [group for group in groups if not group & joint]
        for group in groups:
            joint |= group if group & joint else 0
        groups = [*apart, joint]
    links = -(-(len(groups) - 1) // max(1, widest - 1))
    return max(1, -(-ends // widest), links)


def values_of(forms: Sequence[Form], literals: Sequence[Lit], given: int) -> int:
    """Return the bit set of the variables that have values once those of another one have them."""
    known, waiting = given, list(literals)
    while waiting:
        late = []
        for number, vs in waiting:
            inputs = forms[number].inputs
            if all(known >> v & 1 for v, needed in zip(vs, inputs, strict=True) if needed):
                for v in vs:
                    known |= 1 << v
            else:
                late.append((number, vs))
        if len(late) == len(waiting):
            break
        waiting = late
    return known
