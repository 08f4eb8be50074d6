"""Several experiments side by side: what changes with the seed, the labels and the bias.

The table tests this expectation: `winner_proved` is π° whatever the seed, the labels, the bias and
the ranking; `winner`, which Algorithm 2 returns, is π° if it ranks by time, as the paper does, and
may be something else if clauses cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from studies.times import (
    learner_name,
    learning_seconds,
    made_by_its_jobs,
    most_at_once,
)
from witness.pipeline.candidates import VARIANTS
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import busy_seconds
from witness.pipeline.report.large_tables import minutes_text, solved_percent
from witness.pipeline.report.records import WINNERS, Records
from witness.pipeline.report.speedups import (
    TimeSpeedup,
    comparisons,
    spread,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import frame, percent, significant
from witness.pipeline.report.triage_tables import measured

#: The columns of the outcomes of searches that pages show.
OUTCOMES = (
    "set", "run", "puzzles", "solved", "lost", "expansion-limit", "time-limit",
    "memory-limit", "implied")  # fmt: skip

#: What pages leave out of the table: rows that other tables have, or that say little.
NOT_SHOWN = "of stage 3|looks at length|15 minutes|minutes that it took|hours of one core"


def differing(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a table of runs in which experiments differ; of one alone, all rows."""
    rows = runs[~runs["quantity"].str.contains(NOT_SHOWN)]
    names = [name for name in runs.columns if name != "quantity"]
    if len(names) < 2:
        return rows
    return rows[[len(set(map(str, row))) > 1 for row in rows[names].to_numpy()]]


def runs_table(experiments: Sequence[Experiment]) -> pd.DataFrame:
    """Return a table with a row per quantity and a column per experiment, by its name."""
    columns = {e.name: _column(e) for e in experiments}
    quantities = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows = [
        {"quantity": quantity, **{name: column.get(quantity) for name, column in columns.items()}}
        for quantity in quantities
    ]
    return frame(rows, ("quantity", *columns))


def _column(experiment: Experiment) -> dict[str, Any]:
    config, records = experiment.config, experiment.records
    learned = [run for run in records.learning if run.clauses]
    found: dict[str, Any] = {
        "seed": config["seed"],
        "learner": learner_name(config, records),
        "bias": config["bias"],
        "labels": config["labels"],
        "ranked by": config["triage"]["rank_by"],
        "training runs that gave a predicate": len(learned),
        "… that behaves exactly like π°": sum(
            bool(records.is_paper(run.clauses, "plain")) for run in learned
        ),
        "… with a clause that looks at the path's length": sum(
            records.looks_at_length(run.clauses) for run in learned
        ),
        "learning, hours of one core": significant(learning_seconds(experiment) / 3600, 2),
    }
    for variant in VARIANTS:
        if variant in records.triage:
            for name in WINNERS:
                found |= _winner(records, variant, name)
    guided = any(record["run"] == "winner_guided" for record in records.test)
    proved = ("winner_proved", "winner_guided") if guided else ("winner_proved",)
    for run in (*proved, "winner_sort"):
        compared = comparisons(records.test, run)
        title = f"test set: {run}, Σ speedup in"
        found[f"{title} expansions"] = total_speedup(compared)
        over = spread(compared, "expansions")
        found[f"{title} expansions, 95 % interval"] = over.interval if over else None
        timed = time_speedup(compared)
        known = isinstance(timed, TimeSpeedup)
        found[f"{title} time"] = timed.total if isinstance(timed, TimeSpeedup) else timed
        found[f"{title} time, range"] = timed.range if isinstance(timed, TimeSpeedup) else None
        slower = sum(one.speedup("seconds") < 1 for one in compared) if known else 0
        found[f"test set: {run}, slower, %"] = percent(slower, len(compared)) if known else None
    pruned = [r for r in records.test if r["run"] == "winner_prune"]
    found["test set: puzzles that winner loses when it prunes"] = (
        sum(r["status"] == "unsolvable" for r in pruned) if pruned else None
    )
    if records.large:
        found["large set: random path of Algorithm 4"] = config["large"]["method"]
        found["large set: puzzles of each size"] = config["large"]["count"]
    for run in ("baseline", *proved):
        for minutes in records.minutes if records.large else ():
            solved = solved_percent(records.large, run, minutes, records.clock)
            found[f"large set: {run}, % solved in {minutes_text(minutes)}"] = solved
    if experiment.jobs and made_by_its_jobs(experiment):
        found["minutes that it took"] = significant(busy_seconds(experiment.jobs) / 60, 3)
        found["jobs at the same time, at most"] = most_at_once(experiment.jobs)
    return found


def _winner(records: Records, variant: Any, name: str) -> dict[str, Any]:
    triage = records.triage[variant]
    program = triage.program(name)
    title = f"{variant}: {name}"
    if not program:
        return {f"{title}, is π°": None}
    same = records.is_paper(program, variant)
    last = measured(triage.winners[name]["measurement"] or {})
    return {
        f"{title}, is π°": {True: "yes", False: "no", None: "unknown"}[same],
        f"{title}, verdict": records.status(program),
        f"{title}, looks at length": "yes" if records.looks_at_length(program) else "no",
        **{
            f"{title}, {speedup} of stage 3": last[speedup]
            for speedup in ("time speedup", "expansion speedup")
        },
    }
