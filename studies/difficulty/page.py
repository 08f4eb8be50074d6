"""The page about difficulty (results.md), from the records of the study."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pandas as pd

from studies.difficulty.correlations import (
    FILTERS,
    LITERAL,
    SECTIONS,
    STRAIGHT,
    TABLE_4_1,
    Post,
    chosen,
    corrected_upvotes,
    r_with_p,
    read_posts,
)
from studies.difficulty.figures import histograms, scatter
from studies.difficulty.panels import board, rated, sheets, widening
from studies.difficulty.study import Asked
from studies.difficulty.summaries import (
    ENOUGH,
    Ratings,
    Record,
    averages,
    distribution,
    one_row,
    other_sides,
    series,
    sizes,
)
from studies.difficulty.two_colours import unique_boards
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Measured, clock, read_measured
from witness.base.files import write_text
from witness.pipeline.report.figures import save
from witness.pipeline.report.render import csv_text, duration
from witness.pipeline.report.table import significant
from witness.puzzle.formats.editor_files import Imported, import_panels
from witness.puzzle.formats.skipping import summary
from witness.puzzle.model import Puzzle

#: Columns of the panel of Figure 3.2, at most.
MOST_COLUMNS = 8


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, its figures, and its tables in full as CSV."""
    imported, posts = import_panels(source["dump"]), read_posts(source["dump"])
    players = {Path(file).stem: read_measured(file) for file in source["ratings"]}
    ratings = {name: _by_id(one) for name, one in players.items()}
    rated_boards = {_size(file): read_measured(file) for file in source["boards"]}
    boards = {size: one.rows for size, one in rated_boards.items()}
    shown = {_size(file) for file in source["histograms"]}
    scores = {name: [row["remuse"] for row in rows] for name, rows in boards.items()}
    histogrammed = {name: found for name, found in scores.items() if name in shown}
    lines = chosen("lines", imported.puzzles, posts)
    save(scatter(*_pairs(lines, ratings["thesis"])), Path(output["votes"]))
    save(histograms(histogrammed), Path(output["histograms"]))
    if "3×3" in boards:
        draw_panels(boards["3×3"], output)
    said = {
        **pictured(scores, histogrammed),
        **dump(imported, posts, ratings["thesis"]),
        **votes(imported.puzzles, posts, ratings),
    }
    for name, rows in whole(said).items():
        write_text(output[name], csv_text(pd.DataFrame(rows, dtype=object)))
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([*players.values(), *rated_boards.values()])],
        command=command,
        origin=players["thesis"].origin,
        clock=clock(players.values()),
        time=partial(duration, digits=2),
        **said,
    )
    write_text(output["page"], text)


def draw_panels(threes: Sequence[Record], output: Mapping[str, str]) -> None:
    """Draw panels to which the thesis' words about its figures apply, from all boards of 3×3."""
    found = [board(p, row) for p, row in zip(unique_boards(3, 3), threes, strict=True)]
    for name, svg in sheets(found, Asked("thesis").player).items():
        write_text(output[name], svg)


def pictured(
    scores: Mapping[str, Sequence[float]], histogrammed: Mapping[str, Sequence[float]]
) -> dict[str, Any]:
    """Return what the template says of panels of our own."""
    counts = {name: Counter(round(one, 3) for one in found) for name, found in histogrammed.items()}
    panels = [widening(cols) for cols in range(1, MOST_COLUMNS + 1)]
    thesis, nobody = Asked("thesis").player, Asked("none").player
    return {
        "widths": [(one.cols, rated(one, thesis), rated(one, nobody)) for one in panels],
        "counts": counts,
        "distributions": {name: distribution(found) for name, found in scores.items()},
        "scores": sorted({score for found in counts.values() for score in found}),
        "numbers_of_boards": {name: len(found) for name, found in histogrammed.items()},
    }


def dump(
    imported: Imported, posts: Mapping[str, Post], by_id: Mapping[str, Record]
) -> dict[str, Any]:
    """Return what the template says of the dump and of all its puzzles."""
    latest = max(post.created for post in posts.values())
    everything = [by_id[puzzle.id] for puzzle in imported.puzzles]
    return {
        "summary": summary(len(imported.puzzles), imported.skipped),
        "latest": datetime.fromtimestamp(latest / 1000, UTC).date(),
        "sizes": sizes(imported.puzzles, everything),
        "total": Counter(record["status"] for record in everything),
    }


def votes(puzzles: Sequence[Puzzle], posts: Mapping[str, Post], ratings: Ratings) -> dict[str, Any]:
    """Return what the template says of scores and votes."""
    lines = chosen("lines", puzzles, posts)
    corrected = dict(
        zip(
            (puzzle.id for puzzle, _ in lines),
            corrected_upvotes([post for _, post in lines]),
            strict=True,
        )
    )
    undotted = {puzzle.id for puzzle, _ in chosen("lines-not-all-dots", puzzles, posts)}
    by_id = ratings["thesis"]
    return {
        "numbers": {name: len(chosen(name, puzzles, posts)) for name in FILTERS},
        "tables": [
            [(row, one_row(ratings, puzzles, posts, row)) for row in rows]
            for rows in (TABLE_4_1, SECTIONS)
        ],
        "straight": one_row(ratings, puzzles, posts, STRAIGHT),
        "straight_thesis": STRAIGHT.thesis,
        "literal": one_row(ratings, puzzles, posts, LITERAL),
        "r_with_p": r_with_p,
        "average_upvotes": statistics.mean(post.upvotes for _, post in lines),
        "outliers": len(chosen("lines", puzzles, posts, inf)) - len(lines),
        "sides": other_sides(puzzles, posts, by_id),
        "enough": ENOUGH,
        "dotted": averages([by_id[name] for name in corrected if name not in undotted], corrected),
        "undotted": averages([by_id[name] for name in corrected if name in undotted], corrected),
        "series": series([post for _, post in chosen("triangles", puzzles, posts)]),
    }


def whole(said: Mapping[str, Any]) -> dict[str, list[Record]]:
    """Return the rows of the tables that the page does not have."""
    return {
        "sizes": [
            {"longer side": side, "puzzles": number}
            | {"rated": statuses["rated"] + statuses["unsolvable"]}
            | {"at the limit": statuses["state-limit"], "of these, MUSE known": known}
            | {"median, s": significant(median, 2), "longest, s": significant(most, 2)}
            for side, number, statuses, known, median, most in said["sizes"]
        ],
        "boards": [
            {"ReMUSE": score, **{name: found[score] for name, found in said["counts"].items()}}
            for score in said["scores"]
        ],
        "distributions": [{"board": n, **found} for n, found in said["distributions"].items()],
    }


def _by_id(measured: Measured) -> dict[str, Record]:
    return {row["id"]: row for row in measured.rows}


def _size(file: str) -> str:
    return Path(file).stem.replace("x", "×")


def _pairs(
    lines: Sequence[tuple[Puzzle, Post]], by_id: Mapping[str, Record]
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return scores and corrected votes of the puzzles that have a score, by measure."""
    corrected = corrected_upvotes([post for _, post in lines])
    scores: dict[str, list[float]] = {}
    voted: dict[str, list[float]] = {}
    for name in ("MUSE", "ReMUSE"):
        every = [by_id[puzzle.id][name.lower()] for puzzle, _ in lines]
        known = [(x, y) for x, y in zip(every, corrected, strict=True) if x is not None]
        scores[name], voted[name] = [x for x, _ in known], [y for _, y in known]
    return scores, voted
