"""The studio in Chromium: tools, answers; keys, fingers, widths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.explore_pages import click, drag, point, puzzle_line, quiet, said, use, visited
from support.running import witness
from support.sizes import some

from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

#: A panel with two solutions, and one that is too large for a page.
TWO = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="two")
LARGE = Puzzle(8, 8, ((0, 0),), ((8, 8),), id="large")

#: A panel with a square that needs three edges, and one that is large and has no solution.
HINTED = Puzzle(2, 2, ((0, 0),), ((1, 2),), ((0, 0, 3),), dots=((2, 2),), id="hinted")
UNTOLD = Puzzle(
    8, 8, ((0, 0),), ((0, 1),), dots=tuple((r, c) for r in range(9) for c in range(9)), id="untold"
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pages")
    write_puzzles(place / "two.jsonl", [TWO, LARGE])
    write_puzzles(place / "hints.jsonl", [HINTED, UNTOLD])
    for words in (["studio"], ["studio", "two.jsonl"], ["studio", "hints.jsonl"]):
        assert witness([*words, "-o", f"{Path(words[-1]).stem}.html"], place).status == 0
    return place


@pytest.fixture
def seen(files: Path) -> Iterator[Seen]:
    """Yield an empty page."""
    with quiet(files / "studio.html") as found:
        yield found


def answered(page: Page, button: str) -> str:
    """Return what the page answers to a button."""
    page.click(f"#{button}")
    page.locator("#answer:not(:has-text('Searching'))").wait_for()
    return page.locator("#answer").inner_text()


@pytest.mark.slow
def test_a_hint_names_the_square_that_is_lost_or_the_next_step(files: Path) -> None:
    with quiet(files / "hints.html") as seen:
        page = seen.page
        hinted = page.locator("#hinted")

        def hint() -> str:
            page.click("#hint")
            page.locator("#hinted:not(:has-text('Searching'))").wait_for()
            return hinted.inner_text()

        assert hint() == "Next: from [0, 0] to [0, 1] (dotted)."
        for place in ((0, 0), (1, 0), (1, 1), (2, 1)):
            click(page, *place)
        assert hinted.inner_text() == ""
        assert hint().startswith("Lost, it is proved, at [0, 0]: 3 triangles; 2 edges on the path;")
        assert page.locator("#board .mark").count() == 1
        click(page, 1, 1)
        assert (hinted.inner_text(), page.locator("#board .mark").count()) == ("", 0)
        assert hint() == "Lost: no way to go on is a solution. No proved clause fires."
        page.click("#clear")
        for place in ((0, 0), (0, 1), (1, 1)):
            click(page, *place)
        assert hint() == "Next: [1, 0] (dotted)."
        assert page.locator("#board .solution").count() == 1
        for place in ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2)):
            click(page, *place)
        assert hint() == "This is a solution."
        page.click("#clear")
        page.select_option("#puzzle", index=1)
        assert "This page cannot tell" in hint()


def test_a_hint_and_a_solution_make_way_for_each_other(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "two.html").page
        top = boxes(page)["board"]["y"]
        for _ in range(2):
            page.click("#hint")
            page.get_by_text("Next: from [0, 0] to").wait_for()
            assert page.locator("#walk").is_hidden()
            assert page.locator("#board .solution").count() == 1
            page.click("#solve")
            page.get_by_text("Solution 1 of 2").wait_for()
            assert page.locator("#hinted").inner_text() == ""
            one, other = (solution_after(page, click) for click in ("later", "earlier"))
            assert one != other
            assert boxes(page)["board"]["y"] == top  # the next click lands where it should
        assert seen.errors == []


def solution_after(page: Page, button: str) -> str | None:
    """Return the whole solution that is drawn after a click."""
    page.click(f"#{button}")
    drawn = page.locator("#board .solution").get_attribute("d")
    assert drawn is not None
    assert drawn.count("L") == 3  # two edges, and into the goal
    return drawn


def test_the_largest_size_is_said(seen: Seen) -> None:
    page = seen.page
    page.fill("#rows", "40")
    page.keyboard.press("Enter")
    assert said(page) == "A board has at most 16 rows and columns here."
    assert (puzzle_line(page)["rows"], page.input_value("#rows")) == (16, "16")


@pytest.mark.slow
def test_undo_and_redo_of_everything(seen: Seen) -> None:
    page = seen.page
    lines = [puzzle_line(page)]

    def made() -> None:
        lines.append(puzzle_line(page))
        assert lines[-1] != lines[-2]

    use(page, "Triangles")
    click(page, 0.5, 0.5)
    made()
    click(page, 0.5, 0.5)
    made()
    use(page, "Gap")
    click(page, 0, 0.5)
    made()
    drag(page, "ne", 1, -1)
    made()
    page.check("#pass_goals")
    made()
    page.click("#blank")
    made()
    assert page.locator("#redo").is_disabled()
    for line in lines[-2::-1]:
        page.keyboard.press("Control+z")
        assert puzzle_line(page) == line
    assert page.locator("#undo").is_disabled()
    page.keyboard.press("Control+z")
    for line in lines[1:4]:
        page.keyboard.press("Control+Shift+z")
        assert puzzle_line(page) == line
    page.keyboard.press("Control+y")
    page.click("#redo")
    assert puzzle_line(page) == lines[5]
    use(page, "Dot")
    click(page, 1, 1)
    assert page.locator("#redo").is_disabled()
    page.click("#undo")
    assert puzzle_line(page) == lines[5]


#: For each edge and corner: how far it is dragged, the size of the board then, and where the square
#: is that was [1, 1] on a board of 4×4.
DRAGS = {
    "e": ((2, 0), (4, 6), [1, 1]), "w": ((-2, 0), (4, 6), [1, 3]),
    "n": ((0, 1), (5, 4), [1, 1]), "s": ((0, -1), (5, 4), [2, 1]),
    "ne": ((-1, -1), (3, 3), [1, 1]), "sw": ((-1, -2), (6, 5), [3, 2]),
    "nw": ((1, 2), (6, 3), [1, 0]), "se": ((-1, 1), (3, 3), [0, 1]),
}  # fmt: skip


@pytest.mark.slow
def test_every_edge_and_corner_is_dragged(seen: Seen) -> None:
    page = seen.page
    use(page, "Triangles")
    click(page, 1.5, 1.5)
    for sides, (by, size, square) in DRAGS.items():
        drag(page, sides, *by)
        line = puzzle_line(page)
        assert (line["rows"], line["cols"]) == size, sides
        assert line["triangles"] == [[*square, 1]]
        assert (line["starts"], line["goals"]) == ([[0, 0]], [[*size]])
        page.keyboard.press("Control+z")  # one drag is one step
        line = puzzle_line(page)
        assert (line["rows"], line["cols"], line["triangles"]) == (4, 4, [[1, 1, 1]])


@pytest.mark.slow
def test_all_solutions_one_after_the_other(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "two.html").page
        assert answered(page, "count") == "2 solutions."
        assert answered(page, "unique") == "No: there are several solutions."
        assert answered(page, "rate").startswith("ReMUSE 0.00 bits, MUSE 1.00 bits")
        page.click("#solve")
        page.get_by_text("Solution 1 of 2").wait_for()
        first = page.locator("#board .solution").get_attribute("d")
        page.click("#later")
        assert page.locator("#which").inner_text() == "Solution 2 of 2"
        assert page.locator("#board .solution").get_attribute("d") != first
        page.click("#later")
        assert page.locator("#board .solution").get_attribute("d") == first
        use(page, "Gap")
        click(page, 0, 0.5)
        assert page.locator("#walk").is_hidden()  # it is another panel
        assert answered(page, "count") == "1 solution."
        assert answered(page, "unique") == "Yes: there is one solution."
        click(page, 0.5, 0)
        page.click("#solve")
        page.get_by_text("There is no solution.").wait_for()
        assert seen.errors == []


@pytest.mark.slow
def test_what_is_drawn_is_drawn_twice(seen: Seen) -> None:
    page = seen.page
    page.select_option("#mirror", "left-right")
    use(page, "Block")
    click(page, 0.5, 0.5)
    line = puzzle_line(page)["blocks"]
    assert line == [{"at": [0, 0], "shape": ["##", "#."]}, {"at": [0, 3], "shape": ["##", ".#"]}]
    use(page, "Gap")
    click(page, 1, 0.5)
    page.select_option("#mirror", "rotation")
    use(page, "Triangles")
    click(page, 1.5, 0.5)
    click(page, 1.5, 0.5)
    use(page, "Dot")
    click(page, 4, 1)
    use(page, "Start")
    click(page, 0, 4)
    line = puzzle_line(page)
    assert line["gaps"] == [[[1, 0], [1, 1]], [[1, 3], [1, 4]]]
    assert line["triangles"] == [[1, 0, 2], [2, 3, 2]]
    assert line["dots"] == [[4, 1], [0, 3]]
    assert line["starts"] == [[0, 0], [0, 4], [4, 0]]
    use(page, "Erase")
    click(page, 1.5, 0.5)
    assert puzzle_line(page)["triangles"] == []


def test_the_keyboard_alone(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "studio.html").page

        def tab_to(selector: str) -> None:
            for _ in range(60):
                if page.evaluate("one => document.activeElement.matches(one)", selector):
                    return
                page.keyboard.press("Tab")
            raise AssertionError(f"no way to {selector}")

        tab_to("[name=tool]")
        page.keyboard.press("ArrowDown")
        tab_to("#board")
        for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "Enter", "Enter"):
            page.keyboard.press(key)
        assert puzzle_line(page)["triangles"] == [[1, 0, 2]]
        ring, (x, y) = page.locator("#board .cursor").bounding_box(), point(page, 1.5, 0.5)
        assert ring is not None
        assert abs(ring["x"] + ring["width"] / 2 - x) + abs(ring["y"] + ring["height"] / 2 - y) < 2
        page.keyboard.press("Control+z")
        assert puzzle_line(page)["triangles"] == [[1, 0, 1]]
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowUp")
        assert "Path of 1 edge, at [1, 0]." in said(page)
        tab_to("#solve")
        page.keyboard.press("Enter")
        page.get_by_text("Solution 1 of").wait_for()
        tab_to("#later")
        page.keyboard.press("Enter")
        page.get_by_text("Solution 2 of").wait_for()
        tab_to("#rows")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        assert puzzle_line(page)["rows"] == 5
        assert seen.errors == []


def boxes(page: Page) -> dict[str, Any]:
    return {name: page.locator(f"#{name}").bounding_box() for name in ("tools", "board")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"), some(2, [(390, "light"), (1440, "dark"), (768, "light"), (390, "dark")])
)
def test_tools_are_beside_the_board_at_every_width(files: Path, width: int, scheme: str) -> None:
    with browser(width, 844, color_scheme=scheme) as seen:
        page = visited(seen, files / "studio.html").page
        for rows, cols in ((1, 1), (8, 8), (2, 16), (16, 2)):
            for name, value in (("rows", rows), ("cols", cols)):
                page.fill(f"#{name}", str(value))
                page.keyboard.press("Enter")
            found = boxes(page)
            tools, board = found["tools"], found["board"]
            assert tools["x"] + tools["width"] <= board["x"]
            assert abs(tools["y"] - board["y"]) < 30
            assert board["x"] + board["width"] <= width
            assert page.evaluate("document.documentElement.scrollWidth") == width
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"
        assert dark == (scheme == "dark")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_nothing_to_draw_with_is_below_the_fold(files: Path, width: int, height: int) -> None:
    with browser(width, height) as seen:
        page = visited(seen, files / "studio.html").page
        for name in ("rows", "cols"):
            page.fill(f"#{name}", "5")
            page.keyboard.press("Enter")
        use(page, "Block")
        page.click("#solve")
        page.get_by_text("Solution 1 of").wait_for()
        page.evaluate("scrollTo(0, 0)")
        for name in ("solve", "count", "later", "answer", "tools", "board", "live", "negative"):
            box = page.locator(f"#{name}").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, name
        assert page.locator("#line").is_hidden()
        if page.locator("#cancel").is_visible():
            page.click("#cancel")
        assert page.locator("#cancel").is_hidden()


def test_fingers_on_a_telephone(files: Path) -> None:
    with browser(390, 844, has_touch=True, is_mobile=True) as seen:
        page = visited(seen, files / "studio.html").page
        page.locator(".tool[title=Triangles]").tap()
        page.touchscreen.tap(*point(page, 0.5, 0.5))
        assert puzzle_line(page)["triangles"] == [[0, 0, 1]]
        page.locator(".tool[title=Path]").tap()
        for place in ((0, 0), (0, 2), (1, 2)):
            page.touchscreen.tap(*point(page, *place))
        assert "Path of 3 edges" in said(page)
        page.locator("#undo").tap()
        assert "Path of 2 edges" in said(page)
        page.locator("#solve").tap()
        page.get_by_text("Solution 1 of").wait_for()
        small = page.evaluate(
            "() => [...document.querySelectorAll('button, select, summary, textarea, .tool')]"
            ".filter((one) => one.checkVisibility())"
            ".map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 40 || box.width < 40).map(([text]) => text)"
        )
        assert small == []
        assert seen.errors == []


def test_every_control_has_a_name(seen: Seen) -> None:
    page = seen.page
    unnamed = page.evaluate(
        "() => [...document.querySelectorAll('button, select, input, textarea, svg[tabindex]')]"
        ".filter((one) => !(one.labels?.length || one.textContent.trim() || one.ariaLabel))"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert unnamed == []
    assert "4 rows and 4 columns" in (page.get_attribute("#board", "aria-label") or "")
    assert page.locator("#live").get_attribute("aria-live") == "polite"


@pytest.mark.slow
def test_a_finger_draws_a_path_and_drags_a_corner(files: Path) -> None:
    with browser(390, 844, has_touch=True, is_mobile=True) as seen:
        page = visited(seen, files / "studio.html").page
        fingers = page.context.new_cdp_session(page)

        def move(*places: tuple[float, float]) -> None:
            """Let a finger go along places of the window."""
            for kind, at in zip(("touchStart", *["touchMove"] * 99), places, strict=False):
                points = [{"x": at[0], "y": at[1]}]
                fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        move(*(point(page, *place) for place in ((0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1))))
        assert "Path of 2 edges, at [1, 1]." in said(page)
        box = page.locator(".handle.ne").bounding_box()
        assert box is not None
        corner = (box["x"] + 15, box["y"] + 15)
        (x, y), (x2, y2) = point(page, 0, 0), point(page, -1, -2)
        move(corner, (corner[0] - 9, corner[1]), (corner[0] + x2 - x, corner[1] + y2 - y))
        line = puzzle_line(page)
        assert (line["rows"], line["cols"]) == (3, 2)
        assert page.evaluate("scrollY") == 0
        assert seen.errors == []
