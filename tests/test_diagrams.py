"""The diagrams of the pages are what the tool draws, and each long page has a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.examples import ROOT
from support.tools import tool

PAGES = [*(ROOT / "docs").glob("*.md"), *(ROOT / "studies").rglob("*.md")]

#: From how many words on a page has a picture.
LONG = 1000


def test_they_are_what_the_tool_draws() -> None:
    drawn = dict(tool("diagrams").pictures())
    assert len(drawn) >= 8
    for name, picture in drawn.items():
        assert (ROOT / f"docs/images/{name}.svg").read_text(encoding="utf-8") == picture, name
        uses = [page for page in PAGES if f"images/{name}.svg" in page.read_text(encoding="utf-8")]
        assert uses, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_long_page_has_a_picture(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if len(text.split()) >= LONG:
        pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)|<img src=\"([^\"]+)\"", text)
        assert pictures


def test_every_arrow_joins_boxes() -> None:
    for shown in tool("diagrams").BOXES.values():
        boxes = {(c, r) for r, row in enumerate(shown.rows) for c, words in enumerate(row) if words}
        ends = {end for arrow in shown.arrows for end in arrow}
        assert ends == boxes
