"""Skeletons: the parts of clauses that cannot be cut at one variable.

The literals of a clause fall into *components*: what is connected by variables that the head does
not have. A clause covers what all its components cover. Where a single variable joins a part of a
component to the rest, that part is a condition on the values of this variable alone. What is left
without such parts is a skeleton.

So a component is a skeleton over *roots*, the head variables, with conditions on some of its inner
variables; and a condition is made of components, too, with the variable as their root.

Skeletons are grown literal by literal, together with their rows: the values of the variables that
satisfy the literals. Of literals with the same rows only some are kept (see `Growth._superfluous`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, groupby
from operator import itemgetter

import numpy as np

from witness.clauses.learners.asp.additions import Additions, is_reflexive
from witness.clauses.learners.asp.columns import Column
from witness.clauses.learners.asp.facts import Form
from witness.clauses.learners.asp.joins import (
    Joined,
    SharedColumns,
    TooManyRowsError,
    join,
)
from witness.clauses.learners.asp.literals import (
    Lit,
    Skeleton,
    canonical,
    is_closed,
    literals_needed,
    values_of,
)
from witness.clauses.learners.asp.roots import Roots

#: The most rows of a skeleton that are kept.
MOST_ROWS = 500_000

#: The most rows of skeletons that are compared.
MOST_COMPARED = 20_000

#: The most rows of which equal columns are one.
MOST_SHARED = 2_000

#: The most bytes of rows that wait for the next level, or for conditions. Further rows are joined
#: anew when they are needed.
MOST_BYTES = 200_000_000


@dataclass(frozen=True, eq=False)
class _Open:
    """Literals that are connected, the types of the variables, and the rows, if known.

    `known` has the variables that get values, a bit set for each of `Skeletons.assumed`. `plain`
    says that the columns are shared, and that rows differ in their roots, by which they are sorted.
    `repeats` counts the literals that make the call of another one, with the same inputs. `dropped`
    says that the rows have to be joined anew.
    """

    literals: tuple[Lit, ...]
    types: tuple[str, ...]
    known: tuple[int, ...]
    columns: dict[int, Column] | None = field(default=None, compare=False)
    plain: bool = False
    repeats: int = 0
    dropped: bool = False


class Room:
    """How many bytes of rows may still be kept; all skeletons of an enumeration share it."""

    def __init__(self) -> None:
        self.left = MOST_BYTES

    def takes(self, size: int) -> bool:
        """Take in rows of a size, if there is room for them; return whether there is."""
        if size > self.left:
            return False
        self.left -= size
        return True


class Skeletons:
    """The skeletons over some roots, by their number of literals.

    At most `inner` variables are not roots, and none of them has a type of `single`. `singletons`
    says that variables may occur once. `given` are the roots that have values, None if literals
    can be called with any variables.
    """

    def __init__(
        self,
        forms: Sequence[Form],
        roots: Roots,
        inner: int,
        single: frozenset[str],
        longest: int,
        singletons: bool,
        given: Sequence[int] | None,
        room: Room,
    ) -> None:
        self.forms = forms
        self.roots = roots
        self.arity = len(roots.types)
        self.inner = inner
        self.single = single
        self.longest = longest
        self.singletons = singletons
        self.given = given
        #: Whether literals are added in an order in which they get their inputs, if all roots have
        #: values: those that the head does not give get them from other components.
        self.ordered = given is not None and all(any(form.inputs) for form in forms)
        #: The sets of roots that may have values, those of the head first; none if that is clear.
        self.assumed: list[int] = []
        if given is not None and not (self.ordered and len(given) == self.arity):
            self.assumed = [sum(1 << v for v in given)]
            for v in range(self.arity):
                if self.ordered and v not in given:
                    self.assumed += [known | 1 << v for known in self.assumed]
        self.widest = max((len(form.places) for form in forms), default=0)
        self.additions = Additions(forms, self.arity, inner, single, self.ordered)
        self.reflexive = any(map(is_reflexive, forms))
        self._open: list[_Open] = [_Open((), roots.types, tuple(self.assumed))]
        self._shared = SharedColumns(MOST_SHARED)
        self._seen: dict[tuple[int, ...], tuple[int, bool]] = {}
        self._literals = 0
        self._room = room
        self._bytes = 0

    def next_level(self) -> Iterator[tuple[Skeleton, dict[int, Column] | None]]:
        """Yield the skeletons with one literal more than those of the last call.

        With the rows of each, or None if there are too many.
        """
        self._literals += 1
        self._room.left += self._bytes
        self._bytes = 0
        left = self.longest - self._literals
        seen: set[tuple[Lit, ...]] = set()
        relations: set[object] = set()
        following: list[_Open] = []
        for state, literal, types, repeats in self._in_turn():
            literals = (*state.literals, literal)
            inner = len(types) - self.arity
            closed = is_closed(literals, self.arity, inner)
            if not closed and (
                not left or literals_needed(literals, self.arity, inner, self.widest) > left
            ):
                continue
            named = canonical(literals, self.arity, len(types)) if inner else literals
            if named in seen:
                continue
            seen.add(named)
            used = {v for _, vs in literals for v in vs if v < self.arity}
            touched = tuple(sorted(used))
            columns = self._columns(state, literal, touched)
            known = tuple([values_of(self.forms, literals, given) for given in self.assumed])
            if columns is None:
                grown = _Open(literals, types, known, repeats=repeats)
                values = self.roots.values(self.joined(literals), touched)
                if values is None or not self.roots.may_help(self.roots.bits(values)):
                    continue
            else:
                bits, plain = self._roots_of(columns, touched)
                if not self.roots.may_help(bits):
                    continue
                grown = _Open(literals, types, known, columns, plain, repeats)
                if self._superfluous(state, grown):
                    continue
                small = inner and (plain or len(columns[self.arity]) <= MOST_COMPARED)
                if small and self._may_go(grown):
                    relation = (closed, self._relation(grown))
                    if relation in relations:
                        continue
                    relations.add(relation)
            if inner and left:
                following.append(self._waiting(grown))
            if closed:
                yield self._skeleton(grown, touched), columns
        self._open = sorted(following, key=lambda state: state.repeats)

    def _in_turn(self) -> Iterator[tuple[_Open, Lit, tuple[str, ...], int]]:
        """Yield what to add to which literals, and how many repeat a call then; those come last.

        Of literals with the same rows the first are kept.
        """
        later = []
        for number, waiting in enumerate(self._open):
            state = self._with_rows(waiting)
            calls = set(map(self._call, state.literals)) if self.given is not None else ()
            called = {predicate for predicate, _ in calls}
            for literal, types in self.additions.to(state.types, bool(state.literals)):
                if literal in state.literals:
                    continue
                if literal[0] in called and self._call(literal) in calls:
                    later.append((number, literal, types))
                else:
                    yield state, literal, types, state.repeats
        for number, same in groupby(later, itemgetter(0)):
            state = self._with_rows(self._open[number])
            for _, literal, types in same:
                yield state, literal, types, state.repeats + 1

    def _call(self, literal: Lit) -> Lit:
        """Return a literal without its outputs."""
        number, vs = literal
        return number, tuple(compress(vs, self.forms[number].inputs))

    # ---- rows ---------------------------------------------------------------------------------

    def _waiting(self, state: _Open) -> _Open:
        """Return a state for the next level, without its rows if too many wait already."""
        if state.columns is None or state.plain:
            return state
        size = sum(column.nbytes for column in state.columns.values())
        if not self._room.takes(size):
            return replace(state, columns=None, dropped=True)
        self._bytes += size
        return state

    def _with_rows(self, state: _Open) -> _Open:
        if not state.dropped:
            return state
        return replace(state, columns=self.rows_of(state.literals), dropped=False)

    def rows_of(self, literals: Sequence[Lit]) -> dict[int, Column] | None:
        """Return the rows that satisfy some literals, joined anew."""
        whole = _Open((), self.roots.types, ())
        for literal in literals:
            so_far = (*whole.literals, literal)
            touched = {v for _, vs in so_far for v in vs if v < self.arity}
            columns = self._columns(whole, literal, tuple(sorted(touched)))
            whole = replace(whole, literals=so_far, columns=columns)
        return whole.columns

    def _columns(
        self, state: _Open, literal: Lit, touched: tuple[int, ...]
    ) -> dict[int, Column] | None:
        """Return the rows that satisfy some literals; None if there are too many."""
        table = self.forms[literal[0]].table
        if not state.literals and self.forms[literal[0]].is_test:
            values, _ = self.roots.table(touched)
            start = {v: values.rows[:, place] for place, v in enumerate(touched)}
            return join([(table, literal[1])], start)
        if not state.literals:
            start = {v: table.rows[:, place] for place, v in enumerate(literal[1])}
            return self._restricted(start, touched)
        if state.columns is None:
            return None
        columns = self._shared.joined(table, literal[1], state.columns) if state.plain else None
        if columns is None:
            try:
                columns = join([(table, literal[1])], state.columns, MOST_ROWS)
            except TooManyRowsError:
                return None
        if any(v not in state.columns for v in touched):
            return self._restricted(columns, touched)
        return columns

    def _restricted(
        self, columns: dict[int, Column], touched: tuple[int, ...]
    ) -> dict[int, Column] | None:
        """Return the rows whose roots have values that they may have, sorted by their roots."""
        found = self.roots.restricted(columns, touched, MOST_ROWS)
        if found is None or not touched or len(found[touched[0]]) > MOST_SHARED:
            return found
        order = np.lexsort([found[v] for v in reversed(touched)])
        return {v: column[order] for v, column in found.items()}

    def _roots_of(self, columns: dict[int, Column], touched: tuple[int, ...]) -> tuple[int, bool]:
        """Return what rows hold for, and whether they differ in their roots and are sorted.

        Columns of few rows are shared from here on.
        """
        if len(next(iter(columns.values()))) > MOST_SHARED:
            return self.roots.bits(columns), False
        for v, column in columns.items():
            columns[v] = self._shared.one(column)
        key = tuple([entry for v in touched for entry in (v, id(columns[v]))])
        known = self._seen.get(key)
        if known is None:
            targets, _, _ = self.roots.targets(columns)
            known = self.roots.bits(columns), bool((np.diff(targets) > 0).all())
            self._seen[key] = known
        return known

    def joined(self, literals: Sequence[Lit]) -> list[Joined]:
        """Return literals as those of a join."""
        return [(self.forms[number].table, vs) for number, vs in literals]

    def _superfluous(self, before: _Open, state: _Open) -> bool:
        """Whether clauses without the last literal are as good as all with it.

        They are if it neither removes rows nor adds a variable, or if it adds a variable that
        always has the value of another one: each clause with it has a shorter twin. But if
        variables must not occur once, or must be given values, the literal may be needed for that.
        """
        if before.columns is None or state.columns is None or not before.literals:
            return False
        literal = state.literals[-1]
        if not all(v in before.columns for v in literal[1] if v < len(before.types)):
            return False
        if not self._may_go(before):
            return False
        if len(state.types) == len(before.types):
            if state.known != before.known:
                return False
            if not self.singletons and any(
                v >= self.arity and self._uses(before, v) < 2 for v in literal[1]
            ):
                return False
            return len(state.columns[self.arity]) == len(before.columns[self.arity])
        if self.reflexive or not self.singletons:
            return False
        for new in range(len(before.types), len(state.types)):
            column, values = state.columns[new], self._values(state, new)
            if not any(
                np.array_equal(column, state.columns[v])
                and state.types[v] == state.types[new]
                and values == self._values(before, v)
                for v in before.columns
            ):
                return False
        older = (1 << len(before.types)) - 1
        return all(now & older == old for now, old in zip(state.known, before.known, strict=True))

    def _may_go(self, state: _Open) -> bool:
        """Whether literals may be left for others that give the same variables values.

        If no condition gives values, this is known; else if all variables have values already.
        """
        return self.ordered or not state.known or state.known[0] == (1 << len(state.types)) - 1

    def _values(self, state: _Open, v: int) -> tuple[int, ...]:
        """Return for which sets of roots a variable gets a value."""
        return tuple([known >> v & 1 for known in state.known])

    def _relation(self, state: _Open) -> object:
        """Return a key that only states with the same rows have, up to the order of variables."""
        assert state.columns is not None
        size = len(state.types)
        if state.plain:
            shown = [
                (
                    id(column),
                    state.types[v],
                    self._uses(state, v) if v >= self.arity else -v,
                    self._values(state, v),
                )
                for v, column in state.columns.items()
            ]
            return tuple(sorted(shown))
        roots = [v for v in range(self.arity) if v in state.columns]
        order = np.lexsort([state.columns[v] for v in roots] or [state.columns[self.arity]])
        entries = [state.columns[v][order] for v in roots]
        weights = self.roots.weights
        marks = []
        for v in range(self.arity, size):
            # A number that does not depend on the order of the rows.
            mixed = weights[state.columns[v]]
            for root in roots:
                mixed = mixed * weights[state.columns[root]]
            values = self._values(state, v)
            marks.append((state.types[v], int(mixed.sum()), self._uses(state, v), values, v))
        marks.sort()
        names = [v for *_, v in marks]
        for v in names:
            entries.append(state.columns[v][order])
        order = np.lexsort(entries)
        content = b"".join(column[order].tobytes() for column in entries)
        known = tuple([(v, self._values(state, v)) for v in roots])
        return (known, tuple(m[:4] for m in marks), hash(content), len(content))

    def _uses(self, state: _Open, v: int) -> int:
        return 2 if self.singletons else min(2, sum(v in vs for _, vs in state.literals))

    def _skeleton(self, state: _Open, touched: tuple[int, ...]) -> Skeleton:
        inner = range(self.arity, len(state.types))
        occurrences = tuple(sum(v in vs for _, vs in state.literals) for v in inner)
        return Skeleton(state.literals, state.types, self.arity, touched, occurrences)
