"""Several experiments side by side: what differs in their configurations, and what came of it."""

from __future__ import annotations

import json
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from witness.base import shipped
from witness.base.config import merged, schema_defaults
from witness.base.files import read_text
from witness.pipeline.report.experiment import Experiment, UnfinishedError
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import (
    NOT_TIMED,
    TimeSpeedup,
    in_range,
    on_test_set,
    spread,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import NO_WINNER, Column, Row, fact, significant
from witness.pipeline.report.templates import render

#: The page, and where it and its look are.
TEMPLATE = "workflow/report/compare.html.j2"

#: The columns after the name and after the keys that differ.
RESULTS = (
    fact("trained", "number", "training puzzles so far"),
    fact("coverage", "number",
         "the average share of the positive examples of a training puzzle that its hypothesis "
         "covers; where nothing was learned, 0"),
    fact("proved", "number", "how many of the hypotheses are proved"),
    fact("winner", "text", "the best of all hypotheses by its clauses in short"),
    fact("verdict", "text", "the verdict on it"),
    fact("winner_clauses", "texts", "its clauses", shown=False),
    fact("winner_english", "texts", "the same in English", shown=False),
    fact("winner_proved", "text", "the best of the proved cores likewise"),
    fact("puzzles", "number", "test puzzles that are compared", shown=False),
    fact("left_out", "number", "test puzzles on which a search met a limit", shown=False),
    *(
        fact(f"{prefix}{name}", "number", meaning)
        for prefix, of in (("", "expansions"), ("time_", "seconds"))
        for name, meaning in (
            ("speedup", f"Σ {of} of π_baseline / Σ {of} of winner_proved on the test set"),
            ("low", "the lower bound of its 95 % bootstrap interval"),
            ("high", "the upper bound"),
            ("median", "the median of the speedups of single puzzles"),
            ("geometric_mean", "their geometric mean"),
        )
    ),
    fact("hypothesis", "texts", "the clauses of winner_proved"),
    fact("english", "texts", "the same in English"),
    fact("notes", "texts", "what does not compare, and why", shown=False),
)  # fmt: skip


#: The predicates: the column of its name, of its clauses, and of their English.
WINNERS = (
    ("winner", "winner_clauses", "winner_english"),
    ("winner_proved", "hypothesis", "english"),
)

#: As many keys of the configuration, with as many characters, are columns for reading.
MOST_KEYS, WIDE = 3, 18


class Compared(NamedTuple):
    """Experiments with a row for each: `keys` are those of the configurations that differ."""

    experiments: Sequence[Experiment]
    keys: Sequence[str]
    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def notes(self) -> list[str]:
        """What does not compare, each note once, after the names of the experiments that have it.

        A note that all have is about all.
        """
        owners: dict[str, list[str]] = {}
        for row in self.rows:
            for note in row["notes"]:
                owners.setdefault(note.removesuffix("."), []).append(row["experiment"])
        return [
            note if len(names) == len(self.rows) > 1 else f"{', '.join(names)}: {note}"
            for note, names in owners.items()
        ]

    @property
    def others(self) -> list[str]:
        """The keys beside those that are columns for reading."""
        texts = {key: [key, *(str(row[key]) for row in self.rows)] for key in self.keys}
        short = [key for key, own in texts.items() if max(map(len, own)) <= WIDE]
        return [key for key in self.keys if key not in short[:MOST_KEYS]]

    def for_reading(self) -> tuple[Sequence[Column], Sequence[Row]]:
        """Return the columns with values, and the rows; `others` stand below a row."""
        shown = (c for c in self.columns if c.shown and c.name not in self.others)
        columns = [c for c in shown if any(row[c.name] is not None for row in self.rows)]
        columns += [fact("others", "texts", "the other keys")] if self.others else []
        below = [tuple(f"{key}: {row[key]}" for key in self.others) for row in self.rows]
        rows = [{**row, "others": keys} for row, keys in zip(self.rows, below, strict=True)]
        return columns, rows


def compared(experiments: Sequence[Experiment]) -> Compared:
    """Return a row for each experiment. One that is not finished has cells without a value."""
    names = [one.name for one in experiments]
    labels = [
        str(one.folder) if names.count(one.name) > 1 else one.name for one in experiments
    ]  # fmt: skip
    different = _different(experiments)
    common = [
        *_apart(experiments, labels, "puzzles/test.jsonl",
                "the test sets differ, so that the ratios are not of the same puzzles"),
        *_apart(experiments, labels, "machine.json",
                "the machine or the commit differs, so that times compare roughly"),
    ]  # fmt: skip
    rows = []
    for number, (experiment, label) in enumerate(zip(experiments, labels, strict=True)):
        notes: list[str] = []
        try:
            records = experiment.records
        except UnfinishedError as error:
            records = experiment.triaged
            notes.append(f"not finished: {error.reason}")
        row = {key: values[number] for key, values in different.items()}
        row |= {"experiment": label, **_results(records)}
        if isinstance(row["time_speedup"], str):
            notes.append(f"no speedup in time ({NOT_TIMED[row['time_speedup']]})")
            row |= dict.fromkeys((name for name in row if name.startswith("time_")), None)
        if records.test and not row["hypothesis"]:
            notes.append(NO_WINNER)
        rows.append(row | {"notes": tuple(f"{note}." for note in (*notes, *common))})
    columns = [fact("experiment", "text", "its name")]
    for key, values in different.items():
        numeric = all(isinstance(value, int | float) for value in values)
        columns.append(fact(key, "number" if numeric else "text", "of the configuration"))
    columns += RESULTS
    rows = [{column.name: row.get(column.name) for column in columns} for row in rows]
    return Compared(experiments, list(different), columns, rows)


def _different(experiments: Sequence[Experiment]) -> dict[str, list[Any]]:
    """Return the values of the keys of the configurations that differ, but for the name."""
    usual = schema_defaults(shipped.shipped_file("workflow/schemas/config.schema.yaml"))
    all_values = [dict(_flat(merged(usual, one.config))) for one in experiments]
    written = [key for one in experiments for key, _ in _flat(one.config)]
    keys = dict.fromkeys([*written, *all_values[0]])
    found = {key: [values.get(key) for values in all_values] for key in keys}
    for name in ("bias", "bk"):  # files of one name that are not the same
        texts = [read_text(one.folder / f"{name}.pl") for one in experiments]
        named = {*zip(found["bias"], found["bk"], strict=True)}
        if len(set(texts)) > len(named):
            found[f"{name}.pl"] = [f"version {[*dict.fromkeys(texts)].index(t) + 1}" for t in texts]
    apart = {key: values for key, values in found.items() if any(v != values[0] for v in values)}
    return dict(sorted(apart.items(), key=lambda item: "." in item[0]))  # sections come last


def _flat(config: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a configuration by the names of their keys, such as `triage.rounds`."""
    for key, value in config.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{before}{key}.")
        elif f"{before}{key}" != "name" and not f"{before}{key}".startswith("studies."):
            plain = value is None or isinstance(value, str | int | float)
            yield f"{before}{key}", value if plain else json.dumps(value, default=str)


def _apart(
    experiments: Sequence[Experiment], labels: Sequence[str], file: str, what: str
) -> Iterator[str]:
    """Yield a sentence if a file is not the same in all experiments that have it."""
    groups: dict[str, list[str]] = {}
    for one, label in zip(experiments, labels, strict=True):
        if (one.folder / file).is_file():
            groups.setdefault(read_text(one.folder / file), []).append(label)
    if len(groups) > 1:
        yield f"{what}: {'; '.join(map(', '.join, groups.values()))}"


def _results(records: Records) -> Row:
    """Return what came of an experiment. A time that is noise says why in `time_speedup`."""
    results = [run.result for run in records.learning]
    verdicts = [records.status(run.clauses) for run in records.learning if run.clauses]
    row: dict[str, Any] = {"trained": len(results), "proved": verdicts.count("proved")}
    if results:
        shares = [(one.get("true_positives") or 0) / (one.get("positives") or 1) for one in results]
        row["coverage"] = significant(statistics.fmean(shares))
    for name, clauses, english in WINNERS:
        program = tuple(records.winner(name).get("program", ()))
        row[name] = records.name(program, "plain") if program else None
        row[clauses] = program
        row[english] = tuple(f"{records.clause(text).english}." for text in program)
    row["verdict"] = records.status(row["winner_clauses"]) if row["winner"] else None
    run = [record for record in records.test if record["run"] == "winner_proved"]
    answered = on_test_set(records, "winner_proved")
    timed = time_speedup(answered)
    row["puzzles"] = len(answered) if run else None
    row["left_out"] = len(run) - len(answered) if run else None
    row["speedup"] = total_speedup(answered) if answered else None
    row["time_speedup"] = timed.total if isinstance(timed, TimeSpeedup) else timed
    for prefix, measure in (("", "expansions"), ("time_", "seconds")):
        if found := spread(answered, measure):
            middle = statistics.median(one.speedup(measure) for one in answered)
            names = ("low", "high", "median", "geometric_mean")
            values = (found.low, found.high, middle, found.mean)
            row |= {f"{prefix}{n}": significant(v) for n, v in zip(names, values, strict=True)}
    return row


def page(found: Compared, place: str | Path) -> str:
    """Return the page that compares experiments, with links as from a file in the folder `place`.

    It is HTML without scripts, in the look of the report.
    """
    predicates: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in found.rows:
        for name, clauses, english in reversed(WINNERS):
            if row[clauses]:
                said = list(zip(row[clauses], row[english], strict=True))
                predicate = {"name": row[name], "clauses": said, "owners": {}}
                owners = predicates.setdefault(row[clauses], predicate)["owners"]
                owners.setdefault(row["experiment"], []).append(name)
    reports = [one.folder / "report.html" for one in found.experiments]
    text = render(
        shipped.shipped_file(TEMPLATE),
        found=found,
        reports=[os.path.relpath(file, place) if file.is_file() else "" for file in reports],
        predicates=predicates.values(),
        interval=_interval,
        timed=any(row["time_speedup"] is not None for row in found.rows),
    )
    return f"{text}\n"


def _interval(row: Row, prefix: str) -> str:
    """Return a speedup with its interval in words; a dash without one."""
    total, low, high = (row[f"{prefix}{name}"] for name in ("speedup", "low", "high"))
    return "–" if total is None else f"{significant(total, 3):g} ({in_range((low, high))})"
