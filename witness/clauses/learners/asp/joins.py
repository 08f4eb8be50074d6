"""Joins of relations over numbered constants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from functools import cache

import numpy as np

from witness.clauses.learners.asp.columns import Column, Rows

#: Codes of several columns that are machine integers stay below this.
_MOST = 1 << 62


class TooManyRowsError(Exception):
    """A join would have more rows than it may."""


#: The most rows of a join, unless something else is said, and of those in memory at a time.
MOST_ROWS = 30_000_000
MOST_AT_ONCE = 2_000_000


#: Codes below this are looked up in tables instead of being searched for; where a relation has few
#: rows, only codes below `_SPARSE` times their number.
_FEW_CODES = 1 << 21
_SPARSE = 512


class Index:
    """The rows of a relation, sorted by what they have in some of their columns."""

    def __init__(self, rows: Rows, places: Sequence[int], constants: int) -> None:
        self.constants = constants
        bound = constants ** len(places)
        keys = _codes([rows[:, place] for place in places], len(rows), constants)
        self.order = np.argsort(keys.astype(np.min_scalar_type(bound)), kind="stable")
        self.distinct = 0
        self.keys: Column | None = None
        if bound <= min(_FEW_CODES, _SPARSE * max(len(rows), 8)):
            self.counts = np.bincount(keys, minlength=bound)
            self.starts = np.cumsum(self.counts) - self.counts
            self.distinct = int(np.count_nonzero(self.counts))
        else:
            self.keys = keys[self.order]
            self.distinct = 1 + int(np.count_nonzero(np.diff(self.keys))) if len(keys) else 0

    def matches(
        self, columns: Sequence[Column], size: int, most: int = MOST_ROWS
    ) -> tuple[Column, Column]:
        """Return the pairs of a row of `columns` and a row of the relation that agree.

        Raises `TooManyRowsError` if there are more than `most`.
        """
        wanted = _codes(columns, size, self.constants)
        if self.keys is None:
            first, counts = self.starts[wanted], self.counts[wanted]
        else:
            first = np.searchsorted(self.keys, wanted, "left")
            counts = np.searchsorted(self.keys, wanted, "right") - first
        total = int(counts.sum())
        if total > most:
            raise TooManyRowsError
        if total == size and bool((counts == 1).all()):
            return np.arange(size), self.order[first]
        parents = np.repeat(np.arange(size), counts)
        within = np.arange(len(parents)) - np.repeat(np.cumsum(counts) - counts, counts)
        return parents, self.order[np.repeat(first, counts) + within]


def _codes(columns: Sequence[Column], size: int, constants: int) -> Column:
    """Return a number for each row of some columns, one of Python if it may be too large."""
    if not columns:
        return np.zeros(size, np.int64)
    code = columns[0].astype(np.int64 if constants ** len(columns) < _MOST else object)
    for column in columns[1:]:
        code = code * constants + column
    return code


def unique_rows(rows: Rows, constants: int) -> Rows:
    """Return the rows of a relation without repetitions."""
    width = rows.shape[1]
    if not width:
        return rows[:1]
    codes = _codes([rows[:, place] for place in range(width)], len(rows), constants)
    if constants**width > _FEW_CODES:
        _, first = np.unique(codes, return_index=True)
        return rows[np.sort(first)]
    seen = np.zeros(constants**width, np.bool_)
    seen[codes] = True
    codes = np.flatnonzero(seen)
    columns = []
    for _ in range(width):
        codes, column = np.divmod(codes, constants)
        columns.append(column)
    return np.stack(columns[::-1], axis=1)


class Table:
    """A relation, with the indices by which it was joined so far."""

    def __init__(self, rows: Rows, constants: int) -> None:
        # Of 32 bits: rows that are joined with it take half the memory.
        self.rows: Rows = rows.astype(np.int32)
        self.constants = constants
        self._indices: dict[tuple[int, ...], Index] = {}
        self._spread: dict[tuple[int, ...], float] = {}

    def index(self, places: tuple[int, ...]) -> Index:
        """Return the index by some columns."""
        known = self._indices.get(places)
        if known is None:
            known = self._indices[places] = Index(self.rows, places, self.constants)
        return known

    def spread(self, places: tuple[int, ...]) -> float:
        """Return how many rows agree on some columns, on average over what there is in them."""
        known = self._spread.get(places)
        if known is None:
            known = self._spread[places] = len(self.rows) / max(1, self.index(places).distinct)
        return known


class TestTable(Table):
    """A relation without rows: it can be joined where all of its columns are known."""

    def __init__(self, holds: Callable[[Sequence[int]], bool], arity: int, constants: int) -> None:
        self.constants = constants
        self._holds, self._arity = cache(holds), arity

    @property
    def rows(self) -> Rows:  # type: ignore[override]
        """There are too many rows."""
        raise TooManyRowsError

    def index(self, places: tuple[int, ...]) -> Index:
        """Return itself in place of an index by all columns."""
        if len(places) < self._arity:
            raise TooManyRowsError
        return self  # type: ignore[return-value]

    def spread(self, _: tuple[int, ...]) -> float:
        """Return that there is no end of rows."""
        return float("inf")

    def matches(
        self, columns: Sequence[Column], size: int, _: int = MOST_ROWS
    ) -> tuple[Column, Column]:
        """Return the rows of `columns` for which the test holds, as `Index.matches`."""
        rows = zip(*(column.tolist() for column in columns), strict=True)
        flags = np.fromiter(map(self._holds, rows), np.bool_, size)
        found = np.flatnonzero(flags)
        return found, np.zeros(len(found), np.int64)


#: A literal of a join: a table, and the variable in each of its columns.
Joined = tuple[Table, tuple[int, ...]]


def join(
    literals: Sequence[Joined], columns: dict[int, Column] | None = None, most: int = MOST_ROWS
) -> dict[int, Column]:
    """Return the rows that satisfy all literals: a column for each variable.

    `columns` are rows to begin with. The next literal is the one that should lead to the fewest
    rows. Raises `TooManyRowsError` if there are more than `most` on the way.
    """
    waiting = list(literals)
    if columns is None:
        start = min(waiting, key=lambda literal: len(literal[0].rows))
        waiting.remove(start)
        columns = {v: start[0].rows[:, place] for place, v in enumerate(start[1])}
    while waiting:
        chosen = waiting[0]
        if len(waiting) > 1:
            factors = [growth(literal, columns) for literal in waiting]
            chosen = waiting[factors.index(min(factors))]
        waiting.remove(chosen)
        table, variables = chosen
        shared = tuple(place for place, v in enumerate(variables) if v in columns)
        size = len(next(iter(columns.values())))
        wanted = [columns[variables[place]] for place in shared]
        parents, rows = table.index(shared).matches(wanted, size, most)
        columns = {v: column[parents] for v, column in columns.items()}
        for place, v in enumerate(variables):
            if v not in columns:
                columns[v] = table.rows[rows, place]
    return columns


def growth(literal: Joined, known: Container[int]) -> float:
    """Return by what factor a literal makes rows with some variables more, by a rough estimate."""
    table, variables = literal
    shared = tuple(place for place, v in enumerate(variables) if v in known)
    if len(shared) == len(variables):
        return 0.0
    return table.spread(shared) if shared else float(len(table.rows) + 1) * 1e6


def projected(
    literals: Iterable[Joined], wanted: Collection[int], constants: int
) -> dict[int, Column]:
    """Return the values of the wanted variables for which all literals can be satisfied.

    The other variables are eliminated one after another: the relations that have one of them are
    joined, and what is left without it is kept once. The tables stay small where the rows of the
    whole conjunction would be many millions. Raises `TooManyRowsError` if one has too many rows.
    """
    relations = list(literals)
    while True:
        inner = {v for _, vs in relations for v in vs} - set(wanted)
        if not inner:
            return join(relations)
        chosen = min(sorted(inner), key=lambda v: _cost(relations, v))
        own = [relation for relation in relations if chosen in relation[1]]
        relations = [relation for relation in relations if chosen not in relation[1]]
        relations.append(_without(chosen, own, constants))


def _without(variable: int, relations: list[Joined], constants: int) -> Joined:
    """Return what is left of the join of relations without a variable.

    They are joined piece by piece, each with at most `MOST_AT_ONCE` rows if it can be divided.
    """
    rest = list(relations)
    start = min(rest, key=lambda literal: len(literal[0].rows))
    rest.remove(start)
    pieces, kept, total = [start[0].rows], [], 0
    while pieces:
        piece = pieces.pop()
        columns = {v: piece[:, place] for place, v in enumerate(start[1])}
        try:
            columns = join(rest, columns, MOST_AT_ONCE if len(piece) > 1 else MOST_ROWS)
        except TooManyRowsError:
            if len(piece) < 2:
                raise
            pieces += np.array_split(piece, 2)
            continue
        total += len(columns.pop(variable))
        if total > MOST_ROWS:
            raise TooManyRowsError
        kept.append(unique_rows(np.stack(list(columns.values()), axis=1), constants))
    rows = unique_rows(np.concatenate(kept), constants)
    return Table(rows, constants), tuple(columns)


def _cost(relations: list[Joined], variable: int) -> tuple[int, int]:
    """Return how wide the table without a variable is, and how long its relations are."""
    own = [(table, vs) for table, vs in relations if variable in vs]
    return len({v for _, vs in own for v in vs}), sum(len(table.rows) for table, _ in own)


class SharedColumns:
    """Columns of which equal ones are one, so that what was joined once is known.

    Joins of more than `most` rows are not kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._columns: dict[tuple[int, bytes], Column] = {}
        self._cuts: dict[tuple[int, int], Column] = {}
        self._joins: dict[tuple[int, ...], tuple[Column | None, list[Column]]] = {}

    def one(self, column: Column) -> Column:
        """Return the column that stands for all that are equal to one."""
        return self._columns.setdefault((column.itemsize, column.tobytes()), column)

    def joined(
        self, table: Table, variables: tuple[int, ...], columns: dict[int, Column]
    ) -> dict[int, Column] | None:
        """Return the rows of shared columns that satisfy a literal, with its new variables.

        None if there are too many.
        """
        size = len(next(iter(columns.values())))
        key = (id(table), size, *[id(columns[v]) if v in columns else 0 for v in variables])
        known = self._joins.get(key)
        if known is None:
            shared = tuple(place for place, v in enumerate(variables) if v in columns)
            wanted = [columns[variables[place]] for place in shared]
            try:
                parents, rows = table.index(shared).matches(wanted, size, self._most)
            except TooManyRowsError:
                return None
            same = len(parents) == size and bool((parents == np.arange(size)).all())
            new = [n for n in range(len(variables)) if n not in shared]
            made = [self.one(table.rows[rows, place]) for place in new]
            known = self._joins[key] = None if same else self.one(parents), made
        kept, made = known
        if kept is not None:
            columns = {v: self._cut(column, kept) for v, column in columns.items()}
        fresh = (v for v in variables if v not in columns)
        return columns | dict(zip(fresh, made, strict=True))

    def _cut(self, column: Column, kept: Column) -> Column:
        key = id(column), id(kept)
        known = self._cuts.get(key)
        if known is None:
            known = self._cuts[key] = self.one(column[kept])
        return known
