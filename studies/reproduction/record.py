"""The reproduction record: the paper's numbers beside ours, from finished experiments.

The words stand in a template (`results.md.j2`); here are the numbers that go
into them. What the words explain is looked up in the records, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from studies.commands import snakemake_command
from studies.made import of_experiment
from studies.pages import markdown_page
from studies.runs_table import OUTCOMES, differing, runs_table
from studies.times import learning_seconds, made_by_its_jobs
from witness.pipeline.candidates import VARIANTS
from witness.pipeline.evaluate import PAPER_EXPANSIONS_PER_SECOND
from witness.pipeline.report import paper
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import busy_seconds
from witness.pipeline.report.large_tables import ALL_SIZES
from witness.pipeline.report.pictures import Refutation, largest_speedup, refutations
from witness.pipeline.report.records import WINNERS, Records
from witness.pipeline.report.speedups import (
    TIMED,
    TimeSpeedup,
    comparisons,
    in_range,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.summary import summary
from witness.pipeline.report.table import percent, significant
from witness.pipeline.report.tables import TABLES
from witness.searches.tree.forced import argument


@dataclass(frozen=True)
class Minutes:
    """How long an experiment was running, in minutes.

    `training` is the time during which training puzzles were worked on; `learning_hours` is summed
    over the runs of the learner.
    """

    all: float
    training: float
    learning_hours: float


def record(
    template: str | Path,
    experiments: Sequence[Experiment],
    defaults: Mapping[str, Any],
    command: str,
    figures: Mapping[str, str],
    target: str = "studies/reproduction/results.md",
) -> str:
    """Build the record as Markdown; the first experiment is the one that is shown in full.

    `defaults` is the configuration from which experiments differ, `command` the one that makes this
    record, `figures` the address of each figure, `figure_5_<method>` of those in `other_methods`.
    """
    main = experiments[0]
    largest = largest_speedup(main.records)
    tables = {name: table(main.records) for name, table in TABLES.items()}
    return markdown_page(
        template,
        target,
        map(of_experiment, experiments),
        paper=paper,
        paper_speed=PAPER_EXPANSIONS_PER_SECOND,
        command=command,
        commands=[(e.name, snakemake_command(e.config, defaults)) for e in experiments],
        experiments=experiments,
        main=main,
        summary=summary(main.records, same_puzzles(experiments)),
        tables=tables,
        table_3={v: _once(tables["table_3"][tables["table_3"]["variant"] == v]) for v in VARIANTS},
        large=tables["large"][tables["large"]["size"].str.startswith(ALL_SIZES)],
        runs=differing(runs_table(experiments)),
        learning=_told(tables["learning"]),
        outcomes=OUTCOMES,
        minutes=minutes(main),
        others_minutes=_range(
            minutes(e).all
            for e in experiments[1:]
            if e.jobs and made_by_its_jobs(e) and not e.records.large
        ),
        verdicts=list(_verdicts(experiments, defaults)),
        refutations=shown_refutations(main.records),
        program=main.records.proved_program,
        largest=largest,
        argument=[] if largest is None else argument(largest.found),
        finalists=_finalists(tables["triage"]),
        speeds=_speeds(main),
        timed=TIMED,
        figures=figures,
        other_methods=other_methods(experiments),
    )


def same_puzzles(experiments: Sequence[Experiment]) -> str:
    """Return what experiments found in time on the first's test puzzles with an equal winner.

    Equal are winners that make the same expansions on every puzzle.
    """

    def searched(experiment: Experiment) -> dict[str, int | None]:
        return {
            record["id"]: record["expansions"]
            for record in experiment.records.test
            if record["run"] == "winner_proved"
        }

    first = experiments[0]
    totals = [
        found.total
        for one in experiments
        if one.records.test_puzzles == first.records.test_puzzles
        and searched(one) == searched(first)
        and isinstance(
            found := time_speedup(comparisons(one.records.test, "winner_proved")), TimeSpeedup
        )
    ]
    if len(totals) < 2:
        return ""
    return f"on the same puzzles {in_range(totals)} in {len(totals)} experiments"


def other_methods(experiments: Sequence[Experiment]) -> dict[str, Experiment]:
    """Return, by path method, the experiments with another than that of the first's large set.

    The first of each method counts.
    """
    found: dict[str, Experiment] = {}
    for experiment in experiments:
        if experiment.records.large:
            found.setdefault(experiment.config["large"]["method"], experiment)
    found.pop(experiments[0].config["large"]["method"], None)
    return found


def shown_refutations(records: Records) -> list[Refutation]:
    """Return two counterexamples, to clauses that look at the path's length if there are such."""
    found = refutations(records)
    found.sort(key=lambda refutation: not records.clause(refutation.clause).looks_at_length)
    return found[:2]


