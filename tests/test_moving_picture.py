"""The moving picture of README.md shows the searches that it names."""

from __future__ import annotations

import re

from support.examples import ROOT

from witness.library.puzzle import Puzzle
from witness.library.searching import search


def test_it_counts_as_the_search_does() -> None:
    panel = Puzzle.random(3, 3, seed=223)
    counts = [search(panel, name).expansions for name in ("none", "paper")]
    picture = (ROOT / "docs" / "images" / "search.svg").read_text(encoding="utf-8")
    assert [int(n) for n in re.findall(r"solved after (\d+) expansions", picture)] == counts
    words = "{} expansions without, {} with".format(*counts)
    assert words in (ROOT / "README.md").read_text(encoding="utf-8")
