"""Where proved clauses fire: the captions against all continuations of the paths."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.examples import TABLE_3
from support.sizes import some

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.firings import Firing, firings, verdict_svg
from witness.proof.prover import verify
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import path_edges
from witness.puzzle.views.translate import translate


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


@pytest.mark.slow
@pytest.mark.parametrize("name", some(3, ["squares", "blocks", "dots", "stars", "mixed"]))
def test_every_picture_of_a_symbol_marks_it(name: str) -> None:
    known = read_background(bias=shipped_file(f"bias/{name}.pl"))
    clauses = parse_clauses(shipped_file(f"examples/{name}.pl").read_text())
    drawn = verdict_svg(verify(clauses, known), known)
    assert len(words(drawn, "mark")) == len(words(drawn, "panel")) >= len(clauses)
    assert set(words(drawn, "caption")) <= {"its region is lost", "the dot is missed"}
