"""Panels that are drawn by hand on the page, in Chromium; and what the page draws."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.explore_pages import click, puzzle_line, said, use, visited
from support.explored import explored, shipped
from support.panels import drawn_panel
from support.sizes import rounds

from witness.base.files import write_text
from witness.puzzle.grid import is_edge
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import simple_paths, solutions, walk
from witness.puzzle.svg import svg
from witness.puzzle.text import unseen
from witness.studio.explore.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pages") / "page.html"
    puzzle = Puzzle(2, 2, ((0, 0),), ((1, 2),), ((0, 0, 3),), id="corner")
    write_text(place, page([explored(shipped("paper"), "paper", [puzzle])]))
    return place


@pytest.fixture
def seen(file: Path) -> Iterator[Seen]:
    """Yield a page where a panel is drawn by hand; in the end nothing was complained of."""
    with browser() as found:
        yield visited(found, file)
        assert found.errors == []


def numbers(words: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", words or "")]


@pytest.mark.slow
def test_more_symbols_drawn_by_hand(seen: Seen) -> None:
    page = seen.page
    page.select_option("#set", label="a panel drawn by hand")
    use(page, "Block")
    click(page, 0.5, 0.5)
    page.fill("#shape", "##/#./#.")
    page.locator("#turns").check()
    page.select_option("#own", "red")
    click(page, 0.5, 1.5)
    click(page, 0.5, 2.5)
    click(page, 0.5, 2.5)  # the same once more takes it away
    page.fill("#shape", "##/#")
    click(page, 1.5, 2.5)
    assert "A shape is rows of # and ." in said(page)
    use(page, "Elimination mark")
    click(page, 1.5, 0.5)
    page.select_option("#own", "none")
    click(page, 1.5, 1.5)
    use(page, "Triangles")
    for _ in range(4):
        click(page, 2.5, 0.5)
    page.select_option("#own", "white")
    click(page, 2.5, 1.5)
    use(page, "Star")
    click(page, 1.5, 2.5)
    use(page, "Missing square")
    click(page, 2.5, 2.5)
    use(page, "Goal")
    click(page, 0, 0)
    block = {"at": [0, 1], "shape": ["##", "#.", "#."], "turns": True, "colour": "red"}
    line = puzzle_line(page)
    assert line == {
        "id": "drawn by hand", "rows": 3, "cols": 3, "starts": [[0, 0]],
        "goals": [[3, 3], [0, 0]], "triangles": [[2, 0, 4], [2, 1, 1, "white"]],
        "stars": [[1, 2, "black"]], "eliminations": [[1, 0, "red"], [1, 1]], "missing": [[2, 2]],
        "blocks": [{"at": [0, 0], "shape": ["##", "#."]}, block],
    }  # fmt: skip
    puzzle = Puzzle(**line)
    assert puzzle.problems() == []
    label = page.locator("#board").get_attribute("aria-label") or ""
    assert "red block ##/#./#. that turns in [0, 1]" in label
    assert "4 triangles in [2, 0]; 1 white triangle in [2, 1]" in label
    assert "missing at [2, 2]" in label
    drawn = re.findall(r'<path class="(\w+)" d="([^"]*)" fill="([^"]*)"', svg(puzzle))
    for kind, number in {"block": 2, "elimination": 2, "triangles": 2, "star": 1}.items():
        shown = page.locator(f"#board path.{kind}").all()
        wanted = [(outline, fill) for one, outline, fill in drawn if one == kind]
        assert len(wanted) == number
        for one, (outline, fill) in zip(shown, wanted, strict=True):
            assert one.get_attribute("fill") == fill
            assert numbers(one.get_attribute("d")) == pytest.approx(numbers(outline), abs=0.02)
    assert page.locator("#board .missing").count() == 1
    use(page, "Path")
    click(page, 0, 0)
    assert "no solution" in said(page)
    use(page, "Erase")
    for place in (
        (0.5, 0.5),
        (0.5, 1.5),
        (1.5, 0.5),
        (1.5, 1.5),
        (2.5, 0.5),
        (2.5, 2.5),
        (1.5, 2.5),
    ):
        click(page, *place)
    assert {"blocks", "eliminations", "missing", "stars"}.isdisjoint(puzzle_line(page))


def by_hand(page: Page, **settings: str | bool) -> None:
    """Begin to draw a panel, with settings other than usual."""
    page.select_option("#set", label="a panel drawn by hand")
    for name, value in settings.items():
        if isinstance(value, bool):
            if page.is_checked(f"#{name}") != value:
                page.click(f"#{name}")
        elif name in ("rows", "cols"):
            page.fill(f"#{name}", value)
            page.keyboard.press("Enter")
        else:
            page.select_option(f"#{name}", value)


@pytest.mark.slow
def test_ends_in_the_middle_of_an_edge(seen: Seen) -> None:
    page = seen.page
    by_hand(page, cols="2", rows="1")
    use(page, "Goal")
    click(page, 0.5, 1)
    click(page, 1, 2)
    use(page, "Gap")
    click(page, 0.5, 1)
    assert "A start or a goal is there" in said(page)
    click(page, 0.5, 2)
    use(page, "Goal")
    click(page, 0.5, 2)
    assert "No path can come there" in said(page)
    use(page, "Coloured square")
    click(page, 0.5, 0.5)
    page.select_option("#colour", "white")
    click(page, 0.5, 1.5)
    use(page, "Path")
    for place in ((0, 0), (0, 1), (0.5, 1)):
        click(page, *place)
    assert "Path of 2 edges, at [[0, 1], [1, 1]]. This is a solution." in said(page)
    page.check("#open_halves")
    assert "no solution: one region holds squares" in said(page)
    assert page.locator("#board text").text_content() == "half edges do not divide regions"
    page.focus("#board")
    page.keyboard.press("ArrowUp")  # no path goes on from a goal
    assert "at [[0, 1], [1, 1]]" in said(page)
    page.check("#pass_goals")
    page.focus("#board")
    page.keyboard.press("ArrowUp")
    assert "Path of 2 edges, at [1, 1]." in said(page)
    page.click("#decide")
    page.wait_for_selector("#decision.none")


@pytest.mark.slow
def test_two_lines(seen: Seen) -> None:
    page = seen.page
    by_hand(page, symmetry="rotation")
    line = puzzle_line(page)
    assert (line["starts"], line["goals"]) == ([[0, 0], [3, 3]], [[3, 0], [0, 3]])
    use(page, "Dot of a line")
    click(page, 0, 1)
    click(page, 0, 2)
    click(page, 0, 2)
    click(page, 1, 0)
    for _ in range(3):
        click(page, 2, 2)
    assert puzzle_line(page)["line_dots"] == [[[0, 1], 1], [[0, 2], 2], [[1, 0], 1]]
    use(page, "Path")
    for place in ((0, 0), (0, 1), (1, 1), (2, 1)):
        click(page, *place)
    click(page, 2, 2)  # there is the second line
    assert "Path of 3 edges, at [2, 1]." in said(page)
    assert page.locator("#board .path").count() == 2
    page.click("#decide")
    page.wait_for_selector("#decision.none")
    click(page, 2, 0)
    click(page, 3, 0)
    wrong = said(page)
    assert "line 1 misses its dot on the vertex [1, 0]" in wrong
    assert "line 2 misses its dot on the vertex [0, 2]" in wrong
    assert "line 1 misses its dot on the vertex [0, 1]" not in wrong
    page.select_option("#symmetry", "shift")
    assert "shifted on a board that goes round only" in said(page)
    assert page.locator("#symmetry").input_value() == "rotation"
    page.select_option("#symmetry", "")
    assert "line_dots" not in puzzle_line(page)
    use(page, "Dot of a line")
    click(page, 0, 1)
    assert "There is one line only" in said(page)


@pytest.mark.slow
def test_a_board_that_goes_round(seen: Seen) -> None:
    page = seen.page
    by_hand(page, wraps=True)
    assert puzzle_line(page)["goals"] == [[3, 0]]
    page.focus("#board")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    assert "Path of 3 edges, at [1, 0]." in said(page)
    click(page, 1, 1)
    click(page, 3, 1)
    click(page, 3, 3)  # the shorter way round
    assert "Path of 7 edges, at [3, 0]. This is a solution." in said(page)
    page.select_option("#symmetry", "shift")
    assert "need an even number of columns" in said(page)
    page.fill("#cols", "2")
    page.keyboard.press("Enter")
    assert "needs 3 columns" in said(page)
    use(page, "Gap")
    click(page, 2, 2.5)
    assert puzzle_line(page)["gaps"] == [[[2, 0], [2, 2]]]
    page.fill("#cols", "4")
    page.keyboard.press("Enter")
    page.select_option("#symmetry", "shift")
    line = puzzle_line(page)
    assert "gaps" not in line
    assert (line["cols"], line["starts"], line["goals"]) == (4, [[0, 0], [0, 2]], [[3, 0], [3, 2]])


@pytest.mark.slow
@rounds(6, 40)
def test_whatever_is_drawn_is_a_panel(rounds: int, seen: Seen) -> None:
    page = seen.page
    rng = random.Random(31)
    by_hand(page)
    tools = page.locator("input[name=tool]").evaluate_all("all => all.map((one) => one.value)")
    tools.remove("path")
    found = set()
    for _ in range(rounds):
        setting: dict[str, Any] = rng.choice((
            {"symmetry": rng.choice(("", "left-right", "up-down", "rotation", "shift"))},
            {"wraps": rng.random() < 0.6}, {rng.choice(("rows", "cols")): rng.choice("1234")},
            {"rules": rng.choice(("game", "windmill"))}, {"pass_goals": rng.random() < 0.5},
            {"open_halves": rng.random() < 0.5},
        ))  # fmt: skip
        by_hand(page, **setting)
        for tool in rng.sample(tools, 4):
            page.locator(f"input[name=tool][value={tool}]").check(force=True)
            size = puzzle_line(page)
            places = (rng.randrange(2 * size[side] + 1) / 2 for side in ("rows", "cols"))
            click(page, *places)
        puzzle = Puzzle(**puzzle_line(page))
        assert puzzle.problems() == []
        found |= puzzle.features
    missed = {*FEATURES} - {"four-triangles", "coloured", "negative-blocks"} - found
    assert not missed or rounds < 40


#: The classes of what both draw, in the SVG and on the page; the other shapes are symbols.
CLASSES = {"panel": "ground", "grid": "line", "goal": "start", "goal-ring": "inner-goal"}


def shapes(markup: str) -> dict[str, list[tuple[float, ...]]]:
    """Return the numbers of what is drawn, by its class."""
    found = defaultdict(set)
    for attributes in re.findall(r"<(?:rect|circle|path)([^>]*)>", markup):
        values = dict(re.findall(r' ([\w-]+)="([^"]*)"', attributes))
        given = " ".join(values.get(key, "") for key in ("x", "y", "cx", "cy", "r", "d", "rx"))
        kind = values["class"].split()[0]
        found[CLASSES.get(kind, kind)].add(tuple(numbers(given)))
    for kind in ("mark", "head", "cursor"):
        found.pop(kind, None)
    return {kind: sorted(some) for kind, some in found.items()}


@pytest.mark.slow
def test_panels_look_as_they_do_elsewhere(tmp_path: Path) -> None:
    rng = random.Random(32)
    puzzles: list[Puzzle] = []
    for name in sorted(FEATURES):
        few = {name, *rng.sample(sorted(FEATURES), 7), "symmetry", "wraps", "blocks", "edge-ends"}
        own = (drawn_panel(rng, few) for _ in range(1000))
        puzzles += islice((puzzle for puzzle in own if name in puzzle.features), 1)
    puzzles = [replace(puzzle, id=str(number)) for number, puzzle in enumerate(puzzles)]
    write_text(tmp_path / "page.html", page([explored(shipped("paper"), "paper", puzzles)]))
    with browser() as seen:
        shown = visited(seen, tmp_path / "page.html").page
        for number, puzzle in enumerate(puzzles):
            shown.select_option("#puzzle", index=number)
            paths = [*islice(solutions(puzzle), 1)] or [*islice(simple_paths(puzzle), 3)]
            path = (paths or [one for one, _ in islice(walk(puzzle), 5)])[-1]
            for place in path:
                ends: Any = place if is_edge(place) else (place, place)
                (r, c), (r2, c2) = ends
                right = c2 + 0.5 if c2 - c > 1 else (c + c2) / 2
                click(shown, (r + r2) / 2, right)
            expected, found = shapes(svg(puzzle, path)), shapes(shown.inner_html("#board"))
            assert {*found} == {*expected}, puzzle
            for kind, some in expected.items():
                assert len(found[kind]) == len(some), (kind, puzzle, path)
                for one, other in zip(found[kind], some, strict=True):
                    assert one == pytest.approx(other, abs=0.02), (kind, puzzle, path)
            words = " · ".join(unseen(puzzle))
            assert shown.locator("#board text").all_text_contents() == ([words] if words else [])
        assert seen.errors == []
