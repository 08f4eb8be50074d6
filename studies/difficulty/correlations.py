"""How well scores agree with players: the thesis' sections 4.1 and 4.4, and what it could not do.

Players vote for puzzles up or down, and old puzzles have had longer to be voted for. So the votes
are corrected by a linear fit on the time of posting, and scores correlated with what is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from witness.base.errors import InputError
from witness.base.extras import optional
from witness.base.files import json_value, read_maybe_gzipped
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle

stats = optional("scipy.stats", "SciPy", "study")

#: A record of `witness rate`.
Record = Mapping[str, Any]

#: Puzzles of the Windmill that copy panels of the game, which everybody knows; their equals count
#: as copies, too.
COPIES = ("f94m9p8", "q2gfxz8", "app969g", "5crpbzg")

#: Votes beyond this count as outliers.
MOST_UPVOTES = 40

#: Boards of the thesis' player data.
SIDE = 4


@dataclass(frozen=True)
class Post:
    """A puzzle as it was posted: its author, milliseconds of the epoch, votes and solves."""

    id: str
    creator: str
    created: int
    upvotes: int
    solves: int


def read_posts(path: str | Path) -> dict[str, Post]:
    """Read the posts of a dump by their ids; of one id, the first. Raises `InputError`."""
    dump = json_value(read_maybe_gzipped(path), path)
    found: dict[str, Post] = {}
    for number, entry in enumerate(dump, start=1):
        try:
            names = ("id", "creator", "createUtc", "upvotes", "solves")
            post = Post(*(entry[name] for name in names))
        except (KeyError, TypeError):
            raise InputError(f"entry {number} lacks one of {', '.join(names)}", file=path) from None
        found.setdefault(post.id, post)
    return found


def corrected_upvotes(posts: Sequence[Post]) -> list[float]:
    """Return the upvotes of posts less what a linear fit on their time gives."""
    times = np.array([post.created for post in posts], float)
    votes = np.array([post.upvotes for post in posts], float)
    fit = stats.linregress(times, votes)
    return [float(vote) for vote in votes - (fit.intercept + fit.slope * times)]


@dataclass(frozen=True)
class Correlation:
    """Pearson's r and its p-value over `number` puzzles."""

    r: float
    p: float
    number: int


def correlation(posts: Sequence[Post], records: Sequence[Record], measure: str) -> Correlation:
    """Correlate a measure ("muse", "remuse", "solutions" or "length") with corrected upvotes (4.1).

    `records` are those of the posts. Unsolvable puzzles and those at a limit, which have no score,
    are left out before the votes are corrected.
    """
    kept = [
        (post, float(record[measure]))
        for post, record in zip(posts, records, strict=True)
        if record.get(measure) is not None and record["solutions"] != 0
    ]
    votes = corrected_upvotes([post for post, _ in kept])
    found = stats.pearsonr([score for _, score in kept], votes)
    return Correlation(float(found[0]), float(found[1]), len(kept))


#: The author of more than a quarter of the pure triangle puzzles, who posted them in a series.
SERIES_AUTHOR = "p5d9fe0"


def _with(*features: str) -> Callable[[Puzzle], bool]:
    return lambda puzzle: bool(puzzle.features) and puzzle.features <= set(features)


_LINES = _with("dots", "squares", "gaps")
_TRIANGLES = _with("triangles")
_TRIANGLES_AND_GAPS = _with("triangles", "gaps")


def _to_dot(puzzle: Puzzle) -> set[Vertex]:
    """Return the vertices but for starts and goals (thesis, 4.1.1)."""
    return set(puzzle.grid.vertices) - {*puzzle.starts, *puzzle.goals}


#: Choices of puzzles by name.
FILTERS: dict[str, Callable[[Puzzle, Post], bool]] = {
    "lines": lambda p, _: _LINES(p),
    # Without a dot at every vertex but start and goal.
    "lines-not-all-dots": lambda p, _: _LINES(p) and not _to_dot(p) <= set(p.dots),
    # The same, but those with further dots on edges stay.
    "lines-not-only-all-dots": lambda p, _: _LINES(p) and _to_dot(p) != set(p.dots),
    "triangles-and-gaps": lambda p, _: _TRIANGLES_AND_GAPS(p) and bool(p.triangles),
    "triangles": lambda p, _: _TRIANGLES(p),
    "triangles-no-series": lambda p, post: _TRIANGLES(p) and post.creator != SERIES_AUTHOR,
}


