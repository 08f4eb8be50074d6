"""The studio in Chromium: tools, answers, links, texts, files, drafts; keys, fingers, widths."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.explore_pages import click, drag, point, puzzle_line, said, use, visited

from witness.base.files import write_text
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle
from witness.report.studio.page import studio_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

#: A panel with two solutions, and one that is too large for a page.
TWO = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="two")
LARGE = Puzzle(8, 8, ((0, 0),), ((8, 8),), id="large")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pages")
    write_text(place / "studio.html", studio_page())
    write_text(place / "two.html", studio_page([TWO, LARGE]))
    return place


@pytest.fixture
def seen(files: Path) -> Iterator[Seen]:
    """Yield an empty page; in the end nothing was complained of, or asked for but workers."""
    with browser() as found:
        yield visited(found, files / "studio.html")
        assert found.errors == []
        assert {url.split(":")[0] for url in found.requests} <= {"file", "blob", "data"}


def answered(page: Page, button: str) -> str:
    """Return what the page answers to a button."""
    page.click(f"#{button}")
    page.locator("#answer:not(:has-text('Searching'))").wait_for()
    return page.locator("#answer").inner_text()


def paste(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.click("#read")


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


def test_one_drag_of_a_path_is_one_step_back(seen: Seen) -> None:
    page = seen.page
    page.mouse.move(*point(page, 0, 0))
    page.mouse.down()
    for place in ((0, 1), (1, 1), (1, 2)):
        page.mouse.move(*point(page, *place), steps=4)
    page.mouse.up()
    assert "Path of 3 edges" in said(page)
    page.keyboard.press("Control+z")
    assert "Draw a path" in said(page)
    page.keyboard.press("Control+y")
    assert "Path of 3 edges, at [1, 2]." in said(page)


@pytest.mark.parametrize(
    ("sides", "by", "size", "square"),
    [
        ("e", (2, 0), (4, 6), [1, 1]), ("w", (-2, 0), (4, 6), [1, 3]),
        ("n", (0, 1), (5, 4), [1, 1]), ("s", (0, -1), (5, 4), [2, 1]),
        ("ne", (-1, -1), (3, 3), [1, 1]), ("sw", (-1, -2), (6, 5), [3, 2]),
        ("nw", (1, 2), (6, 3), [1, 0]), ("se", (-1, 1), (3, 3), [0, 1]),
    ],
)  # fmt: skip
def test_every_edge_and_corner_is_dragged(
    seen: Seen, sides: str, by: tuple[int, int], size: tuple[int, int], square: list[int]
) -> None:
    page = seen.page
    use(page, "Triangles")
    click(page, 1.5, 1.5)
    drag(page, sides, *by)
    line = puzzle_line(page)
    assert (line["rows"], line["cols"]) == size
    assert line["triangles"] == [[*square, 1]]
    assert (line["starts"], line["goals"]) == ([[0, 0]], [[*size]])
    page.keyboard.press("Control+z")  # one drag is one step
    assert puzzle_line(page)["triangles"] == [[1, 1, 1]]


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


def test_a_large_panel_does_not_freeze_the_page(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "two.html").page
        page.select_option("#puzzle", "large")
        page.click("#count")
        assert page.locator("#answer").inner_text() == "Searching …"
        page.focus("#board")
        page.keyboard.press("ArrowRight")
        assert "Path of 1 edge" in said(page)
        page.get_by_text("Too large for the page: `witness edit`.").wait_for()
        page.click("#solve")
        page.get_by_text("Solution 1 of 200 or more").wait_for()
        page.click("#earlier")
        page.click("#later")
        page.get_by_text("Solution 201 of 400 or more").wait_for()
        page.click("#count")
        use(page, "Gap")
        click(page, 0, 0.5)  # the question is about another panel now
        assert page.locator("#answer").inner_text() == ""


def test_a_link_is_the_panel(seen: Seen, files: Path) -> None:
    page = seen.page
    use(page, "Star")
    click(page, 2.5, 1.5)
    line, address = puzzle_line(page), page.url
    assert "#panel=" in address
    page.reload()
    assert puzzle_line(page) == line
    with browser() as other:
        other.page.goto(address)
        assert puzzle_line(other.page) == line
        other.page.goto(f"{address[:-9]}x")
        other.page.reload()
        assert "the link is damaged" in said(other.page)
        other.page.evaluate("hash => { location.hash = hash; }", address.split("#")[1])
        other.page.locator("#line:has-text('star')").wait_for()
        other.page.keyboard.press("Control+z")
        assert "stars" not in puzzle_line(other.page)
        assert other.errors == []


def test_panels_are_pasted(seen: Seen) -> None:
    page = seen.page
    goal = Puzzle(2, 3, ((0, 0),), ((2, 3),), stars=((0, 0, "red"), (1, 1, "red")), id="stars")
    for text in (json.dumps(goal.to_json()), windmill_link(goal), witnesspuzzles_text(goal)):
        page.click("#blank")
        paste(page, text)
        assert Puzzle(**puzzle_line(page)) == goal
        assert said(page) == "The panel is read."
    paste(page, "\n".join(json.dumps(one.to_json()) for one in (TWO, goal)))
    assert page.locator("#puzzle option").all_inner_texts() == ["two", "stars"]
    page.select_option("#puzzle", "stars")
    assert Puzzle(**puzzle_line(page)) == goal
    paste(page, '{"id": "p", "rows": 99}')
    assert "'cols' of a puzzle is missing" in said(page)
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(event);
        }""",
        json.dumps(TWO.to_json()),
    )
    assert puzzle_line(page)["id"] == "two"
    page.click("#undo")
    assert Puzzle(**puzzle_line(page)) == goal