def minutes(experiment: Experiment) -> Minutes:
    """Return how long an experiment was running."""
    jobs = experiment.jobs
    training = [job for job in jobs if job.stage == "train"]
    return Minutes(
        all=busy_seconds(jobs) / 60,
        training=busy_seconds(training) / 60,
        learning_hours=learning_seconds(experiment) / 3600,
    )


def _range(values: Iterable[float]) -> str:
    """Say of how many minutes the least and the greatest are; nothing of none."""
    found = [round(value) for value in values]
    if not found:
        return ""
    low, high = min(found), max(found)
    return f"{low} minutes" if low == high else f"{low} to {high} minutes"


def _once(table_3: pd.DataFrame) -> pd.DataFrame:
    """Return the clauses of a variant; those of equal winners once."""
    first, second = (
        table_3[table_3["predicate"] == name].reset_index(drop=True) for name in WINNERS
    )
    if not first.drop(columns="predicate").equals(second.drop(columns="predicate")):
        return table_3
    return first.assign(predicate=" = ".join(WINNERS))


def _told(learning: pd.DataFrame) -> pd.DataFrame:
    """Return the rows about learning without those of which there is none here and in the paper."""
    here = [not pd.isna(theirs) or ours != 0 for ours, theirs in zip(
        learning["ours"], learning["paper"], strict=True
    )]  # fmt: skip
    return learning[here].replace("not in the paper", "")


def _verdicts(
    experiments: Sequence[Experiment], defaults: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield for each experiment, variant and winner whether it is π°, and its verdict.

    Experiments that differ in their large sets only have the same winners, which count once.
    """
    seen: list[dict[str, Any]] = []
    for experiment in experiments:
        config = {**defaults, **experiment.config}
        learning = {key: value for key, value in config.items() if key not in ("name", "large")}
        if learning in seen:
            continue
        seen.append(learning)
        records = experiment.records
        for variant in VARIANTS:
            for name in WINNERS if variant in records.triage else ():
                program = records.triage[variant].program(name)
                yield {
                    "labels": experiment.config["labels"],
                    "rank_by": experiment.config["triage"]["rank_by"],
                    "name": name,
                    "is_paper": bool(program) and records.is_paper(program, variant),
                    "verdict": records.status(program),
                    "length": records.looks_at_length(program),
                }


def _finalists(triage: pd.DataFrame) -> pd.DataFrame:
    """Return the finalists of the proved track, plain variant."""
    rows = triage[
        (triage["variant"] == "plain") & (triage["track"] == "proved") & (triage["stage"] == 3)
    ]
    measured = ["time speedup", "expansion speedup", "tie", "training puzzles"]
    return rows[["place", "is π°", *measured, "program"]]


def _speeds(experiment: Experiment) -> dict[str, Any]:
    """Return expansions a second on the test set, and the share of very short baseline searches."""
    records = experiment.records
    found: dict[str, Any] = {}
    for run in ("baseline", "winner_proved"):
        searches = [record for record in records.test if record["run"] == run]
        seconds = sum(record["seconds"] for record in searches)
        expansions = sum(record["expansions"] for record in searches)
        found[run] = significant(expansions / seconds, 2) if seconds else None
    baseline = [record for record in records.test if record["run"] == "baseline"]
    found["short"] = percent(sum(r["seconds"] < 0.001 for r in baseline), len(baseline))
    compared = comparisons(records.test, "winner_proved")
    found["expansions"] = total_speedup(compared)
    timed = time_speedup(compared)
    found["time"] = f"{timed.total:.3g}, {timed.range}" if isinstance(timed, TimeSpeedup) else timed
    return found
