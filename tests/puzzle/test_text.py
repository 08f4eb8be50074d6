"""Text drawings: exact pictures of small boards, and what every sign stands for."""

from __future__ import annotations

from textwrap import dedent

from witness.puzzle.model import Puzzle
from witness.puzzle.text import colour_codes, text

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


def test_colour_codes_prefer_first_letters() -> None:
    assert colour_codes(["white", "black", "white"]) == {"black": "b", "white": "w"}
    assert colour_codes(["red", "green", "gray"]) == {"gray": "g", "green": "e", "red": "r"}
    assert colour_codes(["blue", "black", "brown"]) == {"black": "b", "blue": "l", "brown": "r"}
    assert colour_codes(["a", "aa", "aaa"]) == {"a": "a", "aa": "1", "aaa": "2"}


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
        Rules as in: windmill
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
