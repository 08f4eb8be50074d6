"""All solvers side by side: how long each takes to decide, from the panel to the answer.

    python benchmarks/solvers                      # writes docs/solvers.md with its tables and plot
    python benchmarks/solvers --shipped            # only the table of the shipped panels: seconds

Every solver gets the same panels, solvable and unsolvable, one after another in this process; what
is needed once (machine code, a library) is loaded before. A solver that reaches its limit on more
than half of the panels of a size is not tried on larger ones. A* searches with the hand-written
baseline and with the learned predicate. Takes about ten minutes. Needs the extra `z3`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from puzzles import KINDS, draw
from shipped import measure_shipped, paths_in_vain
from tqdm import tqdm

from witness import solvers
from witness.base.files import write_text
from witness.base.limits import Limits
from witness.base.machine import machine
from witness.predicates.written import BASELINE, NONE, PAPER
from witness.puzzle.model import FEATURES, Puzzle
from witness.report.cells import in_words
from witness.report.figures import save
from witness.search import engine

HERE = Path(__file__).parent
SIZES = (5, 6, 7, 8, 10, 12)

#: How long a panel may take in all solvers but A* (seconds), and how many expansions A* may make.
TIME_LIMIT = 5.0
ASTAR_LIMITS = Limits(time_limit=TIME_LIMIT, memory_limit=2000)

Answer = Callable[[Puzzle], Any]


def _astar(predicate: Any) -> Answer:
    search = engine("compiled")
    return lambda puzzle: search(puzzle, predicate, limits=ASTAR_LIMITS).status


def _solver(name: str, **how: Any) -> Answer:
    limits = Limits(time_limit=TIME_LIMIT)
    return lambda puzzle: solvers.solve(puzzle, name, limits=limits, **how).status


def _count(puzzle: Puzzle) -> str:
    number, status = solvers.count(puzzle, "frontier", limits=Limits(time_limit=TIME_LIMIT))
    if status != "exact":
        return status
    return "solved" if number else "unsolvable"


#: What is measured, in the order of the table, with the kinds of panels it can do.
RUNS: dict[str, tuple[Answer, tuple[str, ...]]] = {
    "frontier": (_solver("frontier"), ("triangles",)),
    "frontier, shortest": (_solver("frontier", shortest=True), ("triangles",)),
    "frontier, count all": (_count, ("triangles",)),
    "clingo": (_solver("clingo"), KINDS),
    "z3": (_solver("z3"), KINDS),
    "A*, learned predicate": (_astar(PAPER), ("triangles",)),
    "A*, baseline": (_astar(BASELINE), ("triangles",)),
    "A*": (_astar(NONE), ("regions",)),
}


def measure(sizes: tuple[int, ...], number: int, seed: int) -> pd.DataFrame:
    """Solve all panels with all solvers; a row for each."""
    rows = []
    first = draw("triangles", 3, 1, seed)[0][0]
    for answer, _ in RUNS.values():
        answer(first)
    hopeless: set[tuple[str, str, str]] = set()
    with tqdm(total=len(KINDS) * len(sizes), unit="size") as bar:
        for kind in KINDS:
            for side in sizes:
                for solvable, puzzles in zip(
                    ("solvable", "unsolvable"), draw(kind, side, number, seed), strict=True
                ):
                    for name, (answer, kinds) in RUNS.items():
                        if kind not in kinds or (name, kind, solvable) in hopeless:
                            continue
                        limited = 0
                        for puzzle in puzzles:
                            begun = time.perf_counter()
                            status = answer(puzzle)
                            seconds = time.perf_counter() - begun
                            if status in ("solved", "unsolvable"):
                                assert (status == "solved") == (solvable == "solvable"), puzzle
                            else:
                                limited += 1
                            rows.append((kind, solvable, side, name, puzzle.id, status, seconds))
                        if 2 * limited > len(puzzles):
                            hopeless.add((name, kind, solvable))
                bar.update()
    columns = ["kind", "panels", "side", "solver", "puzzle", "status", "seconds"]
    return pd.DataFrame(rows, columns=columns)


def cell(group: pd.DataFrame) -> str:
    """Return the median and the longest time in words; what reached a limit is said."""
    limited = ~group["status"].isin(["solved", "unsolvable"])
    median = group["seconds"].where(~limited, float("inf")).median()
    shown = "limit" if median == float("inf") else in_words(median)
    most = "limit" if limited.any() else in_words(group["seconds"].max())
    note = f" ({limited.sum()} of {len(group)})" if limited.any() else ""
    return f"{shown} / {most}{note}"


def cells(runs: pd.DataFrame, kind: str, panels: str) -> pd.DataFrame:
    """Return the times of each solver for each side."""
    chosen = runs[(runs["kind"] == kind) & (runs["panels"] == panels)]

    found = {
        name: {
            f"{side}×{side}": cell(group)
            for side, group in chosen[chosen["solver"] == name].groupby("side")
        }
        for name in RUNS
        if (chosen["solver"] == name).any()
    }
    return pd.DataFrame.from_dict(found, orient="index").fillna("–")


def shipped_cells(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the times of each solver for each shipped panel."""
    found = runs.groupby(["solver", "puzzle"], sort=False)[["status", "seconds"]].apply(cell)
    return found.unstack().reindex(RUNS)[runs["puzzle"].unique()].fillna("–")


