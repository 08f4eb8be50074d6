"""The page of the studio with its server, in Chromium: what it says is what the library says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.browser import needs_browser
from support.browser import page as browser
from support.explore_pages import click, point, use

from witness.library.puzzle import Puzzle
from witness.puzzle import solvers
from witness.puzzle.symbols import SYMBOLS
from witness.studio.server.server import PanelFile, Studio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

#: A panel with four solutions, one with a block, and one without any solution.
FOUR = Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)], id="four")
BLOCK = Puzzle(2, 2, [(0, 0)], [(2, 2)], blocks=[{"at": (0, 1), "shape": ["##"]}], id="block")
LOST = Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 3), (1, 1, 3)], id="lost")


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    made = Studio([FOUR, BLOCK, LOST], ["thesis", "none"])
    yield made
    made.close()


@contextmanager
def opened(studio: Studio, **options: Any) -> Iterator[Page]:
    """Open the page; in the end nothing was complained of, and nobody else was asked."""
    with browser(offline=False, **options) as seen:
        seen.page.goto(studio.address)
        yield seen.page
        assert seen.errors == []
        own = (studio.address, f"blob:http://127.0.0.1:{studio.port}/", "data:")
        assert all(url.startswith(own) for url in seen.requests)


def known(page: Page) -> dict[str, str]:
    """Return what the page knows once all is known."""
    names = ("solvable", "solutions", "unique", "shortest", "muse", "remuse", "dead_ends", "needed")
    found = {}
    for name in names:
        row = page.locator(f"#known-{name}:not(.old):not(:empty)")
        row.wait_for()
        found[name] = row.inner_text()
    return found


def left(page: Page) -> tuple[str, str]:
    """Return the number beside the pointer once it is there, and its class."""
    page.locator("#board .left").wait_for()
    kind = page.locator("#board .left").get_attribute("class") or ""
    return page.locator("#board .left").text_content() or "", kind.removeprefix("left ")


def kind_of(count: int) -> str:
    return {0: "none", 1: "one"}.get(count, "several")


def check_known(found: dict[str, str], puzzle: Puzzle, rules: str = "thesis") -> None:
    count, rating = puzzle.count(), puzzle.rate(rules)
    assert found["solvable"] == ("yes" if count else "no")
    assert found["solutions"] == str(count)
    assert found["unique"] == ("yes" if count == 1 else "no")
    if count:
        assert found["shortest"] == f"{puzzle.solve(shortest=True).length} edges"
        assert found["muse"] == f"{rating.muse:.2f} bits"
        assert found["remuse"] == f"{rating.remuse:.2f} bits"
    else:
        assert found["shortest"] == found["muse"] == "there is no solution"


@pytest.mark.slow
def test_what_is_known_follows_each_change(studio: Studio) -> None:
    with opened(studio) as page:
        check_known(known(page), FOUR)
        use(page, SYMBOLS["triangles"].tool)
        click(page, 1.5, 1.5)
        changed = replace(FOUR, triangles=((0, 0, 1), (1, 1, 1)))
        check_known(known(page), changed)
        assert studio.puzzle() == changed
        page.select_option("#rules", "none")
        found = known(page)
        check_known(found, changed, "none")
        assert found["needed"] == "none"
        for _ in range(2):
            click(page, 1.5, 1.5)  # two triangles, then three
        check_known(known(page), replace(FOUR, triangles=((0, 0, 1), (1, 1, 3))), "none")
        for _ in range(3):
            page.click("#undo")
        check_known(known(page), FOUR, "none")
        assert page.locator("#progress").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "entry"), [("triangles", 1), ("squares", "black")])
def test_the_number_of_solutions_that_a_symbol_would_leave(
    studio: Studio, tool: str, entry: Any
) -> None:
    with opened(studio) as page:
        use(page, SYMBOLS[tool].tool)
        for row, col in ((0, 1), (1, 1), (1, 0), (0, 0)):
            other = [one for one in FOUR.triangles if one[:2] != (row, col)]
            value = 2 if (tool, row, col) == ("triangles", 0, 0) else entry
            symbols = {"triangles": tuple(other)}
            symbols[tool] = (*symbols.get(tool, ()), (row, col, value))
            expected = replace(FOUR, **symbols).count()
            page.mouse.move(*point(page, row + 0.5, col + 0.5))
            assert left(page) == (str(expected), kind_of(expected))
        page.mouse.move(*point(page, -2, 0))
        assert page.locator("#board .left").count() == 0


@pytest.mark.slow
def test_suggestions_are_taken_and_undone(studio: Studio) -> None:
    with opened(studio) as page:
        page.click("#aim-unique")
        page.locator("#suggesting:has-text('suggestion')").wait_for()
        expected = [one.puzzle for one in FOUR.suggestions("unique", most=12)]
        words = page.locator("#suggestions button").all_inner_texts()
        assert len(words) == len(expected) > 1
        assert all(": 1 solution, ReMUSE " in one for one in words)
        place = r"With .+ in the \w+ square of the \w+ row: "
        assert all(re.match(place, one) for one in words)
        assert page.locator("#suggestions .new").count() == len(words)
        page.locator("#suggestions button").nth(1).click()
        assert known(page)["unique"] == "yes"
        assert studio.puzzle() == expected[1]
        assert page.locator("#suggestions button").count() == 0
        page.click("#undo")
        assert known(page)["unique"] == "no"


@pytest.mark.parametrize("aim", ["unique", "harder", "easier", "superfluous", "minimal"])
def test_what_keeps_a_panel_from_being_solved_is_named(studio: Studio, aim: str) -> None:
    with opened(studio) as page:
        page.select_option("#puzzle", "lost")
        page.click(f"#aim-{aim}")
        page.locator("#suggesting:has-text('no solution')").wait_for()
        words = page.locator("#suggesting").inner_text()
        assert "without one of these it has some: the 3 triangles" in words
        assert "of the second row; the 3 triangles" in words
        assert page.locator("#suggestions button").count() == 0


@pytest.mark.slow
def test_symbols_for_a_path(studio: Studio) -> None:
    with opened(studio) as page:
        page.click("#aim-line")
        page.locator("#suggesting:not(:has-text('Searching'))").wait_for()
        assert page.locator("#suggesting").inner_text() == "Draw a path to a goal first."
        line = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2))
        for place in line:
            click(page, *place)
        page.click("#aim-line")
        page.locator("#suggesting:has-text('suggestion')").wait_for()
        page.locator("#suggestions button").first.click()
        known(page)
        assert line in {*solvers.solutions(studio.puzzle())}
        page.click("#clear")
        page.click("#solve")  # the solution that is shown is a path, too
        page.locator("#which:has-text('Solution 1')").wait_for()
        page.click("#aim-line")
        page.locator("#suggesting:has-text('suggestion')").wait_for()


def test_all_solutions_one_after_another(studio: Studio) -> None:
    with opened(studio) as page:
        page.click("#solve")
        page.locator("#which:has-text('of 4')").wait_for()
        assert page.locator("#board .solution").count() == 1
        for number in (2, 3, 4, 1):
            page.click("#later")
            assert page.locator("#which").inner_text() == f"Solution {number} of 4"
        assert page.locator("#count").is_hidden()
        assert page.locator("#save").is_hidden()


def test_large_boards_show_how_far_it_is(studio: Studio) -> None:
    with opened(studio) as page:
        page.fill("#rows", "9")
        page.keyboard.press("Tab")
        page.fill("#cols", "9")
        page.keyboard.press("Tab")
        page.locator("#progress:not([hidden])").wait_for()
        row = page.locator("#known-solutions:not(.old)")
        row.wait_for()
        assert page.locator("#known-muse").inner_text() == "–"  # not that of the panel before
        shown = Puzzle(9, 9, [(0, 0)], [(9, 9)], [(0, 0, 1)])
        assert row.inner_text() == f"{shown.count():,}"
        assert page.locator("#bar").get_attribute("value") is not None


@pytest.mark.slow
def test_the_window_asks_before_a_panel_is_lost(studio: Studio) -> None:
    with opened(studio) as page:
        asked: list[str] = []

        def stay(dialog: Any) -> None:
            asked.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", stay)
        click(page, 0, 0)
        use(page, "Gap")
        click(page, 0, 0.5)
        page.close(run_before_unload=True)
        page.wait_for_timeout(500)
        assert asked == ["beforeunload"]


def test_a_server_that_is_gone(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.jsonl")
    studio = Studio([FOUR], ["none"], file=PanelFile(file))
    with browser(offline=False) as seen:
        page = seen.page
        page.goto(studio.address)
        known(page)
        studio.close()
        use(page, SYMBOLS["triangles"].tool)
        click(page, 1.5, 1.5)
        page.locator("#refusal:not(:empty)").wait_for()
        refusal = page.locator("#refusal").inner_text()
        assert "The server does not answer" in refusal
        assert f"start `witness studio {file}` again; until then Copy panel or JSON" in refusal
        assert page.locator("#known-solutions").inner_text() == "–"
