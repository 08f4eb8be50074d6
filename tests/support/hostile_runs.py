"""Runs hostile inputs, each in a process of its own, and says what is wrong with what they did.

By hand, for other seeds than those of the tests: python -m support.hostile_runs FIRST COUNT
(in tests/, with the checkout on PYTHONPATH).
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.examples import ROOT
from support.hostile import Case, case, good_commands
from support.running import witness

#: Seconds of processor time, and seconds, after which a command has not kept its limits.
PROCESSOR, WALL = 20, 120
#: Bytes that a command may take.
MEMORY = 3 << 30
#: The longest line on standard error, in letters.
LONGEST = 700

NOTICE = re.compile(
    r"witness: (compiling .* the first time only|.*(engine|rater).* used|step \d+: .*|"
    r"\d+ puzzles? .*|.* skipped.*|.*column \d+: .* is false\b.*)"
)


def results(seeds: list[int]) -> Iterator[dict[str, Any]]:
    """Run cases in a process that forks one for each; yield what they did."""
    with tempfile.TemporaryDirectory() as place:
        process = subprocess.Popen(
            [sys.executable, "-m", "support.hostile_runs", "--serve", place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with process:
            process.stdin.write(json.dumps(seeds) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                yield json.loads(line)
        assert process.returncode == 0


def serve(place: Path) -> None:
    """Run the cases whose numbers stand on standard input; write a line for each.

    A fork may end as a process does: nothing here may clean up behind it.
    """
    answers = os.fdopen(os.dup(1), "w")
    warm_up(place)
    for seed in json.loads(sys.stdin.readline()):
        folder = place / str(seed)
        print(json.dumps(run(case(seed), folder)), file=answers, flush=True)
        shutil.rmtree(folder)


def warm_up(place: Path) -> None:
    """Import what commands need and load their machine code, which every fork then has."""
    for words, files in good_commands():
        write(files, place / "good")
        outcome = witness(words, place / "good")
        if outcome.status:  # what compiles code may meet the command's time limit, once
            outcome = witness(words, place / "good")
        assert outcome.status == 0, (words, outcome)


def write(files: dict[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def run(chosen: Case, folder: Path) -> dict[str, Any]:
    """Run a case in a fork."""
    write(chosen.files, folder)
    before = contents(folder)
    printed = folder.with_suffix(".err")
    process = os.fork()
    if not process:
        os.chdir(folder)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number, stream in enumerate(
            (nothing, nothing, os.open(printed, os.O_WRONLY | os.O_CREAT))
        ):
            os.dup2(stream, number)
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        from witness.cli import main

        sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))  # noqa: SIM115
        try:
            status = main(chosen.arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        finish(status)
    status, seconds = wait(process)
    err = printed.read_bytes().decode(errors="replace")
    printed.unlink()
    return {
        "seed": chosen.seed,
        "kind": chosen.kind,
        "arguments": chosen.arguments,
        "status": status,
        "seconds": round(seconds, 2),
        "faults": faults(chosen, status, err, before, folder),
        "error": err[-1000:],
    }


def finish(status: int) -> None:
    """End this process as Python does; at once where no thread is left that could mind."""
    sys.stdout.flush()
    sys.stderr.flush()
    if len(list(Path("/proc/self/task").iterdir())) == 1:
        os._exit(status)
    sys.exit(status)


def wait(process: int) -> tuple[int, float]:
    """Return the status of a process, and its processor time; kill it if it takes too much."""
    end = time.monotonic() + WALL
    pages = Path(f"/proc/{process}/statm")
    while True:
        done, status, usage = os.wait4(process, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
        size = int(pages.read_text().split()[1]) * resource.getpagesize() if pages.exists() else 0
        if time.monotonic() > end or size > MEMORY:
            os.kill(process, signal.SIGKILL)
        time.sleep(0.005)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def faults(
    chosen: Case, status: int, err: str, before: dict[str, bytes], folder: Path
) -> list[str]:
    """Return what a command did that none should do."""
    found = []
    if status not in (0, 2):
        limit = " (over its limits)" if status in (-signal.SIGXCPU, -signal.SIGKILL) else ""
        found.append(f"status {status}{limit}")
    printed = err.splitlines()
    lines = [line for line in printed[:-1] if not NOTICE.fullmatch(line)] + printed[-1:]
    if "Traceback" in err:
        found.append("traceback")
    if status == 2 and not (len(lines) == 1 and lines[0].startswith("witness")):
        found.append(f"{len(lines)} lines on standard error in place of one")
    if any(len(line) > LONGEST for line in lines):
        found.append("a line on standard error that is too long")
    if any(
        ord(letter) < 32 or letter in "\x7f\x85\u2028\u2029" for line in lines for letter in line
    ):
        found.append("control characters on standard error")
    after = contents(folder)
    changed = {name: text for name, text in after.items() if before.get(name) != text}
    if status == 2 and changed:
        found.append(f"left {sorted(changed)} after an error")
    found += [
        f"{name} is not complete" for name, text in changed.items() if not complete(name, text)
    ]
    found += [f"{name} is gone" for name in before if name not in after]
    if chosen.kind != "options" and status == 0 and "-o" in chosen.arguments:
        wanted = folder / chosen.arguments[chosen.arguments.index("-o") + 1]
        found += [] if wanted.exists() else [f"no {wanted.name}"]
    return found


def complete(name: str, text: bytes) -> bool:
    """Return whether a file is one that a command writes as a whole."""
    try:
        plain = text.decode()
        if name.endswith(".json"):
            json.loads(plain)
        elif name.endswith(".jsonl"):
            return all(map(json.loads, plain.splitlines())) and plain[-1:] in ("", "\n")
        elif name.endswith(".svg"):
            return plain.rstrip().endswith("</svg>")
    except ValueError:
        return False
    return not name.rpartition("/")[2].startswith(".") and plain[-1:] in ("", "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(Path(sys.argv[2]))
    else:
        first, count = map(int, sys.argv[1:])
        for result in results(list(range(first, first + count))):
            if result["faults"] or result["seconds"] > 5:
                print(json.dumps(result, ensure_ascii=False), flush=True)