def markdown(table: pd.DataFrame, corner: str) -> str:
    """Give a table in Markdown."""
    lines = [f"| {corner} | {' | '.join(table.columns)} |"]
    lines.append("| --- |" + " ---: |" * len(table.columns))
    lines += [
        f"| {name} | {' | '.join(row)} |"
        for name, row in zip(table.index, table.to_numpy(), strict=True)
    ]
    return "\n".join(lines)


def plot(runs: pd.DataFrame) -> Figure:
    """Draw medians as lines and maxima as ends of bars, a part for each kind of panels."""
    figure = Figure(figsize=(11, 8), layout="constrained")
    parts = figure.subplots(2, 2, sharex=True, sharey=True)
    colours = {name: f"C{number}" for number, name in enumerate(RUNS)}
    for row, kind in zip(parts, KINDS, strict=True):
        for axes, panels in zip(row, ("solvable", "unsolvable"), strict=True):
            chosen = runs[(runs["kind"] == kind) & (runs["panels"] == panels)]
            for number, name in enumerate(RUNS):
                times = chosen[chosen["solver"] == name].groupby("side")["seconds"]
                if not len(times):
                    continue
                median, most = times.median(), times.max()
                at = median.index + 0.05 * (number - len(RUNS) / 2)
                axes.plot(at, median, "o-", color=colours[name], label=name, markersize=4)
                axes.vlines(at, median, most, color=colours[name], alpha=0.45)
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: in_words(value)))
            axes.axhline(TIME_LIMIT, color="0.5", linestyle=":", linewidth=1)
            axes.grid(axis="y", alpha=0.3)
            what = "triangles" if kind == "triangles" else "squares, stars and dots"
            axes.set_title(f"{what}, {panels}")
            axes.set_xticks(sorted(runs["side"].unique()))
            axes.set_xticklabels([f"{side}×{side}" for side in sorted(runs["side"].unique())])
    for axes in parts[:, 0]:
        axes.set_ylabel("time: median, and up to the longest")
    shown = dict(
        pair
        for axes in parts.flat
        for pair in zip(*axes.get_legend_handles_labels()[::-1], strict=True)
    )
    figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=4)
    return figure


def supported() -> pd.DataFrame:
    """Say which solver knows what."""
    known = solvers.feature_table()
    rows = {
        words: ["yes" if known[name][feature] else "–" for name in known]
        for feature, words in FEATURES.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(known))


def main() -> int:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--count", type=int, default=11, help="panels of each kind and size [11]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/solvers.md"))
    parser.add_argument("--note", default="", help="a sentence about how it was measured")
    parser.add_argument(
        "--shipped",
        action="store_true",
        help="measure the shipped panels only; the rest as it was measured before",
    )
    parser.add_argument(
        "--again", action="store_true", help="write the page anew from what was measured before"
    )
    options = parser.parse_args()
    folder = options.output.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    if not options.again:
        shipped = measure_shipped(RUNS, options.count)
        write_text(folder / "shipped.csv", shipped.to_csv(index=False, float_format="%.6f"))
    if not (options.again or options.shipped):
        runs = measure(tuple(options.sizes), options.count, options.seed)
        write_text(folder / "runs.csv", runs.to_csv(index=False, float_format="%.6f"))
    # What was measured now is read again, too: the page says the same with `--again`.
    shipped, runs = (pd.read_csv(folder / name) for name in ("shipped.csv", "runs.csv"))
    save(plot(runs), folder / "solvers.svg")
    environment = Environment(
        loader=FileSystemLoader(HERE), undefined=StrictUndefined, trim_blocks=True, autoescape=False
    )
    page = environment.get_template("page.md.j2").render(
        command=f"python benchmarks/solvers --count {options.count} --seed {options.seed}",
        shipped=markdown(shipped_cells(shipped), "solver"),
        in_vain=f"{paths_in_vain():,}",
        machine=machine(),
        folder=folder.name,
        count=options.count,
        note=options.note,
        time_limit=f"{TIME_LIMIT:g}",
        supported=markdown(supported(), "the panel has"),
        tables={
            f"{kind}, {panels}": markdown(cells(runs, kind, panels), "solver")
            for kind in KINDS
            for panels in ("solvable", "unsolvable")
        },
    )
    write_text(options.output, page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
