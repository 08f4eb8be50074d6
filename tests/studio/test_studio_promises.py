"""Every promise of the studio's page that something is copied, saved, opened or kept, in Chromium.

The pages are those that the command writes. What leaves them is judged where a user would take it:
the clipboard, the file that was downloaded, another browser, the command that reads it.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PIL import Image
from support.browser import Seen, at_home, needs_browser
from support.browser import page as browser
from support.explore_pages import click, puzzle_line, quiet, said, use, visited
from support.judge import accepts
from support.running import typed
from support.small_experiment import write_experiment

from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

TWO = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="two")

#: A panel with a bit of everything that both other editors can say.
RICH = Puzzle(
    3, 3, ((0, 0),), ((3, 3),), ((0, 0, 2),), gaps=(((0, 1), (0, 2)),), dots=((2, 2),),
    stars=((2, 0, "red"), (0, 2, "red")), blocks=({"at": (1, 1), "shape": ["##"]},), id="rich / ü",
)  # fmt: skip

#: A panel on which both moves from the start are right.
EASY = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="easy")

CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages, written by the commands that a user types."""
    made = tmp_path_factory.mktemp("pages")
    write_puzzles(made / "rich.jsonl", [RICH, TWO])
    write_puzzles(made / "easy.jsonl", [EASY])
    write_experiment(made / "small")
    done = typed(
        "witness studio -o studio.html && witness studio rich.jsonl -o rich.html && "
        "witness lab explore small -o explore.html", made
    )  # fmt: skip
    assert (done.status, done.out) == (0, ""), done
    return made


@pytest.fixture
def seen(place: Path) -> Iterator[Seen]:
    """Yield an empty page."""
    with quiet(place / "studio.html") as found:
        yield found


