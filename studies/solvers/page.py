"""The page about exact solvers (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import clock, read_gathered
from studies.solvers.panels import KINDS
from studies.solvers.study import ASTAR_MEMORY, DECIDED, RUNS
from witness.base.files import write_text
from witness.pipeline.report.figures import save
from witness.pipeline.report.render import duration
from witness.pipeline.report.table import significant
from witness.puzzle import solvers
from witness.puzzle.model import FEATURES
from witness.puzzle.symbols import REGIONAL


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page and its figure."""
    runs = read_gathered(source["records"])["runs"]
    settings = runs.origin.settings
    save(plot(runs.table, settings["time_limit"]), Path(output["figure"]))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([runs])],
        command=command,
        clock=clock([runs]),
        settings=settings,
        astar_memory=ASTAR_MEMORY,
        figure=Path(output["figure"]).name,
        supported=supported(),
        tables={
            f"{kind}, {panels}": cells(runs.table, kind, panels)
            for kind in KINDS
            for panels in ("solvable", "unsolvable")
        },
    )
    write_text(output["page"], text)


def supported() -> dict[str, str]:
    """Return which features each solver knows, in words; those that all know by an empty name."""
    known = {
        name: {feature for feature, knows in features.items() if knows}
        for name, features in solvers.feature_table().items()
    }
    common = set.intersection(*known.values())
    found = {"": common, **{name: own - common for name, own in known.items()}}
    return {
        name: "everything that a panel can have"
        if name and own | common == {*FEATURES}
        else ", ".join(feature.words for key, feature in FEATURES.items() if key in own)
        for name, own in found.items()
    }


def cell(group: pd.DataFrame) -> str:
    """Return the median in milliseconds, and in parentheses how many runs reached a limit."""
    limited = ~group["status"].isin(DECIDED)
    median = group["seconds"].where(~limited, float("inf")).median()
    shown = "limit" if median == float("inf") else f"{significant(1000 * median, 2):,g}"
    return f"{shown} ({limited.sum()})" if limited.any() else shown


def cells(runs: pd.DataFrame, kind: str, panels: str) -> pd.DataFrame:
    """Return a row for each solver that was run, with its times for each side."""
    chosen = runs[(runs["kind"] == kind) & (runs["panels"] == panels)]
    rows = []
    for name in RUNS:
        own = dict(iter(chosen[chosen["solver"] == name].groupby("side")))
        if own:
            sides = chosen["side"].unique()
            times = {f"{side}×{side}": cell(own[side]) if side in own else "–" for side in sides}
            rows.append({"solver": name, **times})
    return pd.DataFrame(rows)


def plot(runs: pd.DataFrame, time_limit: float) -> Figure:
    """Draw medians as lines and maxima as ends of bars, a part for each kind of panels.

    What reached a limit, of memory too, counts as the time limit.
    """
    decided = runs["status"].isin(DECIDED)
    runs = runs.assign(seconds=runs["seconds"].where(decided, time_limit))
    figure = Figure(figsize=(11, 8), layout="constrained")
    parts = figure.subplots(2, 2, sharex=True, sharey=True)
    sides = sorted(runs["side"].unique())
    for row, kind in zip(parts, KINDS, strict=True):
        for axes, panels in zip(row, ("solvable", "unsolvable"), strict=True):
            _draw_times(axes, runs[(runs["kind"] == kind) & (runs["panels"] == panels)])
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value, 2)))
            axes.axhline(time_limit, color="0.5", linestyle=":", linewidth=1)
            axes.grid(axis="y", alpha=0.3)
            what = "triangles" if kind == "triangles" else ", ".join(REGIONAL) + " and dots"
            axes.set_title(f"{what}, {panels}")
            axes.set_xticks(sides)
            axes.set_xticklabels([f"{side}×{side}" for side in sides])
    for axes in parts[:, 0]:
        axes.set_ylabel("time: median, and up to the longest")
    shown = _legend(parts.flat)
    figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=4)
    return figure


def _draw_times(axes: Any, runs: pd.DataFrame) -> None:
    for number, name in enumerate(RUNS):
        times = runs[runs["solver"] == name].groupby("side")["seconds"]
        if not len(times):
            continue
        median, most = times.median(), times.max()
        at = median.index + 0.05 * (number - len(RUNS) / 2)
        colour = f"C{number}"
        axes.plot(at, median, "o-", color=colour, label=name, markersize=4)
        axes.vlines(at, median, most, color=colour, alpha=0.45)


def _legend(parts: Iterable[Any]) -> dict[str, Any]:
    """Return what is drawn in any part, by its label."""
    return dict(
        pair for axes in parts for pair in zip(*axes.get_legend_handles_labels()[::-1], strict=True)
    )
