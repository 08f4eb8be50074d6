"""The report: three sentences that answer, links that lead somewhere, no markup from records."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.examples import ROOT
from support.handmade import (
    EDGES,
    LENGTH,
    OURS,
    PUZZLE,
    TEST,
    TEST_PUZZLES,
    TWIN,
    UNSOUND,
    core,
    records,
)
from support.report_pages import PROVENANCE, TEMPLATE, figures, known_pages, report_page

from witness.clauses.language.parser import parse_clauses
from witness.pipeline.report.figures import FIGURES
from witness.pipeline.report.page import Provenance, inline, page
from witness.pipeline.report.pictures import (
    FIGURE_1,
    panel_example,
    refutation_svg,
    refutations,
    winning_clauses,
    winning_puzzle,
    winning_puzzle_svg,
)
from witness.pipeline.report.summary import DEFINITIONS, RULES, panel_words, summary
from witness.pipeline.report.tables import TABLES
from witness.puzzle.constraints import KINDS
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import path_view, square_view
from witness.puzzle.views.translate import translate

NASTY = "<script>alert('&')</script>"
#: What the workflow writes beside the report, and the paper.
FILES = {
    "https://arxiv.org/abs/2308.02666", "machine.json", "config.yaml", "bias.pl", "bk.pl",
    "explore.html", "triage/plain/winner_proved.pl", "triage/plain/winner_proved.certificate.json",
    *(f"tables/{name}.csv" for name in (*TABLES, "hypotheses", "clauses", "triage", "searches")),
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
@pytest.mark.parametrize("name", EDGES)
def test_the_page_stands_alone_whatever_the_records_hold(name: str, shared: Path) -> None:
    known = EDGES[name]
    text = known_pages(shared / "pages")[name].read_text(encoding="utf-8")
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
    assert len(tables) >= 10
    for table in tables:
        heads = re.findall(r"<th [^>]*>(.*?)</th>", table)
        rows = re.findall(r"<tr>(<td.*?)</tr>", table, re.DOTALL)
        assert rows
        assert {row.count("<td") for row in rows} == {len(heads)}


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


@pytest.mark.slow
def test_puzzles_that_became_slower_lead_to_their_panels(drawn: dict[str, str]) -> None:
    text = page(TEMPLATE, records(), drawn, PROVENANCE)
    section = text[text.index('id="slower"') :].partition("</table>")[0]
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


def test_the_lost_path_is_seen_to_be_lost() -> None:
    _, lost = panel_example(records())
    ((row, col),) = lost.marked
    needed = lost.puzzle.triangle_at[row, col]
    used = {frozenset(step) for step in pairwise(lost.path)}
    sides = {frozenset(edge) for edge in lost.puzzle.grid.square_edges((row, col))}
    assert len(used & sides) > needed
    assert f"{len(used & sides)} edges on the path, and {needed} triangle" in lost.words


def test_opening_answers_the_three_questions() -> None:
    learned, proved, helps = summary(records())
    assert "From 2 training puzzles" in learned
    assert "three clauses" in learned
    assert "exactly like the paper’s π°" in learned
    assert proved.startswith("It is proved on boards of any size")
    assert "(expansion speedup 4, 95 % interval 1 to 10, the hardest hundredth of " in helps
    assert "the search of a typical puzzle 5.5 times smaller (median)" in helps
    assert "all searches together 4 times smaller" in helps
    assert "in time it is neither faster nor slower (timed once; the paper 6.12)" in helps
    assert "50 % of the puzzles take longer (the paper 32.5 %)" in helps
    assert all(sentence.endswith(".") for sentence in (learned, proved, helps))


def test_opening_when_there_is_nothing_to_say() -> None:
    learned, proved, helps = summary(EDGES["nothing learned"])
    assert learned == "From 3 training puzzles nothing was learned: no run gave a clause."
    assert proved == "There is nothing to prove."
    assert helps.startswith("There is no winner_proved: nothing is pruned")
    assert "no proved winner" in summary(EDGES["nothing proved"])[0]
    assert "cannot be said" in summary(EDGES["every search capped"])[2]


def test_opening_does_not_claim_a_proof_that_is_not_on_record() -> None:
    known = records(winner=UNSOUND, winner_proved=UNSOUND)
    assert summary(known)[1].startswith("It is not proved (refuted)")


PUZZLES = (
    FIGURE_1,
    Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "black"), (1, 1, "white")), id="squares"),
    Puzzle(
        2, 2, ((0, 0),), ((2, 2),), dots=((0, 2),), stars=((0, 0, "red"), (0, 1, "red")), id="s"
    ),
)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_panel_is_shown_with_a_solution_and_a_path_that_is_lost(puzzle: Puzzle) -> None:
    solved, lost = panel_example(records(puzzles={puzzle.id: puzzle}))
    assert solved.puzzle == lost.puzzle == puzzle
    assert solved.path is not None
    assert is_solution(puzzle, solved.path)
    found = list(solutions(puzzle))
    assert len(solved.path) == min(map(len, found))
    assert lost.path is not None
    starts = [path[: len(lost.path)] for path in found]
    assert lost.path not in starts
    assert lost.path[:-1] in [path[:-1] for path in starts if len(path) == len(lost.path)]


def test_each_clause_is_shown_once_with_whose_it_is() -> None:
    known = EDGES["unsound winner"]
    assert [(clause.text, clause.owners) for clause in winning_clauses(known)] == [
        (OURS[0], "winner and winner_proved"),
        (LENGTH, "winner"),
    ]
    known = records(winner=UNSOUND, winner_proved=core(UNSOUND))
    del known.triage["baseline"].winners["winner"]
    assert [clause.owners for clause in winning_clauses(known)] == [
        "winner (plain) and winner_proved",
        "winner (plain)",
    ]
    assert winning_clauses(EDGES["no records"]) == []


def test_a_clause_fires_on_the_paths_that_are_shown() -> None:
    known = records(winner=(*UNSOUND, TWIN), winner_proved=OURS)
    for clause in winning_clauses(known):
        fires = translate(parse_clauses(clause.text), known.background).fires
        assert clause.panels
        for panel in clause.panels[: 1 if clause.facts.status == "refuted" else None]:
            (square,) = panel.marked
            view = square_view(panel.puzzle, square, panel.puzzle.triangle_at[square])
            assert fires(path_view(panel.puzzle, panel.path), view)
            lost = not any(
                path[: len(panel.path)] == panel.path for path in solutions(panel.puzzle)
            )
            assert lost == (clause.facts.status == "proved")


def test_the_winning_puzzle_is_shown_solved() -> None:
    solved = winning_puzzle(records())
    assert solved is not None
    assert solved.path is not None
    assert is_solution(solved.puzzle, solved.path)
    assert winning_puzzle(EDGES["nothing learned"]) is None
    assert winning_puzzle(records(puzzles={})) is None
    for picture in (winning_puzzle_svg(solved), winning_puzzle_svg(None)):
        ElementTree.fromstring(picture)


def test_counterexamples_are_paths_that_a_clause_would_lose() -> None:
    (refutation,) = refutations(EDGES["unsound winner"])
    assert refutation.clause == LENGTH
    example = refutation.example
    assert example.solution[: len(example.partial_path)] == example.partial_path
    assert is_solution(example.puzzle, example.solution)
    ElementTree.fromstring(refutation_svg([refutation]))
    assert refutations(records()) == []
    ElementTree.fromstring(refutation_svg([]))


def plain(text: str) -> str:
    """Return the words of Markdown without its marks and line breaks."""
    marks = r"<[^>]+>|(?<!\\)\*|[`\\]|^- "
    return " ".join(re.sub(marks, "", text, flags=re.MULTILINE).split())


def test_the_glossary_says_the_same() -> None:
    section = plain((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
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
