"""The commands play and votes: what is in a page, the order of its panels, bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.running import Outcome, witness

from witness.base.files import write_jsonl
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

HOSTILE = "</script><img src=x onerror=alert(1)>"

PANELS = [
    Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="easy"),
    Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 3),), id="none"),  # has no solution
    Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (1, 1, 1)), id="hard"),
    Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1),), id=HOSTILE),
]

#: What `witness rate` would write of these.
BITS = {"easy": 1.0, "none": None, "hard": 5.0, HOSTILE: 2.5}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write_puzzles(tmp_path / "panels.jsonl", PANELS)
    ratings = [
        {
            "id": name,
            "status": "rated" if bits else "unsolvable",
            "muse": bits,
            "remuse": bits,
            "solutions": 1 if bits else 0,
            "length": bits,
        }
        for name, bits in BITS.items()
    ]
    write_jsonl(tmp_path / "ratings.jsonl", ratings)
    (tmp_path / "order.txt").write_text("hard\n\n  easy \n", encoding="utf-8")
    return tmp_path


def play(place: Path, *options: str) -> Outcome:
    paper = str(ROOT / "examples" / "paper.pl")
    words = ["play", "panels.jsonl", "--ratings", "ratings.jsonl", "-o", "play.html"]
    hints = () if "--hypothesis" in options else ("--hypothesis", paper)
    return witness([*words, *hints, *options], place)


def data_of(place: Path) -> Any:
    """Return the data that the script of the page begins with."""
    text = (place / "play.html").read_text(encoding="utf-8")
    assert text.lower().count("</script") == text.count("<script>") == 1
    assert not re.search(r"https?:|@import|url\(|\bfetch\(|\beval\(|innerHTML", text)
    (found,) = re.findall(r"^const DATA = (.*);$", text, re.MULTILINE)
    return json.loads(found)


def shown(place: Path) -> list[tuple[str, float | None]]:
    return [(one["puzzle"]["id"], one["bits"]) for one in data_of(place)["panels"]]


def test_all_panels_that_have_a_solution(place: Path) -> None:
    done = play(place)
    assert (done.status, done.out) == (0, "")
    assert done.err == "witness: 3 panels to play; left out as they have no solution: 1\n"
    assert shown(place) == [("easy", 1.0), ("hard", 5.0), (HOSTILE, 2.5)]
    data = data_of(place)
    assert data["in_order"] is False
    (hints,) = data["experiments"]
    assert [next(iter(one["how"])) for one in hints["clauses"]] == ["table"] * 3
    before = (place / "play.html").read_bytes()
    play(place)
    assert (place / "play.html").read_bytes() == before


def test_panels_are_rated_where_no_ratings_are_given(place: Path) -> None:
    paper = str(ROOT / "examples" / "paper.pl")
    witness(["play", "panels.jsonl", "--hypothesis", paper, "-o", "play.html"], place)
    rated = witness(["rate", "panels.jsonl"], place).out.splitlines()
    scores = {one["id"]: one["remuse"] for one in map(json.loads, rated)}
    assert shown(place) == [(one.id, scores[one.id]) for one in PANELS if one.id != "none"]


def test_a_curriculum_gives_panels_and_their_order(place: Path) -> None:
    assert play(place, "--curriculum", "order.txt").status == 0
    assert shown(place) == [("hard", 5.0), ("easy", 1.0)]
    assert data_of(place)["in_order"] is True
    write_puzzles(place / "chosen.jsonl", [PANELS[3], PANELS[0]])
    assert play(place, "--curriculum", "chosen.jsonl").status == 0
    assert shown(place) == [(HOSTILE, 2.5), ("easy", 1.0)]


def test_panels_in_equal_steps(place: Path) -> None:
    assert play(place, "--steps", "3").status == 0
    assert shown(place) == [("easy", 1.0), (HOSTILE, 2.5), ("hard", 5.0)]
    assert play(place, "--steps", "2").status == 0
    assert shown(place) == [("easy", 1.0), ("hard", 5.0)]


def test_only_proved_clauses_give_hints(place: Path) -> None:
    text = (ROOT / "examples" / "paper.pl").read_text(encoding="utf-8")
    unsound = (ROOT / "examples" / "unsound.pl").read_text(encoding="utf-8")
    (place / "both.pl").write_text(unsound + text, encoding="utf-8")
    done = play(place, "--hypothesis", "both.pl")
    assert "witness: both.pl: what is not proved gives no hints: 1 of its clauses\n" in done.err
    (hints,) = data_of(place)["experiments"]
    assert len(hints["clauses"]) == 3
    assert not any("two(T)" in one["prolog"] for one in hints["clauses"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--curriculum", "order.txt", "--steps", "2"), "--steps chooses panels, and so does"),
        (("--curriculum", "wrong.txt"), "wrong.txt: line 2: 'other' is not the id of a panel of"),
        (("--curriculum", "twice.txt"), "twice.txt: line 3: 'easy' stands twice"),
        (("--curriculum", "empty.txt"), "empty.txt: it is empty"),
        (("--curriculum", "none.txt"), "panels.jsonl: no panel has a solution"),
        (("--time-limit", "9"), "--time-limit is for panels that are rated"),
        (("--steps", "9"), "panels.jsonl: 3 puzzles have 3 different scores, too few for 9 steps"),
        (("--ratings", "few.jsonl"), "few.jsonl: there is no rating of 'easy'"),
        (("--hypothesis", str(ROOT / "examples/unsound.pl")), "no clause is proved"),
        (("--hypothesis", "missing.pl"), "missing.pl: "),
    ],
)
def test_bad_input_is_one_line(options: tuple[str, ...], message: str, place: Path) -> None:
    texts = {"wrong": "easy\nother\n", "twice": "easy\nhard\neasy\n", "empty": "\n", "none": "none"}
    for name, text in texts.items():
        (place / f"{name}.txt").write_text(text, encoding="utf-8")
    (place / "few.jsonl").write_text('{"id": "x", "status": "rated"}\n', encoding="utf-8")
    done = play(place, *options)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert not (place / "play.html").exists()


def test_background_is_for_clauses(place: Path) -> None:
    done = witness(["play", "panels.jsonl", "--bias", "live"], place)
    assert (done.status, done.out) == (2, "")
    assert done.err == "witness: --bias is for the clauses of --hypothesis, which is not given\n"


def test_a_board_that_is_too_large_for_a_page(tmp_path: Path) -> None:
    write_puzzles(tmp_path / "p.jsonl", [Puzzle(9, 1, ((0, 0),), ((9, 1),), id="wide")])
    paper = str(ROOT / "examples" / "paper.pl")
    done = witness(["play", "p.jsonl", "--hypothesis", paper], tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "witness: p.jsonl: 'wide' has 9 rows and 1 columns; a page shows 1 to 8 of each\n"
    )


LOG = [
    {"id": name, "seconds": second, "undone": second % 3, "hints": 0, "solved": second != 9,
     "level": 1, "time": "2026-01-01T00:00:00Z"}
    for name, second in (("easy", 5), ("hard", 40), (HOSTILE, 9), ("easy", 3))
]  # fmt: skip


def test_votes_are_correlated_with_ratings(place: Path) -> None:
    write_jsonl(place / "one.jsonl", LOG[:2])
    write_jsonl(place / "two.jsonl", LOG[2:])
    words = ["votes", "one.jsonl", "two.jsonl", "--format", "jsonl"]
    alone = witness(words, place)
    assert alone.err == "witness: 4 attempts at 3 panels\n"
    rows = [json.loads(line) for line in alone.out.splitlines()]
    assert [(row["id"], row["attempts"]) for row in rows] == [
        ("easy", 2),
        ("hard", 1),
        (HOSTILE, 1),
    ]
    words += ["--puzzles", "panels.jsonl", "--ratings", "ratings.jsonl"]
    by_score = [json.loads(line) for line in witness(words, place).out.splitlines()]
    (found,) = [r for r in by_score if (r["score"], r["of_players"]) == ("remuse", "seconds")]
    assert (found["panels"], found["r"]) == (3, 0.968)  # of 1, 5, 2.5 and 4, 40, 9
    by_panel = witness([*words, "--by", "panel"], place).out.splitlines()
    assert [json.loads(line)["remuse"] for line in by_panel] == [1.0, 5.0, 2.5]


def test_votes_need_what_they_are_about(place: Path) -> None:
    write_jsonl(place / "log.jsonl", LOG)
    write_jsonl(place / "other.jsonl", [{**LOG[0], "id": "other"}])
    write_jsonl(place / "empty.jsonl", [])
    for words, message in (
        (["log.jsonl", "--by", "score"], "--by score needs the panels: --puzzles FILE"),
        (
            ["other.jsonl", "--puzzles", "panels.jsonl"],
            "panels.jsonl: no puzzle has the id 'other'",
        ),
        (["log.jsonl", "--ratings", "x"], "--ratings is for the panels of --puzzles"),
        (["empty.jsonl"], "empty.jsonl: there is no attempt in it"),
        (["panels.jsonl"], "panels.jsonl: line 1: not an attempt: "),
        (["log.jsonl", "-o", "log.jsonl"], "log.jsonl: the command reads this file"),
    ):
        done = witness(["votes", *words], place)
        assert (done.status, done.out) == (2, "")
        assert message in done.err
        assert done.err.count("\n") == 1
