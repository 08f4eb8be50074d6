"""Jobs that are forked from a warm process are processes as if Python had been started for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Runs the scripts that it is given in one warm process, and prints their statuses.
RUN = """
import json, sys
from witness.pipeline import warm
print(json.dumps([warm.run(script, WHAT="this job") for script in sys.argv[1:]]))
"""


def statuses(place: Path, *scripts: str) -> list[int]:
    """The exit statuses of scripts, which are run in a folder."""
    for number, text in enumerate(scripts):
        (place / f"{number}.py").write_text(text)
    names = [f"{number}.py" for number in range(len(scripts))]
    known = os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, "-c", RUN, *names]
    done = subprocess.run(command, cwd=place, env=known, capture_output=True, text=True, check=True)
    found: list[int] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("pass", 0),
        ("import sys; sys.exit(2)", 2),
        ("import sys; sys.exit('why')", 1),
        ("1 / 0", 1),
        ("import no_such_module", 1),
        ("import os; os.kill(os.getpid(), 9)", -9),
    ],
)
def test_the_status_is_that_of_the_script(tmp_path: Path, script: str, status: int) -> None:
    assert statuses(tmp_path, script, "pass") == [status, 0]


def test_a_job_finds_its_imports_and_nothing_of_another(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text("import os; where = os.getpid(); known = []")
    job = """
import json, os, sys
import shared
said = [os.environ["WHAT"], shared.where == os.getpid(), [*shared.known]]
shared.known.append(os.environ.pop("WHAT"))
with open(sys.argv[0] + ".said", "w") as file:
    json.dump(said, file)
"""
    assert statuses(tmp_path, job, job) == [0, 0]
    for number in range(2):
        assert json.loads((tmp_path / f"{number}.py.said").read_text()) == ["this job", False, []]
