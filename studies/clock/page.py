"""The page about the time that predicates take (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from studies.clock.study import FIRST
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_measured
from witness.base.files import write_text
from witness.base.limits import ANSWERED
from witness.pipeline.report.figures import save
from witness.pipeline.report.speedups import CLOCK, in_range, interval
from witness.pipeline.report.table import significant


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, and its figure."""
    measured = read_measured(source["searched"])
    found = pd.DataFrame(compared(measured.table), dtype=object)
    save(plot(found), Path(output["figure"]))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([measured])],
        command=command,
        settings=measured.origin.settings,
        first=FIRST,
        pays=pays(found),
        boards=found.groupby("size")["boards"].min().to_dict(),
        table=found[found["predicate"] != FIRST].drop(columns=["low", "high", "ratio", "boards"]),
    )
    write_text(output["page"], text)


def compared(table: pd.DataFrame) -> Iterator[Row]:
    """Yield what each run takes on each size, beside the first, on boards that both answered."""
    for side, group in table.groupby("side", sort=False):
        answered = group[group["status"].isin(ANSWERED)].set_index("id")
        own = dict(iter(answered.groupby("run")))
        for name in table["run"].unique():
            part = own.get(name, answered[:0])
            both = part.join(own[FIRST].add_suffix(" before"), how="inner")
            before, after = both["seconds before"].clip(CLOCK), both["seconds"].clip(CLOCK)
            low, high = interval([*before], [*after])
            ratio = float(before.sum() / after.sum())
            fewer = both["expansions before"].sum() / max(1, both["expansions"].sum())
            yield {
                "size": f"{side}×{side}",
                "predicate": name,
                "answered": len(part),
                "time of both, ms": significant(1000 * float(after.sum()), 2),
                "times faster": f"{significant(ratio, 3):g}",
                "95 %": in_range((low, high)),
                "slower, %": round(100 * float((after > before).mean())),
                "times fewer expansions": f"{significant(float(fewer), 2):g}",
                "low": low, "high": high, "ratio": ratio, "boards": len(both),
            }  # fmt: skip


def pays(found: pd.DataFrame) -> dict[str, str]:
    """Return for each run the first size at which its whole interval is above 1."""
    first = found[found["low"] > 1].groupby("predicate")["size"].first()
    names = [name for name in found["predicate"].unique() if name != FIRST]
    return {name: str(first.get(name, "none of these")) for name in names}


def plot(found: pd.DataFrame) -> Figure:
    """Draw how many times faster each run is by size, with intervals, and the break-even."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.axhline(1, color="black", linewidth=0.8, linestyle="--")
    sizes = [*found["size"].unique()]
    for name, part in found.groupby("predicate", sort=False):
        if name == FIRST:
            continue
        places = [sizes.index(size) for size in part["size"]]
        values, low, high = (part[key].astype(float) for key in ("ratio", "low", "high"))
        axes.errorbar(
            places, values, [(values - low).clip(0), (high - values).clip(0)],
            marker="o", markersize=4, capsize=3, label=str(name),
        )  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xticks(range(len(sizes)), sizes)
    axes.set_ylabel(f"times faster than with {FIRST}")
    axes.legend()
    return figure
