"""The page about what is claimed (docs/claims.md), from the records of others."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from studies.made import of_experiment, of_records
from studies.pages import markdown_page
from studies.records import Measured, read_gathered
from witness.base.files import write_text
from witness.pipeline.candidates import VARIANTS
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.speedups import (
    Spread,
    TimeSpeedup,
    comparisons,
    in_range,
    interval,
    spread,
    time_speedup,
    total_speedup,
)


def write(
    source: Mapping[str, Any],
    output: Mapping[str, str],
    command: str,
    *,
    experiments: Sequence[str],
) -> None:
    """Write the page."""
    read = [Experiment.finished(Path("results") / name) for name in experiments]
    planners, policies = (read_gathered(source[name]) for name in ("planners", "policies"))
    text = markdown_page(
        source["template"],
        output["page"],
        [
            *map(of_experiment, read),
            of_records([planners["boards"], planners["mistakes"], policies["drawn"]]),
        ],
        command=command,
        test=[on_test_set(one) for one in read],
        proved=sum(map(is_winner, read)),
        cases=len(read) * len(VARIANTS),
        mistakes=recognised(planners["mistakes"]),
        boards=beside_planners(planners["boards"]),
        levin=by_pruning(policies["drawn"]),
    )
    write_text(output["page"], text)


def on_test_set(experiment: Experiment) -> dict[str, Any]:
    """Return what winner_proved is worth on the test set of an experiment."""
    compared = comparisons(experiment.records.test, "winner_proved")
    timed = time_speedup(compared)
    over = spread(compared, "expansions")
    assert isinstance(over, Spread)
    return {
        "name": experiment.name,
        "puzzles": len(compared),
        "total": total_speedup(compared),
        "median": statistics.median(one.speedup("expansions") for one in compared),
        "over": over,
        "time": f"{timed.total:.3g}" if isinstance(timed, TimeSpeedup) else timed,
        "rounds": timed.range if isinstance(timed, TimeSpeedup) else "",
        "slower": 100 * statistics.fmean(one.speedup("seconds") < 1 for one in compared),
    }


def is_winner(experiment: Experiment) -> int:
    """Return in how many variants winner_proved is π°."""
    records = experiment.records
    programs = {v: records.triage[v].program("winner_proved") for v in VARIANTS}
    return sum(bool(one) and records.is_paper(one, v) is True for v, one in programs.items())


def recognised(mistakes: Measured) -> dict[str, Any]:
    """Return the number of first mistakes, and the share that each recognises, with an interval.

    Boards are drawn with replacement for it, as the mistakes of a board are alike.
    """
    table = mistakes.table
    by_board = table.groupby("board").sum(numeric_only=False)
    sizes = [float(one) for one in table.groupby("board").size()]
    shares = {}
    for name in ("π_baseline", "π°", "h1", "live", "h2"):
        low, high = interval([float(one) for one in by_board[name]], sizes)
        shares[name] = f"{100 * table[name].mean():.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return {"number": len(table), "boards": table["board"].nunique(), **shares}


def beside_planners(boards: Measured) -> dict[str, str]:
    """Return how many times fewer expansions than π° searches need on the largest boards.

    That is the geometric mean over boards, with the least and the greatest of quarters.
    """
    table = boards.table
    largest = table[table["side"] == table["side"].max()]
    by_run = largest.pivot(index="board", columns="run", values="expansions").astype(float)
    found = {"side": str(table["side"].max()), "number": str(len(by_run))}
    for run in ("hmax", "lmcut", "live", "live + needs"):
        ratios = (by_run["π°"].clip(lower=1) / by_run[run].clip(lower=1)).dropna()
        low, high = ratios.quantile(0.25), ratios.quantile(0.75)
        mean = statistics.geometric_mean(ratios)
        found[run] = f"{mean:.2g} ({in_range((low, high))})"
    return found


def by_pruning(drawn: Measured) -> str:
    """Return how many times fewer expansions LevinTS needs with live than with π_baseline."""
    table = drawn.table
    chosen = table[(table["search"] == "LevinTS") & (table["policy"] == "uniform")]
    said = []
    for side, group in chosen.groupby("side"):
        by_predicate: pd.DataFrame = group.pivot(
            index="puzzle", columns="predicate", values="expansions"
        ).astype(float)
        more, fewer = (by_predicate[name].clip(lower=1) for name in ("π_baseline", "live"))
        found = in_range(interval(list(more), list(fewer)))
        said.append(f"{side}×{side}: {more.sum() / fewer.sum():.3g} ({found})")
    return "; ".join(said)
