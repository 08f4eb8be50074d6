"""Where proved clauses fire: the captions against all continuations of the paths."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.examples import TABLE_3, UNSOUND

from witness.base.shipped import shipped_file
from witness.logic.background import Background, read_background
from witness.logic.configurations import configurations
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.proof.firings import Firing, configuration, firings, verdict_svg
from witness.proof.prover import verify
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, walk
from witness.puzzle.rules import path_edges


def of(text: str, background: Background) -> list[tuple[Firing, ...]]:
    """Return the examples of each clause."""
    conditions = translate(parse_clauses(text), background).conditions
    return [firings(condition) for condition in conditions]


def words(document: str, kind: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(document).iter() if e.get("class") == kind]


def test_table_3_as_figure_3(background: Background) -> None:
    first, one, two = of(TABLE_3, background)
    assert [firing.configuration.triangles for firing in first] == [1, 2]
    assert [firing.caption for firing in first] == ["1 needed, 2 at least", "2 needed, 3 at least"]
    for (firing,), used in ((one, 1), (two, 2)):
        # As in the figure: three triangles, the same number of edges, and the head elsewhere.
        assert len(firing.configuration.edges) == used
        assert "head" not in firing.configuration.corners
        assert firing.caption == "3 needed, 2 at most"


@pytest.mark.parametrize("name", ["paper", "extended"])
def test_no_continuation_gets_what_is_needed(name: str) -> None:
    background = read_background(bias=f"bias/{name}.pl")
    clauses = Path(f"examples/{name}.pl").read_text()
    shown = 0
    for firing in (f for found in of(clauses, background) for f in found):
        edges = set(firing.puzzle.grid.square_edges(firing.square))
        length = len(firing.partial_path)
        ends = [
            len(edges & set(path_edges(path)))
            for path in simple_paths(firing.puzzle)
            if path[:length] == firing.partial_path
        ]
        needed = firing.puzzle.triangle_at[firing.square]
        assert ends
        assert needed not in ends
        assert set(ends) <= firing.configuration.reachable_counts
        shown += 1
    assert shown == {"paper": 4, "extended": 5}[name]


def test_configurations_are_those_of_the_domain() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 1, 2),))
    seen = {configuration(puzzle, (0, 1), path) for path, at_goal in walk(puzzle) if not at_goal}
    assert seen <= set(configurations())
    assert len(seen) == 18
    found = configuration(puzzle, (0, 1), ((0, 0), (0, 1), (1, 1)))
    assert (found.triangles, found.edges) == (2, {2})
    assert found.corners == ("path", "unvisited", "head", "unvisited")


def test_a_picture_has_a_row_for_each_clause(background: Background) -> None:
    never = "f(A,B) :- adjacent(A,B), notAdjacent(A,B)."
    verdict = verify(parse_clauses(TABLE_3 + UNSOUND + never), background)
    drawn = verdict_svg(verdict, background)
    assert len(words(drawn, "mark")) == len(words(drawn, "panel")) == 6
    assert words(drawn, "caption")[-2:] == ["the clause fires here", "but it can be solved"]
    above = " ".join(words(drawn, "heading"))
    assert "Clause 2, proved: The head of the path is not a corner" in above
    assert "Clause 4, refuted:" in above
    assert "There is no picture: it never fires." in above
    places = [
        g.get("transform") for g in ElementTree.fromstring(drawn).iter() if g.get("transform")
    ]
    assert len(places) == len(set(places)) == 6


def test_no_clauses_are_an_empty_picture(background: Background) -> None:
    assert words(verdict_svg(verify([], background), background), "panel") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["squares", "stars", "blocks", "dots", pytest.param("mixed", marks=pytest.mark.long)]
)
def test_every_picture_of_a_symbol_marks_it(name: str) -> None:
    known = read_background(bias=shipped_file(f"bias/{name}.pl"))
    clauses = parse_clauses(shipped_file(f"examples/{name}.pl").read_text())
    drawn = verdict_svg(verify(clauses, known), known)
    assert len(words(drawn, "mark")) == len(words(drawn, "panel")) >= len(clauses)
    assert set(words(drawn, "caption")) <= {"its region is lost", "the dot is missed"}
