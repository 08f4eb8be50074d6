"""The page about searches that a policy guides (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from studies.made import of_records
from studies.pages import markdown_page
from studies.policies.study import OF_SQUARES, OF_TRIANGLES
from studies.records import Row, read_gathered
from witness.base.files import write_text
from witness.pipeline.report.figures import save
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.speedups import DRAWS, SEED, interval

#: The end of the name of a policy of which pruned children keep their probability.
KEPT = ", kept"

#: What makes a row of a table.
RUN = ["side", "search", "policy"]


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    gathered = read_gathered(source["records"])
    drawn, published = gathered["drawn"], gathered["published"]
    of_triangles, of_squares = drawn.table, published.table
    few = of_triangles[~of_triangles["search"].str.endswith(", needs")]
    plain = few[~few["policy"].str.endswith(KEPT)]
    expansions = _frame(_expansions(of_triangles, OF_TRIANGLES))
    pruned = _frame(_pruned(plain, "π_baseline", "live"))
    of_predicates = ("π_baseline", "π°", "live")
    kept = _frame(_policies(of_triangles, f"uniform{KEPT}", "uniform", of_predicates))
    taught = _frame(_policies(few, "uniform", "learned", ("none", "live")))
    write_text(output["expansions"], csv_text(expansions))
    ratios = {"live against π_baseline": pruned, "renormalised": kept, "learned": taught}
    all_ratios = [table.assign(what=what) for what, table in ratios.items()]
    write_text(output["ratios"], csv_text(pd.concat(all_ratios)))
    save(plot(pruned), Path(output["figure"]))
    size = str(expansions["size"].iloc[-1])

    def largest(table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of the largest size, without what is kept for comparison."""
        rows = table[table["size"] == size].drop(columns="size")
        return rows[~rows["policy"].str.endswith(KEPT)] if "policy" in rows else rows

    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([drawn, published])],
        command=command,
        settings=drawn.origin.settings,
        draws=DRAWS,
        interval_seed=SEED,
        size=size,
        expansions=largest(expansions),
        levin=_answer(pruned, {"search": "LevinTS", "policy": "uniform"}),
        astar=_answer(pruned, {"search": "A*"}),
        share=_answer(kept, {"predicate": "live"}),
        worse=round(100 * _worse(of_triangles)),
        taught=largest(taught),
        published=_frame(_published(of_squares)),
        solved=int((of_squares["status"] == "solved").sum()),
        runs=len(of_squares),
        puzzles=of_squares["puzzle"].nunique(),
    )
    write_text(output["page"], text)


def plot(pruned: pd.DataFrame) -> Figure:
    """Draw how many times fewer expansions live needs than π_baseline, with intervals, by size."""
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    sizes = [*pruned["size"].unique()]
    for number, ((search, policy), part) in enumerate(pruned.groupby(RUN[1:], sort=False)):
        places = [sizes.index(size) + 0.06 * (number - 2) for size in part["size"]]
        values = [float(text.removeprefix("≥ ")) for text in part["ratio of sums"]]
        bounds = [tuple(map(float, text.split(" to "))) for text in part["95 %"]]
        low = [value - bound[0] for value, bound in zip(values, bounds, strict=True)]
        high = [bound[1] - value for value, bound in zip(values, bounds, strict=True)]
        label = search if policy == "–" else f"{search}, {policy}"
        axes.errorbar(places, values, [low, high], fmt="o", markersize=4, capsize=3, label=label)
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xticks(range(len(sizes)), sizes)
    axes.set_ylabel("times fewer expansions")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right center")
    return figure


def _frame(rows: Iterator[Row]) -> pd.DataFrame:
    return pd.DataFrame(rows, dtype=object)


def _runs(table: pd.DataFrame) -> Iterator[tuple[Row, dict[str, pd.DataFrame]]]:
    """Yield what is said of each search and policy on a size, and its rows by predicate."""
    for (side, search, policy), group in table.groupby(RUN, sort=False):
        named = {"size": f"{side}×{side}", "search": search, "policy": policy}
        yield named, {str(name): part for name, part in group.groupby("predicate")}


