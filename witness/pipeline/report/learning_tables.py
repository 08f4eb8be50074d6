"""Tables about what was learned: the runs, and the winners with their clauses (Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from witness.pipeline.candidates import Variant
from witness.pipeline.report import paper
from witness.pipeline.report.records import VERDICTS, WINNERS, Records
from witness.pipeline.report.table import (
    IN_SECONDS,
    NOT_COMPARABLE,
    NOT_REPORTED,
    Column,
    percent,
    significant,
    table,
    yes,
)
from witness.pipeline.report.triage_tables import MEASURED, measured

QUANTITIES = (Column("quantity"), Column("ours", ours=True), Column("paper", paper=True))


@table(
    "learning", "Learning", (*QUANTITIES, Column("note", paper=True)), section="learning",
    named="quantity",
)  # fmt: skip
def learning_summary(records: Records) -> Iterator[dict[str, Any]]:
    """Yield a summary of the training runs beside the paper's (section 5.3)."""
    runs = records.learning
    status = Counter(run.result["status"] for run in runs)
    learned = [run for run in runs if run.clauses]
    seconds = [run.result["seconds"] for run in learned if run.result.get("seconds") is not None]
    clauses = [clause for run in learned for clause in run.clauses]
    hypothesis_status = Counter(records.status(run.clauses) for run in learned)
    clause_status = Counter(records.clause(clause).status for clause in clauses)
    same_scale = len(runs) == paper.TRAINING_PUZZLES
    differs = "the paper: the others met its time limit" if same_scale else NOT_COMPARABLE
    fell_out = paper.TRAINING_PUZZLES - paper.LEARNED
    learner = "" if {r.result.get("learner") for r in runs} == {"popper"} else "learner and "
    timing = f"another {learner}computer; varies from run to run"

    def note(ours: float | None, theirs: float) -> str:
        return "" if ours == theirs else differs

    gave, gave_percent = len(learned), percent(len(learned), len(runs))
    paper_percent = percent(paper.LEARNED, paper.TRAINING_PUZZLES)

    average = sum(seconds) / len(seconds) if seconds else None
    times = [
        (f"{name}{IN_SECONDS}", None if ours is None else significant(ours), 60 * minutes, words)
        for name, ours, minutes, words in (
            ("average time of a run that gave one", average, paper.AVERAGE_LEARNING_MINUTES,
             timing),
            ("the shortest of them", min(seconds, default=None), paper.LEARNING_MINUTES[0], ""),
            ("the longest of them", max(seconds, default=None), paper.LEARNING_MINUTES[1], ""),
        )
    ]  # fmt: skip
    rows: list[tuple[str, float | None, float | None, str]] = [
        ("training puzzles", len(runs), paper.TRAINING_PUZZLES,
         note(len(runs), paper.TRAINING_PUZZLES)),
        ("gave a predicate", gave, paper.LEARNED, note(gave, paper.LEARNED)),
        ("gave a predicate, %", gave_percent, paper_percent,
         note(gave_percent, paper_percent or 0)),
        ("nothing learned", status["nothing-learned"], None,
         "every clause within the limits covers a negative example or nothing"),
        ("timed out", status["timeout"], fell_out, "the paper: after about an hour"),
        ("failed", status["failed"], None, NOT_REPORTED),
        *times,
        *([("whole hypotheses that behave exactly like π°",
            sum(bool(records.is_paper(run.clauses, "plain")) for run in learned), None,
            NOT_REPORTED)] if records.beside_paper else ()),
        *((f"hypotheses {verdict}", hypothesis_status[verdict], None, NOT_REPORTED)
          for verdict in VERDICTS),
        ("clauses in all hypotheses", len(clauses), None, NOT_REPORTED),
        *((f"clauses {verdict}", clause_status[verdict], None, NOT_REPORTED)
          for verdict in VERDICTS),
        ("clauses that look at the path's length",
         sum(records.looks_at_length([clause]) for clause in clauses), None, NOT_REPORTED),
        ("hypotheses with such a clause",
         sum(records.looks_at_length(run.clauses) for run in learned), None, NOT_REPORTED),
    ]  # fmt: skip
    for row in rows:
        yield dict(zip(("quantity", "ours", "paper", "note"), row, strict=True))


@table(
    "winners", "Winners",
    (
        Column("variant", stay=True), Column("predicate", stay=True), "clauses",
        Column("verdict", ours=True, stay=True), Column("is π°", paper=True), "looks at length",
        Column("learned from", stay=True), *MEASURED,
    ),
    section="winner",
    caption="The winners; speedups of triage stage 3 in sort mode, over {{ records.baseline }}"
    "{% if records.baseline != 'no predicate' %} and over A* without a predicate{% endif %}."
    "{% if records.beside_paper %} The paper's winner is π° in plain, and its last two clauses in "
    "baseline.{% endif %}",
    named="predicate",
)  # fmt: skip
def winners(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the winners of each variant: their verdict, whether they are π°, and their speedups.

    Speedups are those of stage 3, in sort mode (`MEASURED`). `is π°` compares all states visible in
    the variant: yes, no, or unknown.
    """
    for variant, triage in records.triage.items():
        for name in WINNERS:
            entry = triage.winners.get(name, {})
            program = triage.program(name)
            row: dict[str, Any] = {
                "variant": variant,
                "predicate": name,
                "clauses": len(program),
                "learned from": len(entry.get("sources", ())),
            }
            if program:
                row["verdict"] = entry["status"]
                row["is π°"] = yes(records.is_paper(program, variant))
                row["looks at length"] = yes(records.looks_at_length(program))
                row |= measured(entry["measurement"] or {})
            yield row


@table(
    "table_3", "Table 3: clauses of the winners",
    (
        Column("variant", stay=True), Column("predicate", stay=True), Column("clause", stay=True),
        "Prolog", "English", "verdict", "looks at length", Column("paper's clause", paper=True),
        Column("note", paper=True),
    ),
    section="table_3",
    caption="Table 3: the clauses above, by their numbers, beside those of π° that fire in the "
    "same states.",
    when=lambda records: records.beside_paper,
)  # fmt: skip
def table_3(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the winners' clauses beside those of π° (Table 3), matched by what they say.

    Two clauses match if they fire in the same states among those visible in the variant. A clause
    that only the paper's winner has is a row without a clause of ours.
    """
    for variant, triage in records.triage.items():
        for name in WINNERS:
            missing = list(paper.WINNERS[variant]) if records.beside_paper else []
            program = triage.program(name)
            for number, text in enumerate(program, start=1):
                facts = records.clause(text)
                place = records.paper_clause(text, variant)
                twin = None if place is None else paper.WINNERS[variant][place - 1]
                if twin in missing:
                    missing.remove(twin)
                yield {
                    "variant": variant, "predicate": name, "clause": number, "Prolog": text,
                    "English": facts.english,
                    "verdict": facts.status,
                    "looks at length": yes(bool(facts.looks_at_length)),
                    "paper's clause": twin,
                    "note": "the same states" if twin else _note(records, text, variant),
                }  # fmt: skip
            same = bool(program) and records.is_paper(program, variant)
            for text in missing:
                note = "covered by the clauses above" if same else "not found"
                yield {
                    "variant": variant, "predicate": name, "paper's clause": text, "note": note,
                }  # fmt: skip


def _note(records: Records, text: str, variant: Variant) -> str:
    """Return why a clause has no counterpart in the paper's winner of the variant."""
    if records.about_triangles and records.answers_like([text], (), variant):
        return "fires in no state of this variant: superfluous"
    return "not a clause of the paper's"
