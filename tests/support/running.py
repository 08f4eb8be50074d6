"""Commands of the documentation, run as a reader would run them in a copy of the checkout."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from support import snakemake_server
from support.examples import ROOT

from witness.cli import main

#: What a shell does and `shlex.split` does not: pipes, redirections, patterns, variables.
SHELL = re.compile(r"[|<>&;*?$`(]")


class Outcome(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


def copy_of_tracked_files(place: Path) -> Path:
    """Copy the files that are shipped, and no others, into an empty folder."""
    if not (ROOT / ".git").exists():
        return copied_whole(place)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    return place


def copied_whole(place: Path) -> Path:
    """Copy what has been unpacked where there is no git: all but what only running it leaves."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    names = [line.rstrip("/") for line in lines if not line.startswith(("/", "!"))]
    left_out = shutil.ignore_patterns(*names)
    return shutil.copytree(ROOT, place, ignore=left_out, dirs_exist_ok=True)


def run(text: str, place: Path) -> Outcome:
    """Run a command in a folder: `witness` in this process, unless it needs a shell."""
    outside_quotes = re.sub(r"'[^']*'|\"[^\"]*\"|#.*", "", text)
    words = shlex.split(text, comments=True)
    if words[0] == "witness" and not SHELL.search(outside_quotes):
        return witness(words[1:], place)
    return typed(text, place)


def typed(text: str, place: Path, given: str | None = None) -> Outcome:
    """Run what a user types in a folder, in a shell with the real programs.

    Standard input has what is `given`.
    """
    done = subprocess.run(
        ["bash", "-c", text], cwd=place, env=_environment(place), text=True, input=given or "",
        capture_output=True,
    )  # fmt: skip
    return Outcome(done.returncode, done.stdout, done.stderr)


def started(text: str, place: Path) -> subprocess.Popen[str]:
    """Start what a user types in a folder."""
    return subprocess.Popen(
        ["bash", "-c", text], cwd=place, env=_environment(place), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def witness(arguments: list[str], place: Path) -> Outcome:
    """Run a command of `witness` in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        contextlib.chdir(place),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
    printed = []
    for stream in (out, err):
        stream.flush()
        printed.append(stream.buffer.getvalue().decode())
    return Outcome(int(status or 0), *printed)


def snakemake(calls: list[list[str]], place: Path) -> list[Outcome]:
    """Run Snakemake with each list of arguments."""
    variables = _environment(place)
    done = [snakemake_server.snakemake(place, arguments, variables) for arguments in calls]
    return [Outcome(one.returncode, "", one.stdout + one.stderr) for one in done]


def _environment(place: Path) -> dict[str, str]:
    """Return variables with which the programs are those of this checkout, and home is not."""
    programs = place / ".programs"
    programs.mkdir(exist_ok=True)
    for name, module in {
        "witness": "-P -m witness",  # not that of the folder, which would be compiled anew
        "snakemake": "-m snakemake",
        "python": "",
    }.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {module} "$@"\n')
        program.chmod(0o755)
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    cache = os.environ.get("NUMBA_CACHE_DIR", str(Path.home() / ".cache/witness"))
    own = {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(place), "NUMBA_CACHE_DIR": cache}
    return {**os.environ, **own}
