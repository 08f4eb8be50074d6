"""What pages say of a whole panel, in Node.js: all solutions, and scores as they are defined."""

from __future__ import annotations

import math
import os
import random
from pathlib import Path
from typing import Any

import pytest
from support.node import answers, needs_node
from support.panels import CUT_OFF, SHIPPED, mixed_panels
from support.sizes import rounds

from witness.difficulty.entropy.reference import Player, entropy
from witness.puzzle import solvers
from witness.puzzle.formats.editor_files import import_panels
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import path_from_json
from witness.studio.page.page import script

pytestmark = needs_node

#: More milliseconds than a test takes.
PATIENCE = 10**9


def asked(question: str, data: list[dict[str, Any]], place: Path) -> list[list[dict[str, Any]]]:
    calls = [("ask", [question, one, PATIENCE]) for one in data]
    return answers(script(shown=()), calls, place)


def check_analyses(puzzles: list[Puzzle], place: Path) -> None:
    """Compare the page with brute force and with the definition of the scores."""
    data = [{"panel": puzzle.to_json()} for puzzle in puzzles]
    for puzzle, told in zip(puzzles, asked("analyse", data, place), strict=True):
        found = {one["name"]: one for one in told[:-1]}
        solved = {*solutions(puzzle)}
        assert told[-1] == {"done": True}, (puzzle, told)
        assert found["solvable"]["value"] == bool(solved), puzzle
        assert found["solutions"]["value"] == len(solved), puzzle
        assert found["unique"]["value"] == (len(solved) == 1)
        scores = entropy(puzzle, Player())
        for name, bits in (("muse", scores.muse), ("remuse", scores.remuse)):
            if bits == math.inf:
                assert found[name]["unknown"] == "there is no solution"
            else:
                assert found[name]["value"] == pytest.approx(bits, abs=1e-9), puzzle
        if solved:
            assert path_from_json(found["solvable"]["path"]) in solved
            assert path_from_json(found["shortest"]["path"]) in solved
            assert found["shortest"]["value"] == min(map(len, solved)) - 1


def check_solutions(puzzles: list[Puzzle], place: Path) -> None:
    """Ask for all solutions in two parts, and compare them with brute force."""
    parts = [(0, 2), (2, 10**6)]
    data = [
        {"panel": puzzle.to_json(), "from": first, "most": most}
        for puzzle in puzzles
        for first, most in parts
    ]
    told = iter(asked("solutions", data, place))
    for puzzle in puzzles:
        both = [one for _ in parts for one in next(told) if one.get("name") == "solution"]
        assert [one["number"] for one in both] == [*range(len(both))]
        paths = [path_from_json(one["path"]) for one in both]
        solved = {*solutions(puzzle)}
        assert len(paths) == len(solved)
        assert {*paths} == solved


@pytest.mark.slow
@rounds(160, 1000)
def test_panels_with_every_symbol(rounds: int, tmp_path: Path) -> None:
    puzzles = mixed_panels("analyse", rounds)
    assert frozenset().union(*(puzzle.features for puzzle in puzzles)) == frozenset(FEATURES)
    check_analyses(puzzles, tmp_path)
    check_solutions(puzzles[: 3 * rounds // 8], tmp_path)


@pytest.mark.long
@pytest.mark.skipif("WITNESS_WINDMILL" not in os.environ, reason="WITNESS_WINDMILL is not set")
def test_what_people_draw_is_counted_as_by_the_exact_solvers(tmp_path: Path) -> None:
    """Of 100 random panels of the Windmill 84 were counted in a second of processor time."""
    puzzles = random.Random(7).sample(import_panels(os.environ["WITNESS_WINDMILL"]).puzzles, 100)
    calls = [("ask", ["analyse", {"panel": puzzle.to_json()}, 2000]) for puzzle in puzzles]
    told = answers(script(shown=()), calls, tmp_path)
    whole = [(p, one) for p, one in zip(puzzles, told, strict=True) if one[-1] == {"done": True}]
    assert len(whole) > 60
    for puzzle, one in whole:
        number = next(found["value"] for found in one if found.get("name") == "solutions")
        assert number == len(list(solvers.solutions(puzzle))), puzzle


def test_the_time_of_a_question_is_limited(tmp_path: Path) -> None:
    large = Puzzle(7, 7, ((0, 0),), ((7, 7),))
    calls = [
        ("ask", ["analyse", {"panel": large.to_json()}, 5]),
        ("ask", ["solutions", {"panel": large.to_json(), "from": 0, "most": 3}, 1500]),
        ("ask", ["hum", {}, 5]),
        ("ask", ["analyse", {"panel": CUT_OFF.to_json()}, 5000]),
        ("ask", ["analyse", {"panel": SHIPPED["figure-1"].to_json()}, 5000]),
    ]
    late, some, unknown, lost, one = answers(script(shown=()), calls, tmp_path)
    *_, least, limit = late
    assert (least["name"], least["more"]) == ("solutions", True)
    assert limit["limit"].startswith("not known after")
    names = [found.get("name") for found in some]
    assert names == ["solution"] * 3 + ["progress", "solutions", None]
    assert some[-2]["value"] > 3  # those after the third are counted
    assert unknown == [{"error": "the page cannot say hum"}]
    assert {"name": "solvable", "value": False} in lost
    assert one[-1] == {"done": True}
