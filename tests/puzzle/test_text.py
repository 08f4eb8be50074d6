"""Text drawings: exact pictures of small boards, and what every sign stands for."""

from __future__ import annotations

import unicodedata
from itertools import product
from textwrap import dedent

import pytest

from witness.base.errors import InputError
from witness.puzzle.model import Puzzle
from witness.puzzle.text import _JUNCTIONS, check_drawable, colour_codes, text

#: The board of the paper's Figure 1 and its one solution.
FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)))
SOLUTION = ((0, 0), (0, 1), (0, 2), (1, 2))

EVERYTHING = Puzzle(
    rows=3,
    cols=3,
    starts=((0, 0), (2, 2)),
    goals=((3, 3), (1, 1)),
    triangles=((0, 0, 1), (0, 1, 2), (0, 2, 3)),
    gaps=(((0, 1), (0, 2)), ((1, 2), (2, 2)), ((2, 3), (3, 3))),
    dots=((0, 3), (1, 2), ((2, 0), (2, 1)), ((1, 0), (2, 0))),
    squares=((2, 0, "black"), (2, 1, "white")),
    stars=((2, 2, "blue"), (1, 1, "orange")),
)


def drawing(picture: str) -> str:
    return dedent(picture).strip("\n")


def empty(rows: int, cols: int, **more: object) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),), **more)  # type: ignore[arg-type]


def test_figure_1() -> None:
    assert text(FIGURE_1) == drawing(
        """
        ┌─────┬─────◎
        │  ▲  │ ▲ ▲ │
        ●─────┴─────┘
        """
    )


def test_figure_1_solved() -> None:
    assert text(FIGURE_1, SOLUTION) == drawing(
        """
        ┌─────┬─────◎
        │  ▲  │ ▲ ▲ ┃
        ●━━━━━┷━━━━━┛
        """
    )


def test_partial_path_stops_at_its_head() -> None:
    assert text(FIGURE_1, SOLUTION[:2]) == drawing(
        """
        ┌─────┬─────◎
        │  ▲  │ ▲ ▲ │
        ●━━━━━┵─────┘
        """
    )


@pytest.mark.parametrize("path", [None, (), ((0, 0),)])
def test_path_without_edges_changes_nothing(path: tuple[tuple[int, int], ...] | None) -> None:
    assert text(FIGURE_1, path) == text(FIGURE_1)


def test_every_corner_of_a_path() -> None:
    path = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2))
    assert text(empty(2, 2), path) == drawing(
        """
        ┏━━━━━┱─────◎
        ┃     ┃     ┃
        ┠─────╂─────┨
        ┃     ┃     ┃
        ●─────┺━━━━━┛
        """
    )


def test_every_symbol() -> None:
    assert text(EVERYTHING) == drawing(
        """
        ┌─────┬─────┬─────◎
        │ b ■ │ w ■ │ l ★
        ├──•──┼─────●─────┤
        •     │ o ★       │
        ├─────◎─────•─────┤
        │  ▲  │ ▲ ▲ │ ▲▲▲ │
        ●─────┴─╴ ╶─┴─────•

        Colours: b=black, l=blue, o=orange, w=white
        """
    )


def test_dots_show_whether_the_path_has_them() -> None:
    path = ((0, 0), (1, 0), (2, 0), (3, 0))
    assert text(EVERYTHING, path) == drawing(
        """
        ┎─────┬─────┬─────◎
        ┃ b ■ │ w ■ │ l ★
        ┠──•──┼─────●─────┤
        ◆     │ o ★       │
        ┠─────◎─────•─────┤
        ┃  ▲  │ ▲ ▲ │ ▲▲▲ │
        ●─────┴─╴ ╶─┴─────•

        Colours: b=black, l=blue, o=orange, w=white
        """
    )
    dotted = empty(1, 1, dots=((0, 1), ((0, 0), (0, 1))))
    assert text(dotted, ((0, 0), (0, 1), (1, 1))).splitlines()[-1] == "●━━◆━━◆"


def test_path_across_a_gap_is_dashed() -> None:
    puzzle = empty(1, 1, gaps=(((0, 0), (0, 1)), ((0, 1), (1, 1))))
    assert text(puzzle) == drawing(
        """
        ┌─────◎
        │
        ●─╴ ╶─┘
        """
    )
    assert text(puzzle, ((0, 0), (0, 1), (1, 1))) == drawing(
        """
        ┌─────◎
        │     ╏
        ●╍╍╍╍╍┛
        """
    )


def test_dot_on_a_gap_is_hollow() -> None:
    edges = (((0, 0), (0, 1)), ((0, 1), (1, 1)))
    assert text(empty(1, 1, gaps=edges, dots=edges)) == drawing(
        """
        ┌─────◎
        │     ○
        ●─╴○╶─┘
        """
    )


def test_boards_of_one_line() -> None:
    assert text(empty(0, 2), ((0, 0), (0, 1))) == "●━━━━━╾─────◎"
    assert text(empty(2, 0), ((0, 0), (1, 0))) == "◎\n│\n╽\n┃\n●"
    assert text(empty(0, 0)) == "◉"


def test_ten_by_ten_fits_a_terminal() -> None:
    lines = text(empty(10, 10)).splitlines()
    assert len(lines) <= 23  # one is left for the prompt
    assert {len(line) for line in lines} == {61}


def test_signs_are_one_column_wide() -> None:
    drawn = text(EVERYTHING, ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2)))
    assert not [sign for sign in drawn if unicodedata.east_asian_width(sign) in "WF"]


def test_legend_only_for_colours() -> None:
    assert "Colours" not in text(FIGURE_1)
    assert text(empty(1, 1, stars=((0, 0, "red"),))).endswith("\n\nColours: r=red")


