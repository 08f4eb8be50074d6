"""The page in a browser: it fits every screen, and nothing in it covers anything else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.browser import needs_browser, page
from support.report_pages import known_pages

pytestmark = needs_browser

#: Those of a phone and a desktop; tablets and small windows are measured behind `long`.
WIDTHS = (390, *(pytest.param(width, marks=pytest.mark.long) for width in (480, 768, 1000)), 1440)

#: The elements that reach beyond the right edge of the screen, and are in nothing that scrolls.
BEYOND = """() => [...document.querySelectorAll("body *")]
  .filter(one => !one.closest(".scroll > *") && one.getClientRects().length
    && one.getBoundingClientRect().width > 1
    && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(one => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""

#: The pairs of texts of a drawing that overlap, and the texts that a marker covers.
OVERPRINTED = """() => [...document.querySelectorAll("svg")].flatMap(drawing => {
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const texts = [...drawing.querySelectorAll("text")].filter(one => one.textContent.trim());
  const others = [...drawing.querySelectorAll("use")];
  return texts.flatMap((text, place) => [...texts.slice(place + 1), ...others]
    .filter(other => meet(box(text), box(other)))
    .map(other => `${text.textContent} and ${other.textContent || other.tagName}`));
})"""


@contextmanager
def browser_page(width: int, height: int, **options: Any) -> Iterator[Any]:
    """Open a page of a size, which must give the console nothing to complain of."""
    with page(width, height, **options) as seen:
        yield seen.page
        assert seen.errors == []


@pytest.fixture(scope="module")
def pages(shared: Path) -> dict[str, Path]:
    return known_pages(shared / "pages")


def width_of(opened: Any) -> int:
    return int(opened.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_screen(width: int, pages: dict[str, Path]) -> None:
    with browser_page(width, 900) as opened:
        for name, file in pages.items():
            opened.goto(file.as_uri())
            opened.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert width_of(opened) <= width, name
            assert opened.evaluate(BEYOND) == [], name
        # What is measured would see a wide element.
        opened.evaluate("document.body.innerHTML += '<pre style=\"width: 1500px\">wide</pre>'")
        assert width_of(opened) > width
        assert opened.evaluate(BEYOND) == ["PRE wide"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_printed_over_words(width: int, pages: dict[str, Path]) -> None:
    with browser_page(width, 900) as opened:
        for name, file in pages.items():
            opened.goto(file.as_uri())
            assert opened.evaluate(OVERPRINTED) == [], name
        # What is measured would see two texts at one place.
        opened.evaluate("""() => {
            const text = document.querySelector("svg text");
            text.after(text.cloneNode(true));
        }""")
        assert len(opened.evaluate(OVERPRINTED)) == 1


#: The lines of each row of a table.
LINES = """() => [...document.querySelectorAll("tbody tr")]
  .map(row => row.getBoundingClientRect().height / parseFloat(getComputedStyle(row).lineHeight))"""


@pytest.mark.slow
def test_a_telephone_has_short_rows_in_tables_that_scroll(pages: dict[str, Path]) -> None:
    with browser_page(390, 900) as opened:
        for name, file in pages.items():
            opened.goto(file.as_uri())
            lines = opened.evaluate(LINES)
            assert lines, name
            assert max(lines) < 8, name
        own = opened.locator("#winner ~ .tables .scroll").first
        assert own.evaluate("one => one.scrollWidth > one.clientWidth")
        first = own.locator("td").first
        before = first.bounding_box()["x"]
        own.evaluate("one => { one.scrollLeft = 200; }")
        assert first.bounding_box()["x"] == before  # what a row is about stays in sight


@pytest.mark.slow
def test_what_is_folded_opens_for_links_and_for_printing(pages: dict[str, Path]) -> None:
    with browser_page(390, 900) as opened:
        opened.goto(pages["several counterexamples"].as_uri())
        folded = opened.locator("details .clauses > li").last
        assert not folded.is_visible()
        opened.emulate_media(media="print")
        assert folded.locator("pre").bounding_box()["height"] > 0
        opened.emulate_media(media="screen")
        opened.locator("summary", has_text="Clause by clause").click()
        opened.locator(f"a[href='#{folded.get_attribute('id')}']").first.click()
        assert folded.is_visible()


@pytest.mark.slow
def test_the_table_of_contents_leads_to_every_section(pages: dict[str, Path]) -> None:
    with browser_page(390, 900) as opened:
        opened.goto(pages["as it should be"].as_uri())
        for link in opened.locator("nav a[href^='#']").all():
            place = link.get_attribute("href")
            link.click()
            top = opened.locator(place).bounding_box()["y"]
            assert -1 < top < 900, place


#: The least contrast of texts with what is behind them.
CONTRAST = """() => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = one => {
    const colour = getComputedStyle(one).backgroundColor;
    return colour != "rgba(0, 0, 0, 0)" ? colour : behind(one.parentElement);
  };
  const ratios = [...document.querySelectorAll("p, h1, h2, td, th, a, pre, dt, dd, .refuted")]
    .filter(one => one.getClientRects().length)
    .map(one => [light(getComputedStyle(one).color), light(behind(one))].sort((a, b) => b - a))
    .map(([more, less]) => (more + 0.05) / (less + 0.05));
  return Math.min(...ratios);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_by_day_and_by_night(scheme: str, pages: dict[str, Path]) -> None:
    with browser_page(1000, 900, color_scheme=scheme) as opened:
        opened.goto(pages["unsound winner"].as_uri())
        assert opened.evaluate(CONTRAST) >= 4.5
        back = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (back == "rgb(255, 255, 255)") == (scheme == "light")
        opened.emulate_media(media="print")
        back = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        assert back == "rgb(255, 255, 255)"
        assert opened.evaluate(CONTRAST) >= 4.5
