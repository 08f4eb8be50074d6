"""The figures: speedups by size (Figure 4), puzzles solved within budgets (Figure 5).

A figure is a file: the same records give the same SVG, byte for byte. Colours are those of Okabe
and Ito, which colour-blind readers can tell apart.
"""

from __future__ import annotations

import io
import statistics
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from witness.base.files import write_bytes, write_text
from witness.pipeline.report import paper
from witness.pipeline.report.large_tables import MINUTES, size_of, solved_percent
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import (
    Comparison,
    TimeSpeedup,
    on_test_set,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import NO_WINNER, size_name

BLUE, ORANGE = "#0072B2", "#D55E00"

#: The smallest number of puzzles drawn as a box; fewer are drawn as dots.
MIN_BOX = 8

_STYLE: Any = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",
}


def save(figure: Figure, *paths: str | Path) -> None:
    """Write a figure as SVG or PNG, by the suffix of each path, without date and creator."""
    for path in map(Path, paths):
        kind = path.suffix.removeprefix(".")
        style: Any = {**_STYLE, "svg.hashsalt": path.stem}
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        drawn = io.BytesIO()
        with mpl.rc_context(style):
            figure.savefig(
                drawn, format=kind, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.1
            )
        if kind == "svg":
            write_text(path, _tidy(drawn.getvalue().decode(), str(figure.get_label())))
        else:
            write_bytes(path, drawn.getvalue())


def _tidy(text: str, words: str) -> str:
    """Return an SVG fit for embedding: its style applies to itself, its fonts have fallbacks.

    Whoever cannot see it hears the words.
    """
    name = f'<svg class="chart" role="img" aria-label="{escape(words)}" '
    text = text.replace("<svg ", name, 1).replace(">*{", ">.chart *{", 1)
    # Text stays text; where the font is missing, another sans serif replaces it.
    return text.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")


