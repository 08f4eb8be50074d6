"""Every command with --resume, killed and interrupted as a user does it, goes on where it was."""

from __future__ import annotations

import csv
import json
import random
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from support.commands import COMMANDS, command_of, options
from support.examples import ROOT
from support.exchange import panel
from support.running import started, typed, witness
from support.sizes import some

from witness.puzzle.files import write_puzzles
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle

#: What a user types, besides -o. Each takes long enough to be stopped twice.
RESUMED = (
    "solve four.jsonl --engine reference --predicate none",
    "count three.jsonl --solver clingo",
    "rate four.jsonl --rules none",
    "enumerate empty.jsonl --limit 3000",
    "generate random --count 300 --unique --max-size 4",
    "generate path --rows 3 --cols 3 --count 60 --difficulty remuse:4..",
    "generate all --rows 2 --cols 3 --symbols 3 --where 'solutions > 1'",
    "import windmill links.txt",
    "import witnesspuzzles texts.txt",
    "import levin levin.txt",
)

#: How many panels the files for imports have.
MANY = 1500


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands read."""
    made = tmp_path_factory.mktemp("place")
    for name, side in (("three", 3), ("four", 4)):
        puzzles = random_set(30, side, side, random.Random(1), name)
        write_puzzles(made / f"{name}.jsonl", puzzles)
    write_puzzles(made / "empty.jsonl", [Puzzle(5, 5, ((0, 0),), ((5, 5),), id="empty")])
    link = windmill_link(Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),)))
    (made / "links.txt").write_text("".join(f"{n}\t{link}\n" for n in range(MANY)))
    texts = (json.dumps(panel(name=str(n))) for n in range(MANY))
    (made / "texts.txt").write_text("\n".join(texts))
    (made / "levin.txt").write_text("Size: 1 2\nInit: 1 0\nGoal: 0 2\n\n" * MANY)
    for number in range(1, 4):
        shutil.copytree(ROOT / "tests/data/popper_cases/2x2_1_puzzle", made / f"task-{number}")
    return made


def test_every_command_that_resumes_is_in_the_table() -> None:
    there_are = {n for n in COMMANDS if any(one.dest == "resume" for one in options(n))}
    assert {command_of(shlex.split(line)) for line in RESUMED} == there_are


def kept(part: Path) -> list[str]:
    """Return the whole lines of what a run has found so far."""
    text = part.read_text(encoding="utf-8") if part.exists() else ""
    return text.splitlines(keepends=True)[: text.count("\n")]


def stopped(line: str, place: Path, part: Path, number: signal.Signals) -> subprocess.Popen[str]:
    """Start a command, and send it a signal when it has kept something more."""
    before = len(kept(part))
    process = started(line, place)
    while len(kept(part)) <= before:
        assert process.poll() is None, process.communicate()
        time.sleep(0.001)
    process.send_signal(number)
    return process


def comparable(file: Path) -> list[Any]:
    """Return the records of a file without times; of a table, the first columns and the last."""
    text = file.read_text(encoding="utf-8")
    if not text.startswith("{"):
        return [(row[:5], row[7:]) for row in csv.reader(text.splitlines())]
    found = [json.loads(line) for line in text.splitlines()]
    return [{key: value for key, value in one.items() if key != "seconds"} for one in found]


@pytest.mark.slow
@pytest.mark.parametrize("line", some(2, RESUMED))
def test_it_goes_on(line: str, place: Path, tmp_path: Path) -> None:
    whole, out, part = (tmp_path / name for name in ("whole", "out", "out.part"))
    assert witness([*shlex.split(line), "-o", str(whole)], place).status == 0
    typed_line = f"witness {line} -o {out}"
    killed = stopped(typed_line, place, part, signal.SIGKILL)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    found = kept(part)
    with part.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "')  # as if killed in a line
    interrupted = stopped(f"{typed_line} --resume", place, part, signal.SIGINT)
    said = interrupted.communicate()[1].splitlines()[-1]
    assert interrupted.returncode == 2, said
    again = kept(part)
    assert again[: len(found)] == found
    assert f"interrupted; {part} has the {len(again)} " in said
    assert said.endswith("go on with --resume")
    assert not out.exists()
    done = typed(f"{typed_line} --resume", place)
    assert (done.status, done.out) == (0, ""), done
    assert comparable(out) == comparable(whole)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "whole"}
