"""What ratings come to: correlations with votes, averages, distributions."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from studies.difficulty.correlations import (
    SERIES_AUTHOR,
    Comparison,
    Correlation,
    Post,
    chosen,
    correlation,
)
from studies.difficulty.study import player_name
from witness.puzzle.model import Puzzle

#: The panels of a size that are enough to correlate their scores with votes.
ENOUGH = 20

Record = dict[str, Any]

#: Ratings by the name of the player and the id of the puzzle.
Ratings = Mapping[str, Mapping[str, Record]]


def one_row(
    ratings: Ratings, puzzles: Sequence[Puzzle], posts: Mapping[str, Post], row: Comparison
) -> Correlation:
    """Return the correlation that was found for a row."""
    pairs = chosen(row.filter, puzzles, posts)
    own = ratings[player_name(row)]
    records = [own[puzzle.id] for puzzle, _ in pairs]
    return correlation([post for _, post in pairs], records, row.measure)


def other_sides(
    puzzles: Sequence[Puzzle], posts: Mapping[str, Post], by_id: Mapping[str, Record]
) -> list[tuple[int, list[Correlation]]]:
    """Correlate MUSE, ReMUSE and length as Table 4.1 does, by the side of square boards.

    A side with fewer than `ENOUGH` panels is left out.
    """
    found = []
    for side in range(1, 1 + max(puzzle.rows for puzzle in puzzles)):
        pairs = chosen("lines", puzzles, posts, side=side)
        if len(pairs) >= ENOUGH:
            voted, records = [post for _, post in pairs], [by_id[puzzle.id] for puzzle, _ in pairs]
            measures = ("muse", "remuse", "length")
            found.append((side, [correlation(voted, records, one) for one in measures]))
    return found


def averages(records: Sequence[Record], votes: Mapping[str, float]) -> Record | None:
    """Return the average ReMUSE and corrected votes of puzzles, None if none of them has a score.

    The record's "number" is that of the puzzles with a score.
    """
    scored = [record for record in records if record["remuse"] is not None]
    if not scored:
        return None
    return {
        "number": len(scored),
        "remuse": statistics.mean(record["remuse"] for record in scored),
        "votes": statistics.mean(votes[record["id"]] for record in scored),
    }


def series(posts: Sequence[Post]) -> Record | None:
    """Compare the series of one author with other posts, None if it is not among them."""
    own = [post for post in posts if post.creator == SERIES_AUTHOR]
    if not own:
        return None
    days = Counter(datetime.fromtimestamp(post.created / 1000, UTC).date() for post in own)
    return {
        "number": len(own),
        "two_days": sum(number for _, number in days.most_common(2)),
        "upvotes": statistics.mean(post.upvotes for post in own),
        "others": statistics.mean(p.upvotes for p in posts if p.creator != SERIES_AUTHOR),
    }


def distribution(scores: Sequence[float]) -> Record:
    """Return what section 4.3 says of the scores of all boards of a size."""
    counts = Counter(round(score, 3) for score in scores)
    ((frequent, number),) = counts.most_common(1)
    return {
        "boards": len(scores),
        "least": min(counts),
        "most": max(counts),
        "whole": sum(number for score, number in counts.items() if score.is_integer()),
        "frequent": frequent,
        "of_frequent": number,
    }


def sizes(puzzles: Sequence[Puzzle], records: Sequence[Record]) -> list[tuple[Any, ...]]:
    """Return for each longer side the number of puzzles, their statuses, and the seconds taken."""
    rows = []
    sides = [max(p.rows, p.cols) for p in puzzles]
    for side in sorted(set(sides)):
        own = [r for r, s in zip(records, sides, strict=True) if s == side]
        statuses = Counter(r["status"] for r in own)
        seconds = [r["seconds"] for r in own]
        known = sum(r["status"] == "state-limit" and r["muse"] is not None for r in own)
        rows.append((side, len(own), statuses, known, statistics.median(seconds), max(seconds)))
    return rows
