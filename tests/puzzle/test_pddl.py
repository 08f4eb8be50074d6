"""Panels as planning problems: plans are solutions, and rules leave out what they say is lost."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.consumers import shortest
from support.examples import ROOT, TABLE_3
from support.panels import SMALL, random_panel
from support.planning import Task, path_of

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.cli import main
from witness.proof.square_rule import square_rule
from witness.puzzle.files import write_puzzles
from witness.puzzle.formats import pddl
from witness.puzzle.formats.skipping import RefusedError
from witness.puzzle.grid import Path as Line
from witness.puzzle.grid import path_edges
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.puzzle.rules import is_solution
from witness.puzzle.views.configurations import configurations

BASELINE = "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T).\n"

#: One triangle, two edges, and the head is elsewhere: it tells squares apart that are done.
SPLITTING = "f(A,B) :- notAdjacent(A,B), square(B,T,S), path(A,P), one(T), count(P,S,N), two(N).\n"


def board(rng: random.Random, **ends: bool) -> Puzzle:
    """Draw a small panel with triangles, gaps and dots."""
    while True:
        has = ("triangles", "gaps", "dots")
        found = random_panel(rng, SMALL[:-1], has, edge_ends=False, **ends)
        if not found.problems():
            return found.changed(id="p")


def written(text: str, folder: Path) -> pddl.Rule:
    """Return the rule of some clauses."""
    (folder / "rule.pl").write_text(text)
    return square_rule(folder / "rule.pl", bias=shipped_file("bias/paper.pl"))


def drawn(seed: int) -> pddl.Rule:
    """Return a rule that holds in some of the states in which a square is lost."""
    rng = random.Random(f"a rule {seed}")
    lost = {
        (one.triangles, one.state)
        for one in configurations()
        if not one.completable and rng.random() < 0.1 * (seed + 1)
    }
    return lambda triangles, state: (triangles, state) in lost


RULES: dict[str, Callable[[Path], pddl.Rule]] = {
    "baseline": partial(written, BASELINE),
    "paper": partial(written, TABLE_3),
    "splitting": partial(written, SPLITTING),
    **{f"drawn {seed}": lambda folder, seed=seed: drawn(seed) for seed in (1, 3, 6, 9)},  # type: ignore[misc]
}


def holds(rule: pddl.Rule, puzzle: Puzzle, line: Line) -> bool:
    """Whether a rule holds of some square when a path has come so far."""
    edges = {*path_edges(line)}
    for square, triangles in puzzle.triangle_at.items():
        corners = puzzle.grid.square_corners(square)
        taken = (edge in edges for edge in puzzle.grid.square_edges(square))
        visited = (corner in line for corner in corners)
        bits = (sum(one << place for place, one in enumerate(all_)) for all_ in (taken, visited))
        head = corners.index(line[-1]) if line[-1] in corners else pddl.AWAY
        if rule(triangles, (next(bits), next(bits), head)):
            return True
    return False


def task(puzzle: Puzzle, known: Mapping[int, pddl.Counter] = pddl.PLAIN) -> Task:
    return Task(pddl.domain(known), pddl.problem(puzzle, known))


def test_every_plan_is_a_solution_and_the_shortest_is_as_long() -> None:
    rng = random.Random("plans")
    seen = Counter[bool]()
    for _ in range(60):
        puzzle = board(rng, pass_goals=True)
        given = task(puzzle)
        assert given.shortest() == shortest(puzzle), puzzle
        plans = [*given.plans()]
        assert all(is_solution(puzzle, path_of(plan)) for plan in plans)
        assert all(len(plan) == len(path_of(plan)) - 1 for plan in plans)
        seen[bool(plans)] += 1
    assert min(seen[True], seen[False]) > 10


@pytest.mark.parametrize("name", RULES)
def test_a_rule_leaves_out_the_paths_on_which_it_fires_and_no_other(
    name: str, tmp_path: Path
) -> None:
    rule = RULES[name](tmp_path)
    known = pddl.counters(rule)
    rng = random.Random(name)
    left_out = 0
    for _ in range(30):
        puzzle = replace(board(rng), pass_goals=False)
        lines = [line for line, _ in walk(puzzle) if len(line) > 1]
        fired = set()
        for line in lines:
            if line[:-1] in fired or holds(rule, puzzle, line):
                fired.add(line)
        kept = [line for line in lines if line not in fired]
        given = task(puzzle, known)
        assert len(given.reached()) == len(kept) + 1, puzzle
        assert given.shortest() == shortest(puzzle)
        left_out += len(lines) - len(kept)
    assert left_out > 0


def test_what_a_rule_splits() -> None:
    """Without a rule, and with the paper's, the state of a square is its number of edges."""
    paper = pddl.counters(square_rule(ROOT / "examples" / "paper.pl"))
    assert [one.states for one in paper.values()] == [
        ("n0", "n1"), ("n0", "n1", "n2"), ("n0", "n1", "n2", "n3"), ("n0", "n1", "n2", "n3"),
    ]  # fmt: skip
    leaving = {event: turns for event, turns in paper[3].turns.items() if event[1] == pddl.AWAY}
    assert [*leaving.values()] == [(("n0", "n0"), ("n3", "n3"))] * 4


