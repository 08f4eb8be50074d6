"""SVG drawings: well-formed, complete, in the right place, and safe with any caption."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from witness.base.errors import InputError
from witness.puzzle.model import Puzzle
from witness.puzzle.sheets import sheet
from witness.puzzle.svg import COLOURS, NEUTRAL_COLOUR, svg
from witness.puzzle.svg_parts import title_of

#: The board of the paper's Figure 1 and its one solution.
FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure 1")
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

NASTY = "<b>&amp; \"quotes\" 'n' ]]> –"


def elements(document: str, kind: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(document).iter() if e.get("class") == kind]


def only(document: str, kind: str) -> ElementTree.Element:
    (element,) = elements(document, kind)
    return element


def texts(document: str, tag: str) -> list[str | None]:
    name = f"{{http://www.w3.org/2000/svg}}{tag}"
    return [e.text for e in ElementTree.fromstring(document).iter(name)]


def numbers(words: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", words or "")]


def points(outline: str | None) -> list[tuple[float, float]]:
    flat = numbers(outline)
    return list(zip(flat[::2], flat[1::2], strict=True))


def centre(element: ElementTree.Element) -> tuple[float, float]:
    return (float(element.get("cx", "")), float(element.get("cy", "")))


def test_figure_1_solved() -> None:
    drawn = svg(FIGURE_1, SOLUTION)
    line = points(only(drawn, "path").get("d"))
    start = centre(only(drawn, "path-start"))
    assert start == centre(only(drawn, "start")) == line[0]
    x, y = start
    # Two squares to the right, one up (y counts downwards), and on into the nub.
    assert line[:-1] == [(x, y), (x + 100, y), (x + 200, y), (x + 200, y - 100)]
    assert line[-1][0] == x + 200
    assert line[-1][1] < y - 100


def test_every_symbol_is_drawn() -> None:
    drawn = svg(EVERYTHING)
    counted = {"start": 2, "goal": 1, "goal-ring": 1, "triangles": 3, "gap": 3, "dot": 4}
    counted |= {"square": 2, "star": 2, "grid": 1}
    assert {kind: len(elements(drawn, kind)) for kind in counted} == counted
    assert [len(points(e.get("d"))) for e in elements(drawn, "dot")] == [6] * 4
    assert [len(points(e.get("d"))) for e in elements(drawn, "star")] == [16] * 2
    assert [e.get("d", "").count("Z") for e in elements(drawn, "triangles")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("rows", "cols", "goal", "direction"),
    [
        (2, 2, (2, 2), (0, -1)),
        (2, 2, (1, 0), (-1, 0)),
        (2, 2, (1, 2), (1, 0)),
        (0, 2, (0, 2), (1, 0)),
        (0, 2, (0, 1), (0, -1)),
        (2, 0, (1, 0), (1, 0)),
        (0, 0, (0, 0), (0, -1)),
    ],
)
def test_nub_sticks_out(
    rows: int, cols: int, goal: tuple[int, int], direction: tuple[int, int]
) -> None:
    drawn = svg(Puzzle(rows, cols, ((0, 0),), (goal,)), (goal,))
    (x, y), end = points(only(drawn, "path").get("d"))
    assert (end[0] - x, end[1] - y) == (30 * direction[0], 30 * direction[1])
    assert only(drawn, "grid").get("d", "").endswith(only(drawn, "path").get("d", ""))
    assert not elements(drawn, "goal")


def test_goal_inside_the_board_gets_a_ring() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((1, 1),))
    (goal,) = elements(svg(puzzle), "goal")
    solved = svg(puzzle, ((0, 0), (0, 1), (1, 1)))
    assert points(only(solved, "path").get("d"))[-1] == centre(goal)
    assert len(elements(solved, "goal-ring")) == 2  # drawn once more, over the path


def test_path_that_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="not neighbours"):
        svg(FIGURE_1, ((0, 0), (1, 2)))
    with pytest.raises(InputError, match="off the board"):
        sheet([(FIGURE_1, ((0, 0), (-1, 0)), "off")])


@pytest.mark.parametrize("name", [*COLOURS, "teal"])
@pytest.mark.parametrize("kind", ["square", "star"])
def test_colours(kind: str, name: str) -> None:
    symbols = {f"{kind}s": ((0, 0, name),)}
    drawn = svg(Puzzle(1, 1, ((0, 0),), ((1, 1),), **symbols))  # type: ignore[arg-type]
    assert only(drawn, kind).get("fill") == COLOURS.get(name, NEUTRAL_COLOUR)
    assert f"{name} {kind}" in texts(drawn, "title")


def test_titles_are_escaped() -> None:
    assert texts(svg(FIGURE_1), "title") == ["figure 1"]
    assert texts(svg(FIGURE_1.changed(id=NASTY)), "title") == [NASTY]
    assert title_of("a\x00b\ud800") == "<title>a\ufffdb\ufffd</title>"


def test_sheet_captions_are_escaped_and_cut() -> None:
    drawn = sheet([(FIGURE_1, None, "a <b>"), (FIGURE_1, SOLUTION, "word " * 40)])
    first, second = texts(drawn, "text")
    assert first == "a <b>"
    assert second is not None
    assert re.fullmatch(r"(word )*w?o?r?d?…", second)
    assert 10 < len(second) < 40
    assert texts(drawn, "title") == ["a <b>", "word " * 40]
    (wide,) = texts(sheet([(FIGURE_1, None, "目" * 40)]), "text")
    assert wide is not None
    assert len(wide) < len(second)


def test_sheet_places_panels_apart() -> None:
    panels = [(FIGURE_1, None, "a"), (EVERYTHING, None, "b"), (FIGURE_1, SOLUTION, "c")]
    drawn = sheet(panels, columns=2)
    assert len(elements(drawn, "panel")) == len(elements(drawn, "caption")) == 3
    places = [points(place)[0] for place in re.findall(r"translate\((.*?)\)", drawn)]
    assert places[0][0] == places[2][0]  # one column
    assert places[1][0] > places[0][0] + 300
    assert places[2][1] > places[1][1] + 400
    columns = [points(place)[0] for place in re.findall(r"translate\((.*?)\)", sheet(panels, 1))]
    assert all(above[1] < below[1] for above, below in pairwise(columns))


def test_blocks_are_as_many_squares_as_they_have() -> None:
    blocks = (((0, 0), ["##", "#."], False, None), ((0, 1), ["###"], True, "red"))
    both = [{"at": at, "shape": s, "negative": n, "colour": c} for at, s, n, c in blocks]
    drawn = svg(Puzzle(1, 2, ((0, 0),), ((1, 2),), blocks=tuple(both)))  # type: ignore[arg-type]
    first, second = elements(drawn, "block")
    assert [e.get("d", "").count("Z") for e in (first, second)] == [3, 3]
    assert (second.get("fill"), second.get("stroke")) == ("none", COLOURS["red"])
    assert {"block ##/#.", "red negative block ###"} <= set(texts(drawn, "title"))
    x, y = centre(only(drawn, "start"))
    assert all(x + 12 < px < x + 88 and y - 88 < py < y - 12 for px, py in points(first.get("d")))


def test_the_second_line_is_the_image_of_the_first() -> None:
    puzzle = Puzzle(2, 2, ((0, 0), (0, 2)), ((2, 0), (2, 2)), symmetry="left-right")
    assert "two lines: left-right" in texts(svg(puzzle), "text")
    second, first = elements(svg(puzzle, ((0, 0), (1, 0), (2, 0))), "path")
    assert first.get("stroke") != second.get("stroke")
    assert [(x + 200, y) for x, y in points(first.get("d"))] == points(second.get("d"))


def test_a_cylinder_has_its_first_column_twice() -> None:
    round_it = ((1, 0), (1, 2))
    puzzle = Puzzle(
        2, 3, ((0, 0),), ((2, 1), round_it), wraps=True, dots=((1, 0), ((0, 0), (0, 2)))
    )
    drawn = svg(puzzle)
    (x, y), other = map(centre, elements(drawn, "start"))
    assert other == (x + 300, y)
    assert len(elements(drawn, "dot")) == 3
    assert centre(only(drawn, "goal")) == (x + 250, y - 100)  # no nub beside the board
    path = ((0, 0), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1))
    lines = [
        points(line)
        for line in (only(svg(puzzle, path), "path").get("d") or "").split("M")
        if len({*points(line)}) > 1
    ]
    a, b, c = y, y - 100, y - 200
    assert lines == [
        [(x + 300, a), (x + 200, a), (x + 200, b), (x + 300, b)],
        [(x, b), (x, c), (x + 100, c), (x + 100, c - 30)],
        [(x + 300, b), (x + 300, c)],
    ]
