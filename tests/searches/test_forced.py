"""Forced moves: the argument of the paper's Appendix A, and what brute force says of any other."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from support.panels import SMALL, random_panel

from witness.base.errors import InputError
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, solutions
from witness.puzzle.rules import goal_test
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import PAPER
from witness.searches.tree.forced import MOST_NODES, argument, argument_lines, forced

#: What the text of Appendix A says of its puzzle (Figure 6 is a picture): four squares and the
#: goal. Of the others it says only that some are not satisfied on the short way to the goal; here
#: that is one in the far corner.
APPENDIX_A = Puzzle(
    5, 5, ((0, 0),), ((5, 0),),
    ((0, 0, 3), (0, 1, 1), (1, 0, 2), (3, 0, 3), (3, 4, 2)),
    id="appendix-a",
)  # fmt: skip
#: The vertices 1 to 8 of Figure 6; vertex 1 is at the right of the start, vertex 3 above it.
EIGHT = ((0, 1), (1, 1), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (3, 1))


def test_appendix_a() -> None:
    assert APPENDIX_A in read_puzzles("examples/panels.jsonl")
    found = forced(APPENDIX_A, PAPER)
    assert found.path == ((0, 0), *EIGHT)
    assert found.notes == {vertex: str(number) for number, vertex in enumerate(EIGHT, start=1)}
    out = [
        {move.node.step: move.closings for move in row if move.status == "out"}
        for row in found.moves
    ]
    # Up from the start: each way to leave the square with three triangles is cut off, and the one
    # to satisfy it, 3, 2, 1, meets the square with one triangle twice.
    assert [(c.moves, c.ends, c.brief) for c in out[0]["up"]] == [
        (("up",), ("up",), "clause 2, square [0, 0]"),
        (("up", "right"), ("up", "right"), "clause 3, square [0, 0]"),
        (("up", "right", "down"), ("right",), "clause 1, square [0, 1]"),
    ]
    assert list(out[3]) == []  # "From vertex 3, we can only move up"
    assert [c.brief for c in out[4]["right"]] == ["clause 1, square [1, 0]"]
    # 5, 8, 7, 6 leads to the goal alone, with squares that are not satisfied.
    (to_goal,) = [c for c in out[5]["right"] if "at the goal" in c.brief]
    assert (*to_goal.moves, *to_goal.ends) == ("right", "up", "left", "up")
    assert "the square [3, 4] has 2 triangles but 0 edges on the path" in to_goal.brief
    assert {c.brief for c in out[5]["right"]} - {to_goal.brief} == {
        "clause 2, square [3, 0]", "clause 3, square [3, 0]",
    }  # fmt: skip
    assert sum(move.status != "out" for move in found.moves[-1]) == 2


def test_the_argument_in_words() -> None:
    lines = argument_lines(forced(APPENDIX_A, PAPER))
    assert lines[0] == "1. right to [0, 1]"
    assert "       up, right, then up or right: clause 3, square [0, 0]" in lines
    assert "4. up to [2, 0], the only move there is" in lines
    assert any("not right: the number of edges that the square [1, 0]" in line for line in lines)
    assert "Nothing more is forced: right and down are left" in lines
    assert [line[:9] for line in lines[-3:]] == ["clause 1:", "clause 2:", "clause 3:"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "baseline", "derived", "none"])
@pytest.mark.parametrize("most", [1, MOST_NODES, 100_000])
def test_brute_force_agrees(name: str, most: int) -> None:
    pruning = predicate(name)
    rng = random.Random(11)
    seen: Counter[str] = Counter()
    for _ in range(12 if name == "derived" else 50):
        puzzle = random_panel(rng, SMALL[:-1], ("triangles", "gaps"), ends=2, edge_ends=False)
        puzzle = replace(puzzle, starts=puzzle.starts[:1])
        found = forced(puzzle, pruning, most)
        solved = list(solutions(puzzle))
        assert all(path[: len(found.path)] == found.path for path in solved)
        for row in found.moves:
            for move in row:
                length = len(move.node.path)
                leads_on = any(path[:length] == move.node.path for path in solved)
                seen[move.status] += 1
                if move.status != "open":
                    assert leads_on == (move.status == "solution")
                assert bool(move.closings) == (move.status == "out")
                assert sum(len(c.ends) for c in move.closings) <= most
        if found.moves and not any(m.status != "out" for m in found.moves[-1]):
            assert not solved
            assert argument(found)[-1].text.endswith("there is no solution")
        edges, vertices = path_masks(puzzle, found.path)
        if found.path[-1] in puzzle.goals and goal_test(puzzle)(edges, vertices):
            seen["to the goal"] += 1
    assert seen["out"] > 0
    assert seen["open"] > 0 or most > 1
    assert seen["open"] == 0 or most < 100_000
    assert seen["to the goal"] > 0


def test_several_starts_are_refused() -> None:
    with pytest.raises(InputError, match="2 starts"):
        forced(Puzzle(1, 1, ((0, 0), (0, 1)), ((1, 1),)), PAPER)


def test_where_no_move_is_legal() -> None:
    walled = Puzzle(1, 1, ((0, 0),), ((1, 1),), gaps=(((0, 0), (0, 1)), ((0, 0), (1, 0))))
    found = forced(walled, PAPER)
    assert found.moves == ((),)
    assert argument_lines(found) == ["There is no move: there is no solution"]
    point = forced(Puzzle(0, 1, ((0, 0),), ((0, 0),)), PAPER)
    assert argument_lines(point) == ["The start is a goal: there is no move to force"]