def test_long_legend_is_wrapped() -> None:
    squares = tuple((r, c, f"colour{chr(97 + 5 * r + c)}") for r in range(5) for c in range(5))
    lines = text(empty(5, 5, squares=squares)).splitlines()
    assert max(len(line) for line in lines) <= 60
    assert sum(line.count("=") for line in lines) == 25


def test_colour_codes_prefer_first_letters() -> None:
    assert colour_codes(["white", "black", "white"]) == {"black": "b", "white": "w"}
    assert colour_codes(["red", "green", "gray"]) == {"gray": "g", "green": "e", "red": "r"}
    assert colour_codes(["blue", "black", "brown"]) == {"black": "b", "blue": "l", "brown": "r"}
    assert colour_codes(["a", "aa", "aaa"]) == {"a": "a", "aa": "1", "aaa": "2"}


def test_many_colours_stay_distinct_and_aligned() -> None:
    names = [a + b for a, b in product("abcdefghijklmnopqrstuvwxyz", repeat=2)]
    codes = colour_codes(names)
    assert len(set(codes.values())) == len(names)
    assert max(len(code) for code in codes.values()) == 3
    squares = [(i, j, names[26 * i + j]) for i in range(26) for j in range(26)]
    lines = text(empty(26, 26, squares=tuple(squares))).splitlines()
    assert {len(line) for line in lines[:53]} == {26 * 6 + 1}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (((0, 0), (0, 3)), r"\[0, 3\] is off the board"),
        (((0, 0), (1, 1)), r"\[0, 0\] and \[1, 1\] are not neighbours"),
    ],
)
def test_path_that_cannot_be_drawn(path: tuple[tuple[int, int], ...], wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        text(FIGURE_1, path)


def test_other_mistakes_are_drawn() -> None:
    check_drawable(FIGURE_1, ((0, 1), (1, 1), (0, 1)))  # begins and ends wrongly, comes back
    assert "┃" in text(FIGURE_1, ((0, 1), (1, 1), (0, 1)))


def arms_by_name(sign: str) -> tuple[int, ...]:
    """Read the weights of the arms up, right, down, left from a sign's Unicode name."""
    weights = {"LIGHT": 1, "HEAVY": 2}
    ways = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}
    arms = dict.fromkeys(("UP", "RIGHT", "DOWN", "LEFT"), 0)
    weight = 0
    for phrase in unicodedata.name(sign).split(" AND "):
        for word in phrase.split():
            weight = weights.get(word, weight)
        for word in phrase.split():
            for arm in ways.get(word, (word,)):
                if arm in arms:
                    arms[arm] = weight
    return tuple(arms.values())


def test_junctions_are_what_unicode_calls_them() -> None:
    assert [arms_by_name(sign) for sign in _JUNCTIONS] == list(product((0, 1, 2), repeat=4))


def test_more_symbols_and_their_legend() -> None:
    blocks = ((0, 0, ("##", "#."), True), (1, 0, ("#",), False, True), (1, 1, ("#",), False, False))
    puzzle = empty(
        2,
        3,
        blocks=(*blocks[:2], (*blocks[2], "red")),
        eliminations=((0, 1), (0, 2, "white")),
        triangles=((1, 2, 4),),
    )
    assert text(puzzle) == drawing(
        """
        ┌─────┬─────┬─────◎
        │  ⊟1 │ r⊞1 │ ▲▲▲▲│
        ├─────┼─────┼─────┤
        │  ⊞2 │  ⅄  │ w ⅄ │
        ●─────┴─────┴─────┘

        Colours: r=red, w=white
        Shapes of blocks: 1=#, 2=##/#. turns
        """
    )


def test_two_lines() -> None:
    dots = (((1, 0), 1), ((1, 2), 2), ((0, 1), 1), ((0, 1), 2))
    puzzle = Puzzle(
        2,
        2,
        ((0, 0), (0, 2)),
        ((2, 0), (2, 2)),
        symmetry="left-right",
        line_dots=dots,
        missing=((1, 1),),
        rules="windmill",
        open_halves=True,
    )
    assert text(puzzle, ((0, 0), (1, 0), (2, 0))) == drawing(
        """
        ◎─────┬─────◎
        ┃     │░░░░░║
        ❶─────┼─────❷
        ┃     │     ║
        ●─────◈─────●

        Two lines: left-right
        Half edges do not divide regions
        Rules: windmill
        """
    )
    assert "❷" not in text(puzzle, ((0, 2), (1, 2), (2, 2)))  # each dot asks for its own line


def test_a_cylinder() -> None:
    round_it = ((0, 0), (0, 2))
    puzzle = Puzzle(1, 3, ((0, 0),), ((1, 1), round_it), wraps=True, gaps=(((1, 0), (1, 2)),))
    assert text(puzzle) == drawing(
        """
        ┄┬─────◎─────┬─╴ ╶─┬┄
         │     │     │     │
        ┄●─────┴─────┴──◎──●┄
        """
    )
    assert text(puzzle, ((0, 0), (1, 0), (1, 1))) == drawing(
        """
        ┄┲━━━━━◎─────┬─╴ ╶─┲┅
         ┃     │     │     ┃
        ┄●─────┴─────┴──◎──●┄
        """
    )
    assert text(puzzle, ((0, 0), round_it)).splitlines()[-1] == "┅●─────┴─────┴──◎━━●┄"


def test_a_place_that_is_start_and_goal() -> None:
    edge = ((0, 0), (0, 1))
    assert text(Puzzle(1, 1, ((1, 1), edge), ((1, 1), edge))).count("◉") == 2
