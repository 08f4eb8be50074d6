"""The page about the prover as teacher (results.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from studies.commands import default_configuration, snakemake_command
from studies.made import of_experiment, of_records
from studies.pages import markdown_page
from studies.records import Measured, Row, read_measured
from studies.times import stage_seconds
from witness.base.files import write_text
from witness.base.shipped import shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.pipeline.report.experiment import Experiment, files_in, read_records
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.speedups import TimeSpeedup, comparisons, time_speedup, total_speedup
from witness.pipeline.report.table import frame, significant
from witness.proof.teaching import learn_until_proved
from witness.proof.teaching.strip import strip_svg
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle

#: The panel whose lesson is shown: from it alone π° is learned.
PANEL = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)), id="small")

#: The ways from puzzles to a predicate, with the run that measures each, by `teach`.
WAYS = {
    "together": (
        ("Algorithm 2", "winner_prune", ("train", "candidates", "triage")),
        ("Algorithm 2, proved clauses", "winner_proved", ("train", "candidates", "triage")),
        ("all puzzles together until proved", "winner_taught", ("teach", "winner_taught")),
    ),
    "each": (("each puzzle until proved", "winner_prune", ("train", "candidates", "triage")),),
}


#: What experiments that differ in the way alone have in common.
CASE = ("bias", "puzzles", "to learn from", "seed")


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page, and the strip of pictures of one panel."""
    measured = {name: read_measured(source[name]) for name in ("best", "needed")}
    read = [Experiment(Path("results") / name) for name in experiments]
    defaults = default_configuration(source["config"], source["schema"])
    taught, strip = lesson()
    write_text(output["strip"], strip)
    compared = ways(read)
    every = best(measured["best"])
    write_text(output["best"], csv_text(every))
    lines = {one.name: snakemake_command(one.config, defaults) for one in read}
    write_text(output["ways"], csv_text(compared.assign(command=compared["experiment"].map(lines))))
    text = markdown_page(
        source["template"],
        output["page"],
        [*map(of_experiment, read), of_records(measured.values())],
        command=command,
        best=every[every["labels"] == "sure"],
        clauses=list(clauses(measured["best"])),
        needed=needed(measured["needed"]),
        ways=side_by_side(compared),
        beside=beside(compared),
        taught=taught,
        panel=PANEL.to_json(),
        settings=measured["best"].origin.settings,
    )
    write_text(output["page"], text)


def lesson() -> tuple[Mapping[str, Any], str]:
    """Return what the panel teaches, and its strip of pictures."""
    bias = shipped_file("bias/paper.pl")
    bk = definitions_for(bias)
    with TemporaryDirectory() as folder:
        write_task(PANEL, folder, bk=bk, bias=bias, labels="puzzle")
        record = learn_until_proved(folder)
    return record, strip_svg(record["until_proved"], read_background(bk, bias))


def _row(row: Row) -> Row:
    """Return the columns that all tables of runs of the loop have."""
    return {
        "positive examples": row["positives"],
        "covered": row["true_positives"],
        "rounds": row["rounds"],
        "counterexamples": row["counterexamples"],
        "clauses": len(row["clauses"]),
        "beside the known one": row["known"],
        "the best": "yes" if row["why_not_best"] is None else row["why_not_best"],
        "seconds": row["seconds"],
    }


def best(measured: Measured) -> pd.DataFrame:
    """Return what each bias can say at best, by the labels of the examples."""
    rows = [
        {"bias": row["bias"], "puzzles": _kind(row), "labels": row["labels"], **_row(row)}
        for row in measured.rows
    ]
    return frame(rows, list(rows[0]))


def _kind(about: Mapping[str, Any]) -> str:
    """Return what is on the puzzles."""
    return f"{about.get('kind', 'triangles')}{', gaps' if about.get('gaps') else ''}"


def clauses(measured: Measured) -> Iterator[tuple[str, list[str]]]:
    """Yield a name and the clauses of what is not a known predicate.

    Only labels `sure` count: they forbid no sound clause, and judge each constraint alone.
    """
    for row in measured.rows:
        if (
            row["known"] not in ("the same", "covers the same")
            and row["clauses"]
            and row["labels"] == "sure"
        ):
            yield f"{row['bias']} ({_kind(row)}), labels {row['labels']}", row["clauses"]


