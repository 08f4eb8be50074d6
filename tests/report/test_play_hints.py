"""Hints are what the library's predicates say, and no solution begins where one is given."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.explored import random_paths, with_blocks, with_mark
from support.node import answers, needs_node

from witness.base.errors import InputError
from witness.base.limits import Budget
from witness.base.shipped import shipped_file
from witness.difficulty.attempts import read_attempts
from witness.logic.background import background_of
from witness.logic.language.terms import clause_text
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import translate
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.puzzle.rules import violations
from witness.report.play.hints import SHIPPED, Hints, proved, shipped
from witness.report.play.page import LOGIC, Panel, script

ALL = ("triangles", "gaps", "dots", "squares", "stars")

Log = list[dict[str, Any]]


@pytest.fixture(scope="module")
def hints() -> list[Hints]:
    return shipped(Budget(), lambda: None)


def panels_of(*bits: float | None) -> list[Panel]:
    """Return a panel for each score, with the ids p0, p1, ..."""
    return [
        Panel(Puzzle(1, 1, ((0, 0),), ((1, 1),), id=f"p{n}"), score) for n, score in enumerate(bits)
    ]


def attempt(panel: int, solved: bool, second: int, **more: Any) -> dict[str, Any]:
    usual = {"seconds": 0, "undone": 0, "hints": 0, "level": 0}
    time = f"2026-01-01T00:00:{second:02}.000Z"
    return {"id": f"p{panel}", "solved": solved, "time": time, **usual, **more}


def test_all_shipped_clauses_are_proved(hints: list[Hints]) -> None:
    assert [len(one.clauses) for one in hints] == [3, 2, 3, 3, 2, 3, 3, 8]
    unsound = str(shipped_file("examples/unsound.pl"))
    found, others = proved(unsound, background_of(unsound), Budget(), lambda: None)
    assert (found.clauses, others) == ((), 1)
    assert "unsound" not in SHIPPED


@pytest.mark.slow
@needs_node
def test_a_hint_is_the_first_predicate_that_fires(hints: list[Hints], tmp_path: Path) -> None:
    rng = random.Random(2)
    drawn = [
        (with_blocks(puzzle, rng), path)
        for puzzle, path in random_paths("play", 70, 4, ALL, pass_goals=True)
    ]
    known = [
        (one.background.kinds, clause_text(verdict.clause), condition)
        for one in hints
        for verdict in one.clauses
        for condition in translate([verdict.clause], one.background).conditions
    ]

    def expected(puzzle: Puzzle, path: Any) -> Any:
        board, view = board_view(puzzle), path_view(puzzle, path)
        for kinds, text, condition in known:
            for one in constraints(puzzle, kinds):
                if condition(view, board.symbol(one.place, one.kind)):
                    return text, one.place
        return None

    panels = [Panel(puzzle, None) for puzzle, _ in drawn]
    calls: list[tuple[str, list[Any]]] = [
        ("hint", [puzzle.to_json(), [list(vertex) for vertex in path]]) for puzzle, path in drawn
    ]
    found = answers(script(panels, hints, files=LOGIC), calls, tmp_path)
    fired = set()
    for (puzzle, path), own in zip(drawn, found, strict=True):
        wanted = expected(puzzle, path)
        if wanted is None:
            assert own is None, (puzzle, path)
            continue
        text, place = wanted
        assert own["clause"] == text, (puzzle, path)
        if own["place"] is not None:
            assert _tuple(own["place"]) == place
        fired.add(text)
    assert len(fired) > 8
    assert sum(one is None for one in found) > 50


def _tuple(place: Any) -> Any:
    return tuple(map(_tuple, place)) if isinstance(place, list) else place


@pytest.mark.slow
@needs_node
def test_no_solution_begins_where_there_is_a_hint(hints: list[Hints], tmp_path: Path) -> None:
    """By brute force, on small panels, half of them with an elimination mark."""
    rng = random.Random(3)
    drawn = [
        (with_mark(puzzle, rng), path)
        for puzzle, path in random_paths("brute", 150, 3, ALL, pass_goals=True)
        if puzzle.rows * puzzle.cols <= 6
    ]
    calls: list[tuple[str, list[Any]]] = [
        ("hint", [puzzle.to_json(), [list(vertex) for vertex in path]]) for puzzle, path in drawn
    ]
    panels = [Panel(puzzle, None) for puzzle, _ in drawn]
    found = answers(script(panels, hints, files=LOGIC), calls, tmp_path)
    marked = 0
    for (puzzle, path), own in zip(drawn, found, strict=True):
        if own is not None:
            marked += bool(puzzle.eliminations)
            assert not [
                whole
                for whole, at_goal in walk(puzzle)
                if at_goal and whole[: len(path)] == path and not violations(puzzle, whole)
            ], own
    assert marked > 5
    assert sum(one is not None for one in found) > 50


@needs_node
def test_hints_in_words(hints: list[Hints], tmp_path: Path) -> None:
    corner = Puzzle(2, 2, ((0, 0),), ((1, 2),), ((0, 0, 3), (1, 1, 1)), dots=((2, 0),))
    paths = (
        [[0, 0], [0, 1], [1, 1], [2, 1]],
        [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]],
        [[0, 0], [0, 1]],
    )
    calls: list[tuple[str, list[Any]]] = [("hint", [corner.to_json(), path]) for path in paths]
    page = script([Panel(corner, 1.0)], hints, files=LOGIC)
    third, much, none = answers(page, calls, tmp_path)
    assert third["words"].startswith(
        "The square [0, 0] can no longer get its third edge, because the head of the path is not"
    )
    assert much["words"].startswith("The square [1, 1] has 2 edges on the path, because the number")
    assert none is None


def level(log: Log, bits: Sequence[float | None]) -> float:
    """Return the level by the formula of level.js, written anew."""
    found, done = min(one for one in bits if one is not None), set()
    for one in log:
        score = bits[int(one["id"][1:])]
        if score is not None and one["id"] not in done:
            slow = one["undone"] / 10 + one["hints"] / 2 + one["seconds"] / 120
            odds = 2.0 ** (found - score)
            gain = (1 / (1 + slow) if one["solved"] else 0) - odds / (1 + odds)
            found = max(0.0, math.floor((found + 2 * gain) * 1000 + 0.5) / 1000)
        done |= {one["id"]} if one["solved"] else set()
    return found


@needs_node
def test_the_level_and_the_panel_that_is_nearest_to_it(tmp_path: Path) -> None:
    bits = (3.0, None, 1.0, 9.0, 4.5, 1.0, 6.0)
    rng = random.Random(4)
    logs = [
        [
            attempt(
                rng.randrange(len(bits)),
                rng.random() < 0.6,
                second,
                seconds=rng.randrange(200),
                undone=rng.randrange(9),
                hints=rng.randrange(3),
            )
            for second in range(rng.randrange(12))
        ]
        for _ in range(150)
    ]
    calls: list[tuple[str, list[Any]]] = []
    expected: list[Any] = []
    for log in logs:
        current = int(log[-1]["id"][1:]) if log else -1
        calls += [
            ("level", [log]),
            ("next", [log, current, False]),
            ("next", [log, current, True]),
        ]
        solved = {int(one["id"][1:]) for one in log if one["solved"]}
        left = [n for n in range(len(bits)) if n not in solved and n != current] or [
            (current + 1) % len(bits)
        ]
        own = level(log, bits)
        order = [abs(score - own) if score is not None else math.inf for score in bits]
        nearest = min(left, key=lambda n: order[n])
        after = min(left, key=lambda n: (n <= current, n))
        expected += [pytest.approx(own, abs=1e-9), nearest, after]
    assert len(set(expected[1::3])) > 3
    assert answers(script(panels_of(*bits), (), files=LOGIC), calls, tmp_path) == expected


@needs_node
def test_the_next_panel_where_all_are_solved(tmp_path: Path) -> None:
    log = [attempt(n, True, n) for n in range(3)]
    page = script(panels_of(2.0, None, 1.0), (), files=LOGIC)
    calls: list[tuple[str, list[Any]]] = [("next", [log, n, False]) for n in range(3)]
    calls.append(("next", [log[:2], 2, False]))  # the only one that is open is the one at hand
    assert answers(page, calls, tmp_path) == [1, 2, 0, 0]


@needs_node
def test_the_log_of_the_page_is_what_the_library_reads(tmp_path: Path) -> None:
    log = [attempt(0, True, 1, seconds=1.5, level=2.25), attempt(1, False, 2, hints=3)]
    page = script(panels_of(1.0, 2.0), (), files=LOGIC)
    (text,) = answers(page, [("logText", [log])], tmp_path)
    (read,) = answers(page, [("readLog", [text])], tmp_path)
    assert read == log
    file = tmp_path / "log.jsonl"
    file.write_text(text, encoding="utf-8")
    assert [vars(one) for one in read_attempts(file)] == log


WRONG = [
    ({"id": 3}, "id is 3"),
    ({"seconds": -1}, "seconds"),
    ({"seconds": 1e300}, "seconds"),
    ({"undone": 1.5}, "undone"),
    ({"hints": "1"}, "hints"),
    ({"solved": 1}, "solved"),
    ({"level": None}, "level"),
    ({"time": "soon"}, "time"),
]


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize(("change", "named"), WRONG)
def test_a_log_with_a_mistake(change: dict[str, Any], named: str, tmp_path: Path) -> None:
    """The page and the library refuse the same lines, and name line and key."""
    page = script(panels_of(1.0), (), files=LOGIC)
    lines = [attempt(0, True, 1), {**attempt(0, True, 2), **change}]
    (text,) = answers(page, [("logText", [lines])], tmp_path)
    file = tmp_path / "log.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_attempts(file)
    assert raised.value.line == 2
    assert named.split(" ")[0] in raised.value.reason
    with pytest.raises(AssertionError, match=f"line 2: {named}"):
        answers(page, [("readLog", [text])], tmp_path)
