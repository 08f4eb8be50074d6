"""The large puzzles beside the paper's figures and sentences."""

from __future__ import annotations

from support.handmade import EDGES, records, search

from witness.report import paper
from witness.report.large_tables import claims, large_solved, paper_scale


def test_large_solved_within_budgets() -> None:
    table = large_solved(records())
    ours = table[~table["size"].str.contains("paper")]
    assert list(ours["size"]) == ["3×3", "3×3", "3×4", "3×4", "all sizes", "all sizes"]
    assert list(ours["expansions"][:2]) == [1104, 11040]
    assert list(ours["baseline, %"]) == [50, 100, 0, 0, 33.3, 66.7]
    assert list(ours["winner_proved, %"]) == [100, 100, 0, 0, 66.7, 66.7]
    theirs = table[table["size"].str.contains("paper")]
    assert list(theirs["paper-minutes"]) == [1, 5, 30]
    assert list(theirs["paper π°, %"]) == [74.4, 83.9, None]
    assert list(theirs["paper baseline, %"]) == [None, 74.0, 83.1]


def test_large_by_the_clock_on_the_wall() -> None:
    solved = [search(n, "baseline", 10, seconds=60 * n) for n in (1, 2, 3)]
    table = large_solved(records(large=solved, minutes=(1, 2.5), clock="wall"))
    ours = table[table["size"] == "all sizes"]
    assert list(ours["minutes"]) == [1, 2.5]
    assert list(ours["baseline, %"]) == [33.3, 66.7]
    assert list(ours["expansions"]) == [None, None]


def test_large_stands_beside_the_paper_at_its_budgets() -> None:
    solved = [
        search(0, name, 10, size=size)
        for size in ((6, 6), (8, 8), (7, 7))
        for name in ("baseline", "winner_proved")
    ]
    table = large_solved(records(large=solved, minutes=(5, 30)))
    at_30 = table[table["paper-minutes"] == 30]
    assert list(at_30["paper π°, %"]) == ["100", None, "over 50", None]
    at_5 = table[(table["paper-minutes"] == 5) & (table["size"] == "all sizes")].iloc[0]
    assert (at_5["paper π°, %"], at_5["paper baseline, %"]) == (83.9, 74.0)
    assert at_5["note"] == "not comparable at this scale"


def test_sentences_of_the_paper() -> None:
    """π° solves three of four within a minute, the baseline two in five minutes."""
    minute = 60 * 18_400
    needed = {"winner_proved": (1, 1, 1, 31), "baseline": (1, 5, 6, 31)}
    large = [
        search(n, run, minutes * minute, size=size)
        for run, all_minutes in needed.items()
        for n, (size, minutes) in enumerate(
            zip(((5, 5), (6, 6), (8, 8), (8, 8)), all_minutes, strict=True)
        )
    ]
    table = claims(records(large=large, minutes=(1, 5, 15, 30)))
    found = {row["claim"]: (row["paper, %"], row["ours, %"], row["holds here"]) for row in
             table.to_dict("records")}  # fmt: skip
    assert found == {
        "solved with π° in 1 minute": (74.4, 75, None),
        "solved with π° in 5 minutes": (83.9, 75, None),
        "solved with π_baseline in 5 minutes": (74, 50, None),
        "solved with π_baseline in 30 minutes": (83.1, 75, None),
        "π° in 1 minute solves more than π_baseline in 5 minutes, by points": (0.4, 25, "yes"),
        "π° in 5 minutes solves more than π_baseline in 30 minutes, by points": (0.8, 0, "no"),
        "with π° everything of up to 36 squares in 30 minutes": (100, 100, "yes"),
        "with π° over half of 8×8 in 30 minutes": (50, 50, "no"),
        # It solves the one puzzle of 36 squares, too.
        "with π_baseline everything of up to 30 squares in 30 minutes, no more": (
            100, 100, "no",
        ),
    }  # fmt: skip
    *others, last = table["note"]
    assert set(others) == {"not comparable at this scale"}
    assert last == "not comparable at this scale; here 6×6, too"


def test_claims_that_cannot_be_told_from_the_records() -> None:
    table = claims(records())
    assert set(table["ours, %"]) == set(table["holds here"]) == {None}
    assert set(table["note"]) == {"no such size or budget here"}
    assert claims(EDGES["no large set"]).empty


def test_the_papers_scale() -> None:
    large = [
        search(n, "baseline", 1, size=size)
        for size in paper.LARGE_SIZES
        for n in range(paper.LARGE_PUZZLES_PER_SIZE)
    ]
    assert paper_scale(records(large=large))
    assert not paper_scale(records(large=large[1:]))
    assert set(claims(records(large=large, minutes=(1, 5, 15, 30)))["note"]) >= {""}
