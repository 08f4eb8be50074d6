"""How well scores agree with players: the thesis' Table 4.1, and what it could not do.

Players vote for puzzles up or down, and old puzzles have had longer to be voted for. So the votes
are corrected by a linear fit on the time of posting, and scores correlated with what is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import linregress, pearsonr

from witness.difficulty.posts import Post
from witness.errors import InputError
from witness.puzzle import Puzzle

#: Puzzles of the Windmill that copy panels of the game, which everybody knows; their equals count
#: as copies, too.
COPIES = ("f94m9p8", "q2gfxz8", "app969g", "5crpbzg")

#: The author of more than a quarter of the pure triangle puzzles, who posted them in a series.
SERIES_AUTHOR = "p5d9fe0"

#: Votes beyond this count as outliers.
MOST_UPVOTES = 40

#: Boards of the thesis' player data.
SIDE = 4

#: A record of `witness rate`.
Record = Mapping[str, Any]


@dataclass(frozen=True)
class Filter:
    """A choice of puzzles: its name, what it is in words, and whether a puzzle belongs to it."""

    name: str
    words: str
    keeps: Callable[[Puzzle, Post], bool]


def _with(*features: str) -> Callable[[Puzzle], bool]:
    return lambda puzzle: bool(puzzle.features) and puzzle.features <= set(features)


_LINES = _with("dots", "squares", "gaps")
_TRIANGLES = _with("triangles")

FILTERS = {
    chosen.name: chosen
    for chosen in (
        Filter("lines", "dots, coloured squares and gaps only", lambda p, _: _LINES(p)),
        Filter("triangles", "triangles only", lambda p, _: _TRIANGLES(p)),
        Filter(
            "triangles-no-series",
            f"triangles only, without the series of one author ({SERIES_AUTHOR})",
            lambda p, post: _TRIANGLES(p) and post.creator != SERIES_AUTHOR,
        ),
    )
}


def chosen(
    name: str, puzzles: Sequence[Puzzle], posts: Mapping[str, Post]
) -> list[tuple[Puzzle, Post]]:
    """Give the puzzles of a filter that all of them share the thesis' conditions of: 4×4 squares,
    one start, one goal, solved by somebody, fewer than 40 upvotes, no copy of the game's panels.
    """
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    copies = {by_id[identifier].canonical() for identifier in COPIES if identifier in by_id}
    return [
        (puzzle, posts[puzzle.id])
        for puzzle in puzzles
        if puzzle.rows == puzzle.cols == SIDE
        and len(puzzle.starts) == len(puzzle.goals) == 1
        and posts[puzzle.id].solves > 0
        and posts[puzzle.id].upvotes < MOST_UPVOTES
        and puzzle.canonical() not in copies
        and FILTERS[name].keeps(puzzle, posts[puzzle.id])
    ]


def corrected_upvotes(posts: Sequence[Post]) -> list[float]:
    """Give the upvotes of posts less what a linear fit on their time gives."""
    times = np.array([post.created for post in posts], float)
    votes = np.array([post.upvotes for post in posts], float)
    fit = linregress(times, votes)
    return [float(vote) for vote in votes - (fit.intercept + fit.slope * times)]


@dataclass(frozen=True)
class Correlation:
    """Pearson's r and its p-value over so many puzzles; of `left_out` others there is no score."""

    r: float
    p: float
    number: int
    left_out: int


def correlation(posts: Sequence[Post], records: Sequence[Record], measure: str) -> Correlation:
    """Correlate a measure ("muse", "remuse", "solutions" or "length") with corrected upvotes.

    `records` are those of the posts. Unsolvable puzzles and those at a limit are left out, before
    the votes are corrected. Raises `InputError` with fewer than three puzzles left.
    """
    kept = [
        (post, float(record[measure]))
        for post, record in zip(posts, records, strict=True)
        if record.get(measure) is not None and record["solutions"] != 0
    ]
    if len(kept) < 3:
        raise InputError(f"{len(kept)} puzzles are too few to correlate their {measure} with votes")
    votes = corrected_upvotes([post for post, _ in kept])
    found = pearsonr([value for _, value in kept], votes)
    number = len(kept)
    return Correlation(float(found[0]), float(found[1]), number, len(posts) - number)


@dataclass(frozen=True)
class Row:
    """A row of Table 4.1: whose scores, what the thesis found, and which filter it used."""

    words: str
    measure: str
    rules: str
    lookahead: int
    straight_line: bool
    filter: str
    thesis: float | None


def _row(words: str, measure: str, thesis: float | None, **how: Any) -> Row:
    return Row(
        words,
        measure,
        how.get("rules", "thesis"),
        how.get("lookahead", 0),
        how.get("straight_line", False),
        how.get("filter", "lines"),
        thesis,
    )


#: The thesis' Table 4.1.
TABLE_4_1 = (
    _row("MUSE", "muse", 0.41),
    _row("MUSE, lookahead 1", "muse", 0.40, lookahead=1),
    _row("MUSE, lookahead 2", "muse", 0.40, lookahead=2),
    _row("MUSE, straight lines", "muse", 0.50, straight_line=True),
    _row("ReMUSE", "remuse", 0.57),
    _row("ReMUSE, lookahead 1", "remuse", 0.56, lookahead=1),
    _row("ReMUSE, lookahead 2", "remuse", 0.56, lookahead=2),
    _row("number of solutions", "solutions", 0.32),
    _row("average length of solutions", "length", 0.47),
    _row("ReMUSE, triangles only", "remuse", 0.40, rules="thesis,full",
         filter="triangles-no-series"),
)  # fmt: skip


def thesis_differences(
    reference: Sequence[Record], records: Mapping[str, Record]
) -> dict[str, tuple[int, int]]:
    """Compare ratings with those that the thesis' own program has published.

    `reference` is its list of puzzles with "measureValsByName"; `records` are without lookahead.
    Gives for MUSE and the number of solutions (equal, compared) over puzzles that both have.
    """
    names = {"muse": "minSolutionEntropy2N0", "solutions": "totalSolutionsFound"}
    counts = dict.fromkeys(names, (0, 0))
    for entry in reference:
        record = records.get(str(entry.get("id")))
        if record is None:
            continue
        for measure, theirs in names.items():
            value = entry["measureValsByName"][theirs]
            ours = record[measure]
            same = ours is not None and math.isclose(ours, value, abs_tol=1e-6)
            equal, number = counts[measure]
            counts[measure] = (equal + same, number + 1)
    return counts
