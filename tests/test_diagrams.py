"""Each long page has a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.examples import ROOT

PAGES = [*(ROOT / "docs").glob("*.md"), *(ROOT / "studies").rglob("*.md")]

#: From how many words on a page has a picture.
LONG = 1000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_long_page_has_a_picture(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if len(text.split()) >= LONG:
        pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)|<img src=\"([^\"]+)\"", text)
        assert pictures