def paste(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.click("#read")


# ---- what leaves the page ------------------------------------------------------------------------


def copied(page: Page, button: str, words: str) -> str:
    """Return what is in the clipboard after a click."""
    page.evaluate("navigator.clipboard.writeText('before')")
    page.click(button)
    page.locator(f"#live:has-text('{words}')").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def downloaded(page: Page, button: str, ending: str) -> bytes:
    with page.expect_download() as download:
        page.click(button)
    assert download.value.suggested_filename == f"rich-ü.{ending}"
    return download.value.path().read_bytes()


def fed(line: str, text: str, place: Path) -> str:
    """Return what a command answers to a text that is pasted into it."""
    done = typed(f"witness {line}", place, f"{text}\n")
    assert done.status == 0, done
    return done.out


def copy_panel(page: Page, place: Path) -> None:
    """It is a line of a puzzle file, which `witness solve -` takes."""
    text = copied(page, "#copy", "The panel is copied.")
    assert Puzzle(**json.loads(text)) == RICH
    answer = json.loads(fed("solve - --solver auto", text, place))
    assert accepts(RICH, tuple(map(tuple, answer["path"])))


def copy_link(page: Page, _place: Path) -> None:
    """Whoever opens it sees the panel."""
    address = copied(page, "#copy-link", "The link is copied")
    with browser() as other:
        other.page.goto(address)
        assert Puzzle(**puzzle_line(other.page)) == RICH


def copy_windmill(page: Page, place: Path) -> None:
    text = copied(page, "#copy-windmill", "It is copied, for that editor.")
    found = Puzzle(**json.loads(fed("import windmill -", text, place)))
    assert found.canonical() == RICH.canonical()


def copy_site(page: Page, place: Path) -> None:
    text = copied(page, "#copy-site", "It is copied, for that editor.")
    found = Puzzle(**json.loads(fed("import witnesspuzzles -", text, place)))
    assert (found.canonical(), found.id) == (RICH.canonical(), RICH.id)


def save_json(page: Page, place: Path) -> None:
    (place / "saved.jsonl").write_bytes(downloaded(page, "#save-json", "jsonl"))
    assert read_puzzles(place / "saved.jsonl") == [RICH]


def save_svg(page: Page, place: Path) -> None:
    """The picture has the path that was drawn; it needs nothing else to be seen in its colours."""
    saved = place / "saved.svg"
    saved.write_bytes(downloaded(page, "#save-svg", "svg"))
    parts = [one.get("class") or "" for one in ElementTree.parse(saved).getroot().iter()]
    assert parts.count("path") == 1
    assert len([one for one in parts if re.match(r"stars?\b", one)]) == 2
    page.goto(saved.as_uri())
    fill = "getComputedStyle(document.querySelector('.ground')).fill"
    assert page.evaluate(fill) == "rgb(135, 153, 176)"


def save_png(page: Page, _place: Path) -> None:
    """It is the same picture, twice as large, with the colours of the symbols and the path."""
    picture = Image.open(io.BytesIO(downloaded(page, "#save-png", "png"))).convert("RGB")
    assert picture.size == (2 * 424, 2 * 424)
    colours = {colour for _, colour in picture.getcolors(1 << 20) or ()}
    assert {(135, 153, 176), (255, 163, 26), (255, 241, 184)} <= colours


# ---- what comes to the page ----------------------------------------------------------------------


def read_texts(page: Page, _place: Path) -> None:
    for text in (json.dumps(TWO.to_json()), windmill_link(RICH), witnesspuzzles_text(RICH)):
        page.click("#blank")
        paste(page, text)
        assert said(page) == "The panel is read."
        wanted = TWO if text[0] == "{" and '"two"' in text else RICH
        assert Puzzle(**puzzle_line(page)).canonical() == wanted.canonical()
    paste(page, '{"id": "p", "rows": 99}')
    assert "'cols' of a puzzle is missing" in said(page)


def open_files(page: Page, place: Path) -> None:
    page.set_input_files("#open", [place / "easy.jsonl", place / "rich.jsonl"])
    page.locator("#live:has-text('3 panels are read.')").wait_for()
    names = page.locator("#puzzle option").all_inner_texts()
    assert names == [EASY.id, RICH.id, TWO.id]
    assert Puzzle(**puzzle_line(page)) == EASY


def visits(place: Path, home: str) -> Iterator[Page]:
    """Yield the page in a browser that is closed and opened again."""
    for _ in range(2):
        with at_home(place / home) as page:
            page.goto((place / "studio.html").as_uri())
            yield page


def drafts(_page: Page, place: Path) -> None:
    """They stay in the browser when it is closed."""
    for number, page in enumerate(visits(place, "keeps")):
        if not number:
            use(page, "Star")
            click(page, 2.5, 1.5)
        assert puzzle_line(page)["stars"] == [[2, 1, "black"]]
        assert page.locator("#drafts option").first.inner_text() == "1 draft in this browser"


def forget(_page: Page, place: Path) -> None:
    """What was thrown away is gone."""
    for number, page in enumerate(visits(place, "forgets")):
        assert "stars" not in puzzle_line(page)
        assert page.locator("#drafts-line").is_hidden()
        if not number:
            use(page, "Star")
            click(page, 2.5, 1.5)
            page.click("#forget")


#: What a user does with each control of the page that exchanges panels, on the page of `RICH`.
PROMISES: dict[str, Callable[[Page, Path], None]] = {
    "copy": copy_panel,
    "copy-link": copy_link,
    "copy-windmill": copy_windmill,
    "copy-site": copy_site,
    "save-json": save_json,
    "save-svg": save_svg,
    "save-png": save_png,
    "read": read_texts,
    "open": open_files,
    "drafts": drafts,
    "forget": forget,
}


@pytest.mark.slow
@pytest.mark.parametrize("control", PROMISES)
def test_what_is_promised_is_where_the_user_looks(control: str, place: Path) -> None:
    with browser(permissions=CLIPBOARD) as seen:
        page = visited(seen, place / "rich.html").page
        click(page, 0, 0)
        click(page, 1, 0)
        PROMISES[control](page, place)
        assert seen.errors == []
        assert {url.split(":")[0] for url in seen.requests} <= {"file", "blob", "data"}


def test_every_control_that_exchanges_panels_is_in_the_table(seen: Seen) -> None:
    there_are = seen.page.evaluate(
        "() => [...document.querySelectorAll('section[aria-label=\"The whole panel\"] .buttons '"
        " + ':is(button, select, input)')].map((one) => one.id)"
    )
    assert set(there_are) == PROMISES.keys()


def test_keys_copy_and_paste(place: Path) -> None:
    with browser(permissions=CLIPBOARD) as seen:
        page = visited(seen, place / "rich.html").page
        page.locator("summary", has_text="Keys").click()
        assert "Ctrl+C, Ctrl+V" in page.locator("#keys").inner_text()
        page.keyboard.press("Control+c")
        page.locator("#live:has-text('The panel is copied.')").wait_for()
        assert Puzzle(**json.loads(page.evaluate("navigator.clipboard.readText()"))) == RICH
        page.select_option("#puzzle", "two")
        page.locator("h1").click()
        page.keyboard.press("Control+v")
        page.locator("#live:has-text('The panel is read.')").wait_for()
        assert Puzzle(**puzzle_line(page)) == RICH
        page.click("#undo")
        assert Puzzle(**puzzle_line(page)) == TWO
        assert seen.errors == []


ROUND = replace(TWO, cols=4, wraps=True)
SHIFTED = replace(ROUND, starts=((0, 0), (0, 2)), goals=((1, 1), (1, 3)), symmetry="shift")

#: What a link of the Windmill cannot say, and the words for it.
UNSAID = [
    (replace(TWO, cols=2, eliminations=((0, 0), (0, 1)), goals=((1, 2),)),
     "The Windmill judges such a panel by rules of its own."),
    (ROUND, "The Windmill has no boards that go round."),
    (SHIFTED, "The Windmill has no boards that go round."),
    (replace(TWO, dots=((0, 0),)), "The Windmill cannot say two things in one place: [0, 0]."),
    (replace(TWO, goals=(((0, 0), (0, 1)),)),
     "The Windmill has no starts or goals in the middle of an edge."),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "words"), UNSAID)
