"""Theorem 1 as a table: the rows of Table 3, and what else a winner has."""

from __future__ import annotations

from support.handmade import EDGES, OURS, records

from witness.report import paper
from witness.report.theorem_1 import theorem_1

#: Proved, and no clause of the paper's: with its one edge, such a square has no room for three.
OTHER = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), three(C), notAdjacent(A,B), gte(F,C)."


def test_each_row_of_table_3_is_proved_and_found_among_ours() -> None:
    table = theorem_1(records())
    assert list(table["Prolog"]) == list(paper.CLAUSES)
    assert list(table["verdict"]) == ["proved"] * 3
    assert list(table["clause of winner_proved"]) == [1, 2, 3]
    assert list(table["configurations"]) == [62, 16, 10]


def test_rows_without_a_counterpart() -> None:
    table = theorem_1(records(winner_proved=(OURS[0], OTHER)))
    rows = table[["row of Table 3", "clause of winner_proved"]].to_numpy().tolist()
    assert rows == [[1, 1], [2, None], [3, None], [None, 2]]
    assert theorem_1(EDGES["nothing proved"])["clause of winner_proved"].tolist() == [None] * 3
