"""The numbers that the paper reports, to stand beside our own.

Stevens, Bulitko, Thue: *Solving Witness-type Triangle Puzzles Faster with an Automatically Learned
Human-Explainable Predicate* (arXiv 2308.02666). No computation uses them: they
are what tables and figures show in the column "paper".
"""

from __future__ import annotations

from typing import NamedTuple

from witness.searches.predicates.written import TABLE_3

ADDRESS = "https://arxiv.org/abs/2308.02666"
CITATION = (
    "Stevens, Bulitko, Thue: Solving Witness-type Triangle Puzzles Faster with an Automatically "
    "Learned Human-Explainable Predicate. arXiv 2308.02666, 2023."
)

Size = tuple[int, int]


class Speedup(NamedTuple):
    """The ratio of the sums over a set of puzzles, and the range of the puzzles' own ratios."""

    total: float
    least: float
    most: float


# --- Learning (section 5.3; the puzzle sets in section 5.2) ---

TRAINING_PUZZLES = 500
#: The number of training runs that gave a predicate.
LEARNED = 489
#: The minutes of those runs: the average, the shortest and the longest. The others timed out.
AVERAGE_LEARNING_MINUTES = 8
LEARNING_MINUTES = (0.15, 60.1)

# --- Table 2: A* with π_baseline, by size; m×n and n×m share a bucket ---


class BySize(NamedTuple):
    """The number of test puzzles of a size, and the averages that are printed for them."""

    puzzles: int
    expansions: float
    seconds: float


TABLE_2: dict[Size, BySize] = {
    (2, 2): BySize(135, 11, 0.0005),
    (2, 3): BySize(1321, 31, 0.001),
    (2, 4): BySize(1788, 72, 0.025),
    (3, 3): BySize(1012, 109, 0.004),
    (2, 5): BySize(1977, 173, 0.006),
    (3, 4): BySize(2112, 401, 0.01),
    (3, 5): BySize(2313, 1533, 0.06),
    (4, 4): BySize(1137, 2397, 0.09),
    (4, 5): BySize(2123, 14_000, 0.6),
    (5, 5): BySize(1082, 140_000, 7.6),
}

# --- Table 3: the winner π° ---

CLAUSES = TABLE_3

#: What the proof of Theorem 1 says about each clause (section 5.4), in other words.
PROOFS: tuple[str, ...] = (
    "what the path has of the square it keeps",
    "of any two further edges one meets an end of the first, where the path has been",
    "any further edge meets an end of the two, where the path has been",
)

#: The winner by variant of A*: with π_baseline as a pruning layer the first clause is redundant.
WINNERS: dict[str, tuple[str, ...]] = {"plain": CLAUSES, "baseline": CLAUSES[1:]}

# --- Test set (section 5.5): π° against π_baseline, both in prune mode ---

TEST_PUZZLES = 15_000
TIME_SPEEDUP = Speedup(6.12, 0.37, 1136)
EXPANSION_SPEEDUP = Speedup(6.27, 1, 1447)
#: The percentage of test puzzles on which search with π° takes longer than the baseline.
SLOWER_PERCENT = 32.5

# --- Large set (section 5.6): percentages of the puzzles of all sizes solved within minutes ---

LARGE_PUZZLES_PER_SIZE = 500
LARGE_SIZES: tuple[Size, ...] = (
    (5, 5), (5, 6), (5, 7), (5, 8), (6, 6), (6, 7), (6, 8), (7, 7), (7, 8), (8, 8),
)  # fmt: skip
LARGE_MINUTES = (1, 5, 15, 30)
LARGE_SOLVED: dict[str, dict[float, float]] = {
    "winner_proved": {1: 74.4, 5: 83.9},
    "baseline": {5: 74.0, 30: 83.1},
}
#: Pairs of minutes: π° solves more in the first than π_baseline in the second.
LARGE_FASTER_MINUTES = ((1, 5), (5, 30))
#: What π° solves in 30 minutes: all puzzles of up to this number of squares, and over half of the
#: largest size.
ALL_SOLVED_SQUARES = 36
HALF_SOLVED_SIZE: Size = (8, 8)
#: What π_baseline solves in 30 minutes: all puzzles of up to this number of squares, and of no
#: larger size.
BASELINE_SOLVED_SQUARES = 30
#: The memory limit of a search, in GB.
MEMORY_LIMIT = 128


def large_by_size(size: Size, run: str, minutes: float) -> str | None:
    """Return the percentage that section 5.6 gives in words for a size; None if it gives none."""
    if run != "winner_proved" or minutes != max(LARGE_MINUTES) or size not in LARGE_SIZES:
        return None
    if size[0] * size[1] <= ALL_SOLVED_SQUARES:
        return "100"
    return "over 50" if size == HALF_SOLVED_SIZE else None
