"""What was learned from one task: a row for each clause, with what it covers alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from witness.base.errors import InputError
from witness.clauses.background import TASK_FILES, background_of
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.task import read_task
from witness.pipeline.report.table import Row, fact
from witness.puzzle.views.plain_clauses import in_english

#: The files of a task, with what `witness learn` writes beside them.
FILES = (*TASK_FILES, "hypothesis.pl")

#: The columns of the rows, as those of a tidy table.
COLUMNS = (
    fact("number", "number", "of the clause"),
    fact("literals", "number", "head counted"),
    fact("true_positives", "number",
         "positive examples that it covers; none if it needs other clauses"),
    fact("positives", "number", "positive examples"),
    fact("false_positives", "number", "negative examples that it covers"),
    fact("negatives", "number", "negative examples"),
    fact("clause", "texts", "in Prolog"),
    fact("english", "texts", "in English"),
)  # fmt: skip


def missing_files(folder: str | Path) -> list[str]:
    """Return which files a folder lacks to be a task with what was learned from it."""
    return [name for name in FILES if not (Path(folder) / name).is_file()]


def clause_rows(folder: str | Path) -> Iterator[Row]:
    """Yield the rows of a folder; raise `InputError` with file and line if it cannot be read."""
    file = Path(folder) / "hypothesis.pl"
    task, clauses = read_task(folder), read_hypothesis(file)
    english = in_english(clauses, background_of(file, relational=True), str(file))
    positives, negatives = task.counts
    for number, (clause, words) in enumerate(zip(clauses, english, strict=True), start=1):
        row = {
            "number": number,
            "literals": clause.size,
            "true_positives": None,
            "positives": positives,
            "false_positives": None,
            "negatives": negatives,
            "clause": (clause_text(clause),),
            "english": (words,),
        }
        with suppress(InputError):
            row["true_positives"], row["false_positives"] = coverage([clause], task)
        yield row
