"""The study of planners: relaxations are sound, the page is what its records say."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.examples import ROOT
from support.panels import SMALL, random_panel
from support.planning import State, Task, path_of

from studies.planners import page, study
from studies.planners.relaxation import state_of, strips
from witness.puzzle.formats.pddl import pddl
from witness.puzzle.paths import solutions

STUDY = ROOT / "studies" / "planners"
SOURCE = {
    "paper": str(ROOT / "examples" / "paper.pl"),
    **{name: str(ROOT / "examples" / f"{name}.pl") for name in ("extended", "live")},
    **{f"{name}_bias": str(ROOT / "bias" / f"{name}.pl") for name in ("extended", "live")},
}


def relaxed(task: Task, state: State) -> bool:
    """Whether a goal of an exported problem is reached if nothing is deleted."""
    before = None
    while before != state:
        before = state
        for ground in task.ground.values():
            state = state.union(*(one.adds for one in ground if one.needs <= state))
    return task.wanted <= state


def test_relaxations_of_the_problem_that_is_exported_and_never_of_a_living_path() -> None:
    pytest.importorskip("pddl")
    rng = random.Random("relaxations")
    dead = living = 0
    for _ in range(80):
        puzzle = random_panel(rng, SMALL[:-1], ("triangles", "gaps"), ends=1, edge_ends=False)
        problem = strips(puzzle)
        task = Task(*pddl(puzzle).split("\n\n"))
        plan, state = (), task.start
        while (steps := [*task.steps(state)]) and rng.random() < 0.9:
            name, state = rng.choice(sorted(steps, key=str))
            plan = (*plan, name)
            if not task.solved(state) and ("at", "end") not in state:
                by_h1 = problem.dead_by_h1(state_of(puzzle, path_of(plan)))
                assert by_h1 != relaxed(task, state)
                assert not by_h1 or problem.dead_by_h2(state_of(puzzle, path_of(plan)))
                dead += by_h1
        for found in list(solutions(puzzle))[:10]:
            for length in range(1, len(found) + 1):
                state = state_of(puzzle, found[:length])
                assert not problem.dead_by_h1(state)
                assert not problem.dead_by_h2(state)
                living += 1
    assert dead > 5
    assert living > 100


def test_mistakes_are_measured() -> None:
    pytest.importorskip("pddl")
    rows = list(study.mistakes(SOURCE, side=2, boards=6, most=5, seed=1))
    assert len(rows) > 10
    for row in rows:
        assert row["h2"] >= row["h1"] >= row["π_baseline"]
        assert row["live"] >= row["extended"] >= row["π°"]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("up_fast_downward") is None, reason="there is no Fast Downward")
def test_boards_are_measured() -> None:
    rows = list(
        study.boards(SOURCE, sizes=[2], number=2, seed=1, time_limit=5, max_expansions=10_000)
    )
    assert len(rows) == 2 * 12
    assert all(row["length"] and row["expansions"] for row in rows)


@pytest.mark.slow
def test_the_page_is_what_the_records_say(tmp_path: Path) -> None:
    source = {"template": STUDY / "results.md.j2", "records": STUDY / "records.jsonl.gz"}
    written = tmp_path / "results.md"
    target = "studies/planners/results.md"
    output = {"page": str(written), "figure": str(tmp_path / "planners.svg")}
    page.write(source, output, f"snakemake --cores 2 {target}")
    assert (tmp_path / "planners.svg").read_text(encoding="utf-8").startswith("<?xml")
    text = written.read_text(encoding="utf-8").replace(str(written), target)
    assert text == (STUDY / "results.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1500
