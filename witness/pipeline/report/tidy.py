"""Tidy tables of an experiment: one row an observation, one column a variable, for other programs.

docs/formats.md describes the columns. `witness hypotheses` shows these tables, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from witness.pipeline.report.known_clause import KnownClause
from witness.pipeline.report.records import RUNS, VERDICTS, Records
from witness.pipeline.report.table import TIDY, Row, fact, table
from witness.pipeline.report.triage_tables import triage
from witness.pipeline.training import LearningRun

__all__ = ["TIDY", "behaviours", "clauses", "hypotheses", "searches", "triage"]

#: A greater number in a record is no measurement.
MOST_WHOLE = 10**18


@table(
    "hypotheses",
    "What was learned from each training puzzle",
    (
        fact("puzzle", "text", "training puzzle, board"),
        fact("rows", "number", "likewise"),
        fact("cols", "number", "likewise"),
        fact("learner", "text", "as in `result.json`"),
        fact("status", "text", "likewise"),
        fact("verdict", "text",
             "none if nothing was learned"),
        fact("clauses", "number", "in all; by verdict"),
        fact("proved", "number", "likewise"),
        fact("checked", "number", "likewise", shown=False),
        fact("refuted", "number", "likewise", shown=False),
        fact("unknown", "number", "likewise", shown=False),
        fact("literals", "number", "with heads"),
        fact("positives", "number", "examples: all, covered", shown=False),
        fact("true_positives", "number", "likewise", shown=False),
        fact("negatives", "number", "likewise", shown=False),
        fact("false_positives", "number", "likewise", shown=False),
        fact("coverage", "number", "of positive examples, six decimals"),
        fact("seconds", "number", "processor time; memory: Popper"),
        fact("peak_memory_mb", "number",
             "likewise", shown=False),
        fact("looks_at_length", "truth",
             "some clause looks at the path's length", shown=False),
        fact("behaviour", "number",
             "group (1: largest), its size, like π°"),
        fact("alike", "number", "likewise"),
        fact("is_paper", "truth", "likewise"),
        fact("hypothesis", "texts", "clauses, as English if translatable", shown=False),
        fact("english", "texts",
             "likewise", shown=False),
        fact("reason", "text", "why it stopped or failed", shown=False),
    ),
    registry=TIDY,
)  # fmt: skip
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
            "learner": run.result.get("learner"),
            "status": run.result.get("status"),
            "verdict": records.status(run.clauses) if program else None,
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
            "is_paper": records.is_paper(run.clauses, "plain") if program else None,
            "hypothesis": run.clauses,
            "english": _sentences(program),
            "reason": run.result.get("reason"),
        }


@table(
    "clauses",
    "The clauses that were learned",
    (
        fact("hypotheses", "number", "that have the clause"),
        fact("status", "text", "verdict"),
        fact("literals", "number", "with the head"),
        fact("looks_at_length", "truth", "some literal does", shown=False),
        fact("clause_behaviour", "number",
             "group (1: commonest), its size"),
        fact("alike", "number", "likewise", shown=False),
        fact(
            "paper_clause", "number", "of π° if alike: 1 to 3"
        ),
        fact("clause", "text", "as written most often"),
        fact("english", "texts", "likewise", shown=False),
        fact("puzzles", "texts", "training puzzles", shown=False),
    ),
    registry=TIDY,
)  # fmt: skip
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
            "paper_clause": records.paper_clause(known.text, "plain"),
            "clause": known.text,
            "english": _sentences([known]),
            "puzzles": tuple(found),
        })  # fmt: skip
    return sorted(rows, key=lambda row: (-row["hypotheses"], row["literals"] or 0, row["clause"]))


@table(
    "behaviours",
    "Hypotheses that behave alike",
    (
        fact("behaviour", "number", "number; size"),
        fact("hypotheses", "number", "likewise"),
        fact("verdict", "text", "of the smallest hypothesis"),
        fact("is_paper", "truth", "likewise"),
        fact("looks_at_length", "truth", "likewise"),
        fact("clauses", "number", "likewise"),
        fact("literals", "number", "likewise"),
        fact("hypothesis", "texts", "likewise"),
        fact("english", "texts", "likewise", shown=False),
        fact("puzzles", "texts", "training puzzles", shown=False),
    ),
    registry=TIDY,
    file=False,
)  # fmt: skip
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
            "verdict": records.status(smallest.clauses),
            "is_paper": records.is_paper(smallest.clauses, "plain"),
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
        fact("set", "text", "`test` or `large`"),
        fact("puzzle", "text", "its id, board"),
        fact("rows", "number", "likewise"),
        fact("cols", "number", "likewise"),
        fact("run", "text", "predicate and mode in one word"),
        fact("predicate", "text", "of A\\*"),
        fact("mode", "text", "likewise"),
        fact("status", "text",
             "as for `witness solve`; `failed`: the predicate could not be evaluated"),
        fact("implied", "truth",
             "not made: a stronger predicate met the limit of expansions"),
        fact("expansions", "number", "of the search"),
        fact("seconds", "number", "processor time; none if implied"),
        fact("length", "number", "edges; none unless solved"),
        fact("engine", "text", "none if implied"),
    ),
    registry=TIDY,
)  # fmt: skip
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


def _any_looks_at_length(program: Iterable[KnownClause]) -> bool | None:
    found = {known.looks_at_length for known in program}
    if True in found:
        return True
    return None if None in found or not found else False


def _sentences(program: Iterable[KnownClause]) -> tuple[str, ...]:
    """Return clauses in English, as far as they can be put into it."""
    return tuple(known.sentence for known in program if known.sentence is not None)


def _number(record: Mapping[str, Any], key: str) -> int | float | None:
    found: int | float | None = record.get(key)
    return found if found is not None and abs(found) <= MOST_WHOLE else None  # nor is NaN


def _fraction(part: float | None, whole: float | None) -> float | None:
    return round(part / whole, 6) if whole and part is not None else None
