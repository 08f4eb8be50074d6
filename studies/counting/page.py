"""The page about Table 2 (results.md), from the records of the study and of experiments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from pathlib import Path
from typing import Any

import pandas as pd

from studies.counting.study import PREDICATES, WAYS
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_measured
from witness.base.files import write_text
from witness.pipeline.report import paper
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.large_tables import size_of
from witness.pipeline.report.table import size_name


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page."""
    measured = [read_measured(file) for file in source["searched"]]
    read = [Experiment.finished(Path("results") / name) for name in experiments]
    sizes = pd.DataFrame(_sizes(read), dtype=object)
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(measured)],
        command=command,
        puzzles=sum(len(one.rows) for one in measured),
        searched=pd.DataFrame(_searched(pd.concat([one.table for one in measured])), dtype=object),
        sizes=sizes,
        drawn=len(read),
        chi_squared=round(float((sizes["z"].dropna().astype(float) ** 2).sum()), 1),
        freedom=len(sizes) - 1,
    )
    write_text(output["page"], text)


def _searched(table: pd.DataFrame) -> Iterator[Row]:
    """Yield the averages of π_baseline beside the paper's, and the speedups of π°, by size."""
    known = {size_name(*size): row for size, row in paper.TABLE_2.items()}
    first, second = PREDICATES
    for size in (name for name in known if name in {*table["size"]}):
        group = table[table["size"] == size]
        row: Row = {"size": size, "puzzles": len(group)}
        theirs = known[size]
        for way in WAYS:
            values = group[f"{first}, {way}"]
            spread = float(values.std())
            error = hypot(spread / len(values) ** 0.5, spread / theirs.puzzles**0.5)
            row[f"{way}: ours / paper"] = round(float(values.mean()) / theirs.expansions, 3)
            row[f"{way}: z"] = round((float(values.mean()) - theirs.expansions) / error, 1)
        for way in WAYS:
            total = group[f"{first}, {way}"].sum() / group[f"{second}, {way}"].sum()
            row[f"{way}: speedup of {second}"] = round(float(total), 2)
        yield row


def _sizes(read: Sequence[Experiment]) -> Iterator[Row]:
    """Yield the paper's number of puzzles of each size, and ours, the average of some seeds.

    z is the difference in standard deviations, the root of ours.
    """
    ours: Counter[tuple[int, int]] = Counter()
    for one in read:
        tested = (record for record in one.records.test if record["run"] == "baseline")
        ours.update(map(size_of, tested))
    for size, row in paper.TABLE_2.items():
        number = ours[size] / len(read)
        yield {
            "size": size_name(*size),
            "the paper's puzzles": row.puzzles,
            "ours": round(number, 1),
            "z": round((row.puzzles - number) / number**0.5, 2) if number else None,
        }
