"""The page about planners (results.md), from the records of the study."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.planners.downward import MEMORY
from studies.planners.study import WITH_RULE
from studies.records import read_gathered
from studies.times import in_words
from witness.base.files import write_text

#: With whose expansions others are compared, and whose translation counts.
PAPER, LMCUT = "π°", "lmcut"

#: Who may recognise a first mistake, in the order of the table.
RECOGNISERS = ("π_baseline", "π°", "extended", "h1", "live", "h2")


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    gathered = read_gathered(source["records"])
    boards, mistakes = gathered["boards"], gathered["mistakes"]
    runs = boards.table
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
        expansions=by_size(runs, lambda own: most(own, "expansions", lambda n: f"{n:,.0f}")),
        seconds=by_size(runs, lambda own: most(own, "seconds", in_words)),
        translation=by_size(
            runs[runs["run"].isin([LMCUT, LMCUT + WITH_RULE])],
            lambda own: in_words(own["translation"].sum()),
        ),
        solved=by_size(runs, lambda own: f"{own['length'].notna().sum()} of {len(own)}"),
        ratios=ratios(runs),
        recognised=recognised(mistakes.table),
        asked_of=len(mistakes.rows),
    )
    write_text(output["page"], text)


def by_size(runs: pd.DataFrame, cell: Callable[[pd.DataFrame], str]) -> pd.DataFrame:
    """Return a row for each run and a column for each size."""
    rows = []
    for name, own in runs.groupby("run", sort=False):
        cells = {f"{side}×{side}": cell(part) for side, part in own.groupby("side")}
        rows.append({"search": name, **cells})
    return pd.DataFrame(rows)


def most(own: pd.DataFrame, column: str, words: Callable[[float], str]) -> str:
    """Return the sum of a column, as a lower bound if a search met a limit."""
    bound = "≥ " if own["length"].isna().any() else ""
    return bound + words(own[column].sum())


def ratios(runs: pd.DataFrame) -> pd.DataFrame:
    """Return how many times fewer nodes each run expands than π° on a board both solve.

    That is the geometric mean over the boards.
    """
    solved = runs[runs["length"].notna()]
    paper = solved[solved["run"] == PAPER].set_index(["side", "board"])["expansions"]

    def cell(own: pd.DataFrame) -> str:
        both = own.join(paper.rename("paper"), on=["side", "board"], how="inner")
        quotients = both["paper"].clip(lower=1) / both["expansions"].clip(lower=1)
        mean = math.exp(quotients.map(math.log).mean()) if len(both) else math.nan
        return "–" if math.isnan(mean) else f"{mean:.3g} ({len(both)})"

    return by_size(solved[solved["run"] != PAPER], cell)


def recognised(found: pd.DataFrame) -> pd.DataFrame:
    """Return how many first mistakes each recogniser sees, and how many against h1 and h2."""
    rows = []
    for name in RECOGNISERS:
        own = found[name]
        rows.append({
            "by": name,
            "recognised": f"{own.sum()} of {len(found)}",
            "share": f"{100 * own.mean():.0f} %",
            "not by h1": (own & ~found["h1"]).sum(),
            "h1, but not this": (found["h1"] & ~own).sum(),
            "not by h2": (own & ~found["h2"]).sum(),
        })  # fmt: skip
    return pd.DataFrame(rows)
