"""The reproduction record: the paper's numbers beside ours, from finished experiments.

The words stand in a template (`results.md.j2`); here are the numbers that go
into them. What the words explain is looked up in the records, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from studies.commands import snakemake_command
from studies.made import of_experiment
from studies.pages import markdown_page
from witness.pipeline.candidates import VARIANTS
from witness.pipeline.evaluate import PAPER_EXPANSIONS_PER_SECOND
from witness.pipeline.report import paper
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.large_tables import ALL_SIZES
from witness.pipeline.report.pictures import Refutation, largest_speedup, refutations
from witness.pipeline.report.records import WINNERS, Records
from witness.pipeline.report.speedups import (
    TIMED,
    TimeSpeedup,
    comparisons,
    in_range,
    spread,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.summary import summary
from witness.pipeline.report.table import percent, significant
from witness.pipeline.report.tables import TABLES
from witness.searches.tree.forced import argument


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
    learning, test, claims = (tables[name] for name in ("learning", "test", "claims"))
    outcomes = tables["outcomes"]
    # Rows of which there is none here and in the paper, and of figures that another table has.
    known = ~(learning["paper"].isna() & (learning["ours"] == 0))
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
        table_3=_once(tables["table_3"]),
        learning=learning[known & ~learning["quantity"].str.contains("%|refuted")],
        test=test[test["run"] != "winner, prune"],
        unsolved=outcomes[outcomes["solved"] < outcomes["puzzles"]],
        large=of_all_sizes(main),
        claims=claims,
        runs=side_by_side(experiments),
        verdicts=list(_verdicts(experiments, defaults)),
        refutations=shown_refutations(main.records),
        program=main.records.proved_program,
        largest=largest,
        argument=[] if largest is None else argument(largest.found),
        finalists=_finalists(tables["finalists"]),
        speeds=_speeds(main),
        timed=TIMED,
        figures=figures,
        other_methods={
            name: (one, of_all_sizes(one)) for name, one in other_methods(experiments).items()
        },
    )


def of_all_sizes(experiment: Experiment) -> pd.DataFrame:
    """Return what was solved of the large set in the budgets of which the paper has a figure."""
    solved = TABLES["large"](experiment.records)
    reported = solved.filter(like="paper ").notna().any(axis=1)
    return solved[solved["size"].str.startswith(ALL_SIZES) & reported]


def side_by_side(experiments: Sequence[Experiment]) -> pd.DataFrame:
    """Return a row for each experiment: what was learned, what won, what that is worth."""
    rows = []
    for one in experiments:
        records = one.records
        learned = [run for run in records.learning if run.clauses]
        program = records.winner("winner").get("program", ())
        pruned = [record for record in records.test if record["run"] == "winner_prune"]
        proved, literal = (
            comparisons(records.test, run) for run in ("winner_proved", "winner_sort")
        )
        over, timed, sorted_ = spread(proved, "expansions"), *map(time_speedup, (proved, literal))
        rows.append({
            "experiment": one.name,
            "learned": len(learned),
            "π° as it stands": sum(bool(records.is_paper(run.clauses, "plain")) for run in learned),
            "winner": f"{'' if records.is_paper(program, 'plain') else 'not '}π°",
            "winner loses": sum(record["status"] == "unsolvable" for record in pruned),
            "winner, sort: Σ expansions": total_speedup(literal),
            "time": sorted_.total if isinstance(sorted_, TimeSpeedup) else sorted_,
            "winner_proved: Σ expansions": total_speedup(proved),
            "95 % interval": over.interval if over else None,
            "Σ time": timed.total if isinstance(timed, TimeSpeedup) else timed,
            "in rounds": timed.range if isinstance(timed, TimeSpeedup) else None,
            "slower, %": percent(sum(c.speedup("seconds") < 1 for c in proved), len(proved)),
        })  # fmt: skip
    return pd.DataFrame(rows, dtype=object)


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


def _once(table_3: pd.DataFrame) -> pd.DataFrame:
    """Return the clauses of the variant plain; those of equal winners once."""
    plain = table_3[table_3["variant"] == "plain"]
    first, second = (plain[plain["predicate"] == n].reset_index(drop=True) for n in WINNERS)
    if not first.drop(columns="predicate").equals(second.drop(columns="predicate")):
        return plain
    return first.assign(predicate=" = ".join(WINNERS))


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


def _finalists(table: pd.DataFrame) -> pd.DataFrame:
    """Return the finalists of the proved track, plain variant."""
    rows = table[(table["variant"] == "plain") & table["place in proved"].notna()]
    return rows.sort_values("place in proved")


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
    return found
