"""Panels that come to the studio and leave it, in Chromium: links, texts, files, drafts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.explore_pages import click, puzzle_line, quiet, said, use, visited

from witness.base.files import write_text
from witness.puzzle.formats.addresses import puzzle_from_link
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_files import puzzle_from_text
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle
from witness.report.studio.page import studio_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

TWO = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="two")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pages")
    write_text(place / "studio.html", studio_page())
    write_text(place / "two.html", studio_page([TWO]))
    return place


@pytest.fixture
def seen(files: Path) -> Iterator[Seen]:
    """Yield an empty page."""
    with quiet(files / "studio.html") as found:
        yield found


def paste(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.click("#read")


def test_the_page_alone_has_nothing_that_loads() -> None:
    text = studio_page([TWO])
    assert not re.search(r"@import|\burl\(|\bimport\(|\bfetch\(|XMLHttp|WebSocket", text)
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|document\.write", text)
    assert "connect-src &#39;none&#39;" in text


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_panels_are_copied_and_saved(files: Path, tmp_path: Path) -> None:
    with browser(permissions=["clipboard-read", "clipboard-write"]) as seen:
        page = visited(seen, files / "two.html").page
        page.click("#copy")
        page.get_by_text("The panel is copied.").wait_for()
        assert json.loads(page.evaluate("navigator.clipboard.readText()")) == puzzle_line(page)
        page.click("#copy-link")
        page.get_by_text("The link is copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == page.url
        readers = {"windmill": puzzle_from_link, "site": partial(puzzle_from_text, "two")}
        for button, reader in readers.items():
            page.click("#copy")
            page.get_by_text("The panel is copied.").wait_for()
            page.click(f"#copy-{button}")
            page.get_by_text("It is copied, for that editor.").wait_for()
            assert reader(page.evaluate("navigator.clipboard.readText()")) == TWO
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


@pytest.mark.slow
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
