"""The page about public panels (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import read_measured
from studies.times import in_words
from studies.votes import MOST_UPVOTES, Post, Record, correlation, read_posts
from witness.base.errors import InputError
from witness.base.files import write_text
from witness.pipeline.report.render import csv_text
from witness.puzzle.formats.editor_files import read_dump
from witness.puzzle.formats.skipping import import_entries
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.sheets import Panel, sheet

EDITORS = ("windmill", "witnesspuzzles")

#: What was known before, and what each step adds.
STEPS: dict[str, frozenset[str]] = {
    "triangles, gaps, dots, squares, stars": frozenset(
        {"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals", "rules"}
    ),
    "colours of all symbols, starts that are goals, four triangles, missing squares, open halves":
        frozenset({"coloured", "start-goals", "edge-start-goals", "four-triangles", "missing",
                   "open-halves"}),
    "blocks": frozenset({"blocks"}),
    "elimination marks": frozenset({"eliminations"}),
    "two lines": frozenset({"symmetry", "line_dots"}),
    "negative blocks": frozenset({"negative-blocks"}),
    "cylinders": frozenset({"wraps"}),
}  # fmt: skip

#: Kinds of panels, each with features of which it has one at least; a panel is of the first.
KINDS: dict[str, frozenset[str]] = {
    "negative blocks": frozenset({"negative-blocks"}),
    "elimination marks and blocks": frozenset({"eliminations blocks"}),
    "elimination marks": frozenset({"eliminations"}),
    "two lines": frozenset({"symmetry"}),
    "blocks": frozenset({"blocks"}),
    "triangles, gaps, dots, squares, stars": frozenset(),
}

#: How many of the panels that took longest are drawn.
HARDEST = 8


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, its pictures and its table."""
    census, solved, rated = (read_measured(source[n]) for n in ("census", "solved", "rated"))
    runs = solved.table[solved.table["drawn"]]
    hardest = runs[runs["status"] == "solved"].nlargest(HARDEST, "seconds")
    unsolvable = solved.table[solved.table["status"] == "unsolvable"]
    panels = {panel.id: panel for panel in _imported(source["windmill"])}
    _draw(output["hardest"], panels, list(hardest["id"]), [in_words(s) for s in hardest["seconds"]])
    _draw(output["unsolvable"], panels, list(unsolvable["id"]))
    found = census.table.reindex(columns=["editor", "id", "features", "skipped"])
    skipped = found["skipped"].notna()
    write_text(output["features"], csv_text(features(found[~skipped])))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([census, solved, rated])],
        command=command,
        settings=solved.origin.settings,
        solved_of=f"{len(runs):,} of {(found['editor'] == 'windmill').sum():,}",
        numbers={k: f"{n:,}" for k, n in found["editor"].value_counts().items()},
        steps=steps(found[~skipped]),
        skipped=skipped_panels(found[skipped]),
        skipped_words=f"{skipped.sum()} panels are not imported:" if skipped.any() else "",
        times=times(runs),
        most_upvotes=MOST_UPVOTES,
        most_states=f"{rated.origin.settings['max_states']:,}",
        correlations=correlations(rated.rows, read_posts(source["windmill"])),
        unsolvable_words=f"These {len(unsolvable)} panels have no solution:",
    )
    write_text(output["page"], text)


def _imported(dump: str) -> list[Puzzle]:
    found = import_entries(puzzle_from_contents, read_dump(dump))
    return [panel for panel in found if isinstance(panel, Puzzle)]


def _draw(
    file: str, panels: Mapping[str, Puzzle], ids: Sequence[str], words: Sequence[str] = ()
) -> None:
    """Draw panels in rows of four, with their ids and perhaps more words."""
    more = words or [""] * len(ids)
    shown = [
        Panel(panels[name], None, f"{name} {word}".strip())
        for name, word in zip(ids, more, strict=True)
    ]
    write_text(Path(file), sheet(shown, scale=24))


def steps(census: pd.DataFrame) -> pd.DataFrame:
    """Return how many panels have nothing but what is known after each step, by editor."""
    known: frozenset[str] = frozenset()
    rows = []
    for words, more in STEPS.items():
        known |= more
        covered = pd.Series([{*n.split()} <= known for n in census["features"]], census.index)
        numbers = [int(covered[census["editor"] == editor].sum()) for editor in EDITORS]
        shown = [f"{number:,}" for number in (*numbers, sum(numbers))]
        rows.append({"with": words, **dict(zip((*EDITORS, "both"), shown, strict=True))})
    return pd.DataFrame(rows)


def features(census: pd.DataFrame) -> pd.DataFrame:
    """Return how many panels have each feature, by editor."""
    rows = []
    for name, feature in FEATURES.items():
        has = pd.Series([name in n.split() for n in census["features"]], census.index)
        numbers = {editor: int(has[census["editor"] == editor].sum()) for editor in EDITORS}
        rows.append({"the panel has": feature.words, **numbers})
    return pd.DataFrame(rows)


def skipped_panels(census: pd.DataFrame) -> pd.DataFrame:
    """Return why panels are not imported, with numbers, by editor."""
    if census.empty:
        return pd.DataFrame({"reason": []})
    counted = census.groupby(["skipped", "editor"]).size().unstack(fill_value=0)
    return counted.reset_index().rename(columns={"skipped": "reason"})


def kind(names: str) -> str:
    """Return the kind of a panel with some features."""
    has = {*names.split()}
    if has >= {"eliminations", "blocks"} and "negative-blocks" not in has:
        return "elimination marks and blocks"
    return next(words for words, one in KINDS.items() if has & one or not one)


def times(runs: pd.DataFrame) -> pd.DataFrame:
    """Return for each kind of panel how many are decided, and quantiles of the times of these."""
    rows = []
    kinds = runs["features"].map(kind)
    for words, chosen in [*((name, kinds == name) for name in KINDS), ("all", kinds == kinds)]:
        own = runs[chosen]
        done = own[own["status"].isin(("solved", "unsolvable"))]["seconds"]
        if own.empty:
            continue
        rows.append(
            {
                "panels with": words,
                "number": len(own),
                "solved": int((own["status"] == "solved").sum()),
                "none": int((own["status"] == "unsolvable").sum()),
                "limit": int((~own["status"].isin(("solved", "unsolvable"))).sum()),
                "median": in_words(done.median()),
                "90 %": in_words(float(done.quantile(0.9))),
                "99 %": in_words(float(done.quantile(0.99))),
                "longest": in_words(done.max()),
            }
        )
    return pd.DataFrame(rows)


def correlations(ratings: Sequence[Record], posts: Mapping[str, Post]) -> pd.DataFrame:
    """Return for each kind of panel how well scores agree with votes."""
    kinds = {name: [r for r in ratings if kind(r["features"]) == name] for name in KINDS}
    rows = []
    for words, own in {**kinds, "all": list(ratings)}.items():
        row: dict[str, Any] = {"panels with": words, "number": len(own)}
        for measure in ("muse", "remuse", "solutions", "length"):
            try:
                found = correlation([posts[r["id"]] for r in own], own, measure)
            except InputError:
                row[measure] = "–"
            else:
                row[measure] = f"{found.r:.2f} ({found.p:.0e}; {found.number})"
        rows.append(row)
    return pd.DataFrame(rows)
