"""What tests do with a page to play with that is open in a browser, and what they read there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.browser import Seen
from support.browser import page as page_of_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page


def visited(seen: Seen, file: Path) -> Seen:
    """Open a page, and take away the path with which it opens."""
    seen.page.goto(file.as_uri())
    if seen.page.locator("#clear").is_enabled():
        seen.page.click("#clear")
    return seen


@contextmanager
def quiet(file: Path) -> Iterator[Seen]:
    """Yield a page; in the end nothing was complained of, or asked for but workers."""
    with page_of_browser() as found:
        yield visited(found, file)
        assert found.errors == []
        assert {url.split(":")[0] for url in found.requests} <= {"file", "blob", "data"}


def point(page: Page, row: float, column: float) -> tuple[float, float]:
    """Return where a place of the board is in the window, scrolled to it."""
    board = page.locator("#board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    _, _, width, height = map(float, (board.get_attribute("viewBox") or "").split())
    scale = box["width"] / width
    rows = (height - 124) / 100
    return box["x"] + scale * (62 + 100 * column), box["y"] + scale * (62 + 100 * (rows - row))


def click(page: Page, row: float, column: float) -> None:
    page.mouse.click(*point(page, row, column))


def said(page: Page) -> str:
    return page.locator("#live").inner_text()


def states(page: Page, place: int = 0) -> list[str]:
    """Return what each clause says of itself."""
    return page.locator(f"#verdicts-{place} .state strong").all_inner_texts()


def puzzle_line(page: Page) -> Any:
    return json.loads(page.locator("#line").text_content() or "")


def use(page: Page, tool: str) -> None:
    page.locator("#tools label", has_text=re.compile(f"^{tool}$")).click()


def drag(page: Page, sides: str, right: float, up: float) -> None:
    """Drag an edge or a corner of the board, such as "ne", by a number of squares."""
    (x, y), (x2, y2) = point(page, 0, 0), point(page, up, right)
    box = page.locator(f".handle.{sides}").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + x2 - x, middle[1] + y2 - y, steps=6)
    page.mouse.up()
