"""The page in Chromium: paths, tables, two experiments, fingers, narrow and dark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.browser import Seen, needs_browser
from support.browser import page as browser
from support.explore_pages import click, puzzle_line, said, states, visited
from support.explored import explored, shipped
from support.small_experiment import write_experiment

from witness.base.files import write_text
from witness.pipeline.report.experiment import Experiment
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Puzzle
from witness.studio.explore.page import Explored, page
from witness.studio.panel.clauses import NO_TABLE

pytestmark = needs_browser

#: A panel with a corner square that needs three edges, and a goal in the middle of the right side.
CORNER = Puzzle(2, 2, ((0, 0),), ((1, 2),), ((0, 0, 3),), id="corner")
OTHER = Puzzle(1, 3, ((0, 0), (0, 3)), ((1, 3),), ((0, 1, 1),), id="other")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pages")
    paper = explored(shipped("paper"), "paper", [CORNER, OTHER])
    write_text(place / "one.html", page([paper]))
    marked = replace(OTHER, id="<img src=x onerror=alert(1)>")
    gaps = replace(explored(shipped("extended"), "extended", [marked]), name="<b>gaps</b>")
    write_text(place / "two.html", page([paper, gaps]))
    write_text(place / "small.html", page([Explored.of(Experiment(write_experiment(place / "s")))]))
    (large,) = path_set(8, 8, 1, random.Random(3))
    write_text(place / "large.html", page([explored(shipped("paper"), "paper", [large])]))
    broken = [
        "f(A,B) :- square(B,T,S), path(A,P), length(P,N), M is 6 // N, M >= T.",
        "f(A,B) :- g(A).",
        "f(A,B) :- start(A,V), corner(B,V).",
    ]
    write_text(place / "broken.html", page([explored(broken, "paper", [CORNER])]))
    return place


@pytest.fixture
def seen(files: Path) -> Iterator[Seen]:
    """Yield a page of one experiment; in the end nothing was complained of or asked for."""
    with browser() as found:
        yield visited(found, files / "one.html")
        assert found.errors == []
        assert len([url for url in found.requests if not url.startswith("blob:")]) == 1


@pytest.mark.slow
def test_a_path_drawn_by_clicks(seen: Seen) -> None:
    page = seen.page
    assert "Draw a path from a start" in said(page)
    assert states(page) == ["No partial path"] * 3
    for place in ((0, 0), (0, 1), (1, 1), (1, 2)):
        click(page, *place)
    assert "This is a solution" not in said(page)
    assert "no solution: the square [0, 0] has 3 triangles but 2 edges" in said(page)
    click(page, 1, 1)  # back along the path
    assert "Path of 2 edges, at [1, 1]." in said(page)
    click(page, 2, 1)
    assert states(page) == ["Does not fire", "Does not fire", "Fires"]
    assert "Lost, it says: square [0, 0]." in said(page)
    assert page.locator("#board .mark").count() == 1
    why = page.locator("#verdicts-0 .fires .why").inner_text()
    assert "square [0, 0]: 3 triangles; 2 edges on the path; the head is at no corner" in why
    assert "count(P,S,N), two(N)." in page.locator("#verdicts-0 .fires pre").inner_text()
    page.click("#undo")
    assert page.locator("#board .mark").count() == 0
    page.click("#clear")
    assert page.locator("#clear").is_disabled()
    page.keyboard.press("Control+z")
    assert "Path of 2 edges, at [1, 1]." in said(page)


def test_a_path_drawn_with_keys(seen: Seen) -> None:
    page = seen.page
    page.focus("#board")
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert "Path of 3 edges, at [2, 1]." in said(page)
    page.keyboard.press("ArrowDown")  # back
    assert "Path of 2 edges, at [1, 1]." in said(page)
    page.keyboard.press("Backspace")
    assert "Path of 1 edge, at [0, 1]." in said(page)
    page.keyboard.press("Escape")
    assert "Draw a path" in said(page)
    page.keyboard.press("Home")
    assert "Path of 0 edges, at [0, 0]." in said(page)
    page.select_option("#puzzle", index=1)
    page.focus("#board")
    page.keyboard.press("Home")
    page.keyboard.press("Home")  # the other start
    assert "at [0, 3]." in said(page)


def test_is_it_really_lost(seen: Seen) -> None:
    page = seen.page
    page.focus("#board")
    for key in ("ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.click("#decide")
    page.wait_for_selector("#decision.solution")
    assert "this solution extends the path" in page.locator("#decision").inner_text()
    assert page.locator("#board .solution").count() == 1
    page.focus("#board")
    page.keyboard.press("ArrowUp")
    assert page.locator("#decision").inner_text() == ""
    page.click("#decide")
    page.wait_for_selector("#decision.none")
    assert "no solution extends the path" in page.locator("#decision").inner_text()
    assert "It is right" in page.locator("#verdicts-0 .result").inner_text()
    page.focus("#board")
    page.keyboard.press("ArrowRight")  # what goes on from a lost path is lost
    assert page.locator("#decision.none").count() == 1


def test_a_search_that_is_too_long_is_cancelled(files: Path) -> None:
    """A worker has the search, so the page stays alive; the same button ends it."""
    with browser() as seen:
        page = visited(seen, files / "large.html").page
        page.focus("#board")
        page.keyboard.press("Home")
        page.click("#decide")
        page.wait_for_selector("#decision.running")
        assert page.locator("#decide").inner_text() == "Cancel"
        page.click("#decide")
        assert page.locator("#decide").inner_text() == "Is it really lost?"
        assert page.locator("#decision").inner_text() == ""


@pytest.mark.slow
def test_the_table_is_sorted_and_filtered(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "small.html").page

        def column(number: int) -> list[str]:
            cells = page.locator("#table-0 tbody tr > :not([colspan])").all_inner_texts()
            return cells[number::7]

        assert column(0)[0] == "π°"
        assert column(1) == ["proved", "refuted", "refuted"]
        assert column(2) == ["19", "5", "10"]
        page.get_by_role("button", name="Literals").click()
        assert column(2) == ["5", "10", "19"]
        assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Literals")
        page.get_by_role("button", name="Literals").click()
        assert column(2) == ["19", "10", "5"]
        page.get_by_role("button", name="Puzzles that").click()
        assert column(6) == ["2", "2", "1"]
        page.get_by_label("Verdict").select_option("proved")
        assert column(2) == ["19"]
        assert page.locator("#table-0 [role=status]").inner_text() == "1 of 3 rows"
        page.get_by_label("Verdict").select_option("any")
        page.get_by_label("Containing").fill("LENGTH OF")
        assert column(2) == []
        page.get_by_label("Containing").fill("edges of the path is three")
        assert column(2) == ["5", "10"]
        page.get_by_label("at least").fill("2")
        assert column(2) == ["5"]
        assert seen.errors == []


@pytest.mark.slow
def test_a_row_opens_with_pictures(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "small.html").page
        page.locator("tbody th button").first.click()
        assert page.locator("tbody button[aria-expanded=true]").count() == 1
        captions = page.locator(".detail figcaption").all_inner_texts()
        assert {"3 needed, 2 at most", "1 needed, 2 at least"} <= {*captions}
        assert page.locator(".detail figure svg .mark").count() == len(captions) > 2
        page.keyboard.press("Enter")  # the button still has the focus
        assert page.locator(".detail").count() == 0
        page.locator("tbody th button").nth(1).click()
        captions = page.locator(".detail figcaption").all_inner_texts()
        assert captions[-2:] == ["refuted: it fires here", "but this is a solution"]
        page.get_by_role("button", name="train-0003").click()
        assert puzzle_line(page)["id"] == "train-0003"
        page.get_by_role("button", name="Try it on the panel").click()
        assert page.locator("#verdicts-0 select").input_value() == "1"
        page.focus("#board")
        for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
        assert states(page)[0] == "Fires"
        assert seen.errors == []


def test_the_page_opens_with_a_path_that_is_lost(files: Path) -> None:
    with browser() as seen:
        seen.page.goto((files / "one.html").as_uri())
        assert states(seen.page).count("Fires") == 1
        assert puzzle_line(seen.page)["id"] == "corner"
        assert seen.page.locator("#board .mark").count() == 1
        assert "Lost, it says: square [0, 0]." in said(seen.page)
        assert "3 triangles" in seen.page.locator(".fires ul.why").inner_text()
        assert seen.errors == []


def test_two_experiments_side_by_side(files: Path) -> None:
    with browser(1400) as seen:
        page = visited(seen, files / "two.html").page
        assert page.locator("h1").inner_text() == "paper and <b>gaps</b>"
        assert page.locator("h1 b").count() == 0
        left, right = (page.locator(f"#verdicts-{n}").bounding_box() for n in (0, 1))
        assert left is not None
        assert right is not None
        assert left["y"] == right["y"]
        assert left["x"] + left["width"] <= right["x"]
        page.focus("#board")
        for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
        assert states(page, 0) == ["Does not fire", "Does not fire", "Fires"]
        assert states(page, 1) == ["Does not fire", "Fires"]
        assert "paper: Lost, it says" in said(page)
        assert "<b>gaps</b>: Lost, it says" in said(page)
        assert page.locator("#set option").count() == 3
        page.select_option("#set", index=1)
        assert page.locator("#puzzle option").inner_text() == "<img src=x onerror=alert(1)> (1×3)"
        assert page.locator("img").count() == 0
        assert seen.errors == []
        assert len(seen.requests) == 1


def test_a_clause_that_cannot_be_evaluated_says_why(files: Path) -> None:
    with browser() as seen:
        page = visited(seen, files / "broken.html").page
        click(page, 0, 0)
        assert states(page) == ["Cannot be evaluated here"] * 3
        why = page.locator("#verdicts-0 p.why").all_inner_texts()
        assert "unknown predicate g/1" in why[1]
        assert why[0] == why[2] == f"Why: {NO_TABLE}."
        assert "Not known: some clauses cannot be evaluated here." in said(page)


def test_every_control_has_a_name(seen: Seen) -> None:
    page = seen.page
    page.locator("summary", has_text="Draw a panel").click()
    unnamed = page.evaluate(
        "() => [...document.querySelectorAll('button, select, input, svg[tabindex]')]"
        ".filter((one) => !(one.labels?.length || one.textContent.trim() || one.ariaLabel))"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert unnamed == []
    board = page.locator("#board")
    assert "3 triangles in [0, 0]" in (board.get_attribute("aria-label") or "")
    assert page.locator("#live").get_attribute("aria-live") == "polite"