def _expansions(table: pd.DataFrame, predicates: Mapping[str, str]) -> Iterator[Row]:
    """Yield the sums of expansions, and in parentheses their medians."""
    for named, parts in _runs(table):
        yield named | {name: _sum(parts[name]) for name in predicates}


def _sum(part: pd.DataFrame) -> str:
    """Return the sum of expansions, which is a lower bound where a search was given up."""
    lost = int((part["status"] == "expansion-limit").sum())
    found = f"{part['expansions'].sum():,} ({part['expansions'].median():,.0f})"
    return f"≥ {found}, {lost} given up" if lost else found


def _pruned(table: pd.DataFrame, weak: str, strong: str) -> Iterator[Row]:
    """Yield how many times fewer expansions a stronger predicate needs than a weaker one."""
    for named, parts in _runs(table):
        yield named | compared(parts[weak], parts[strong])


def _answer(ratios: pd.DataFrame, chosen: Mapping[str, str]) -> str:
    """Return the ratios of some rows on each size, in words."""
    for column, value in chosen.items():
        ratios = ratios[ratios[column] == value]
    said = ratios["ratio of sums"] + " (" + ratios["95 %"] + ", " + ratios["size"] + ")"
    *first, last = said
    return f"{', '.join(first)} and {last}" if first else str(last)


def _worse(table: pd.DataFrame) -> float:
    """Return the share of puzzles that cost LevinTS more with live than with π_baseline."""
    rows = table[(table["search"] == "LevinTS") & (table["policy"] == "uniform")]
    found = rows.pivot(index=["side", "puzzle"], columns="predicate", values="expansions")
    return float((found["live"] > found["π_baseline"]).mean())


def _policies(
    table: pd.DataFrame, more: str, fewer: str, predicates: Sequence[str]
) -> Iterator[Row]:
    """Yield how many times fewer expansions one policy needs than another one."""
    for (side, search), group in table.groupby(RUN[:2], sort=False):
        for name in predicates:
            rows = group[group["predicate"] == name]
            one, other = (rows[rows["policy"] == policy] for policy in (more, fewer))
            if len(one):
                named = {"size": f"{side}×{side}", "search": search, "predicate": name}
                yield named | compared(one, other)


def compared(more: pd.DataFrame, fewer: pd.DataFrame) -> Row:
    """Return how many times more expansions one run needs than another one on the same puzzles.

    That is the ratio of their sums with its bootstrap interval over puzzles, and the median and the
    geometric mean of the ratios of puzzles; a search without an expansion counts as one.
    """
    one, other = (
        part.set_index("puzzle")["expansions"].clip(lower=1).astype(float) for part in (more, fewer)
    )
    other = other.loc[one.index]
    low, high = interval(list(one), list(other))
    bound = "≥ " * bool((more["status"] == "expansion-limit").any())
    ratios = one / other
    return {
        "ratio of sums": f"{bound}{one.sum() / other.sum():.2f}",
        "95 %": f"{low:.2f} to {high:.2f}",
        "median": f"{ratios.median():.2f}",
        "geometric mean": f"{geometric_mean(ratios):.2f}",
    }


def _published(table: pd.DataFrame) -> Iterator[Row]:
    """Yield what searches on the test set take without a predicate and with one."""
    for named, parts in _runs(table):
        both = [parts[name] for name in OF_SQUARES]
        sums = (f"{p['expansions'].mean():,.1f} ({p['expansions'].median():,.0f})" for p in both)
        yield {key: named[key] for key in ("search", "policy")} | {
            **dict(zip(OF_SQUARES, sums, strict=True)),
            "length": ", ".join(f"{part['length'].mean():.2f}" for part in both),
            **compared(*both),
        }
