"""Scripts of the page, run by Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

#: Reads what to call from standard input: a list of [function of `witness`, arguments].
DRIVER = """
const calls = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(([name, args]) => witness[name](...args))));
"""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


def answers(script: str, calls: list[tuple[str, list[Any]]], place: Path) -> list[Any]:
    """Return what functions of `witness` answer, after running a script; `place` is a folder."""
    file = place / "script.js"
    file.write_text(script + DRIVER, encoding="utf-8")
    done = subprocess.run(
        ["node", str(file)], input=json.dumps(calls), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    assert len(found) == len(calls)
    return found
