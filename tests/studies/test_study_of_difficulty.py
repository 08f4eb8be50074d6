"""Scores against votes: filters, the correction for time, correlations, and the whole record."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import pearsonr
from support.windmill_encoding import encoded

from studies.difficulty.correlations import (
    FILTERS,
    LEARNED,
    OF_RULES,
    SECTIONS,
    SERIES_AUTHOR,
    TABLE_4_1,
    chosen,
    r_with_p,
    thesis_differences,
)
from studies.difficulty.study import player_name, players, ratings
from studies.votes import COPIES, Post, corrected_upvotes, correlation, read_posts
from witness.base.errors import InputError
from witness.difficulty.rules.registry import rules
from witness.puzzle.model import Puzzle

LINES = Puzzle(4, 4, ((0, 0),), ((4, 4),), dots=((1, 1),), id="lines")
POST = Post("lines", "somebody", 1_500_000_000_000, 5, 10)


def post(**how: Any) -> Post:
    return replace(POST, **how)


def keeps(name: str, puzzle: Puzzle, of: Post) -> bool:
    return bool(chosen(name, [puzzle], {puzzle.id: of}))


def test_filters() -> None:
    assert keeps("lines", LINES, POST)
    triangles = replace(LINES, dots=(), triangles=((0, 0, 1),))
    assert not keeps("lines", triangles, POST)
    assert keeps("triangles", triangles, POST)
    assert not keeps("triangles", replace(triangles, dots=((1, 1),)), POST)
    assert keeps("triangles-no-series", triangles, POST)
    assert not keeps("triangles-no-series", triangles, post(creator=SERIES_AUTHOR))
    assert keeps("triangles", triangles, post(creator=SERIES_AUTHOR))


def test_dots_at_every_vertex() -> None:
    """Section 4.1.1: dots on edges are further ones, and so are dots at start and goal."""
    vertices = tuple(sorted(set(LINES.grid.vertices) - {(0, 0), (4, 4)}))
    every = replace(LINES, dots=vertices)
    for puzzle, open_, plain in (
        (LINES, True, True),
        (every, False, False),
        (replace(every, dots=(*vertices, ((0, 0), (0, 1)))), False, True),
        (replace(every, dots=(*vertices, (0, 0))), False, True),
        (replace(every, dots=vertices[1:]), True, True),
        (replace(every, squares=((0, 0, "black"), (1, 1, "white"))), False, False),
        (replace(every, goals=((4, 0),)), True, True),
        (replace(every, triangles=((0, 0, 1),)), False, False),
    ):
        assert keeps("lines-not-all-dots", puzzle, POST) == open_
        assert keeps("lines-not-only-all-dots", puzzle, POST) == plain


def test_triangles_with_gaps() -> None:
    triangles = replace(LINES, dots=(), triangles=((0, 0, 1),))
    gaps = replace(triangles, gaps=(((0, 0), (0, 1)),))
    assert keeps("triangles-and-gaps", triangles, POST)
    assert keeps("triangles-and-gaps", gaps, POST)
    assert not keeps("triangles", gaps, POST)
    assert not keeps("triangles-and-gaps", replace(gaps, triangles=()), POST)


@pytest.mark.parametrize(
    "puzzle",
    [
        replace(LINES, rows=3, goals=((3, 4),)),
        replace(LINES, goals=((4, 4), (4, 0))),
        replace(LINES, starts=((0, 0), (4, 0))),
        replace(LINES, stars=((0, 0, "black"), (0, 1, "black"))),
        replace(LINES, dots=()),
        replace(LINES, goals=(((4, 3), (4, 4)),)),
    ],
)
def test_what_the_filters_leave_out(puzzle: Puzzle) -> None:
    assert not any(keeps(name, puzzle, POST) for name in FILTERS)


def test_posts_that_the_filters_leave_out() -> None:
    assert not keeps("lines", LINES, post(solves=0))
    assert not keeps("lines", LINES, post(upvotes=40))
    assert keeps("lines", LINES, post(upvotes=39))


def test_copies_of_the_game() -> None:
    original = replace(LINES, id=COPIES[0])
    copy = replace(LINES, id="copy")
    other = replace(LINES, id="other", dots=((2, 2),))
    posts = {p.id: post(id=p.id) for p in (original, copy, other)}
    assert [p.id for p, _ in chosen("lines", [original, copy, other], posts)] == ["other"]


def test_other_sides() -> None:
    five = replace(LINES, rows=5, cols=5)
    posts = {five.id: POST}
    assert chosen("lines", [five], posts) == chosen("lines", [LINES], posts, side=5) == []
    assert chosen("lines", [five], posts, side=5) == [(five, POST)]
    assert chosen("lines", [replace(five, rows=4)], posts, side=5) == []


def test_correction_for_time() -> None:
    """What is left has no trend, and is the votes where there is none."""
    posts = [post(created=t, upvotes=2 * t + 1) for t in range(5)]
    assert corrected_upvotes(posts) == pytest.approx([0] * 5, abs=1e-9)
    posts = [post(created=t, upvotes=v) for t, v in enumerate((1, -1, -1, 1))]
    assert corrected_upvotes(posts) == pytest.approx([1, -1, -1, 1])


def test_correlation() -> None:
    posts = [post(created=t, upvotes=v) for t, v in enumerate((1, -1, -1, 1, 7))]
    records = [{"muse": m, "solutions": 1} for m in (2.0, 0.0, 0.0, 2.0)]
    records.append({"muse": None, "solutions": None})  # type: ignore[dict-item]
    found = correlation(posts, records, "muse")
    assert (found.r, found.number, found.left_out) == (pytest.approx(1.0), 4, 1)
    with pytest.raises(InputError, match="1 puzzles are too few"):
        correlation(posts[:1], records[:1], "muse")


def test_correlation_against_its_definition() -> None:
    rng = random.Random(1)
    posts = [post(created=0, upvotes=rng.randrange(9)) for _ in range(30)]
    posts = [replace(p, created=t % 2) for t, p in enumerate(posts)]
    records = [{"remuse": rng.random(), "solutions": 2} for _ in posts]
    votes, scores = corrected_upvotes(posts), [r["remuse"] for r in records]
    middle = [sum(values) / 30 for values in (votes, scores)]
    top = sum((v - middle[0]) * (s - middle[1]) for v, s in zip(votes, scores, strict=True))
    bottom = (
        sum((v - middle[0]) ** 2 for v in votes) * sum((s - middle[1]) ** 2 for s in scores)
    ) ** 0.5
    assert correlation(posts, records, "remuse").r == pytest.approx(top / bottom)


def test_table_4_1_names_rules_that_exist() -> None:
    assert [row.thesis.r for row in TABLE_4_1] == [
        0.41, 0.40, 0.40, 0.50, 0.57, 0.56, 0.56, 0.32, 0.47,
    ]  # fmt: skip
    assert {row.thesis.number for row in TABLE_4_1} == {104}
    for row in (*TABLE_4_1, *SECTIONS):
        assert rules(row.rules)
        assert row.filter in FILTERS
    (straight,) = (row for row in TABLE_4_1 if row.straight_line)
    assert (straight.lookahead, straight.thesis.p) == (2, 3.7e-8)


def test_who_is_asked() -> None:
    """Each player of a table rates all its puzzles; learned rules find their own biases."""
    asked = players()
    assert asked["thesis"].filters == ()
    assert asked["none"].filters == ("lines", "triangles")
    assert asked["thesis+full"].filters == ("triangles", "triangles-no-series")
    for words, names, name in LEARNED:
        player = asked[player_name(names)]
        assert not player.filters or name in player.filters, words
        assert all(rule.sound for rule in player.player.rules), words
        for row in OF_RULES if name == "lines" else ():
            assert player_name(names, row.lookahead, row.straight_line) in asked
    player = asked["wall+squares+dots-2-straight"].player
    assert [rule.name for rule in player.rules] == [
        "wall", "examples/squares.pl", "examples/dots.pl",
    ]  # fmt: skip
    assert (player.lookahead, player.straight_line) == (2, True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*the plain engine is used:RuntimeWarning")
def test_the_puzzles_of_a_player(tmp_path: Path) -> None:
    """Those of all its filters, each once, in the order of the dump."""
    triangles = replace(LINES, id="triangles", dots=(), triangles=((0, 0, 1),))
    stars = replace(LINES, id="stars", dots=(), stars=((0, 0, "black"), (0, 1, "black")))
    file = tmp_path / "dump.json"
    file.write_text(json.dumps([entry(puzzle) for puzzle in (triangles, stars, LINES)]), "utf-8")

    def rated(player: str) -> list[str]:
        rows = ratings({"dump": file}, player=player, max_states=20_000)
        return [row["id"] for row in rows]

    assert rated("thesis") == ["triangles", "stars", "lines"]
    assert rated("none") == ["triangles", "lines"]
    assert rated("wall+squares+dots") == ["lines"]


def test_the_r_of_a_p_value() -> None:
    rng = random.Random(2)
    for number in (5, 20, 104):
        x, y = ([rng.random() for _ in range(number)] for _ in range(2))
        r, p = pearsonr(x, y)
        assert r_with_p(p, number) == pytest.approx(abs(r))


def test_what_the_thesis_found_agrees_with_itself() -> None:
    """Each r of two digits is that of its p-value, rounded or cut; but for section 4.1.1."""
    for row in (*TABLE_4_1, *SECTIONS):
        theirs = row.thesis
        r = r_with_p(theirs.p, theirs.number)
        agrees = theirs.r - 0.005 < r < theirs.r + 0.01
        assert agrees == (theirs.r != 0.67), row
    assert r_with_p(4.04e-15, 92) == pytest.approx(0.706, abs=0.0005)


def test_thesis_differences() -> None:
    def theirs(name: str, muse: float, solutions: int) -> dict[str, Any]:
        values = {"minSolutionEntropy2N0": muse, "totalSolutionsFound": solutions}
        return {"id": name, "measureValsByName": values}

    records = {
        "a": {"muse": 1.584962501, "solutions": 1},
        "b": {"muse": None, "solutions": 0},
    }
    reference = [theirs("a", 1.584962500721156, 1), theirs("b", 0, 0), theirs("c", 1, 1)]
    assert thesis_differences(reference, records) == {"muse": (1, 2), "solutions": (2, 2)}


def entry(puzzle: Puzzle, **how: Any) -> dict[str, Any]:
    record = {
        "id": puzzle.id, "contents": encoded(puzzle), "creator": "x", "createUtc": 1, "upvotes": 0,
        "solves": 1,
    }  # fmt: skip
    return {**record, **how}


def test_reading_posts(tmp_path: Path) -> None:
    file = tmp_path / "dump.json.gz"
    file.write_bytes(gzip.compress(json.dumps([entry(LINES, upvotes=-3)]).encode()))
    assert read_posts(file) == {"lines": Post("lines", "x", 1, -3, 1)}


@pytest.mark.parametrize(
    ("dump", "message"),
    [
        ({}, "a JSON list of objects"),
        ([1], "entry 1 is 1; an object is expected"),
        ([entry(LINES, upvotes="5")], "entry 1 has '5' as its upvotes; a whole number is expected"),
        ([entry(LINES), entry(LINES, creator=None)], "entry 2 has None as its creator; a text"),
        ([entry(LINES, solves=True)], "entry 1 has True as its solves"),
    ],
)
def test_posts_that_are_rubbish(dump: Any, message: str, tmp_path: Path) -> None:
    file = tmp_path / "dump.json"
    file.write_text(json.dumps(dump), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_posts(file)
