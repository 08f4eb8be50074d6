"""The report: three sentences that answer, links that lead somewhere, no markup from records."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from support.handmade import EDGES, LENGTH, OURS, PUZZLE, TEST, TEST_PUZZLES, records, run
from support.report_pages import PROVENANCE, TEMPLATE, figures, report_page

from witness.report.figures import FIGURES
from witness.report.job import JobTime
from witness.report.page import Provenance, inline, page
from witness.report.pictures import panel_example
from witness.report.records import Other, Records
from witness.report.render import duration
from witness.report.summary import summary
from witness.report.tables import TABLES
from witness.report.templates import shown

NASTY = "<script>alert('&')</script>"
#: What the workflow writes beside the report, and the paper.
FILES = {
    "https://arxiv.org/abs/2308.02666", "machine.json", "config.yaml", "bias.pl", "bk.pl",
    "explore.html", "triage/plain/winner_proved.pl", "triage/plain/winner_proved.certificate.json",
    "../other/report.html",
    *(f"tables/{name}.csv" for name in (*TABLES, "hypotheses", "clauses", "searches")),
    *(f"figures/{name}.{kind}" for name in FIGURES for kind in ("svg", "png")),
}  # fmt: skip
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


@pytest.mark.slow
@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_the_page_stands_alone_whatever_the_records_hold(tmp_path: Path, known: Records) -> None:
    text = report_page(known, tmp_path)
    found = parsed(text)
    assert not {"link", "img", "iframe", "script"} & set(found.tags)
    assert {link for link in found.links if not link.startswith("#")} <= FILES | {
        link for link in found.links if re.fullmatch(r"explore\.html#panel=[\w-]+", link)
    }
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
    assert "@import" not in text
    assert len(found.ids) == len(set(found.ids))
    words = " ".join(found.words)
    assert not re.search(r"\b(nan|None|inf|Undefined)\b", words)
    for sentence in summary(known):
        assert sentence in words


@pytest.mark.slow
def test_the_page_is_the_same_every_time(tmp_path: Path) -> None:
    pages = [report_page(records(), tmp_path) for _ in range(2)]
    assert pages[0] == pages[1]


@pytest.mark.slow
def test_the_page_names_the_version_of_another_program_that_learned(
    drawn: dict[str, str],
) -> None:
    known = records()
    version = {"learner": "popper", "version": "v4.3.0 (1903c44)"}
    runs = [replace(one, result={**one.result, **version}) for one in known.learning]
    words = " ".join(parsed(page(TEMPLATE, replace(known, learning=runs), drawn, PROVENANCE)).words)
    assert "popper v4.3.0 (1903c44)" in words


@pytest.mark.slow
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
    assert heads[:4] == ["panel", "words", "learned", "learning"]
    learned = text[text.index('<h2 id="learned"') : text.index('<h2 id="learning"')]
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
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    listed = re.findall('href="#(.+?)"', text.partition("<nav")[2].partition("</nav>")[0])
    assert set(listed) <= set(parsed(text).ids)
    assert set(re.findall(r'<h2 id="(\w+)"', text)) <= set(listed)


def test_every_cell_has_its_column(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
    assert len(tables) > 10
    for table in tables:
        heads = re.findall(r"<th [^>]*>(.*?)</th>", table)
        rows = re.findall(r"<tr>(<td.*?)</tr>", table, re.DOTALL)
        assert rows
        assert {row.count("<td") for row in rows} == {len(heads)}


def test_the_page_tells_theorem_1_and_appendix_a(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    words = " ".join(" ".join(parsed(text).words).split())
    assert "62 1 triangle: 2 or 3; 2 triangles: 3" in words
    assert text.count("1 needed, 2 at least") == 2  # what is drawn below, and its title
    assert "On puzzle-2x3-0000, 2×3, A* makes 100 expansions with π_baseline and 10" in words
    assert 'class="argument"' in text


@pytest.mark.slow
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
        "witness recheck results/handmade/triage/plain/winner_proved.certificate.json "
        "results/handmade/triage/plain/winner_proved.pl",
        f"witness hypotheses results/{PROVENANCE.name} --by clause",
    ]


@pytest.mark.slow
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


def test_times_have_the_unit_that_suits_them() -> None:
    assert [duration(s) for s in (0.00099999, 0.5, 119.9, 120, 7199, 36e3)] == [
        "1 ms", "500 ms", "2 min", "2 min", "2 h", "10 h",
    ]  # fmt: skip


@pytest.mark.slow
def test_puzzles_that_became_slower_lead_to_their_panels(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    section = text[text.index('<h3 id="slower"') :].partition("</table>")[0]
    ((address, name),) = re.findall('<a href="explore.html#panel=(.*?)">(.*?)</a>', section)
    assert name == "puzzle-3x2-0001"
    puzzle = json.loads(base64.urlsafe_b64decode(address + "=" * (-len(address) % 4)))
    assert puzzle == TEST_PUZZLES[name].to_json()
    assert "nothing more is pruned, and an expansion costs 4 times as much" in section
    slightly = [one | {"seconds": 0.101} if one["seconds"] == 0.4 else one for one in TEST]
    text = page(TEMPLATE, replace(records(), test=slightly), drawn, PROVENANCE)
    assert "nothing more is pruned, and an expansion costs about as much" in text
    faster = [one for one in TEST if one["id"] != name]
    assert 'id="slower"' not in page(TEMPLATE, replace(records(), test=faster), drawn, PROVENANCE)


@pytest.mark.slow
def test_the_first_screen_ends_with_how_it_was_made(drawn: dict[str, str]) -> None:
    begun = datetime(2026, 1, 2, 23, 59, tzinfo=UTC)
    jobs = [
        JobTime("train", begun + timedelta(seconds=first), begun + timedelta(seconds=last))
        for first, last in ((0, 60), (30, 90), (1000, 1060))  # and a pause between them
    ]
    computer = {"processor": "P", "cores": 2, "memory": 25276, "system": "S", "python": "3"}
    commit = {"commit": f"{'0123456789abcdef' * 2} changed"}
    own = replace(PROVENANCE, machine={**computer, **commit}, jobs=jobs, docs="../../docs")
    text = page(TEMPLATE, records(), drawn, own)
    made = text[text.index('<p class="made') :].partition("</p>")[0]
    assert "Made on 2 January 2026, 2.5 min of work by the clock; P, 2 cores, 25 GB, S" in made
    assert "commit <code>0123456789ab changed</code>" in made
    assert 'href="../../docs/learners.md"' in text
    assert "docs/learners.md" not in page(TEMPLATE, records(), drawn, PROVENANCE)
    empty = page(TEMPLATE, EDGES["no large set"], drawn, PROVENANCE)
    assert 'id="large"' in text
    assert 'id="large"' not in empty


@pytest.mark.slow
def test_another_experiment_stands_beside_it(drawn: dict[str, str]) -> None:
    first = OURS[:1]
    here, there = records(), records((run(0, first),), winner=first, winner_proved=first)
    known = replace(here, against=Other("other", there))
    rows = {row["measure"]: row for row in TABLES["against"].rows(known)}
    assert rows["clauses of winner_proved"] == {
        "measure": "clauses of winner_proved", "here": 3, "there": 1, "gained": "+2",
    }  # fmt: skip
    for mine, theirs, gained in ((10, 20, "2 times fewer"), (30, 20, "1.5 times more")):
        both = [
            replace(one, test=[{**TEST[1], "expansions": number}])
            for one, number in ((here, mine), (there, theirs))
        ]
        *_, last = TABLES["against"].rows(replace(both[0], against=Other("other", both[1])))
        assert (last["here"], last["there"], last["gained"]) == (mine, theirs, gained)
    clauses = list(TABLES["against_clauses"].rows(known))
    assert [row["program"] for row in clauses if row["only"] == "new here"] == list(OURS[1:])
    assert [row["only"] for row in clauses] == ["new here"] * 2
    assert {row["winner_proved"] for row in clauses} == {"yes"}
    text = page(TEMPLATE, known, drawn, PROVENANCE)
    assert '<h2 id="against">Against other</h2>' in text
    assert 'href="../other/report.html"' in text
    assert 'id="against"' not in page(TEMPLATE, here, drawn, PROVENANCE)
    same = page(TEMPLATE, replace(here, against=Other("other", here)), drawn, PROVENANCE)
    assert "nothing to show" in same


def test_the_lost_path_is_seen_to_be_lost() -> None:
    _, lost = panel_example(records())
    ((row, col),) = lost.marked
    needed = lost.puzzle.triangle_at[row, col]
    used = {frozenset(step) for step in pairwise(lost.path)}
    sides = {frozenset(edge) for edge in lost.puzzle.grid.square_edges((row, col))}
    assert len(used & sides) > needed
    assert f"{len(used & sides)} edges on the path, and {needed} triangle" in lost.words
