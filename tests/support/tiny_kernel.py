"""A kernel that is compiled in no time, for what has to be compiled again and again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.examples import ROOT

#: Two modules: a kernel with two functions that Python calls, and what these use.
MODULES = {
    "tiny_kernel.py": """
from numba import types
from tiny_parts import twice

def double(number):
    return twice(number)

def quadruple(number):
    return twice(twice(number))

def signatures():
    return {name: types.int64(types.int64) for name in ("double", "quadruple")}
""",
    "tiny_parts.py": """
from witness.base.machine_code import inner

@inner
def twice(number):
    return 2 * number
""",
}

#: Loads the kernel; where MEET names a folder, not before another process does.
USE = """
import os, time
from pathlib import Path
import numba, tiny_kernel, tiny_parts
from witness.base import machine_code

if "MEET" in os.environ:
    place = Path(os.environ["MEET"])
    (place / str(os.getpid())).touch()
    while len(list(place.iterdir())) < 2:
        time.sleep(0.01)
code = machine_code.load(tiny_kernel, tiny_parts, note="the tiny kernel", usual_seconds=1)
assert (code.double(21), code.quadruple(21)) == (42, 84)
"""


def write_kernel(folder: Path) -> Path:
    """Write the modules into a new folder."""
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / name).write_text(text)
    return folder


def start(kernel: Path, *, before: str = "", **variables: str) -> subprocess.Popen[str]:
    """Use the kernel of a folder in a process that has no home folder and these variables alone."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": f"{ROOT}:{kernel}",
        **variables,
    }
    command = [sys.executable, "-P", "-c", before + USE]  # -P: not from the working directory
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
