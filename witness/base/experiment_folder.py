"""The folder of an experiment, `results/<name>/`: the version of its format, and its lock.

An experiment keeps the bias and the background that it was run with as `bias.pl` and `bk.pl`, so
that its clauses can be read when the files that they come from have changed.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import subprocess
from pathlib import Path
from typing import TextIO

from witness.base.errors import InputError, quoted
from witness.base.files import read_text, writable, write_text
from witness.base.locks import locked

#: The version of what an experiment writes. Raise it when this code could not read, or would
#: misread, what the code before it wrote.
FORMAT = 2

#: What tells that an experiment has begun to write results.
RESULTS = ("config.yaml", "puzzles", "train", "triage", "evaluate", "tables", "figures")


def experiment_of(file: str | Path) -> Path | None:
    """Return the folder of the experiment in which a file is, None if it is in none."""
    for folder in Path(os.path.realpath(file)).parents:
        try:
            # Versions that wrote no format wrote the machine.
            begun = (folder / "config.yaml").is_file() and any(
                (folder / name).is_file() for name in ("format", "machine.json")
            )
        except OSError:  # a folder that may not be looked into, or a name that is too long
            continue
        if begun:
            shown = os.path.relpath(folder)
            return folder if shown.startswith(os.pardir) else Path(shown)
    return None


def write_format(folder: str | Path) -> None:
    """Write down the version of the format; what writes first into the folder does so before."""
    write_text(Path(folder) / "format", f"{FORMAT}\n")


def check_format(folder: str | Path) -> None:
    """Raise `InputError` for results in another format than `FORMAT`, with what to do about it."""
    root = Path(folder)
    if (root / "Snakefile").is_file():
        raise InputError("no experiment; those are in its folder results/", file=root)
    if not any(_has_files(root / name) for name in RESULTS):
        return
    known = f"this version of witness reads format {FORMAT}"
    found = f"written by an earlier version, which had no format; {known}"
    if (root / "format").exists():
        text = read_text(root / "format").strip()
        if text == str(FORMAT):
            return
        found = f"written by another version, in format {quoted(text)}; {known}"
    old = f"{root}.old"
    anew = f"mv {shlex.quote(str(root))} {shlex.quote(old)}"
    if (root / "config.yaml").exists():
        anew += f" && snakemake --cores all --configfile {shlex.quote(f'{old}/config.yaml')}"
    else:
        anew += ", then start the experiment again"
    raise InputError(f"{found}; to make the results anew: {anew}", file=root)


def _has_files(place: Path) -> bool:
    """Whether it is a file, or has one; Snakemake makes empty folders before a job begins."""
    return place.is_file() or any(path.is_file() for path in place.rglob("*"))


def lock(folder: str | Path, slurm: str | None = None) -> TextIO:
    """Lock an experiment for this process, until the stream that is returned is closed.

    The lock ends with the process, however that ends. Raises `InputError`, naming the process, if
    another one holds it, and for a folder that cannot be written. Jobs of a cluster outlive their
    process: `slurm` is the name that those of this run will have, which the file keeps for the next
    one. As long as some of the run before are in the queue, the error names them.
    """
    root = Path(folder)
    with writable(root / "lock"):
        root.mkdir(parents=True, exist_ok=True)
        stream = (root / "lock").open("a+", encoding="utf-8", errors="replace")
    stream.seek(0)
    said = stream.read(500)
    if not locked(stream):
        stream.close()
        holder = said.partition("\n")[0].strip() or "another process"
        raise InputError(
            f"the experiment {root.name} is being run by {holder}; wait until that ends, or give "
            "this one another name: --config name=NAME"
        )
    try:
        before = re.search(r"^jobs of Slurm named (\S+)$", said, re.MULTILINE)
        living = jobs_named(before[1]) if before else []
    except InputError:
        stream.close()
        raise
    if living:
        stream.close()
        raise InputError(
            f"the experiment {root.name} still has jobs of a run that has ended: "
            f"{', '.join(living)}; wait until they end, or end them: scancel {' '.join(living)}"
        )
    stream.truncate(0)
    stream.write(f"process {os.getpid()} on {platform.node()}\n")
    if slurm:
        stream.write(f"jobs of Slurm named {slurm}\n")
    stream.flush()
    return stream


def jobs_named(name: str) -> list[str]:
    """Return the ids of the jobs of this name that wait or run; none where there is no Slurm.

    Raises `InputError` if Slurm is there and does not answer.
    """
    command = ["squeue", "--noheader", "--format=%i", f"--name={name}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        return []
    except subprocess.TimeoutExpired:
        raise InputError(
            f"Slurm does not say within a minute whether jobs still run: {' '.join(command)}"
        ) from None
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        raise InputError(f"Slurm does not say whether jobs still run: {' '.join(command)}: {said}")
    return done.stdout.split()