def message(words: str) -> Figure:
    """Return a figure that says why there is nothing to draw."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.5, 1), label=words)
        figure.text(0.5, 0.5, words, ha="center", va="center", color="#555555")
    return figure


def figure_4(records: Records) -> Figure:
    """Draw the speedups of winner_proved on the test set by number of squares (Figure 4).

    Boxes hold the middle half of the puzzles and whiskers reach from the 5th to the 95th
    percentile; dots are the extremes, diamonds the ratios of the sums.
    """
    compared = on_test_set(records, "winner_proved")
    if not compared:
        words = "No test puzzle was answered both by the baseline and with winner_proved."
        return message(words if records.proved_program else f"There is {NO_WINNER}.")
    groups: dict[int, list[Comparison]] = {}
    for comparison in sorted(compared, key=lambda comparison: comparison.squares):
        groups.setdefault(comparison.squares, []).append(comparison)
    panels = [
        ("expansions", "Expansion speedup", paper.EXPANSION_SPEEDUP),
        ("seconds", "Time speedup", paper.TIME_SPEEDUP),
    ]
    if isinstance(time_speedup(compared), str):  # it is noise
        panels = panels[:1]
    with mpl.rc_context(_STYLE):
        # One above the other, so that a narrow screen shows them at a readable size.
        figure = Figure(
            figsize=(max(4.6, 1 + 0.42 * len(groups)), 0.6 + 2.6 * len(panels)),
            layout="constrained",
            label="Speedup of winner_proved over the baseline by the number of squares",
        )
        # Both on one scale, as they are compared.
        all_axes = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, (measure, title, theirs) in zip(all_axes, panels, strict=True):
            _boxes(axes, groups, measure)
            axes.set_title(title)
            axes.set_ylabel("baseline / winner_proved\n(×, log scale)")
            axes.axhline(1, color="#444444", linewidth=0.9)
            if records.beside_paper:
                axes.axhline(theirs.total, color=ORANGE, linewidth=1.2, linestyle=(0, (5, 3)))
            axes.grid(axis="y", color="#dddddd", linewidth=0.6)
        _log_scale([*all_axes])
        all_axes[-1].set_xlabel("squares of the puzzle (n puzzles)")
        boxes = any(len(group) >= MIN_BOX for group in groups.values())
        figure.legend(
            handles=_figure_4_legend(boxes=boxes, paper_too=records.beside_paper),
            loc="outside lower center",
            ncols=1,
            frameon=False,
        )
    return figure


def _boxes(axes: Any, groups: dict[int, list[Comparison]], measure: str) -> None:
    for place, group in enumerate(groups.values()):
        values = sorted(one.speedup(measure) for one in group)
        if len(values) < MIN_BOX:
            axes.plot(
                [place - 0.12] * len(values), values, "o", color=BLUE, alpha=0.5, markersize=3.5
            )
        else:
            cuts = statistics.quantiles(values, n=20, method="inclusive")
            stats = {
                "whislo": cuts[0], "q1": cuts[4], "med": cuts[9], "q3": cuts[14],
                "whishi": cuts[18], "fliers": [values[0], values[-1]],
            }  # fmt: skip
            axes.bxp(
                [stats], positions=[place - 0.12], widths=0.42, patch_artist=True,
                manage_ticks=False,
                boxprops={"facecolor": "#cfe3f0", "edgecolor": BLUE},
                medianprops={"color": BLUE, "linewidth": 1.8},
                whiskerprops={"color": BLUE}, capprops={"color": BLUE},
                flierprops={"marker": ".", "markersize": 4, "color": BLUE, "markerfacecolor": BLUE,
                            "markeredgecolor": BLUE},
            )  # fmt: skip
        timed = time_speedup(group)
        total = timed.total if isinstance(timed, TimeSpeedup) else None
        if measure == "expansions":
            total = total_speedup(group)
        if total is not None:
            # Beside the box, so that neither hides the other.
            axes.plot([place + 0.27], [total], "D", color=ORANGE, markersize=5.5, zorder=5)
    axes.set_xlim(-0.6, len(groups) - 0.4)
    labels = [f"{squares}\n({len(group)})" for squares, group in groups.items()]
    axes.set_xticks(range(len(groups)), labels, fontsize=9)


def _log_scale(all_axes: Sequence[Any]) -> None:
    """Set a logarithmic scale on axes that share it, with readable labels."""
    for axes in all_axes:
        axes.set_yscale("log")
    low, high = all_axes[0].get_ylim()
    # At least a decade: otherwise an axis of speedups near 1 has no readable label.
    low, high = min(low, 0.5), max(high, 10)
    for axes in all_axes:
        axes.set_ylim(low, high)
        if high / low < 1000:
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())


def _figure_4_legend(*, boxes: bool, paper_too: bool) -> list[Any]:
    diamond: Any = {"marker": "D", "color": ORANGE, "linestyle": "none"}
    dash: Any = {"color": ORANGE, "linestyle": (0, (5, 3)), "linewidth": 1.2}
    box = Patch(facecolor="#cfe3f0", edgecolor=BLUE, label="median, middle half, 5–95 %, extremes")
    dot = Line2D([], [], marker="o", color=BLUE, alpha=0.5, linestyle="none", label="a puzzle")
    return [
        box if boxes else dot,
        Line2D([], [], markersize=7, label="Σ baseline / Σ winner_proved", **diamond),
        *([Line2D([], [], label="the paper, Σ over all sizes", **dash)] if paper_too else ()),
    ]


def figure_5(records: Records) -> Figure:
    """Draw the percentages of large puzzles solved within each budget (Figure 5), by predicate."""
    if not records.large:
        return message("This experiment has no large puzzles.")
    panels = [(records.baseline, records, "baseline"), ("winner_proved", records, "winner_proved")]
    if any(record["run"] == "winner_guided" for record in records.large):
        panels.append(("winner_proved, guided", records, "winner_guided"))
    return solved_by_size(panels)


def solved_by_size(panels: Sequence[tuple[str, Records, str]]) -> Figure:
    """Draw the percentages of large puzzles solved within each budget, by their size.

    A panel has a title, the records of an experiment and the name of a run. The sizes and the
    budgets are those of the first.
    """
    first = panels[0][1]
    sides = {size_of(record) for record in first.large}
    sizes = sorted(sides, key=lambda size: (size[0] * size[1], size))
    budgets = list(first.minutes)
    height = 1.2 + 0.36 * len(sizes)
    # A cell has room for its number, and a panel for its title.
    width = 0.9 + max(1.9, 0.1 + 0.5 * len(budgets)) * len(panels)
    with mpl.rc_context(_STYLE):
        words = "Percentage of the large puzzles of each size that are solved within a budget"
        figure = Figure(figsize=(width, height), layout="constrained", label=words)
        all_axes = figure.subplots(1, len(panels), sharey=True)
        for axes, (title, records, run) in zip(all_axes, panels, strict=True):
            groups = [[r for r in records.large if size_of(r) == size] for size in sizes]
            cells = [
                [solved_percent(group, run, b, records.clock) for b in budgets] for group in groups
            ]
            shown = [[float("nan") if cell is None else cell for cell in row] for row in cells]
            axes.imshow(shown, cmap="cividis", vmin=0, vmax=100, aspect="auto")
            _percentages(axes, cells)
            axes.set_title(title)
            axes.set_xticks(range(len(budgets)), [f"{budget:g}" for budget in budgets])
            axes.set_xlabel(f"budget ({MINUTES[records.clock]})")
            axes.tick_params(length=0)
            axes.spines[:].set_visible(False)
        all_axes[0].set_yticks(range(len(sizes)), [size_name(*size) for size in sizes])
        all_axes[0].set_ylabel("size (squares)")
    return figure


def _percentages(axes: Any, cells: Sequence[Sequence[float | None]]) -> None:
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            words = "–" if value is None else f"{value:.0f}"
            colour = "#111111" if value is None or value > 55 else "white"
            axes.text(column, row, words, ha="center", va="center", color=colour, fontsize=10)


#: All figures, by the names of their files.
FIGURES: dict[str, Callable[[Records], Figure]] = {
    "figure_4": figure_4,
    "figure_5": figure_5,
}
