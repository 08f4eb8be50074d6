"""The pages about difficulty (results.md, learned.md), from the records of the study."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import inf
from pathlib import Path, PurePath
from typing import Any

import pandas as pd

from studies.difficulty.correlations import (
    FILTERS,
    LITERAL,
    NO_VERTEX_DOTS,
    OF_RULES,
    SECTIONS,
    STRAIGHT,
    TABLE_4_1,
    chosen,
    r_with_p,
    thesis_differences,
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
    learned,
    learned_lines,
    one_row,
    other_sides,
    series,
    sizes,
)
from studies.difficulty.two_colours import unique_boards
from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Measured, clock, read_measured
from studies.times import in_words
from studies.votes import Post, corrected_upvotes, read_posts
from witness.base.files import read_json, write_text
from witness.pipeline.report.figures import save
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.table import significant
from witness.puzzle.formats.editor_files import Imported, import_dump
from witness.puzzle.formats.skipping import summary
from witness.puzzle.model import Puzzle

#: Posts to which the thesis' words about its Figure 4.2 apply, and the votes that it gives them.
FIGURE_4_2 = (
    ("a", "kwbtem0", -6),
    ("a", "7vx13hg", -6),
    ("b", "cjyn1cr", -15),
    ("c", "ek45fc0", 15),
    ("d", "n43b378", 28),
)

#: Columns of the panel of Figure 3.2, at most.
MOST_COLUMNS = 8


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write both pages, their figures, and their tables in full as CSV."""
    imported, posts = import_dump(source["dump"]), read_posts(source["dump"])
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
        **reference(source.get("thesis"), imported.puzzles, ratings["thesis"]),
    }
    for name, rows in whole(said).items():
        write_text(output[name], csv_text(pd.DataFrame(rows, dtype=object)))
    for template, page in (("template", "page"), ("learned_template", "learned_page")):
        text = markdown_page(
            source[template],
            output[page],
            [of_records([*players.values(), *rated_boards.values()])],
            command=command,
            origin=players["thesis"].origin,
            figures={name: Path(path).name for name, path in output.items()},
            clock=clock(players.values()),
            time=in_words,
            **said,
        )
        write_text(output[page], text)


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
        "figure_4_2": [
            (name, by_id[post], posts[post].upvotes, votes)
            for name, post, votes in FIGURE_4_2
            if post in by_id
        ],
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
        "learned": learned(ratings, puzzles, posts),
        "of_rules": OF_RULES,
        "learned_lines": learned_lines(ratings, puzzles, posts),
        "dotted": averages([by_id[name] for name in corrected if name not in undotted], corrected),
        "undotted": averages([by_id[name] for name in corrected if name in undotted], corrected),
        "series": series([post for _, post in chosen("triangles", puzzles, posts)]),
    }


def whole(said: Mapping[str, Any]) -> dict[str, list[Record]]:
    """Return the rows of the tables of which the page has only some.

    `learned` names panels by their filter; its bits are the median of ReMUSE.
    """
    lines = [(row.filter, row.words) for row in (*OF_RULES, NO_VERTEX_DOTS)]
    triangles = [(f"triangles{some}", m) for some in ("", "-no-series") for m in ("MUSE", "ReMUSE")]
    rated = [(lines, *row) for row in said["learned_lines"]]
    rated += [(triangles, *row, None) for row in said["learned"]]
    return {
        "learned": [
            {"panels": panels, "rules": rules.replace("**", ""), "player": names}
            | {"measure": measure, "r": round(one.r, 3), "p": significant(one.p, 1)}
            | {"bits": bits and round(bits, 1)}
            for columns, rules, names, found, bits in rated
            for (panels, measure), one in zip(columns, found, strict=True)
        ],
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


def reference(
    file: str | None, puzzles: Sequence[Puzzle], by_id: Mapping[str, Record]
) -> dict[str, Any]:
    """Return what the template says of what the thesis' own program found; there may be no file."""
    one_end = {puzzle.id for puzzle in puzzles if len(puzzle.starts) == len(puzzle.goals) == 1}
    found = [] if file is None else read_json(file)
    compared = {name: record for name, record in by_id.items() if name in one_end}
    return {
        "reference": None if file is None else PurePath(file).name,
        "thesis": thesis_differences(found, compared),
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
