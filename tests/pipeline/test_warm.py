"""Jobs that are forked from a warm process are processes as if Python had been started for them."""

import json
import os
import subprocess
import sys
from pathlib import Path

#: Runs all scripts of the folder in one warm process, and prints their statuses.
RUN = """
import glob
from witness.pipeline import warm
print([warm.run(script, WHAT="this job") for script in sorted(glob.glob("?.py"))])
"""
JOB = """
import json, os, shared, sys
print("\\n", json.dumps([os.environ["WHAT"], shared.where == os.getpid(), shared.known]))
shared.known.append(os.environ.pop("WHAT"))
"""
SCRIPTS = {
    JOB: 0,
    JOB + "sys.exit(2)": 2,
    "import sys; sys.exit('why')": 1,
    "1 / 0": 1,
    "import no_such_module": 1,
    "import os; os.kill(os.getpid(), 9)": -9,
    "pass": 0,
}


def test_a_job_has_its_status_finds_its_imports_and_nothing_of_another(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text("import os; where = os.getpid(); known = []")
    for number, text in enumerate(SCRIPTS):
        (tmp_path / f"{number}.py").write_text(text)
    known = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, "-c", RUN]
    done = subprocess.run(
        command, cwd=tmp_path, env=known, capture_output=True, text=True, check=True
    )
    said = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    assert said == [["this job", False, []], ["this job", False, []], [*SCRIPTS.values()]]
    assert "ZeroDivisionError" in done.stderr
