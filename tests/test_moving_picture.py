"""The moving picture of README.md shows the searches that it names."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from support.examples import ROOT
from support.running import run

from witness.library.searching import search

PICTURE = ROOT / "docs" / "images" / "search.svg"


def test_it_is_what_the_tool_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "search.svg"
    assert run(f"python {ROOT / 'tools/moving_picture.py'} {drawn}", tmp_path).status == 0
    assert drawn.read_bytes() == PICTURE.read_bytes()


def test_it_counts_as_the_search_does() -> None:
    spec = spec_from_file_location("moving_picture", ROOT / "tools" / "moving_picture.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    counts = [search(tool.PUZZLE, name).expansions for _, name in tool.SEARCHES]
    picture = PICTURE.read_text(encoding="utf-8")
    ended = re.findall(r"solved after (\d+) expansions", picture)
    assert [int(number) for number in ended] == counts
    words = "{} expansions without, {} with".format(*counts)
    assert words in (ROOT / "README.md").read_text(encoding="utf-8")