def chosen(
    name: str,
    puzzles: Sequence[Puzzle],
    posts: Mapping[str, Post],
    most_upvotes: float = MOST_UPVOTES,
    side: int = SIDE,
) -> list[tuple[Puzzle, Post]]:
    """Return the puzzles of a filter that meet the thesis' conditions (4.1).

    These are 4×4 squares (or another square board), one start, one goal, solved by somebody, fewer
    than `most_upvotes`, no copy of the game's panels.
    """
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    copies = {by_id[identifier].canonical() for identifier in COPIES if identifier in by_id}
    return [
        (puzzle, post)
        for puzzle, post in ((puzzle, posts[puzzle.id]) for puzzle in puzzles)
        if puzzle.rows == puzzle.cols == side
        and len(puzzle.starts) == len(puzzle.goals) == 1
        and post.solves > 0
        and post.upvotes < most_upvotes
        and FILTERS[name](puzzle, post)
        and puzzle.canonical() not in copies
    ]


def r_with_p(p: float, number: int) -> float:
    """Return the size of the r that has this p-value over `number` puzzles.

    The thesis prints r with two digits; its p-values say more of them.
    """
    t = float(stats.t.isf(p / 2, number - 2))
    return t / math.sqrt(number - 2 + t * t)


@dataclass(frozen=True)
class Comparison:
    """A measure, whose scores, over which filter's puzzles, and what the thesis found."""

    words: str
    measure: str
    thesis: Correlation
    rules: str = "thesis"
    lookahead: int = 0
    straight_line: bool = False
    filter: str = "lines"


def _row(
    words: str, measure: str, r: float, p: float, number: int = 104, **player: Any
) -> Comparison:
    return Comparison(words, measure, Correlation(r, p, number), **player)


#: The thesis' Table 4.1. By section 4.1.2 its straight lines go with a lookahead of two steps.
TABLE_4_1 = (
    _row("MUSE", "muse", 0.41, 1.1e-5),
    _row("MUSE, lookahead 1", "muse", 0.40, 2.4e-5, lookahead=1),
    _row("MUSE, lookahead 2", "muse", 0.40, 2.4e-5, lookahead=2),
    _row("MUSE, lookahead 2, straight lines", "muse", 0.50, 3.7e-8, lookahead=2,
         straight_line=True),
    _row("ReMUSE", "remuse", 0.57, 1.5e-10),
    _row("ReMUSE, lookahead 1", "remuse", 0.56, 4.9e-10, lookahead=1),
    _row("ReMUSE, lookahead 2", "remuse", 0.56, 4.2e-10, lookahead=2),
    _row("number of solutions", "solutions", 0.32, 9.7e-4),
    _row("average length of solutions", "length", 0.47, 3.9e-7),
)  # fmt: skip

_DOTS = (0.67, 4.04e-15, 92)
_SLITHERLINK: dict[str, Any] = {"rules": "thesis,full", "filter": "triangles-no-series"}

#: The correlations of sections 4.1.1 and 4.4.3. What a filter leaves may not be what the thesis
#: was left with.
SECTIONS = (
    _row("ReMUSE, a vertex has no dot", "remuse", *_DOTS, filter="lines-not-all-dots"),
    _row("ReMUSE, that or an edge has one", "remuse", *_DOTS, filter="lines-not-only-all-dots"),
    _row("ReMUSE, triangles", "remuse", 0.40, 3.92e-7, 152, **_SLITHERLINK),
    _row("average length, triangles", "length", 0.02, 0.76, 152, **_SLITHERLINK),
)


#: Rows that the page mentions besides the thesis' own, each beside what the thesis has nearest.
#: Of straight lines, section 4.1.2 has another p-value than Table 4.1.
STRAIGHT = _row("", "muse", 0.50, 4.64e-8, straight_line=True)
LITERAL = _row("", "remuse", 0.40, 3.92e-7, 152, filter="triangles-no-series")