def needed(measured: Measured) -> pd.DataFrame:
    """Return for how many seeds so many puzzles teach π°, and in how many rounds."""
    table = measured.table
    rows = [
        {
            "puzzles": number,
            "teacher": "labels and prover" if teacher == "labels" else "the prover alone",
            "seeds": len(own),
            "π°": int((own["known"] == "the same").sum()),
            "all proved": int((own["ended"] == "proved").sum()),
            "rounds": f"{own['rounds'].min()} to {own['rounds'].max()}",
            "counterexamples": f"{own['counterexamples'].min()} to {own['counterexamples'].max()}",
            "seconds, most": own["seconds"].max(),
        }
        for (number, teacher), own in table.groupby(["puzzles", "teacher"])
    ]
    return frame(rows, list(rows[0]))


def ways(experiments: Sequence[Experiment]) -> pd.DataFrame:
    """Return what comes out of each way, by bias, puzzles and seed."""
    rows = []
    for experiment in experiments:
        config = experiment.config
        seconds = stage_seconds(experiment.jobs)
        test = read_records(
            {"test": files_in(experiment.folder)["test"], "bk": [str(experiment.folder / "bk.pl")],
             "bias": [str(experiment.folder / "bias.pl")]},
            max_size=1, minutes=(),
        ).test  # fmt: skip
        for name, run, stages in WAYS[config["teach"]]:
            program = _program(experiment.triaged, run)
            compared = comparisons(test, run)
            timed = time_speedup(compared)
            rows.append({
                "bias": Path(config["bias"]).stem,
                "puzzles": _kind(config.get("puzzles", {})),
                "to learn from": config["puzzle_sets"]["train"]["count"],
                "seed": config["seed"],
                "way": name,
                "experiment": experiment.name,
                "clauses": len(program),
                "verdict": experiment.triaged.status(program) if program else "no predicate",
                "Σ expansions": sum(r["expansions"] for r in test if r["run"] == run),
                "Σ speedup": total_speedup(compared),
                "in time": timed.total if isinstance(timed, TimeSpeedup) else timed,
                "solutions lost": _lost(test, run),
                "minutes": significant(sum(seconds.get(s, 0.0) for s in stages) / 60, 2),
            })  # fmt: skip
    rows.sort(key=lambda row: tuple(row[name] for name in CASE))
    return frame(rows, list(rows[0]))


def side_by_side(table: pd.DataFrame) -> pd.DataFrame:
    """Return the Σ speedup of each way, a row for each case, with the solutions that were lost."""
    shown = table["Σ speedup"].map("{:.4g}".format) + table["solutions lost"].map(
        lambda lost: f" (loses {lost})" if lost else ""
    )
    wide = table.assign(shown=shown).pivot(index=[*CASE], columns="way", values="shown")
    return wide.fillna("–").reset_index()


def beside(table: pd.DataFrame) -> Mapping[str, int]:
    """Return in how many cases all puzzles together did better than the proved clauses of triage.

    Also return in how many they did as well and worse, in expansions, and in how many the winner of
    Algorithm 2 loses solutions.
    """
    by_way = table.pivot(index=[*CASE], columns="way", values="Σ expansions")
    both = by_way[["all puzzles together until proved", "Algorithm 2, proved clauses"]].dropna()
    taught, proved = (both[name].astype(int) for name in both)
    first = table[(table["way"] == "Algorithm 2") & (table["solutions lost"] > 0)]
    return {
        "cases": len(both),
        "fewer": int((taught < proved).sum()),
        "same": int((taught == proved).sum()),
        "more": int((taught > proved).sum()),
        "losing": len(first),
    }


def _program(records: Records, run: str) -> Sequence[str]:
    """Return the clauses with which a run was made."""
    if run == "winner_taught":
        assert records.taught is not None
        return records.taught.winner
    name = "winner_proved" if run == "winner_proved" else "winner"
    return records.triage["plain"].program(name)


def _lost(test: Sequence[Mapping[str, Any]], run: str) -> int:
    """Return on how many puzzles a run found no solution where the baseline found one."""
    solved = {record["id"] for record in test if record["run"] == "baseline"
              and record["status"] == "solved"}  # fmt: skip
    own = [record for record in test if record["run"] == run and record["id"] in solved]
    return sum(record["status"] == "unsolvable" for record in own)
