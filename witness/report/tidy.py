"""Tidy tables of an experiment: one row an observation, one column a variable, for other programs.

docs/formats.md describes the columns. `witness hypotheses` shows these tables, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from witness.experiment.training import LearningRun
from witness.proof.prover import STATUSES
from witness.report.known_clause import KnownClause
from witness.report.records import RUNS, VERDICTS, Records
from witness.report.table import TIDY, Cell, Column, Row, columns, table
from witness.report.triage_tables import triage

__all__ = ["TIDY", "behaviours", "clauses", "hypotheses", "searches", "triage"]

#: A greater number in a record is no measurement.
MOST_WHOLE = 10**18


@table(
    "hypotheses",
    "What was learned from each training puzzle",
    (
        Column("puzzle", "text"),
        *columns("number", "rows", "cols"),
        *columns("text", "learner", "status", "verdict"),
        *columns("number", "clauses", "proved"),
        *columns("number", "checked", "refuted", "unknown", shown=False),
        Column("literals", "number"),
        *columns(
            "number", "positives", "true_positives", "negatives", "false_positives", shown=False
        ),
        *columns("number", "coverage", "seconds"),
        Column("peak_memory_mb", "number", shown=False),
        Column("looks_at_length", "truth", shown=False),
        *columns("number", "behaviour", "alike"),
        Column("is_paper", "truth"),
        *columns("texts", "hypothesis", "english", shown=False),
        Column("reason", "text", shown=False),
    ),
    registry=TIDY,
)
def hypotheses(records: Records) -> Iterator[Row]:
    """Yield a row for each training puzzle, in the order of the records."""
    learned = records.learned
    times = Counter(learned.behaviours.values())
    for run in learned.runs:
        program = learned.program(run)
        status = Counter(known.status for known in program)
        puzzle = records.puzzles.get(run.puzzle)
        positives, covered = (_number(run.result, key) for key in ("positives", "true_positives"))
        behaviour = learned.behaviours.get(run.puzzle)
        yield {
            "puzzle": run.puzzle,
            "rows": None if puzzle is None else puzzle.rows,
            "cols": None if puzzle is None else puzzle.cols,
            "learner": _word(run.result, "learner"),
            "status": _word(run.result, "status"),
            "verdict": _verdict(program),
            "clauses": len(program),
            **{name: status[name] for name in VERDICTS},
            "literals": learned.size(run),
            "positives": positives,
            "true_positives": covered,
            "negatives": _number(run.result, "negatives"),
            "false_positives": _number(run.result, "false_positives"),
            "coverage": _fraction(covered, positives),
            "seconds": _number(run.result, "seconds"),
            "peak_memory_mb": _number(run.result, "peak_memory"),
            "looks_at_length": _any_looks_at_length(program),
            "behaviour": behaviour,
            "alike": None if behaviour is None else times[behaviour],
            "is_paper": learned.is_paper(run) if program else None,
            "hypothesis": run.clauses,
            "english": _sentences(program),
            "reason": _word(run.result, "reason"),
        }


@table(
    "clauses",
    "The clauses that were learned",
    (
        Column("hypotheses", "number"),
        Column("status", "text"),
        Column("literals", "number"),
        Column("looks_at_length", "truth", shown=False),
        Column("clause_behaviour", "number"),
        Column("alike", "number", shown=False),
        Column("paper_clause", "number"),
        Column("clause", "text"),
        *columns("texts", "english", "puzzles", shown=False),
    ),
    registry=TIDY,
)
def clauses(records: Records) -> list[Row]:
    """Return a row for each distinct clause, those first that occur most often."""
    learned = records.learned
    puzzles: dict[str, list[str]] = {}
    for run in learned.runs:
        for form in dict.fromkeys(known.form for known in learned.program(run)):
            puzzles.setdefault(form, []).append(run.puzzle)
    spelled = Counter(text for run in learned.runs for text in run.clauses)
    kinds = Counter(learned.clause_behaviours[group[0].text] for group in learned.variants)
    rows: list[Row] = []
    for group in learned.variants:
        known = min(group, key=lambda one: (-spelled[one.text], one.text))
        behaviour = learned.clause_behaviours[known.text]
        found = puzzles[known.form]
        rows.append({
            "hypotheses": len(found),
            "status": known.status,
            "literals": known.size,
            "looks_at_length": known.looks_at_length,
            "clause_behaviour": behaviour,
            "alike": kinds[behaviour],
            "paper_clause": learned.paper_clause(known.text),
            "clause": known.text,
            "english": _sentences([known]),
            "puzzles": tuple(found),
        })  # fmt: skip
    return sorted(
        rows,
        key=lambda row: (
            -_as_int(row["hypotheses"]),
            _as_int(row["literals"]),
            str(row["clause"]),
        ),
    )


@table(
    "behaviours",
    "Hypotheses that behave alike",
    (
        *columns("number", "behaviour", "hypotheses"),
        Column("verdict", "text"),
        *columns("truth", "is_paper", "looks_at_length"),
        *columns("number", "clauses", "literals"),
        Column("hypothesis", "texts"),
        *columns("texts", "english", "puzzles", shown=False),
    ),
    registry=TIDY,
    file=False,
)
def behaviours(records: Records) -> Iterator[Row]:
    """Yield a row for each group of hypotheses that behave alike, with its smallest hypothesis."""
    learned = records.learned
    groups: dict[int, list[LearningRun]] = {}
    for run in learned.runs:
        if run.puzzle in learned.behaviours:
            groups.setdefault(learned.behaviours[run.puzzle], []).append(run)
    for behaviour, runs in sorted(groups.items()):
        smallest = min(runs, key=lambda run: (learned.size(run), run.clauses))
        program = learned.program(smallest)
        yield {
            "behaviour": behaviour,
            "hypotheses": len(runs),
            "verdict": _verdict(program),
            "is_paper": learned.is_paper(smallest),
            "looks_at_length": _any_looks_at_length(program),
            "clauses": len(program),
            "literals": learned.size(smallest),
            "hypothesis": smallest.clauses,
            "english": _sentences(program),
            "puzzles": tuple(run.puzzle for run in runs),
        }


@table(
    "searches",
    "The searches of the test set and of the large set",
    (
        *columns("text", "set", "puzzle"),
        *columns("number", "rows", "cols"),
        *columns("text", "run", "predicate", "mode", "status"),
        Column("implied", "truth"),
        *columns("number", "expansions", "seconds", "length"),
        Column("engine", "text"),
    ),
    registry=TIDY,
)
def searches(records: Records) -> Iterator[Row]:
    """Yield a row for each search of the test set and of the large set."""
    for name, found in (("test", records.test), ("large", records.large)):
        for record in found:
            predicate, mode = RUNS.get(record["run"], (None, None))
            yield {
                "set": name,
                "puzzle": record["id"],
                "rows": record["rows"],
                "cols": record["cols"],
                "run": record["run"],
                "predicate": None if predicate is None else predicate.removeprefix("π_"),
                "mode": mode,
                "status": record["status"],
                "implied": record.get("implied", False),
                "expansions": record["expansions"],
                "seconds": record["seconds"],
                "length": record["length"],
                "engine": record["engine"],
            }


def _verdict(program: Iterable[KnownClause]) -> str | None:
    """Return the verdict on a hypothesis, None if it is empty."""
    found = {known.status for known in program}
    return next((name for name in STATUSES if name in found), None)


def _any_looks_at_length(program: Iterable[KnownClause]) -> bool | None:
    found = {known.looks_at_length for known in program}
    if True in found:
        return True
    return None if None in found or not found else False


def _sentences(program: Iterable[KnownClause]) -> tuple[str, ...]:
    """Return clauses in English, as far as they can be put into it."""
    return tuple(known.sentence for known in program if known.sentence is not None)


def _word(record: Mapping[str, Any], key: str) -> str | None:
    found = record.get(key)
    return found if isinstance(found, str) else None


def _number(record: Mapping[str, Any], key: str) -> int | float | None:
    found = record.get(key)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return found if abs(found) <= MOST_WHOLE else None  # nor is NaN


def _fraction(part: float | None, whole: float | None) -> float | None:
    return round(part / whole, 6) if whole and part is not None else None


def _as_int(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0
