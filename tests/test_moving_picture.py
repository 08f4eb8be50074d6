"""The moving picture of README.md shows the searches that it names."""

from __future__ import annotations

import re
from pathlib import Path

from support.examples import ROOT
from support.running import run
from support.tools import tool

from witness.library.searching import search

PICTURE = ROOT / "docs" / "images" / "search.svg"


def test_it_is_what_the_tool_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "search.svg"
    assert run(f"python {ROOT / 'tools/moving_picture.py'} {drawn}", tmp_path).status == 0
    assert drawn.read_bytes() == PICTURE.read_bytes()


def test_it_counts_as_the_search_does() -> None:
    shown = tool("moving_picture")
    counts = [search(shown.PUZZLE, name).expansions for _, name in shown.SEARCHES]
    picture = PICTURE.read_text(encoding="utf-8")
    ended = re.findall(r"solved after (\d+) expansions", picture)
    assert [int(number) for number in ended] == counts
    words = "{} expansions without, {} with".format(*counts)
    assert words in (ROOT / "README.md").read_text(encoding="utf-8")
