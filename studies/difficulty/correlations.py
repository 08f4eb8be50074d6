"""How well scores agree with players: the thesis' sections 4.1 and 4.4, and what it could not do.

Players vote for puzzles up or down, and old puzzles have had longer to be voted for. So the votes
are corrected by a linear fit on the time of posting, and scores correlated with what is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from studies.votes import MOST_UPVOTES, SIDE, Correlation, Post, Record, voted
from witness.base.extras import optional
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle, is_edge

stats = optional("scipy.stats", "SciPy", "study")

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
    "lines-no-vertex-dots": lambda p, _: _LINES(p) and all(map(is_edge, p.dots)),
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
    """Return the puzzles of a filter that meet the thesis' conditions: 4×4 squares (or another
    square board), one start, one goal, solved by somebody, fewer than `most_upvotes`, no copy of
    the game's panels (4.1).
    """
    return [
        (puzzle, posts[puzzle.id])
        for puzzle in voted(puzzles, posts, most_upvotes, side)
        if FILTERS[name](puzzle, posts[puzzle.id])
    ]


def r_with_p(p: float, number: int) -> float:
    """Return the size of the r that has this p-value over `number` puzzles.

    The thesis prints r with two digits; its p-values say more of them.
    """
    t = float(stats.t.isf(p / 2, number - 2))
    return t / math.sqrt(number - 2 + t * t)


@dataclass(frozen=True)
class Row:
    """A measure, whose scores, over which filter's puzzles, and what the thesis found."""

    words: str
    measure: str
    thesis: Correlation
    rules: str = "thesis"
    lookahead: int = 0
    straight_line: bool = False
    filter: str = "lines"


def _row(words: str, measure: str, r: float, p: float, number: int = 104, **player: Any) -> Row:
    return Row(words, measure, Correlation(r, p, number, 0), **player)


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

_LEARNED_LINES = "examples/squares.pl,examples/dots.pl"

#: Learned rules in place of the written ones and in addition to them: in words, the rules, and the
#: filter of the puzzles that they are tried on.
LEARNED = (
    ("no rules", "none", "lines"),
    ("the wall rule alone", "wall", "lines"),
    ("thesis (Appendix A)", "thesis", "lines"),
    ("**learned** (squares, dots) alone", _LEARNED_LINES, "lines"),
    ("**learned** (squares, dots) and the wall", f"wall,{_LEARNED_LINES}", "lines"),
    ("**learned** (squares, dots) and thesis", f"thesis,{_LEARNED_LINES}", "lines"),
    ("**learned** (all symbols) alone", "examples/mixed.pl", "lines"),
    ("**learned** (all symbols) and the wall", "wall,examples/mixed.pl", "lines"),
    ("no rules", "none", "triangles"),
    ("the wall rule alone", "wall", "triangles"),
    ("thesis (Appendix A)", "thesis", "triangles"),
    ("thesis and `full` (its program)", "thesis,full", "triangles"),
    ("the baseline predicate and the wall", "wall,baseline", "triangles"),
    ("**learned** (the paper's π°) alone", "examples/paper.pl", "triangles"),
    ("**learned** (the paper's π°) and the wall", "wall,examples/paper.pl", "triangles"),
    ("**learned** (the paper's π°) and thesis", "thesis,examples/paper.pl", "triangles"),
    ("**learned** (extended) and the wall", "wall,examples/extended.pl", "triangles"),
    ("**learned** (extended) and thesis", "thesis,examples/extended.pl", "triangles"),
)

#: The rows of Table 4.1 that depend on rules.
OF_RULES = tuple(row for row in TABLE_4_1 if row.measure in ("muse", "remuse"))

#: What is besides them in the table about learned rules.
NO_VERTEX_DOTS = replace(
    next(row for row in OF_RULES if row.measure == "remuse"), filter="lines-no-vertex-dots"
)


def thesis_differences(
    reference: Sequence[Record], records: Mapping[str, Record]
) -> dict[str, tuple[int, int]]:
    """Compare ratings with those that the thesis' own program has published.

    `reference` is its list of puzzles with "measureValsByName"; `records` are without lookahead.
    Returns for MUSE and the number of solutions (equal, compared) over puzzles that both have.
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
