"""A few small panels are answered in plain Python, before Numba is imported; answers are equal."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from witness.base import extras
from witness.puzzle.files import write_puzzles
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.generate.algorithms import path_set
from witness.searches import AUTO, Limits, engine
from witness.searches.predicates.written import BASELINE, NONE

SMALL = [puzzle for side in (2, 3, 4) for puzzle in path_set(side, 3, 5, random.Random(side))]


@pytest.fixture(autouse=True)
def a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no panel have been answered yet."""
    monkeypatch.setattr(extras, "_answered", 0)


@pytest.mark.parametrize("most", [None, 5, 40, 3000])
def test_auto_answers_as_the_compiled_engine(most: int | None) -> None:
    """Whether plain Python has the answer, or the search begins anew."""
    limits, engines = Limits(max_expansions=most), set()
    with extras.for_panels(extras.FEW):
        for puzzle in [*SMALL, *path_set(5, 4, 2, random.Random(1))]:
            for predicate in (NONE, BASELINE):
                found, wanted = (
                    engine(name)(puzzle, predicate, "prune", limits=limits)
                    for name in (AUTO, "compiled")
                )
                assert replace(found, seconds=0, engine="") == replace(wanted, seconds=0, engine="")
                engines.add(found.engine)
    assert engines == ({"reference", "compiled"} if most is None else {"reference", *engines})


def test_only_the_first_panels_are_answered_in_plain_python() -> None:
    panel = SMALL[0]
    engines = [answers_of(panel).engine for _ in range(extras.FEW + 1)]
    assert engines == ["reference"] * extras.FEW + ["compiled"]
    with extras.for_panels(extras.FEW):
        assert answers_of(panel).engine == "reference"
    with extras.for_panels(extras.FEW + 1):
        assert answers_of(panel).engine == "compiled"


@pytest.mark.parametrize("command", ["solve", "solve --solver auto", "count"])
def test_a_first_command_does_not_import_numba(command: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    write_puzzles(file, SMALL[:3])
    words = [*command.split(), str(file)]
    program = (
        f"import sys, witness.cli; witness.cli.main({words}); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
