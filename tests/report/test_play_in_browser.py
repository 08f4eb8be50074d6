"""The page to play on in Chromium: clicks, keys, fingers, hints, levels, the log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.examples import ROOT
from support.explore_pages import click, point, said, visited
from support.running import witness

from witness.base.files import write_jsonl
from witness.difficulty.attempts import read_attempts
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

pytestmark = needs_browser

CORNER = Puzzle(2, 2, ((0, 0),), ((1, 2),), ((0, 0, 3),), id="corner")
LINE = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="line")
DOTS = Puzzle(1, 2, ((0, 0),), ((1, 2),), dots=((0, 1), ((1, 0), (1, 1))), id="<b>dots</b>")
TWO_LINES = Puzzle(
    1, 3, ((0, 0), (0, 3)), ((1, 0), (1, 3)), ((0, 0, 1),), symmetry="left-right", id="two lines"
)
PANELS = {CORNER: 2.0, LINE: 0.5, DOTS: 4.0}

PAPER = ROOT / "examples/paper.pl"

#: The solution of CORNER.
SOLUTION = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("play")
    for name, panels in (("play", PANELS), ("order", {**PANELS, TWO_LINES: None})):
        write_puzzles(place / f"{name}.jsonl", panels)
        write_jsonl(place / "ratings.jsonl", [rating(*one) for one in panels.items()])
        words = f"play {name}.jsonl --ratings ratings.jsonl --hypothesis {PAPER} -o {name}.html"
        order = ["--curriculum", f"{name}.jsonl"] if name == "order" else []
        assert witness([*words.split(), *order], place).status == 0
    return place / "play.html"


def rating(panel: Puzzle, bits: float | None) -> dict[str, Any]:
    """Return what `witness rate` might have written of a panel."""
    status = "rated" if bits else "time-limit"
    return {"id": panel.id, "status": status, "muse": bits, "remuse": bits,
            "solutions": None, "length": None}  # fmt: skip


@pytest.fixture
def seen(file: Path) -> Iterator[Seen]:
    """Yield the page; in the end nothing was complained of or asked for."""
    with browser() as found:
        yield visited(found, file)
        assert found.errors == []
        assert len(found.requests) == 1


def chosen(seen: Seen) -> str:
    """Return the id of the panel that is shown."""
    return seen.page.locator("#panel option:checked").inner_text().removesuffix(" ✓")


def words(seen: Seen) -> str:
    return seen.page.locator("#words").inner_text()


def press(seen: Seen, *keys: str) -> None:
    seen.page.focus("#board")
    for key in keys:
        seen.page.keyboard.press(key)


def level(seen: Seen) -> str:
    return seen.page.locator("#level").inner_text()


@pytest.mark.slow
def test_a_panel_is_solved_by_clicks(seen: Seen) -> None:
    page = seen.page
    assert chosen(seen) == "line"  # the easiest
    assert page.locator("#hardness").inner_text() == "0.5 bits"
    page.select_option("#panel", label="corner")
    for place in ((0, 0), (0, 1), (1, 1), (1, 2)):
        click(page, *place)
    assert "no solution: the square [0, 0] has 3 triangles but 2 edges" in said(page)
    page.click("#undo")
    page.click("#clear")
    for place in SOLUTION:
        click(page, *place)
    assert "with 3 edges taken back and 0 hints. Your level: 0.5 → " in said(page)
    assert page.locator("#solved").inner_text() == "1 of 3"
    assert page.locator("#undo").is_disabled()
    click(page, 1, 1)  # what is solved stays
    assert "Solved" in said(page)
    page.click("#next")
    assert chosen(seen) == "line"
    assert page.locator("#panel option").first.inner_text() == "corner ✓"


def test_the_next_panel_is_near_the_level(seen: Seen) -> None:
    press(seen, "ArrowRight", "ArrowUp")
    assert "Your level: 0.5 → 1.5 bits." in said(seen.page)
    press(seen, "Enter")
    assert chosen(seen) == "corner"
    press(seen, "ArrowRight", "n")  # given up
    assert chosen(seen) == "<b>dots</b>"  # the only other one that is open
    assert level(seen) == "0.7 bits"
    press(seen, "n")  # not begun
    assert chosen(seen) == "corner"
    assert level(seen) == "0.7 bits"


@pytest.mark.slow
def test_hints_come_from_clauses_then_from_the_search(seen: Seen) -> None:
    page = seen.page
    page.select_option("#panel", label="corner")
    press(seen, "ArrowRight", "ArrowUp", "ArrowUp", "h")
    assert words(seen).startswith("The square [0, 0] can no longer get its third edge, because")
    assert page.locator("#facts").inner_text().startswith("3 triangles; 2 edges on the path")
    assert page.locator("#board .mark").count() == 1
    page.locator("#proof summary").click()
    assert "count(P,S,N), two(N)." in page.locator("#clause").inner_text()
    press(seen, "Backspace", "Backspace")
    assert (words(seen), page.locator("#board .mark").count()) == ("", 0)
    page.click("#hint")
    assert words(seen) == "No proved clause fires for this path."
    page.get_by_role("button", name="Is it still possible?").click()
    page.wait_for_selector("#hint:has-text('A next step')")
    assert words(seen).endswith("Yes: a solution goes on from here.")
    page.get_by_role("button", name="A next step").click()
    assert words(seen) == "Go on to [1, 1] (dashed)."
    assert page.locator("#board .solution").count() == 1
    press(seen, "ArrowRight")
    assert page.locator("#board .solution").count() == 0
    press(seen, "Escape", "h")
    assert "at [0, 0]" in said(page)


def test_the_search_finds_what_no_clause_says(file: Path) -> None:
    with browser() as seen:
        page = visited(seen, file.with_name("order.html")).page
        assert chosen(seen) == "corner"
        page.select_option("#panel", label="<b>dots</b>")
        press(seen, "ArrowRight", "ArrowRight", "h")
        assert words(seen) == "No proved clause fires for this path."
        press(seen, "h")
        page.wait_for_selector("#words.lost")
        assert words(seen).startswith("No, it is lost")
        assert page.locator("#hint").is_disabled()
        press(seen, "n")
        assert chosen(seen) == "two lines"
        press(seen, "ArrowRight", "h")
        assert words(seen) == "No proved clause knows a panel like this."
        press(seen, "n")
        assert chosen(seen) == "corner"  # the first after the last


@pytest.mark.slow
def test_the_log_is_kept_exported_imported_and_reset(seen: Seen, tmp_path: Path) -> None:
    page = seen.page
    press(seen, "ArrowRight", "ArrowLeft", "ArrowUp", "h", "ArrowRight")
    page.locator("summary", has_text="Log").click()
    assert "1 attempt in the log" in page.locator("#kept").inner_text()
    with page.expect_download() as download:
        page.click("#export")
    log = tmp_path / download.value.suggested_filename
    download.value.save_as(log)
    (attempt,) = read_attempts(log)
    assert (attempt.id, attempt.solved, attempt.undone, attempt.hints) == ("line", True, 1, 1)
    assert f"{attempt.level:.1f} bits" == level(seen)
    page.reload()
    seen.requests.pop()
    assert page.locator("#solved").inner_text() == "1 of 3"
    page.locator("summary", has_text="Log").click()
    page.click("#reset")
    page.click("#undo", force=True)  # elsewhere: not meant
    assert page.locator("#reset").inner_text() == "Reset"
    page.click("#reset")
    page.get_by_role("button", name="Really forget all attempts?").click()
    assert (page.locator("#solved").inner_text(), level(seen)) == ("0 of 3", "0.5 bits")
    page.set_input_files("#import", log)
    page.wait_for_selector("#told:has-text('1 attempt of log.jsonl.')")
    assert page.locator("#solved").inner_text() == "1 of 3"
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({**vars(attempt), "id": "elsewhere"}) + "\n")
    page.set_input_files("#import", other)
    page.wait_for_selector("#told:has-text('line 1: id is \"elsewhere\"')")
    page.set_input_files("#import", log)  # the same once more changes nothing
    page.wait_for_selector("#told:has-text('1 attempt of log.jsonl.')")
    assert "1 attempt in the log" in page.locator("#kept").inner_text()


@pytest.mark.slow
def test_two_windows_have_one_log(seen: Seen, file: Path) -> None:
    other = Seen(seen.page.context.new_page(), seen.errors, [])
    visited(other, file)
    press(seen, "ArrowRight", "ArrowUp")
    other.page.select_option("#panel", label="corner")
    press(other, "ArrowRight", "n")
    assert other.page.locator("#solved").inner_text() == "1 of 3"
    assert level(other) == "0.7 bits"  # after both attempts
    other.page.close()


def test_a_browser_that_keeps_nothing(file: Path) -> None:
    with browser() as seen:
        seen.page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
        )
        visited(seen, file)
        press(seen, "ArrowRight", "ArrowUp")
        seen.page.locator("summary", has_text="Log").click()
        assert "export the log before you leave" in seen.page.locator("#kept").inner_text()
        assert seen.page.locator("#solved").inner_text() == "1 of 3"


@pytest.mark.slow
def test_fingers_on_a_telephone(file: Path) -> None:
    with browser(390, 844, has_touch=True, is_mobile=True, color_scheme="dark") as seen:
        page = visited(seen, file).page
        page.select_option("#panel", label="corner")
        for place in SOLUTION[:-1]:
            page.touchscreen.tap(*point(page, *place))
        assert "Path of 4 edges, at [0, 2]." in said(page)
        page.locator("#hint").tap()
        for summary in page.locator("summary").all():
            if summary.is_visible():
                summary.tap()
        small = page.evaluate(
            "() => [...document.querySelectorAll('button, select, summary, input')]"
            ".filter((one) => one.checkVisibility())"
            ".map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 40 || box.width < 40).map(([text]) => text)"
        )
        assert small == []
        unnamed = page.evaluate(
            "() => [...document.querySelectorAll('button, select, input, progress, svg[tabindex]')]"
            ".filter((one) => !(one.labels?.length || one.textContent.trim() || one.ariaLabel))"
            ".map((one) => one.outerHTML.slice(0, 80))"
        )
        assert unnamed == []
        page.touchscreen.tap(*point(page, *SOLUTION[-1]))
        assert "Solved" in said(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert "3 triangles in [0, 0]" in (page.locator("#board").get_attribute("aria-label") or "")
        assert seen.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [768, 1440])
def test_a_large_board_is_drawn_where_it_is_clicked(width: int, tmp_path: Path) -> None:
    large = Puzzle(8, 8, ((0, 0),), ((8, 8),), id="large")
    write_puzzles(tmp_path / "large.jsonl", [large])
    write_jsonl(tmp_path / "ratings.jsonl", [rating(large, None)])
    words = "play large.jsonl --ratings ratings.jsonl -o large.html"
    assert witness(words.split(), tmp_path).status == 0
    with browser(width, 900) as seen:
        shown = visited(seen, tmp_path / "large.html").page
        for place in ((0, 0), (0, 8), (7, 8)):
            click(shown, *place)
        assert "Path of 15 edges, at [7, 8]." in said(shown)
        board, beside = (shown.locator(one).bounding_box() for one in ("#board", ".beside"))
        assert board is not None
        assert beside is not None
        assert board["x"] + board["width"] <= beside["x"]  # side by side
        assert board["height"] == pytest.approx(board["width"], abs=2)
        assert shown.evaluate("document.documentElement.scrollWidth") == width
