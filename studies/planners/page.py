"""The page about planners (results.md), from the records of the study."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from studies.made import of_records
from studies.pages import markdown_page
from studies.planners.downward import MEMORY
from studies.planners.study import WITH_RULE
from studies.records import read_gathered
from witness.base.files import write_text
from witness.pipeline.report.figures import save
from witness.pipeline.report.render import duration
from witness.pipeline.report.table import significant

#: With whose expansions others are compared, and whose translation counts.
PAPER, LMCUT = "π°", "lmcut"

#: What the figure shows, with the style of each line.
DRAWN = {"blind": "C7--", "hmax": "C1--", LMCUT: "C3--", LMCUT + WITH_RULE: "C3:",
         "π_baseline": "C7-", PAPER: "C0-", "live": "C2-", "live + needs": "C4-"}  # fmt: skip

#: Who may recognise a first mistake, in the order of the table.
RECOGNISERS = ("π_baseline", "π°", "extended", "h1", "live", "h2")


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page and its figure."""
    gathered = read_gathered(source["records"])
    boards, mistakes = gathered["boards"], gathered["mistakes"]
    runs = boards.table
    sums = totals(runs)
    side = max(boards.origin.settings["sizes"])
    save(plot(runs), Path(output["figure"]))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([boards, mistakes])],
        command=command,
        settings=boards.origin.settings,
        asked=mistakes.origin.settings,
        total=runs.groupby(["side", "board"]).ngroups,
        memory=MEMORY,
        version=runs["planner"].iloc[0],
        expansions=by_size(runs, lambda own: most(own, "expansions", lambda n: f"{n:,.0f}")).merge(
            by_size(runs[runs["side"] == side], milliseconds), on="search", suffixes=("", ", ms")
        ),
        translation=sorted(sum_["translation"] for sum_ in sums[LMCUT].values()),
        solved=by_size(not_all(runs), lambda own: f"{own['length'].notna().sum()}"),
        ratios=ratios(runs),
        recognised=recognised(mistakes.table),
        asked_of=len(mistakes.rows),
        figure=Path(output["figure"]).name,
        side=side,
        sums=sums,
        words=short,
        times=lambda a, b, of: rounded(sums[a][side][of] / sums[b][side][of]),
    )
    write_text(output["page"], text)


def plot(runs: pd.DataFrame) -> Figure:
    """Draw the median board of each size: expansions, and seconds of the search.

    Where not half of the boards are solved, there is no median.
    """
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    sides = sorted(runs["side"].unique())
    for axes, column in zip(figure.subplots(1, 2), ("expansions", "seconds"), strict=True):
        for name, style in DRAWN.items():
            values = runs[column].where(runs["length"].notna(), math.inf)
            medians = values[runs["run"] == name].groupby(runs["side"]).median()
            shown = medians[medians < math.inf]
            axes.plot(shown.index, shown, style, marker="o", markersize=4, label=name)
        axes.set_yscale("log")
        axes.grid(axis="y", alpha=0.3)
        axes.set_title({"expansions": "expansions", "seconds": "search, in seconds"}[column])
        axes.set_xticks(sides)
        axes.set_xticklabels([f"{side}×{side}" for side in sides])
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right center")
    return figure


def short(seconds: float) -> str:
    """Return a time with two significant digits and its unit."""
    return duration(seconds, 2)


def rounded(quotient: float) -> str:
    """Return a quotient with two significant digits, and no fewer than its whole number has."""
    return f"{quotient:.0f}" if quotient >= 10 else f"{quotient:.1f}"


def totals(runs: pd.DataFrame) -> dict[Any, dict[Any, dict[str, float]]]:
    """Return the sums of each run and size, and how many boards it solved."""
    columns = ("expansions", "seconds", "translation")
    return {
        name: {
            side: {column: part[column].sum() for column in columns}
            | {"solved": part["length"].notna().sum()}
            for side, part in own.groupby("side")
        }
        for name, own in runs.groupby("run")
    }


def by_size(runs: pd.DataFrame, cell: Callable[[pd.DataFrame], str]) -> pd.DataFrame:
    """Return a row for each run and a column for each size."""
    rows = []
    for name, own in runs.groupby("run", sort=False):
        cells = {f"{side}×{side}": cell(part) for side, part in own.groupby("side")}
        rows.append({"search": name, **cells})
    return pd.DataFrame(rows)


def not_all(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs by which some board was not solved."""
    names = runs[runs["length"].isna()]["run"].unique()
    return runs[runs["run"].isin(names)]


def most(own: pd.DataFrame, column: str, words: Callable[[float], str]) -> str:
    """Return the sum of a column, as a lower bound if a search met a limit."""
    bound = "≥ " if own["length"].isna().any() else ""
    return bound + words(own[column].sum())


def milliseconds(own: pd.DataFrame) -> str:
    """Return the processor time of some searches in milliseconds, as a lower bound likewise."""
    return most(own, "seconds", lambda n: f"{significant(1000 * n, 2):,g}")


def ratios(runs: pd.DataFrame) -> pd.DataFrame:
    """Return how many times fewer nodes each run expands than π° on a board both solve.

    That is the geometric mean over the boards.
    """
    solved = runs[runs["length"].notna()]
    paper = solved[solved["run"] == PAPER].set_index(["side", "board"])["expansions"]

    def cell(own: pd.DataFrame) -> str:
        both = own.join(paper.rename("paper"), on=["side", "board"], how="inner")
        quotients = both["paper"].clip(lower=1) / both["expansions"].clip(lower=1)
        mean = geometric_mean(quotients) if len(both) else math.nan
        some = f" ({len(both)})" if len(both) < len(paper.loc[own["side"].iloc[0]]) else ""
        return "–" if math.isnan(mean) else f"{mean:.2g}{some}"

    return by_size(solved[solved["run"] != PAPER], cell)


def recognised(found: pd.DataFrame) -> pd.DataFrame:
    """Return how many first mistakes each recogniser sees, and how many against h1 and h2."""
    rows = []
    for name in RECOGNISERS:
        own = found[name]
        rows.append({
            "by": name,
            "recognised": f"{own.sum()} of {len(found)}",
            "not by h1": (own & ~found["h1"]).sum(),
            "h1, but not this": (found["h1"] & ~own).sum(),
            "not by h2": (own & ~found["h2"]).sum(),
        })  # fmt: skip
    return pd.DataFrame(rows)
