"""Which inference rule is implied by which, on local configurations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.examples import TABLE_3

from witness.cli import main
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.relations import (
    APART,
    EQUAL,
    IMPLIED,
    OVERLAPPING,
    STRONGER,
    by_clause,
    comparable,
    refusals,
    relation,
    table,
)
from witness.puzzle.views.configurations import configurations


def refused(names: str) -> dict[str, frozenset[object]]:
    return {found.rule.name: found.completable for found in table(rules(names))}  # type: ignore[misc]


@pytest.fixture
def paper(tmp_path: Path) -> str:
    file = tmp_path / "paper.pl"
    file.write_text(TABLE_3, encoding="utf-8")
    return str(file)


def test_relation() -> None:
    a, b, c = (frozenset(s) for s in ("ab", "abc", "bd"))
    assert relation(a, a) == EQUAL  # type: ignore[arg-type]
    assert (relation(a, b), relation(b, a)) == (IMPLIED, STRONGER)  # type: ignore[arg-type]
    assert relation(a, c) == OVERLAPPING  # type: ignore[arg-type]
    assert relation(a, frozenset("d")) == APART  # type: ignore[arg-type]


def test_the_thesis_rules_imply_lines_two_and_three(paper: str) -> None:
    """Where a square is not lost yet: to leave three triangles too early is to not go along."""
    found = {f.rule.name: f for f in table(by_clause(rules(f"thesis,{paper}")))}
    along, three = found["along"].completable, found["three"].completable
    two_and_three = found[f"{paper}:2"].completable | found[f"{paper}:3"].completable
    assert relation(two_and_three, along) == IMPLIED
    # At the first corner, no edge is on the path yet, and lines two and three are silent.
    assert relation(three, two_and_three) == APART
    assert all(triangles == 3 and not edges and to == -1 for triangles, edges, _, to in three)


def test_rules_refuse_only_what_loses_the_square() -> None:
    """By the other definition: after a refused move, the square cannot get its edges any more."""
    lost = {(c.triangles, c.state) for c in configurations() if not c.completable}
    for rule in rules("thesis,full,paper"):
        if not comparable(rule):
            continue
        for triangles, edges, corners, to in refusals(rule).completable:
            before = next(
                c for c in configurations()
                if (c.triangles, c.edges, c.corners) == (triangles, edges, corners)
            )  # fmt: skip
            used, visited, head = before.state
            if to >= 0 and head >= 0:
                sides = ((0, 1), (2, 3), (0, 2), (1, 3))
                used |= 1 << next(n for n, ends in enumerate(sides) if {*ends} == {head, to})
            visited |= 1 << to if to >= 0 else 0
            assert (triangles, (used, visited, to)) in lost, (rule.name, before, to)


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    length = tmp_path / "length.pl"
    length.write_text("f(A,B) :- path(A,P), len(P,N), two(N), square(B,T,S), one(T).\n", "utf-8")
    found = {rule.name: comparable(rule) for rule in rules(f"thesis,baseline,{length}")}
    assert found == {
        "wall": False, "corners": True, "colours": False, "dots": False, "along": True,
        "three": True, "baseline": True, str(length): False,
    }  # fmt: skip


def test_rules_about_other_symbols_are_compared_with_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They say nothing of a square with triangles, or more than that."""
    names = [f"examples/{name}.pl" for name in ("squares", "stars", "dots", "mixed")]
    said = by_clause(rules(",".join(names)))
    assert len(said) > len(names)
    assert not any(map(comparable, said))
    assert table(said) == []
    assert main(["lab", "rules", "--rules", f"corners,{names[0]}"]) == 0
    out = capsys.readouterr().out
    assert "this is true of some coloured square: " in out
    assert "compared with none: examples/squares.pl:1, examples/squares.pl:2\n" in out


def test_the_command(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "rules", "--rules", f"thesis,full,{paper}"]) == 0
    out = capsys.readouterr().out
    assert "wall (sound)" in out
    assert re.search(rf"along +∩ ⊃ {re.escape(paper)}:2\n", out)
    assert re.search(rf"full +106 +32\n.*{re.escape(paper)}:1 +106 +32\n", out)
    assert "compared with none: wall, colours, dots\n" in out
    assert "the head of the path is not a corner of the square" in out


def test_the_command_about_rules_that_are_not_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.pl"
    file.write_text(
        "f(A,B) :- square(B,T,S), three(T), path(A,P), count(P,S,N), one(N).\n", "utf-8"
    )
    assert main(["lab", "rules", "--rules", str(file)]) == 0
    assert "(unsound)\n" in capsys.readouterr().out
    assert main(["lab", "rules", "--rules", "none"]) == 0
    assert capsys.readouterr().out == "no rules\n"