def test_what_another_editor_cannot_say_is_not_copied(
    puzzle: Puzzle, words: str, place: Path
) -> None:
    with browser(permissions=CLIPBOARD) as seen:
        page = visited(seen, place / "studio.html").page
        paste(page, json.dumps(puzzle.to_json()))
        assert said(page) == "The panel is read."
        assert copied(page, "#copy-windmill", words) == "before"
        assert said(page) == words


def test_the_page_alone_has_nothing_that_loads(place: Path) -> None:
    text = (place / "rich.html").read_text(encoding="utf-8")
    assert not re.search(r"@import|\burl\(|\bimport\(|\bfetch\(|XMLHttp|WebSocket", text)
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|document\.write", text)
    assert "connect-src &#39;none&#39;" in text


def test_the_address_is_the_panel(seen: Seen) -> None:
    page = seen.page
    use(page, "Star")
    click(page, 2.5, 1.5)
    line, address = puzzle_line(page), page.url
    page.reload()
    assert puzzle_line(page) == line
    with browser() as other:
        other.page.goto(f"{address[:-9]}x")
        assert "the link is damaged" in said(other.page)
        other.page.evaluate("hash => { location.hash = hash; }", address.split("#")[1])
        other.page.locator("#line:has-text('star')").wait_for(state="attached")
        other.page.keyboard.press("Control+z")
        assert "stars" not in puzzle_line(other.page)
        assert other.errors == []


# ---- other pages ---------------------------------------------------------------------------------


def test_a_page_to_explore(place: Path) -> None:
    """It needs no network, and says of a path what the clauses say, also to a script."""
    with quiet(place / "explore.html") as seen:
        page = seen.page
        puzzle = puzzle_line(page)
        fired = page.evaluate("one => witness.firings(0, one, [[0, 0]])", puzzle)
        assert fired is not None
        decided = page.evaluate("one => witness.decide(one, [[0, 0]])", puzzle)
        assert decided is not None
