"""Conditions on one variable, as sets of constants, and the components of which they consist.

See `skeletons` for what these are. Two conditions with the same constants can replace each other in
every clause, so only those with the fewest literals and variables are kept. The body of a clause is
a condition on the head variables, a set of examples (`relational`): both grow in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import cast

from witness.clauses.language.bias import ANY, Bias
from witness.clauses.learners.asp.columns import Column
from witness.clauses.learners.asp.components import (
    Component,
    Condition,
    KeptRows,
    ManyRows,
    Modes,
    NoRoom,
)
from witness.clauses.learners.asp.facts import Facts, Form
from witness.clauses.learners.asp.literals import Skeleton, meet, values_of
from witness.clauses.learners.asp.roots import Roots, bits_of
from witness.clauses.learners.asp.skeletons import Room, Skeletons

#: The most entries of a matrix of conditions by rows.
_MOST_ENTRIES = 1 << 22


class Pools:
    """The conditions on variables of each type, by their number of literals.

    `generators` says that predicates without inputs give variables values.
    """

    def __init__(self, facts: Facts, bias: Bias) -> None:
        self.facts = facts
        self.bias = bias
        self.room = Room()
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

    def largest(self, name: str) -> int:
        """Return the most literals of a condition on a variable of a type; 0 if there is none."""
        pool = self.pools.get(name)
        return 0 if pool is None else pool.largest

    def of(self, name: str, size: int, inner: int) -> list[Condition]:
        """Return the conditions of a size on variables of a type."""
        pool = self.pools.get(name)
        if pool is None or size >= len(pool.conditions):
            return []
        return [
            c for c in pool.conditions[size] if c.inner <= inner and c.types[0] not in self.single
        ]

    def components(
        self, rows: KeptRows | ManyRows, size: int, inner: int
    ) -> Iterator[tuple[int, tuple[tuple[int, Condition], ...]]]:
        """Yield the sets of the components of a size that a skeleton makes, and their conditions.

        A variable that would occur only once has a condition, unless singletons are allowed.
        """
        skeleton = rows.skeleton
        spare = size - len(skeleton.literals)
        room = inner - skeleton.inner
        if spare < 0 or room < 0:
            return
        bounds = [
            (int(n < 2 and not self.bias.allow_singletons), self.largest(skeleton.types[v]))
            for v, n in enumerate(skeleton.occurrences, skeleton.roots)
        ]
        for sizes in _compositions(spare, bounds):
            chosen = [(skeleton.roots + v, n) for v, n in enumerate(sizes) if n]
            options = [(v, self.of(skeleton.types[v], n, room)) for v, n in chosen]
            if isinstance(rows, ManyRows):
                for conditions in product(*(found for _, found in options)):
                    if sum(c.inner for c in conditions) <= room:
                        pairs = tuple(zip((v for v, _ in chosen), conditions, strict=True))
                        yield rows.with_conditions(pairs), pairs
            elif not chosen:
                yield rows.bits, ()
            elif all(found for _, found in options):
                yield from self._conditioned(rows, options, room)

    def _conditioned(
        self, rows: KeptRows, options: list[tuple[int, list[Condition]]], room: int
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
        given = {*roots, *(v for v, condition in conditions if condition.free)}
        known = values_of(self.facts.forms, skeleton.literals, sum(1 << v for v in given))
        return all(known >> v & 1 for _, vs in skeleton.literals for v in vs)


class Growth:
    """The components over some roots, and the conditions that consist of them, by size."""

    def __init__(
        self, pools: Pools, roots: Roots, inner: int, longest: int, given: Sequence[int] | None
    ) -> None:
        self.pools = pools
        self.roots = roots
        self.inner = inner
        self.skeletons = Skeletons(
            pools.facts.forms,
            roots,
            inner,
            pools.single,
            longest,
            pools.bias.allow_singletons,
            given,
            pools.room,
        )
        self.rows: list[KeptRows | NoRoom | ManyRows] = []
        self.components: list[list[Component]] = [[]]
        self.conditions: list[list[Condition]] = [[]]
        #: The most literals of a condition; 0 if there is none.
        self.largest = 0
        #: The numbers of inner variables of the conditions so far, by what they hold for.
        self._known: dict[object, list[int]] = {}

    def knowns(self, skeleton: Skeleton) -> list[tuple[int, ...]]:
        """Return the sets of roots of a skeleton that may have values before it is called."""
        raise NotImplementedError

    def mark(self, parts: tuple[Component, ...]) -> object:
        """Return what tells apart parts that hold for the same and cannot replace each other."""
        raise NotImplementedError

    def keeps(self, condition: Condition) -> bool:
        """Take in a new condition; return whether larger ones are made of it."""
        return True

    def grow(self, size: int) -> None:
        """Make the components and the conditions with a number of literals."""
        for skeleton, columns in self.skeletons.next_level():
            if self.pools.generators or self._modes(skeleton, ()):
                self.rows.append(self._kept(skeleton, columns))
        useful: list[KeptRows | NoRoom | ManyRows] = []
        for kept in self.rows:
            if isinstance(kept, ManyRows) or self.roots.may_help(kept.bits):
                useful.append(kept)
            elif isinstance(kept, KeptRows):
                self.pools.room.left += kept.bytes
        self.rows = useful
        components: list[Component] = []
        self.components.append(components)
        self.conditions.append([])
        for kept in self.rows:
            skeleton, rows = kept.skeleton, kept
            if isinstance(rows, NoRoom):
                columns = self.skeletons.rows_of(skeleton.literals)
                assert columns is not None
                rows = KeptRows(skeleton, columns, self.roots)
            for bits, chosen in self.pools.components(rows, size, self.inner):
                modes = self._modes(skeleton, chosen) if self.roots.may_help(bits) else None
                if modes:
                    inner = skeleton.inner + sum(c.inner for _, c in chosen)
                    component = Component(skeleton, chosen, bits, inner, modes)
                    types = skeleton.types[: skeleton.roots]
                    touched = sum(1 << v for v in skeleton.touched)
                    if self._add((component,), bits, inner, types, touched):
                        components.append(component)
        for smaller in range(1, size):
            for condition in self.conditions[size - smaller]:
                for component in self.components[smaller]:
                    self._combine(condition, component)
        if self.conditions[size]:
            self.largest = size

    def _kept(
        self, skeleton: Skeleton, columns: dict[int, Column] | None
    ) -> KeptRows | NoRoom | ManyRows:
        """Return the rows of a skeleton, in the form that fits their number."""
        if columns is None:
            literals = self.skeletons.joined(skeleton.literals)
            return ManyRows(skeleton, literals, self.roots)
        rows = KeptRows(skeleton, columns, self.roots)
        return rows if self.pools.room.takes(rows.bytes) else NoRoom(skeleton, rows.bits)

    def _modes(self, skeleton: Skeleton, conditions: Sequence[tuple[int, Condition]]) -> Modes:
        closes = self.pools.closes
        return frozenset(k for k in self.knowns(skeleton) if closes(skeleton, conditions, k))

    def _combine(self, condition: Condition, component: Component) -> None:
        inner = condition.inner + component.inner
        if inner > self.inner:
            return
        bits = condition.bits & component.bits
        if not self.roots.may_help(bits):
            return
        skeleton = component.skeleton
        types = tuple(map(meet, condition.types, skeleton.types[: skeleton.roots]))
        if None in types:
            return
        touched = condition.touched | sum(1 << v for v in skeleton.touched)
        met = cast("tuple[str, ...]", types)
        self._add((*condition.parts, component), bits, inner, met, touched)

    def _add(
        self,
        parts: tuple[Component, ...],
        bits: int,
        inner: int,
        types: tuple[str, ...],
        touched: int,
    ) -> bool:
        """Add a condition unless one that is as good is known; return whether it was added."""
        known = self._known.setdefault((bits, touched, types, self.mark(parts)), [])
        if any(other <= inner for other in known):
            return False
        known.append(inner)
        free = any(() in part.modes for part in parts)
        condition = Condition(parts, bits, inner, types, touched, free)
        if self.keeps(condition):
            self.conditions[-1].append(condition)
        return True


class _Pool(Growth):
    """The conditions on variables of one type."""

    def __init__(self, pools: Pools, name: str, longest: int, inner: int) -> None:
        self.longest = longest
        reached = pools.reached
        roots = Roots((name,), pools.facts.constants, None, lambda bits: bool(bits & reached))
        super().__init__(pools, roots, inner, longest, (0,) if pools.bias.directed else None)

    def knowns(self, skeleton: Skeleton) -> list[tuple[int, ...]]:
        """Return the variable, and the empty set where predicates without inputs give values."""
        return [(0,), ()] if self.pools.generators else [(0,)]

    def mark(self, parts: tuple[Component, ...]) -> object:
        """Return whether the variable gets a value."""
        return any(() in part.modes for part in parts)

    def grow(self, size: int) -> None:
        """Make the conditions with a number of literals, unless clauses have no room for them."""
        if size <= self.longest:
            super().grow(size)


def _compositions(total: int, bounds: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of numbers, of which each is within its bounds."""
    if not bounds:
        if total == 0:
            yield ()
        return
    (least, most), *others = bounds
    for first in range(max(least, total - sum(n for _, n in others)), min(total, most) + 1):
        for rest in _compositions(total - first, others):
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
