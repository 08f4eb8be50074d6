"""Links of the Windmill: a panel goes to the editor and comes back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from support.exchange import panels
from support.panels import drawn_panel
from support.windmill_encoding import encoded
from support.windmill_panels import random_puzzle

from witness.base.errors import InputError
from witness.puzzle.formats.addresses import puzzle_from_link
from witness.puzzle.formats.dialects import disputed
from witness.puzzle.formats.editor_files import read_panels
from witness.puzzle.formats.windmill import COLOURS, puzzle_from_contents
from witness.puzzle.formats.windmill_links import EDITOR, windmill_link
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import goal_test

TINY = Puzzle(
    1, 2, ((0, 0),), ((1, 2),),
    gaps=(((0, 1), (1, 1)),), dots=(((0, 0), (0, 1)),), squares=((0, 0, "black"),),
)  # fmt: skip

#: A width of 5; from the top left: 4 nothing, an end; nothing, a black square, a gap, 2 nothing; a
#: start, a hexagon, 3 nothing.
LINK = EDITOR + "CAUSAigEEgIIBBIAEgQIBxABEgIIBRICKAISAggDEgIIBhICKAM=_0"


def test_a_link_by_hand() -> None:
    assert windmill_link(TINY) == LINK
    assert puzzle_from_link(LINK) == TINY


@pytest.mark.slow
@given(panels(list(COLOURS)))
def test_there_and_back(puzzle: Puzzle) -> None:
    link = windmill_link(puzzle)
    assert link.isascii()
    back = puzzle_from_link(link, puzzle.id)
    assert back.canonical() == puzzle.canonical()
    assert back.id == puzzle.id


@pytest.mark.parametrize("seed", range(200))
def test_two_encoders_say_the_same(seed: int) -> None:
    """Those of the tests and of the package share no code."""
    drawn = random_puzzle(random.Random(seed))
    border = drawn.grid.peripheral_vertices
    free = [v for v in border if v not in drawn.dots]
    if len(free) < 2:
        return
    ends = {"starts": (free[0],), "goals": (free[-1],), "pass_goals": False}
    puzzle = replace(drawn, **ends, rules="windmill")
    contents = windmill_link(puzzle).removeprefix(EDITOR)
    assert puzzle_from_contents("p", contents) == puzzle_from_contents("p", encoded(puzzle))


def puzzle(**changes: Any) -> Puzzle:
    fields = {"rows": 2, "cols": 2, "starts": ((0, 0),), "goals": ((2, 2),), **changes}
    return Puzzle(**fields)


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (puzzle(goals=((1, 1),)), "a goal inside the board ([1, 1])"),
        (puzzle(goals=((2, 1), (2, 2))), "several goals that a path may not pass over"),
        (puzzle(starts=(((0, 0), (0, 1)),)), "starts or goals in the middle of an edge"),
        (puzzle(dots=((0, 0),)), "two things in one place ([0, 0])"),
        (
            puzzle(dots=(((1, 1), (1, 2)),), gaps=(((1, 1), (1, 2)),)),
            "two things in one place ([[1, 1], [1, 2]])",
        ),
        (puzzle(squares=((0, 0, "purple"),)), "the colour purple (it has black, white, cyan"),
        (
            Puzzle(
                3,
                4,
                ((0, 0),),
                ((3, 4),),
                eliminations=((0, 0),),
                stars=[(1 + n // 4, n % 4, name) for n, name in enumerate(COLOURS[:8])]
                + [(0, 1, COLOURS[8])],
            ),
            "elimination marks beside stars of all colours, which would count them",
        ),
        (
            puzzle(eliminations=((0, 0), (0, 1))),
            "several elimination marks, which the Windmill judges by its own rules",
        ),
        (
            puzzle(eliminations=((0, 0),), stars=((0, 1, "black"),)),
            "an elimination mark beside stars, which the Windmill judges by",
        ),
        (
            puzzle(blocks=((0, 0, ["##"]), (0, 1, ["#"], False, True))),
            "blocks beside negative ones, which the Windmill judges by",
        ),
        (
            puzzle(blocks=((0, 0, ["##"]),), starts=((1, 1),)),
            "blocks, and a start or a goal inside the board, which the Windmill judges by",
        ),
        (puzzle(missing=((0, 0),)), "has missing squares; a link"),
        (puzzle(open_halves=True), "half edges that do not divide regions"),
        (Puzzle(2, 3, ((0, 0),), ((2, 2),), wraps=True), "a board that goes round"),
        (
            puzzle(
                starts=((0, 0), (0, 2)),
                goals=((2, 0), (2, 2)),
                symmetry="left-right",
                line_dots=(((1, 0), 1),),
                pass_goals=True,
            ),
            "dots of one of two lines",
        ),
        (puzzle(goals=((5, 5),)), "goals has [5, 5], which is off the board"),
    ],
)
def test_what_a_link_cannot_say(refused: Puzzle, words: str) -> None:
    with pytest.raises(InputError) as caught:
        windmill_link(refused)
    assert words in str(caught.value)
    assert str(caught.value).startswith("puzzle 'puzzle'")


def test_what_is_next_to_being_refused() -> None:
    for accepted in (
        puzzle(goals=((2, 1), (2, 2)), pass_goals=True),
        puzzle(eliminations=((0, 0),), blocks=((0, 1, ["##"], True),)),
        puzzle(eliminations=((0, 0), (0, 1)), rules="windmill"),
        puzzle(blocks=((0, 0, ["##"]), (0, 1, ["#"], False, True)), rules="windmill"),
        puzzle(blocks=((0, 0, ["#"], False, True, "red"),), starts=((1, 1),)),
        puzzle(triangles=((0, 0, 4, "blue"),), stars=((0, 1, "blue"),)),
        puzzle(
            starts=((0, 0), (0, 2)), goals=((2, 0), (2, 2)), symmetry="left-right", pass_goals=True
        ),
        puzzle(squares=((0, 0, "orange"),), triangles=((1, 1, 2),)),
        puzzle(starts=((0, 0), (1, 1))),
        Puzzle(0, 1, ((0, 0),), ((0, 1),)),
        Puzzle(64, 64, ((0, 0),), ((64, 64),)),
    ):
        assert puzzle_from_link(windmill_link(accepted)) == accepted


def test_symbols_without_a_colour_have_one_that_no_star_counts() -> None:
    plain = puzzle(stars=((0, 0, "orange"),), triangles=((1, 1, 2),))
    back = puzzle_from_link(windmill_link(plain))
    assert back == replace(plain, triangles=((1, 1, 2, "black"),))


@pytest.mark.parametrize("seed", range(60))
def test_where_rules_are_not_in_dispute_they_say_the_same(seed: int) -> None:
    """So a panel of either kind of rules may go to the Windmill."""
    rng = random.Random(seed)
    features = {"blocks", "negative-blocks", "eliminations", "stars", "squares", "dots", "coloured",
                "triangles", "symmetry", "gaps"}  # fmt: skip
    while any(disputed(drawn := drawn_panel(rng, features))) or not drawn.regional:
        pass
    game, other = (goal_test(replace(drawn, rules=rules)) for rules in ("game", "windmill"))
    for path in simple_paths(drawn):
        assert game(*path_masks(drawn, path)) == other(*path_masks(drawn, path))


def test_files_of_links(tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"\n{LINK}\na b\t{LINK}\r\n\n  {LINK}  \n")
    contents = LINK.removeprefix(EDITOR)
    assert read_panels([path]) == [("link-2", contents), ("a b", contents), ("link-5", contents)]


DAMAGED = [
    (LINK[:-6] + "_0", "line 1: the link is damaged: the bytes end within a field"),
    (
        LINK.replace("KAM=", "KAI="),
        "line 1: the link is damaged: the entries are not an odd number of whole",
    ),
    (LINK.replace("CAUS", "C*US!"), "line 1: the link is damaged: the text is not base64"),
    (LINK.replace("_0", "_1"), "line 1: the link is damaged: it does not end in _0"),
    ("https://example.com/build/abc", "line 1: the address 'https://example.com/build/abc' has no"),
    ("# my links", "line 1: '# my links': a dump of the Windmill, a saved play page, or"),
    (
        "https://windmill.thefifthmatt.com/abc1234",
        "line 1: the address 'https://windmill.thefifthmatt.com/abc1",
    ),
    (f"\t{LINK}", "line 1: the id is ''; a non-empty, printable text is expected"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED)
def test_damaged_links(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_panels([path])
    assert str(caught.value).startswith(f"{path}: {message}")
    path.write_text(f"{LINK}\n{text}\nlast\t{LINK}\n", encoding="utf-8")
    ((_, error),) = [entry for entry in read_panels([path]) if isinstance(entry[1], InputError)]
    assert str(error).startswith(f"{path}: {message}".replace("line 1", "line 2"))