def test_panels_are_copied_and_saved(files: Path, tmp_path: Path) -> None:
    with browser(permissions=["clipboard-read", "clipboard-write"]) as seen:
        page = visited(seen, files / "two.html").page
        page.click("#copy")
        page.get_by_text("The panel is copied.").wait_for()
        assert json.loads(page.evaluate("navigator.clipboard.readText()")) == puzzle_line(page)
        page.click("#copy-link")
        page.get_by_text("The link is copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == page.url
        click(page, 0, 0)
        click(page, 0, 1)
        found: dict[str, bytes] = {}
        for kind in ("json", "svg", "png"):
            with page.expect_download() as download:
                page.click(f"#save-{kind}")
            file = tmp_path / kind
            download.value.save_as(file)
            found[download.value.suggested_filename] = file.read_bytes()
        assert [*found] == ["two.jsonl", "two.svg", "two.png"]
        assert json.loads(found["two.jsonl"]) == puzzle_line(page)
        assert found["two.png"][:8] == b"\x89PNG\r\n\x1a\n"
        size = tuple(int.from_bytes(found["two.png"][at : at + 4], "big") for at in (16, 20))
        assert size == (2 * 224, 2 * 224)
        drawing = found["two.svg"].decode()
        assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert 'class="path"' in drawing
        (tmp_path / "two.svg").write_text(drawing)
        page.goto((tmp_path / "two.svg").as_uri())
        fill = "getComputedStyle(document.querySelector('.ground')).fill"
        assert page.evaluate(fill) == "rgb(135, 153, 176)"
        assert seen.errors == []


def test_files_are_opened(seen: Seen, tmp_path: Path) -> None:
    page = seen.page
    file = tmp_path / "panels.jsonl"
    file.write_text(json.dumps(TWO.to_json()))
    page.set_input_files("#open", file)
    page.get_by_text("The panel is read.").wait_for()
    assert puzzle_line(page)["id"] == "two"


def test_drafts_outlive_the_page_and_two_tabs_do_not_meet(seen: Seen, files: Path) -> None:
    page = seen.page
    use(page, "Triangles")
    click(page, 0.5, 0.5)
    other = page.context.new_page()
    other.goto((files / "studio.html").as_uri())
    assert puzzle_line(other)["triangles"] == [[0, 0, 1]]  # the newest draft
    use(other, "Star")
    click(other, 1.5, 1.5)
    assert "stars" not in puzzle_line(page)
    for one, has in ((page, False), (other, True)):
        one.goto("about:blank")
        one.goto((files / "studio.html").as_uri())
        assert ("stars" in puzzle_line(one)) == has
    options = page.locator("#drafts option").all_inner_texts()
    assert options[0] == "2 drafts in this browser"
    page.select_option("#drafts", index=1)
    assert "stars" in puzzle_line(page)
    page.evaluate("key => localStorage.setItem(key, '{')", "witness.draft.broken")
    page.reload()
    page.click("#forget")
    assert page.locator("#drafts-line").is_hidden()


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


def test_shapes_are_clicked_and_a_right_click_erases(seen: Seen) -> None:
    page = seen.page
    use(page, "Block")
    for x, y in ((0, 1), (0, 0), (3, 1)):  # the shape is ##/#. before
        page.locator("#shapes rect").nth(5 * y + x).click()
    assert page.locator("#shape").input_value() == "#../..#"
    click(page, 0.5, 0.5)
    page.fill("#shape", "###/#.")
    page.keyboard.press("Enter")
    assert page.locator("#shapes .full").count() == 0
    page.fill("#shape", "###/#..")
    page.keyboard.press("Enter")
    assert page.locator("#shapes .full").count() == 4
    click(page, 1.5, 0.5)
    blocks = [{"at": [0, 0], "shape": ["#..", "..#"]}, {"at": [1, 0], "shape": ["###", "#.."]}]
    assert puzzle_line(page)["blocks"] == blocks
    page.mouse.click(*point(page, 0.5, 0.5), button="right")
    assert puzzle_line(page)["blocks"] == blocks[1:]


def test_a_panel_has_a_name(seen: Seen) -> None:
    page = seen.page
    page.fill("#name", "First try")
    page.keyboard.press("Enter")
    use(page, "Star")
    click(page, 0.5, 0.5)
    assert puzzle_line(page)["id"] == "First try"
    page.fill("#name", " ")
    page.keyboard.press("Enter")
    assert "A name has signs" in said(page)
    assert puzzle_line(page)["id"] == page.locator("#name").input_value() == "First try"
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert puzzle_line(page)["id"] == "drawn by hand"


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
        for key in ("ArrowUp", "ArrowRight", "Enter", "Enter"):
            page.keyboard.press(key)
        assert puzzle_line(page)["triangles"] == [[0, 0, 2]]
        page.keyboard.press("Control+z")
        assert puzzle_line(page)["triangles"] == [[0, 0, 1]]
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1440])
def test_tools_are_beside_the_board_at_every_width(files: Path, width: int, scheme: str) -> None:
    with browser(width, 844, color_scheme=scheme) as seen:
        page = visited(seen, files / "studio.html").page
        for rows, cols in ((1, 1), (4, 4), (8, 8), (2, 16), (16, 2)):
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
