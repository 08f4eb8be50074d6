"""Tidy tables of an experiment: one row an observation, one column a variable, for other programs.

docs/formats.md describes the columns. `witness hypotheses` shows these tables, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from witness.experiments.training import LearningRun
from witness.proof.prover import STATUSES
from witness.report.known_clause import KnownClause
from witness.report.records import RUNS, VERDICTS, Records
from witness.report.table import TIDY, Cell, Column, Row, table
from witness.report.triage_tables import triage

__all__ = ["TIDY", "behaviours", "clauses", "hypotheses", "searches", "triage"]

#: A greater number in a record is no measurement.
MOST_WHOLE = 10**18


@table(
    "hypotheses",
    "What was learned from each training puzzle",
    (
        Column("puzzle", "text", meaning="id of the training puzzle"),
        Column("rows", "number", meaning="of its board"),
        Column("cols", "number", meaning="of its board"),
        Column("learner", "text", meaning="as in `result.json`"),
        Column("status", "text", meaning="as in `result.json`"),
        Column(
            "verdict",
            "text",
            meaning="`proved`, `checked`, `refuted` or `unknown`; none where nothing was learned",
        ),
        Column("clauses", "number", meaning="number of clauses"),
        Column("proved", "number", meaning="how many of them are proved"),
        Column("checked", "number", shown=False, meaning="likewise"),
        Column("refuted", "number", shown=False, meaning="likewise"),
        Column("unknown", "number", shown=False, meaning="likewise"),
        Column("literals", "number", meaning="size of the hypothesis, heads counted"),
        Column("positives", "number", shown=False, meaning="positive examples"),
        Column("true_positives", "number", shown=False, meaning="how many of them are covered"),
        Column("negatives", "number", shown=False, meaning="negative examples"),
        Column("false_positives", "number", shown=False, meaning="how many of them are covered"),
        Column("coverage", "number", meaning="`true_positives` / `positives`, to six decimals"),
        Column("seconds", "number", meaning="time of the learner"),
        Column(
            "peak_memory_mb",
            "number",
            shown=False,
            meaning="its memory in megabytes, where it was measured (Popper, Aleph)",
        ),
        Column(
            "looks_at_length",
            "truth",
            shown=False,
            meaning="whether some clause looks at the length of the path",
        ),
        Column(
            "behaviour",
            "number",
            meaning="number of the group of hypotheses that behave alike; 1 is the largest",
        ),
        Column("alike", "number", meaning="how many hypotheses are in this group"),
        Column("is_paper", "truth", meaning="whether it behaves like π°"),
        Column("hypothesis", "texts", shown=False, meaning="its clauses, in Prolog"),
        Column(
            "english",
            "texts",
            shown=False,
            meaning="its clauses in English; none where they cannot be translated",
        ),
        Column(
            "reason",
            "text",
            shown=False,
            meaning="why the learner did not end by itself, or failed",
        ),
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
        Column("hypotheses", "number", meaning="how many hypotheses have the clause"),
        Column("status", "text", meaning="`proved`, `checked`, `refuted` or `unknown`"),
        Column("literals", "number", meaning="number of literals, the head counted"),
        Column(
            "looks_at_length",
            "truth",
            shown=False,
            meaning="whether it looks at the length of the path",
        ),
        Column(
            "clause_behaviour",
            "number",
            meaning="number of the group of clauses that behave alike (another one than that of "
            "hypotheses); 1 occurs most often",
        ),
        Column("alike", "number", shown=False, meaning="how many clauses are in this group"),
        Column(
            "paper_clause",
            "number",
            meaning="number of the clause of π° that it behaves like, from 1 to 3",
        ),
        Column("clause", "text", meaning="as it was written most often"),
        Column("english", "texts", shown=False, meaning="the same in English"),
        Column("puzzles", "texts", shown=False, meaning="ids of the training puzzles"),
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
        Column("behaviour", "number", meaning="number of the group"),
        Column("hypotheses", "number", meaning="how many hypotheses are in it"),
        Column("verdict", "text", meaning="as above, of the smallest of them"),
        Column("is_paper", "truth", meaning="likewise"),
        Column("looks_at_length", "truth", meaning="likewise"),
        Column("clauses", "number", meaning="likewise"),
        Column("literals", "number", meaning="likewise"),
        Column("hypothesis", "texts", meaning="likewise"),
        Column("english", "texts", shown=False, meaning="likewise"),
        Column("puzzles", "texts", shown=False, meaning="ids of the training puzzles"),
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
        Column("set", "text", meaning="`test` or `large`"),
        Column("puzzle", "text", meaning="its id"),
        Column("rows", "number", meaning="of its board"),
        Column("cols", "number", meaning="of its board"),
        Column("run", "text", meaning="name of the run"),
        Column("predicate", "text", meaning="with which A\\* was run"),
        Column("mode", "text", meaning="in which it was used"),
        Column(
            "status",
            "text",
            meaning="as in the results of `witness solve`, or `failed`: the predicate could not "
            "be evaluated",
        ),
        Column(
            "implied",
            "truth",
            meaning="whether the search was not made, as a stronger predicate's had met the "
            "limit of expansions",
        ),
        Column("expansions", "number", meaning="nodes taken off the open list"),
        Column("seconds", "number", meaning="the search alone; none if implied"),
        Column("length", "number", meaning="edges of the solution; none unless solved"),
        Column("engine", "text", meaning="that made the search; none if implied"),
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
