"""The report: three sentences that answer, a page that stands alone, and no markup from records."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.handmade import EDGES, LENGTH, OURS, PUZZLE, TEST, records
from support.report_pages import PROVENANCE, TEMPLATE, figures, report_page

from witness.report.page import Provenance, inline, page
from witness.report.records import Records
from witness.report.summary import summary
from witness.report.templates import shown

NASTY = "<script>alert('&')</script>"
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Balance(HTMLParser):
    """Checks that elements are closed in order, and collects ids and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The figures of the records as they are."""
    return figures(records(), tmp_path_factory.mktemp("figures"))


def parsed(text: str) -> Balance:
    balance = Balance()
    balance.feed(text)
    balance.close()
    assert balance.open == []
    return balance


@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_the_page_stands_alone_whatever_the_records_hold(tmp_path: Path, known: Records) -> None:
    text = report_page(known, tmp_path)
    found = parsed(text)
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    assert all(link.startswith("#") for link in found.links)
    assert "@import" not in text
    assert len(found.ids) == len(set(found.ids))
    words = " ".join(found.words)
    assert not re.search(r"\b(nan|None|inf|Undefined)\b", words)
    for sentence in summary(known):
        assert sentence in words


def test_the_page_is_the_same_every_time(tmp_path: Path) -> None:
    pages = [report_page(records(), tmp_path) for _ in range(2)]
    assert pages[0] == pages[1]


def test_the_page_shows_clauses_with_english_beside_the_papers(drawn: dict[str, str]) -> None:
    words = " ".join(parsed(page(TEMPLATE, records(), drawn, PROVENANCE)).words)
    for clause in OURS:
        assert clause in words
    assert "The head of the path is not a corner of the square" in words
    assert PROVENANCE.command in words
    assert "489" in words


def test_the_page_opens_with_a_panel_what_was_learned_and_words(tmp_path: Path) -> None:
    text = report_page(EDGES["unsound winner"], tmp_path)
    heads = re.findall(r'<h2 id="(\w+)"', text)
    assert heads[:4] == ["panel", "learned", "words", "scale"]
    learned = text[text.index('<h2 id="learned"') : text.index('<h2 id="words"')]
    for clause, verdict, owners in (
        (OURS[0], "proved", "winner and winner_proved"),
        (LENGTH, "refuted", "winner"),
    ):
        assert learned.count(f"<pre>{escape(clause)}</pre>") == 1
        entry = learned[: learned.index(f"<pre>{escape(clause)}</pre>")].rpartition("<li")[2]
        assert f'<span class="{verdict}">{verdict}</span>' in entry
        assert f"– {owners}</span>" in entry
        pictures = learned.partition(f"<pre>{escape(clause)}</pre>")[2].partition("</li>")[0]
        assert pictures.count("<svg") == pictures.count("<figcaption>") == 2


def test_the_table_of_contents_names_every_section(drawn: dict[str, str]) -> None:
    found = parsed(page(TEMPLATE, records(), drawn, PROVENANCE))
    listed = [link.removeprefix("#") for link in found.links[: found.tags.count("li")]]
    listed = listed[: len(set(listed))]
    assert set(listed) <= set(found.ids)
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    assert set(re.findall(r'<h2 id="(\w+)"', text)) <= set(listed)


def test_every_cell_names_its_column(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
    assert len(tables) > 10
    for table in tables:
        heads = re.findall(r"<th [^>]*>(.*?)</th>", table)
        rows = re.findall(r"<tr [^>]*>(<td.*?)</tr>", table, re.DOTALL)
        assert rows
        for row in rows:
            assert re.findall(r'data-label="(.*?)"', row) == heads


def test_the_page_tells_theorem_1_and_appendix_a(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    words = " ".join(" ".join(parsed(text).words).split())
    assert "62 1 triangle: 2 or 3; 2 triangles: 3" in words
    assert text.count("1 needed, 2 at least") == 2  # what is drawn below, and its title
    assert "On puzzle-2x3-0000, 2×3, A* makes 100 expansions with π_baseline and 10" in words
    assert 'class="argument"' in text


def test_the_page_says_what_the_checker_could_not_check(drawn: dict[str, str]) -> None:
    known = records()
    plain = known.triage["plain"]
    own = {**plain.winners["winner_proved"], "unchecked": "a clause: append/3"}
    other = replace(plain, winners={**plain.winners, "winner_proved": own})
    changed = replace(known, triage={**known.triage, "plain": other})
    said = page(TEMPLATE, changed, drawn, PROVENANCE)
    assert "could not check everything here</strong>: a clause: append/3." in said
    assert "could not check" not in page(TEMPLATE, known, drawn, PROVENANCE)


def test_the_commands_that_look_further_can_be_run() -> None:
    """They name no bias: the winner is read with that of its experiment."""
    winner = "results/handmade/triage/plain/winner_proved.pl"
    assert PROVENANCE.further == [
        f"witness explain {winner}",
        f"witness verify {winner}",
        f"witness hypotheses results/{PROVENANCE.name} --by clause",
    ]


def test_no_markup_comes_from_the_records(tmp_path: Path) -> None:
    puzzle = replace(PUZZLE, id=NASTY)
    known = records(puzzles={NASTY: puzzle})
    for triage in known.triage.values():
        triage.winners["winner_proved"]["sources"] = [NASTY]
    known = replace(known, test=[{**record, "engine": NASTY} for record in TEST])
    nasty = Provenance(NASTY, {**PROVENANCE.config, "bk": NASTY}, NASTY, NASTY)
    text = report_page(known, tmp_path, nasty)
    assert "<script" not in text
    found = parsed(text)
    assert "".join(found.words).count(NASTY) >= 5


def test_an_inlined_drawing_shares_no_ids() -> None:
    svg = (
        '<?xml version="1.0"?>\n<svg><metadata>x</metadata><g id="figure_1">'
        '<clipPath id="p1"/><path clip-path="url(#p1)"/></g></svg>'
    )
    one, other = inline(svg, "a"), inline(svg, "b")
    assert one == (
        '<svg><g><clipPath id="a-p1"/><path clip-path="url(#a-p1)"/></g></svg>'
    )  # fmt: skip
    assert 'id="b-p1"' in other


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        (None, "–", "none"),
        (15000, "15,000", "number"),
        (2942.4, "2,942", "number"),
        (0.6979, "0.6979", "number"),
        (100.0, "100", "number"),
        ("refuted", "refuted", "refuted"),
        ("words", "words", "text"),
    ],
)
def test_cells_are_written_for_readers(value: object, text: str, kind: str) -> None:
    cell = shown(value)
    assert (cell.text, cell.kind) == (text, kind)
