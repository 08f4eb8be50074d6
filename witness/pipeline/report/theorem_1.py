"""Theorem 1, that the predicate has no false positives, clause by clause (section 5.4).

The paper proves the three rows of its Table 3 by hand. Here `witness.proof.prover` proves each
row, and each clause of the experiment's own proved winner, by going through the configurations
in which it fires.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.report import paper
from witness.pipeline.report.learning_tables import table_3
from witness.pipeline.report.records import Records
from witness.pipeline.report.table import Column, table
from witness.proof.prover import ClauseVerdict, verify


@table(
    "theorem_1", "Theorem 1: what is proved",
    (
        Column("row of Table 3", paper=True, stay=True),
        Column("clause of winner_proved", stay=True), "Prolog",
        Column("the paper's reason", paper=True), Column("verdict", stay=True),
        # Proofs about other symbols are by cases, not by the configurations of a square.
        Column("configurations", when=lambda records: records.about_triangles),
        Column("cases", when=lambda records: not records.about_triangles),
        Column("edges within reach", when=lambda records: records.about_triangles),
    ),
    section="theorem",
    caption="What is proved of "
    "{% if records.beside_paper %}the rows of Table 3, and of each other{% else %}each{% endif %} "
    "clause of winner_proved (variant plain)"
    "{% if records.about_triangles %}. “Edges within reach” are those that the square can end up "
    "with, by its triangles; it needs as many as it has triangles."
    "{% else %}, and in how many cases it fires.{% endif %}",
)  # fmt: skip
def theorem_1(records: Records) -> Iterator[dict[str, object]]:
    """Yield the proof of each row of Table 3, and of each other clause of winner_proved.

    The rows of Table 3 are there if the experiment is about triangles.

    Beside a row stands the number of the clause of winner_proved (variant plain) that fires in the
    same states. The edges within reach are, by number of triangles, the numbers of edges that the
    square can end up with in some configuration in which the clause fires.
    """
    own = {
        row.get("clause"): row["paper's clause"]
        for row in table_3.rows(records)
        if (row["variant"], row["predicate"]) == ("plain", "winner_proved")
    }
    twins = {text: number for number, text in own.items()}
    rows = enumerate(zip(paper.CLAUSES, paper.PROOFS, strict=True), start=1)
    for number, (text, reason) in rows if records.beside_paper else ():
        yield {
            "row of Table 3": number,
            "clause of winner_proved": twins.get(text),
            "the paper's reason": reason,
            **_proof(text, read_background()),
        }
    for number, text in enumerate(records.proved_program, start=1):
        if own.get(number) is None:
            yield {"clause of winner_proved": number, **_proof(text, records.background)}


def _proof(text: str, background: Background) -> dict[str, object]:
    (found,) = verify(parse_clauses(text), background).clauses
    cases = len(found.cases) + len(found.symbols) if found.status == "proved" else None
    return {
        "Prolog": text,
        "verdict": found.status,
        "configurations": cases,
        "cases": cases,
        "edges within reach": _reachable(found),
    }


def _reachable(found: ClauseVerdict) -> str:
    """Return the numbers of edges within reach, by number of triangles, in words."""
    counts: dict[int, set[int]] = {}
    for case in found.cases:
        known = counts.setdefault(case.triangles, set())
        known |= case.reachable_counts
    said = {triangles: " or ".join(map(str, sorted(own))) for triangles, own in counts.items()}
    return "; ".join(
        f"{triangles} triangle{'' if triangles == 1 else 's'}: {words}"
        for triangles, words in sorted(said.items())
    )
