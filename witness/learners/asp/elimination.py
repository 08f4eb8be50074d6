"""What some variables of a conjunction can be, found without all its rows.

The other variables are eliminated one after another: the relations that have one of them are
joined, and what is left without it is kept once. The tables stay small where the rows of the whole
conjunction would be many millions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from witness.learners.asp.columns import Column
from witness.learners.asp.joins import Joined, Table, join, unique_rows


def projected(
    literals: Iterable[Joined], wanted: Collection[int], constants: int
) -> dict[int, Column]:
    """Return the values of the wanted variables for which all literals can be satisfied.

    Raises `TooManyRowsError` if a table on the way has too many rows.
    """
    relations = list(literals)
    while True:
        inner = {v for _, vs in relations for v in vs} - set(wanted)
        if not inner:
            return join(relations)
        chosen = min(sorted(inner), key=lambda v: _cost(relations, v))
        own = [relation for relation in relations if chosen in relation[1]]
        relations = [relation for relation in relations if chosen not in relation[1]]
        columns = join(own)
        del columns[chosen]
        rows = np.stack(list(columns.values()), axis=1)
        relations.append((Table(unique_rows(rows, constants), constants), tuple(columns)))


def _cost(relations: list[Joined], variable: int) -> tuple[int, int]:
    """Return how wide the table without a variable is, and how long its relations are."""
    own = [(table, vs) for table, vs in relations if variable in vs]
    return len({v for _, vs in own for v in vs}), sum(len(table.rows) for table, _ in own)