def test_the_text_is_plain_strips() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (1, 1, 3)), id="ein Rätsel (1)")
    domain, problem = pddl.pddl(puzzle).split("\n\n")
    assert "(define (problem panel-ein-R-tsel--1-)" in problem
    given = Task(domain, problem)
    assert "number" not in given.declared[":types"]
    assert given.fluents == {"at", "free", "passed", "edges"}
    assert {*given.static} == {"link-0", "link-1", "turn"}
    assert re.findall("when|forall|exists|:derived|increase", domain) == []


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("four triangles in a square", {"triangles": ((0, 0, 4),)}),
        ("a board that goes round", {"wraps": True, "cols": 3}),
    ],
)
def test_of_some_panels_no_rule_is_proved(words: str, more: dict[str, Any]) -> None:
    puzzle = replace(Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), id="p"), **more)
    assert task(puzzle).shortest() == shortest(puzzle)
    known = pddl.counters(square_rule(ROOT / "examples" / "paper.pl"))
    with pytest.raises(RefusedError, match=f"'p' has {words}.*; a planning problem .* with a rule"):
        pddl.problem(puzzle, known)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("live.pl", r"line 1: not local, .*: f\(A,B\) :- cut_off\(A\)"),
        ("extended.pl", "line 4: not local, .*reach"),
        ("unsound.pl", "line 2: not proved, refuted .*two"),
        ("dots.pl", "the clauses know dots, too"),
        ("none.pl", "cannot be read"),
    ],
)
def test_rules_that_are_refused(name: str, words: str) -> None:
    with pytest.raises(InputError, match=f"{name}: {words}"):
        square_rule(ROOT / "examples" / name)


def test_what_cannot_be_said_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), stars=((0, 0, "red"),), id="p")
    write_puzzles(tmp_path / "p.jsonl", [puzzle])
    assert main(["export", "pddl", str(tmp_path / "p.jsonl"), "-o", str(tmp_path / "made")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "'p' has stars; a planning problem in PDDL cannot say that" in told.err
    assert [file.name for file in tmp_path.iterdir()] == ["p.jsonl"]


def test_any_id_becomes_the_name_of_a_file(tmp_path: Path) -> None:
    ids = ("../up", "A b", "a_b", "a-b", "x" * 300, "x" * 301)
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),))
    write_puzzles(tmp_path / "p.jsonl", [puzzle.changed(id=one) for one in ids])
    assert main(["export", "pddl", str(tmp_path / "p.jsonl"), "-o", str(tmp_path / "made")]) == 0
    long = "panel-" + "x" * 80
    assert sorted(file.stem for file in (tmp_path / "made").iterdir()) == [
        "domain", "panel----up", "panel-A-b", "panel-a-b-2", "panel-a_b", long, f"{long}-2",
    ]  # fmt: skip


def test_a_rule_from_the_command_line(tmp_path: Path) -> None:
    """Problems with and without a rule: other domains, the same shortest plans."""
    panels = [board(random.Random(seed)).changed(id=f"p{seed}") for seed in range(6)]
    write_puzzles(tmp_path / "p.jsonl", panels)
    texts = []
    for name, more in (("plain", []), ("paper", ["--rules", str(ROOT / "examples" / "paper.pl")])):
        made = tmp_path / name
        assert main(["export", "pddl", str(tmp_path / "p.jsonl"), *more, "-o", str(made)]) == 0
        texts.append((made / "domain.pddl").read_text())
        for panel in panels:
            given = Task(texts[-1], (made / f"panel-{panel.id}.pddl").read_text())
            assert given.shortest() == shortest(panel)
    assert texts[0] != texts[1]


@pytest.mark.slow
def test_fast_downward_finds_the_same_lengths(tmp_path: Path) -> None:
    """On 200 boards, each with and without a rule."""
    found = find_spec("up_fast_downward")
    if found is None or found.origin is None:
        pytest.skip("up-fast-downward is not installed")
    driver = Path(found.origin).parent / "downward" / "fast-downward.py"
    rule = square_rule(ROOT / "examples" / "paper.pl")
    rng = random.Random("Fast Downward")
    seen = Counter[bool]()
    for number in range(200):
        puzzle = board(rng, pass_goals=number % 5 == 0)
        known = pddl.counters(rule) if number % 2 else pddl.PLAIN
        (tmp_path / "domain.pddl").write_text(pddl.domain(known))
        (tmp_path / "problem.pddl").write_text(pddl.problem(puzzle, known))
        done = subprocess.run(
            [sys.executable, driver, "domain.pddl", "problem.pddl", "--search", "astar(hmax())"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        length = re.search(r"Plan length: (\d+)", done.stdout)
        assert length or done.returncode in (11, 12), done.stdout + done.stderr
        assert (int(length[1]) if length else None) == shortest(puzzle), puzzle
        seen[length is not None] += 1
    assert min(seen[True], seen[False]) > 30
