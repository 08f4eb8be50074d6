"""A stand-in for Popper: an executable of Python code, and what the real one prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from witness.base.errors import InputError
from witness.clauses.learners import learn
from witness.clauses.learners.settings import Settings

CASES = Path(__file__).parents[1] / "data" / "popper_cases"
CASE = CASES / "2x3_0_puzzle"

#: What Popper 4.3.0 prints for CASE, but for most of its statistics.
SOLVED = """\
********** SOLUTION **********
Precision:1.00 Recall:0.36 TP:38 FN:68 TN:34 FP:0 Size:30
f(V0,V1):- adjacent(V0,V1),path(V0,V3),len(V3,V2),two(V2).
f(V0,V1):- path(V0,V3),square(V1,V2,V4),count(V3,V4,V5),greaterThan(V5,V2).
f(V0,V1):- square(V1,V5,V3),path(V0,V2),count(V3,V2,V5),len(V2,V4),three(V4).
f(V0,V1):- notAdjacent(V0,V1),square(V1,V2,V5),path(V0,V4),count(V4,V5,V3),one(V3),greaterThan(V2,V3).
f(V0,V1):- path(V0,V2),notAdjacent(V0,V1),square(V1,V4,V5),len(V5,V3),count(V2,V5,V4),len(V2,V3).
******************************
Num. programs: 6026
Total execution time: 67.56s
"""  # noqa: E501
LOG = """\
19:57:22 New best hypothesis:
19:57:22 tp:38 fn:68 tn:34 fp:0 size:30
"""

StandIn = Callable[[str], Settings]


def executable(place: Path, code: str) -> Settings:
    """Write the code as an executable; give the settings to run it."""
    program = place / "bin" / "popper-ilp"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!{sys.executable}\n{code}\n")
    program.chmod(0o755)
    return Settings(command=str(program), timeout=60, memory_limit=2000)


def prints(out: str, err: str = "", status: int = 0) -> str:
    return f"import sys; sys.stdout.write({out!r}); sys.stderr.write({err!r}); sys.exit({status})"


def run(settings: Settings, output: Path, case: Path = CASE) -> dict[str, Any]:
    record = learn(case, output, learner="popper", settings=settings)
    assert json.loads((output / "result.json").read_text()) == record
    return record


def refused(settings: Settings, case: Path, output: Path) -> str:
    """Learn, which must fail with one line and write nothing; give the line."""
    with pytest.raises(InputError) as caught:
        learn(case, output, learner="popper", settings=settings)
    assert not output.exists()
    assert "\n" not in str(caught.value)
    return str(caught.value)
