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
        fact("puzzle", "text", "id of the training puzzle"),
        fact("rows", "number", "of its board"),
        fact("cols", "number", "of its board"),
        fact("learner", "text", "as in `result.json`"),
        fact("status", "text", "as in `result.json`"),
        fact("verdict", "text",
             "`proved`, `checked`, `refuted` or `unknown`; none where nothing was learned"),
        fact("clauses", "number", "number of clauses"),
        fact("proved", "number", "how many of them are proved"),
        fact("checked", "number", "likewise", shown=False),
        fact("refuted", "number", "likewise", shown=False),
        fact("unknown", "number", "likewise", shown=False),
        fact("literals", "number", "size of the hypothesis, heads counted"),
        fact("positives", "number", "positive examples", shown=False),
        fact("true_positives", "number", "how many of them are covered", shown=False),
        fact("negatives", "number", "negative examples", shown=False),
        fact("false_positives", "number", "how many of them are covered", shown=False),
        fact("coverage", "number", "`true_positives` / `positives`, to six decimals"),
        fact("seconds", "number", "processor time of the learner"),
        fact("peak_memory_mb", "number",
             "its memory in megabytes, where it was measured (Popper, Aleph)", shown=False),
        fact("looks_at_length", "truth",
             "whether some clause looks at the length of the path", shown=False),
        fact("behaviour", "number",
             "number of the group of hypotheses that behave alike; 1 is the largest"),
        fact("alike", "number", "how many hypotheses are in this group"),
        fact("is_paper", "truth", "whether it behaves like π°"),
        fact("hypothesis", "texts", "its clauses, in Prolog", shown=False),
        fact("english", "texts",
             "its clauses in English; none where they cannot be translated", shown=False),
        fact("reason", "text", "why the learner did not end by itself, or failed", shown=False),
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
        fact("hypotheses", "number", "how many hypotheses have the clause"),
        fact("status", "text", "`proved`, `checked`, `refuted` or `unknown`"),
        fact("literals", "number", "number of literals, the head counted"),
        fact("looks_at_length", "truth", "whether it looks at the length of the path", shown=False),
        fact("clause_behaviour", "number",
             "number of the group of clauses that behave alike (another one than that of "
             "hypotheses); 1 occurs most often"),
        fact("alike", "number", "how many clauses are in this group", shown=False),
        fact(
            "paper_clause", "number", "number of the clause of π° that it behaves like, from 1 to 3"
        ),
        fact("clause", "text", "as it was written most often"),
        fact("english", "texts", "the same in English", shown=False),
        fact("puzzles", "texts", "ids of the training puzzles", shown=False),
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
        fact("behaviour", "number", "number of the group"),
        fact("hypotheses", "number", "how many hypotheses are in it"),
        fact("verdict", "text", "as above, of the smallest of them"),
        fact("is_paper", "truth", "likewise"),
        fact("looks_at_length", "truth", "likewise"),
        fact("clauses", "number", "likewise"),
        fact("literals", "number", "likewise"),
        fact("hypothesis", "texts", "likewise"),
        fact("english", "texts", "likewise", shown=False),
        fact("puzzles", "texts", "ids of the training puzzles", shown=False),
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
        fact("puzzle", "text", "its id"),
        fact("rows", "number", "of its board"),
        fact("cols", "number", "of its board"),
        fact("run", "text", "name of the run"),
        fact("predicate", "text", "with which A\\* was run"),
        fact("mode", "text", "in which it was used"),
        fact("status", "text",
             "as in the results of `witness solve`, or `failed`: the predicate could not be "
             "evaluated"),
        fact("implied", "truth",
             "whether the search was not made, as a stronger predicate's had met the limit of "
             "expansions"),
        fact("expansions", "number", "nodes taken off the open list"),
        fact("seconds", "number", "processor time of the search alone; none if implied"),
        fact("length", "number", "edges of the solution; none unless solved"),
        fact("engine", "text", "that made the search; none if implied"),
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
