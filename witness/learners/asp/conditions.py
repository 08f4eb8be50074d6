"""Conditions on one variable, as sets of constants, and components, which consist of them.

See `skeletons` for what these are. Two conditions with the same constants can replace each other in
every clause, so only those with the fewest literals and variables are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from witness.learners.asp.columns import Column
from witness.learners.asp.facts import Facts, Form
from witness.learners.asp.joins import Joined, Table
from witness.learners.asp.literals import gets_values, meet
from witness.learners.asp.roots import Flags, Roots, bits_of, flags_of
from witness.learners.asp.skeletons import Skeleton, Skeletons
from witness.logic.language.bias import ANY, Bias

#: The most entries of a matrix of conditions by rows.
_MOST_ENTRIES = 1 << 22


@dataclass(frozen=True, eq=False)
class Component:
    """A skeleton with conditions on some of its inner variables.

    `bits` is the set of what it holds for: constants, or examples. `size` counts its literals, and
    `inner` its variables without the roots. `free` says that it gives its root a value.
    """

    skeleton: Skeleton
    conditions: tuple[tuple[int, Condition], ...]
    bits: int
    size: int
    inner: int
    free: bool


@dataclass(frozen=True, eq=False)
class Condition:
    """Components with the same root of a type; `bits` is the set of constants that satisfy all."""

    parts: tuple[Component, ...]
    bits: int
    size: int
    inner: int
    type: str
    free: bool
    flags: list[Flags] = field(default_factory=list)

    def mask(self, constants: int) -> Flags:
        """Return the set as a flag for each constant."""
        if not self.flags:
            self.flags.append(flags_of(self.bits, constants))
        return self.flags[0]


class Rows:
    """The rows of a skeleton, sorted by the values of its roots."""

    def __init__(self, skeleton: Skeleton, columns: dict[int, Column], roots: Roots) -> None:
        targets, count, expand = roots.targets(columns)
        order = np.argsort(targets, kind="stable")
        targets = targets[order]
        self.skeleton = skeleton
        self.columns = {v: columns[v][order] for v in columns if v >= skeleton.roots}
        self.starts = np.flatnonzero(np.diff(targets, prepend=-1))
        self.entries = targets[self.starts]
        self.size = len(targets)
        self.count = count
        self.expand = expand

    def plain(self) -> int:
        """Return the set of entries that have a row."""
        flags = np.zeros((1, self.count), np.bool_)
        flags[0, self.entries] = True
        return bits_of(flags if self.expand is None else flags[:, self.expand])[0]

    def projected(self, alive: Flags) -> list[int]:
        """Return for each row of flags the set of entries that have a row alive."""
        found = np.logical_or.reduceat(alive, self.starts, axis=1)
        flags = np.zeros((len(alive), self.count), np.bool_)
        flags[:, self.entries] = found
        return bits_of(flags if self.expand is None else flags[:, self.expand])

    def masks(self, variable: int, conditions: Sequence[Condition], constants: int) -> Flags:
        """Return for each condition on a variable the rows that satisfy it."""
        column = self.columns[variable]
        return np.stack([condition.mask(constants)[column] for condition in conditions])


class ManyRows:
    """A skeleton with too many rows to keep: the set of each component is found anew."""

    def __init__(self, skeleton: Skeleton, literals: list[Joined], roots: Roots) -> None:
        self.skeleton = skeleton
        self.literals = literals
        self.roots = roots

    def with_conditions(self, chosen: Sequence[tuple[int, Condition]]) -> int:
        """Return the set of what satisfies the skeleton with conditions, if it can be found."""
        constants = self.roots.constants
        wanted = [
            (Table(np.flatnonzero(c.mask(constants))[:, None], constants), (v,)) for v, c in chosen
        ]
        values = self.roots.values([*self.literals, *wanted], self.skeleton.touched)
        return 0 if values is None else self.roots.bits(values)


def rows_of(
    skeleton: Skeleton, literals: list[Joined], columns: dict[int, Column] | None, roots: Roots
) -> Rows | ManyRows:
    """Return the rows of a skeleton, in the form that fits their number."""
    if columns is None:
        return ManyRows(skeleton, literals, roots)
    return Rows(skeleton, columns, roots)


class Pools:
    """The conditions on variables of each type, by their number of literals."""

    def __init__(self, facts: Facts, bias: Bias) -> None:
        self.facts = facts
        self.bias = bias
        self.generators = bias.directed and any(not any(f.inputs) for f in facts.forms)
        self.reached = bits_of(facts.reached[None, :])[0] if facts.constants else 0
        self.single = frozenset(bias.single_types)
        distance = _distances(facts.forms, bias)
        arity = len(bias.head.types)
        self.pools = {
            name: _Pool(self, name, bias.max_body - far, bias.max_vars - arity - far)
            for name, far in sorted(distance.items())
            if far <= bias.max_body and far <= bias.max_vars - arity and name not in self.single
        }
        self.size = 0

    def grow(self) -> None:
        """Add the conditions with one literal more."""
        self.size += 1
        for pool in self.pools.values():
            pool.grow(self.size)

    @property
    def left_out(self) -> int:
        """How often conditions had too many rows."""
        return sum(pool.roots.left_out for pool in self.pools.values())

    def of(self, name: str, size: int, inner: int) -> list[Condition]:
        """Return the conditions of a size on variables of a type."""
        pool = self.pools.get(name)
        if pool is None or size >= len(pool.conditions):
            return []
        return [c for c in pool.conditions[size] if c.inner <= inner and c.type not in self.single]

    def components(
        self, rows: Rows | ManyRows, size: int, inner: int
    ) -> Iterator[tuple[int, tuple[tuple[int, Condition], ...]]]:
        """Yield the ways to complete a skeleton to a component of a size, with the set of each."""
        skeleton = rows.skeleton
        spare = size - len(skeleton.literals)
        room = inner - skeleton.inner
        if spare < 0 or room < 0:
            return
        least = [int(n < 2 and not self.bias.allow_singletons) for n in skeleton.occurrences]
        for sizes in _compositions(spare, least):
            chosen = [(skeleton.roots + v, n) for v, n in enumerate(sizes) if n]
            options = [(v, self.of(skeleton.types[v], n, room)) for v, n in chosen]
            if isinstance(rows, ManyRows):
                for conditions in product(*(found for _, found in options)):
                    if sum(c.inner for c in conditions) <= room:
                        pairs = tuple(zip((v for v, _ in chosen), conditions, strict=True))
                        yield rows.with_conditions(pairs), pairs
            elif not chosen:
                yield rows.plain(), ()
            elif all(found for _, found in options):
                yield from self._conditioned(rows, options, room)

    def _conditioned(
        self, rows: Rows, options: list[tuple[int, list[Condition]]], room: int
    ) -> Iterator[tuple[int, tuple[tuple[int, Condition], ...]]]:
        """Yield the sets for every choice of a condition for each of some variables."""
        *first, (last, wanted) = options
        step = max(1, _MOST_ENTRIES // max(1, rows.size))
        constants = self.facts.constants
        for chosen in product(*(found for _, found in first)):
            left = room - sum(c.inner for c in chosen)
            fits = [c for c in wanted if c.inner <= left]
            if left < 0 or not fits:
                continue
            alive = None
            for (v, _), condition in zip(first, chosen, strict=True):
                mask = condition.mask(constants)[rows.columns[v]]
                alive = mask if alive is None else alive & mask
            if alive is not None and not alive.any():
                continue
            before = tuple((v, c) for (v, _), c in zip(first, chosen, strict=True))
            for begin in range(0, len(fits), step):
                part = fits[begin : begin + step]
                masks = rows.masks(last, part, constants)
                if alive is not None:
                    masks &= alive
                for condition, bits in zip(part, rows.projected(masks), strict=True):
                    if bits:
                        yield bits, (*before, (last, condition))

    def closes(
        self, skeleton: Skeleton, conditions: Sequence[tuple[int, Condition]], roots: Sequence[int]
    ) -> bool:
        """Whether all variables get values when some roots have them."""
        if not self.bias.directed:
            return True
        known = {*roots, *(v for v, condition in conditions if condition.free)}
        return gets_values(self.facts.forms, skeleton.literals, known, ())


class _Pool:
    """The conditions on variables of one type."""

    def __init__(self, pools: Pools, name: str, longest: int, inner: int) -> None:
        self.pools = pools
        self.name = name
        self.longest = longest
        self.inner = inner
        forms = pools.facts.forms
        reached = pools.reached
        self.roots = Roots((name,), pools.facts.constants, None, lambda bits: bool(bits & reached))
        self.skeletons = Skeletons(
            forms,
            self.roots,
            inner,
            pools.single,
            longest,
            pools.bias.allow_singletons,
            (0,) if pools.bias.directed else None,
        )
        self.rows: list[Rows | ManyRows] = []
        self.components: list[list[Component]] = [[]]
        self.conditions: list[list[Condition]] = [[]]
        self._known: dict[tuple[int, str, bool], list[int]] = {}

    def grow(self, size: int) -> None:
        if size > self.longest:
            return
        for skeleton, columns in self.skeletons.next_level():
            if self.pools.closes(skeleton, (), (0,)) or self.pools.generators:
                literals = self.skeletons.joined(skeleton.literals)
                self.rows.append(rows_of(skeleton, literals, columns, self.roots))
        components: list[Component] = []
        conditions: list[Condition] = []
        for rows in self.rows:
            for bits, chosen in self.pools.components(rows, size, self.inner):
                self._add_component(rows.skeleton, bits, chosen, components, conditions)
        for smaller in range(1, size):
            for condition in self.conditions[size - smaller]:
                for component in self.components[smaller]:
                    self._combine(condition, component, conditions)
        self.components.append(components)
        self.conditions.append(conditions)

    def _add_component(
        self,
        skeleton: Skeleton,
        bits: int,
        chosen: tuple[tuple[int, Condition], ...],
        components: list[Component],
        conditions: list[Condition],
    ) -> None:
        pools = self.pools
        if not bits & pools.reached:
            return
        free = pools.generators and pools.closes(skeleton, chosen, ())
        name = skeleton.types[0]
        size = len(skeleton.literals) + sum(c.size for _, c in chosen)
        inner = skeleton.inner + sum(c.inner for _, c in chosen)
        if self._is_new(bits, name, free, inner) and (free or pools.closes(skeleton, chosen, (0,))):
            component = Component(skeleton, chosen, bits, size, inner, free)
            self._keep(bits, name, free, inner)
            components.append(component)
            conditions.append(Condition((component,), bits, size, inner, name, free))

    def _combine(
        self, condition: Condition, component: Component, conditions: list[Condition]
    ) -> None:
        inner = condition.inner + component.inner
        if inner > self.inner:
            return
        bits = condition.bits & component.bits
        if not bits & self.pools.reached:
            return
        name = self.name
        if name == ANY:
            met = meet(condition.type, component.skeleton.types[0])
            if met is None:
                return
            name = met
        free = condition.free or component.free
        if self._is_new(bits, name, free, inner):
            self._keep(bits, name, free, inner)
            size = condition.size + component.size
            parts = (*condition.parts, component)
            conditions.append(Condition(parts, bits, size, inner, name, free))

    def _is_new(self, bits: int, name: str, free: bool, inner: int) -> bool:
        known = self._known.get((bits, name, free))
        return known is None or all(inner < other for other in known)

    def _keep(self, bits: int, name: str, free: bool, inner: int) -> None:
        self._known.setdefault((bits, name, free), []).append(inner)


def _compositions(total: int, least: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of numbers of at least some sizes."""
    if not least:
        if total == 0:
            yield ()
        return
    for first in range(least[0], total + 1):
        for rest in _compositions(total - first, least[1:]):
            yield (first, *rest)


def _distances(forms: Sequence[Form], bias: Bias) -> dict[str, int]:
    """Return the least number of literals by which a variable of a type is tied to the head."""
    head = set(bias.head.types)
    distance: dict[str, int] = {}
    near, far = head, 0
    while near:
        far += 1
        found = set()
        for form in forms:
            for one, name in enumerate(form.types):
                if name == ANY or name in near or ANY in near:
                    found |= {other for place, other in enumerate(form.types) if place != one}
        if ANY in found:
            found |= {name for form in forms for name in form.types}
        near = found - distance.keys()
        distance.update(dict.fromkeys(near, far))
    return distance
