"""What players thought of the puzzles of a Windmill dump, and how well scores agree with them.

Players vote for puzzles up or down, and old puzzles have had longer to be voted for. So the votes
are corrected by a linear fit on the time of posting, and scores correlated with what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from witness.base.errors import InputError, quoted
from witness.base.extras import optional
from witness.base.files import json_value, read_maybe_gzipped
from witness.puzzle.model import Puzzle

stats = optional("scipy.stats", "SciPy", "study")

#: A record of `witness rate`.
Record = Mapping[str, Any]

#: Fewer puzzles say nothing.
FEWEST = 3

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
    if not isinstance(dump, list):
        raise InputError("a dump of the Windmill is a JSON list of objects", file=path)
    found: dict[str, Post] = {}
    for number, entry in enumerate(dump, start=1):
        post = _post(entry, number, path)
        found.setdefault(post.id, post)
    return found


def _post(entry: Any, number: int, path: str | Path) -> Post:
    if not isinstance(entry, dict):
        raise InputError(f"entry {number} is {entry!r:.60}; an object is expected", file=path)
    texts = [_value(entry, key, str, "text", number, path) for key in ("id", "creator")]
    numbers = [
        _value(entry, key, int, "whole number", number, path)
        for key in ("createUtc", "upvotes", "solves")
    ]
    return Post(*texts, *numbers)


def _value(
    entry: dict[str, Any], key: str, kind: type, what: str, number: int, path: str | Path
) -> Any:
    value = entry.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(
            f"entry {number} has {quoted(value)} as its {key}; a {what} is expected", file=path
        )
    return value


def voted(
    puzzles: Sequence[Puzzle],
    posts: Mapping[str, Post],
    most_upvotes: float = MOST_UPVOTES,
    side: int = SIDE,
) -> list[Puzzle]:
    """Return the puzzles that meet the conditions of the thesis (4.1).

    These are 4×4 squares (or another square board), one start and one goal of each line, solved by
    somebody, fewer than `most_upvotes`, no copy of the game's panels.
    """
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    copies = {by_id[identifier].canonical() for identifier in COPIES if identifier in by_id}
    return [
        puzzle
        for puzzle in puzzles
        if puzzle.rows == puzzle.cols == side
        and len(puzzle.starts) == len(puzzle.goals) == 1 + bool(puzzle.symmetry)
        and posts[puzzle.id].solves > 0
        and posts[puzzle.id].upvotes < most_upvotes
        and puzzle.canonical() not in copies
    ]


def corrected_upvotes(posts: Sequence[Post]) -> list[float]:
    """Return the upvotes of posts less what a linear fit on their time gives."""
    times = np.array([post.created for post in posts], float)
    votes = np.array([post.upvotes for post in posts], float)
    fit = stats.linregress(times, votes)
    return [float(vote) for vote in votes - (fit.intercept + fit.slope * times)]


@dataclass(frozen=True)
class Correlation:
    """Pearson's r and its p-value over `number` puzzles; `left_out` others have no score."""

    r: float
    p: float
    number: int
    left_out: int


def with_score(records: Sequence[Record], score: str) -> list[tuple[int, float]]:
    """Return the positions of the ratings that have a score ("muse", …), and that score.

    Unsolvable puzzles and those at a limit have none.
    """
    return [
        (at, float(record[score]))
        for at, record in enumerate(records)
        if record.get(score) is not None and record["solutions"] != 0
    ]


def pearson(scores: Sequence[float], others: Sequence[float], left_out: int) -> Correlation:
    """Correlate scores with votes (thesis, 4.1 and 4.4)."""
    found = stats.pearsonr(scores, others)
    return Correlation(float(found[0]), float(found[1]), len(scores), left_out)


def correlation(posts: Sequence[Post], records: Sequence[Record], measure: str) -> Correlation:
    """Correlate a measure ("muse", "remuse", "solutions" or "length") with corrected upvotes.

    `records` are those of the posts. Unsolvable puzzles and those at a limit are left out, before
    the votes are corrected. Raises `InputError` with fewer than three puzzles left.
    """
    kept = with_score(records, measure)
    if len(kept) < FEWEST:
        raise InputError(f"{len(kept)} puzzles are too few to correlate their {measure} with votes")
    votes = corrected_upvotes([posts[at] for at, _ in kept])
    return pearson([value for _, value in kept], votes, len(posts) - len(kept))
