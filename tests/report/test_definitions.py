"""The words of the report: README.md says the same, and they are true."""

from __future__ import annotations

import re

from support.examples import ROOT

from witness.puzzle.constraints import KINDS
from witness.report.definitions import DEFINITIONS, RULES, panel_words


def plain(text: str) -> str:
    """Return the words of Markdown without its marks and line breaks."""
    return " ".join(re.sub(r"\*\*|[`\\]|^- ", "", text, flags=re.MULTILINE).split())


def test_the_readme_says_the_same() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = plain(readme.partition("\n## Words\n")[2].partition("\n## ")[0])
    for sentence in panel_words():
        assert sentence in section
    for term, meaning in DEFINITIONS:
        assert f"{term}: {meaning}" in section
    assert len(DEFINITIONS) == 4


def test_there_is_a_rule_for_every_kind_of_symbol() -> None:
    assert set(RULES) == {*KINDS, "gaps"}
    assert panel_words(["gaps", "stars"])[1].endswith(
        f"satisfies every symbol: {RULES['stars']} and {RULES['gaps']}."
    )
    for features in (KINDS, ("dots",)):
        first, second = panel_words(features)
        assert (first + second).count(".") == 2
