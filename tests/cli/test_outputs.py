"""A run that is refused or fails leaves no earlier output that could be taken for its own.

What an earlier run wrote is kept under another name.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from support.examples import ROOT
from support.learning import CASES
from support.running import witness

from witness.clauses.language.reader import read_hypothesis
from witness.cli import ROWS, load
from witness.cli.outputs import Output
from witness.cli.signature import Command, _flat, _parameters, dashed

#: What commands are given besides a damaged file; those that take none get it as an option, or
#: something else that they refuse.
MORE = {
    "generate random": "--count 1 --difficulty remuse:0.. --rules damaged",
    "generate path": "--rows 2 --cols 2 --count 1 --difficulty remuse:0.. --rules damaged",
    "generate all": "--rows 1 --cols 1 --symbols 1 --rules damaged",
    "lab rules": "--rules damaged",
    "suggest": "--aim harder",
    "learn": "--until-proved",
    "best": "--bias damaged",
}


def outputs(command: Command) -> dict[str, Output]:
    """Return the outputs that a command may be told, by the names of their options."""
    options = ((one.name, one.option) for one in _flat(_parameters(command.run)))
    return {name: option.read for name, option in options if isinstance(option.read, Output)}


def commands() -> Iterator[Command]:
    yield from filter(outputs, map(load, ROWS))


def started(words: list[str], place: Path, stdin: Any = None) -> subprocess.Popen[str]:
    """Start a command as a user does: in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "witness", *words], cwd=place, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE,
        stdin=stdin or subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def run(words: list[object], place: Path) -> tuple[int, str]:
    """Run a command in this process; return its status, and what it says."""
    with patch("sys.stdin", StringIO()):
        done = witness([*map(str, words)], place)
    return done.status, done.err


def files(place: Path) -> dict[str, str]:
    found = (one for one in sorted(place.rglob("*")) if one.is_file())
    return {str(one.relative_to(place)): one.read_text(errors="replace") for one in found}


def aside(found: dict[str, str]) -> dict[str, str]:
    """Return the files that there are when earlier outputs have stepped aside."""
    return {name + ".old" * (text == "earlier\n"): text for name, text in found.items()}


@pytest.fixture
def task(tmp_path: Path) -> Path:
    shutil.copytree(CASES / "2x2_1_puzzle", tmp_path / "task")
    return tmp_path / "task"


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["is missing", "is damaged"])
@pytest.mark.parametrize("command", [*commands()], ids=lambda command: command.words)
def test_a_refused_run(command: Command, damage: str, tmp_path: Path) -> None:
    if damage == "is damaged":
        (tmp_path / "damaged").write_bytes(b"\x00(]\xff{")
    (tmp_path / "foreign").mkdir()
    words: list[object] = [*command.words.split()]
    takes = [one.name for one in _flat(_parameters(command.run)) if not one.named]
    words += ["damaged"] * len(takes) + MORE.get(command.words, "").split()
    assert "damaged" in words
    for name, output in outputs(command).items():
        ending = ".svg" if name in ("picture", "sheet") else ".out"
        place = Path("foreign") if output.names else Path(f"foreign/{name}{ending}")
        words += [dashed(name), place]
        for file in output.names or [""]:
            (tmp_path / place / file).write_text("earlier\n")
    for name in ("output.out.part", "notes.txt", "asp.log"):
        (tmp_path / "foreign" / name).write_text('{"id": "a"}\n')
    every = files(tmp_path)
    assert "earlier\n" in every.values()
    status, said = run(words, tmp_path)
    assert status == 2, said
    assert said.splitlines()[-1].startswith("witness"), said
    # A name of what does not come with the project is refused as the line is read.
    named = damage == "is missing" and command.words in ("best", "lab lemmas")
    assert files(tmp_path) == (every if named else aside(every))


def earlier(folder: Path) -> None:
    for name in ("hypothesis.pl", "result.json", "popper.log"):
        (folder / name).write_text("earlier\n")


@pytest.mark.parametrize(
    "options",
    [
        ["--max-clauses", 2, "--learner", "popper", "--command", "/nowhere"],
        ["--learner", "recorded", "--hypotheses", "/nowhere"],
        ["--test", "no-such-file.pl"],
        ["--test", "task/exs.pl", "--until-proved"],
        ["--rounds", 3],
        ["--popper-option", "solver=rc2"],
    ],
)
def test_learning_that_is_refused(options: list[object], task: Path) -> None:
    """Into the folder of the task, and into another; what is wrong is not in the files."""
    for target in ([], ["-o", "other"]):
        results = task.parent / "other" if target else task
        results.mkdir(exist_ok=True)
        earlier(results)
        before = files(results)
        status, said = run(["learn", "task", *options, *target], task.parent)
        assert status == 2
        assert files(results) == aside(before)
        assert f"{results.name}/result.json.old" in said.splitlines()[0]


def test_a_limit_before_any_clause(task: Path) -> None:
    """No empty hypothesis stands in place of what an earlier run learned, whatever comes next."""
    for more in ([], ["--until-proved"]):
        assert run(["learn", "task", *more], task.parent)[0] == 0
        learned = (task / "hypothesis.pl").read_text()
        for _ in range(2):
            status, said = run(["learn", "task", *more, "--timeout", 0.001], task.parent)
            assert (status, "no clause was found" in said) == (0, True), said
            assert json.loads((task / "result.json").read_text())["status"] == "timeout"
            assert not read_hypothesis(task / "hypothesis.pl")
            assert (task / "hypothesis.pl.earlier").read_text() == learned


def test_what_was_replaced_goes(task: Path) -> None:
    earlier(task)
    assert run(["learn", "task"], task.parent)[0] == 0
    assert not [name for name in files(task) if name.endswith(".old")]


def test_an_experiment_is_not_learned_over(task: Path) -> None:
    (task.parent / "config.yaml").touch()
    (task.parent / "format").touch()
    earlier(task)
    before = files(task.parent)
    status, said = run(["learn", "task"], task.parent)
    assert (status, files(task.parent)) == (2, before)
    assert "-o DIR" in said
    assert run(["learn", "task", "-o", "other"], task.parent)[0] == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--learner", "apsp"],
        ["--timeout", "soon"],
        ["--seed", 1, "--max-body", 0],
        ["--until-prove"],
        ["another", "task"],
    ],
)
def test_a_line_that_is_no_command_touches_nothing(options: list[object], task: Path) -> None:
    earlier(task)
    before = files(task)
    assert run(["learn", "task", *options], task.parent)[0] == 2
    assert files(task) == before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_learning_that_is_killed(number: signal.Signals, task: Path) -> None:
    earlier(task)
    before = files(task)
    os.mkfifo(task.parent / "test.pl")  # for which it waits
    process = started(["learn", "task", "--test", "test.pl"], task.parent)
    while files(task) != aside(before) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(number)
    process.communicate()
    assert process.returncode == -number
    assert files(task) == aside(before)


def test_what_can_go_on_stays(task: Path) -> None:
    """Counterexamples of a loop that was cut short, and records in FILE.part."""
    learn = ["learn", "task", "--until-proved"]
    assert run([*learn, "--rounds", 1], task.parent)[0] == 0
    part = (task / "result.json.part").read_text()
    assert run([*learn, "--learner", "recorded", "--hypotheses", "/nowhere"], task.parent)[0] == 2
    assert not (task / "result.json").exists()
    assert (task / "result.json.part").read_text() == part
    assert run(learn, task.parent)[0] == 0
    assert not (task / "result.json.part").exists()
    panels = ROOT / "examples" / "panels.jsonl"
    (task / "out.jsonl").write_text("earlier\n")
    (task / "out.jsonl.part").write_text('{"id": "a"}\n')
    assert run(["count", panels, "-o", "task/out.jsonl"], task.parent)[0] == 2
    assert not (task / "out.jsonl").exists()
    assert (task / "out.jsonl.part").read_text() == '{"id": "a"}\n'


@pytest.mark.parametrize(
    "words",
    [
        "explain missing.pl p.pl -o p.pl",
        "explain missing.pl p.pl -o hard-link.pl",
        "explain missing.pl p.pl -o link.pl",
        "explain missing.pl --bias bias/p.pl -o bk/p.pl",
        "solve missing.jsonl --predicate examples/p.pl -o bias/p.pl",
        "solve missing.jsonl --predicate examples/p.pl -o bk/p.pl",
        "explain --python task/bias.pl -o task/bk.pl",
        "examples missing.jsonl --bias task/bias.pl -o task",
        "hypotheses task -o task/exs.pl",
        "compare task -o task/exs.pl",
        "learn task --until-proved --picture p.svg --test p.svg",
        "count - -o p.pl",
    ],
)
def test_what_may_be_read_stays(words: str, task: Path) -> None:
    """Also where the command is refused before it comes to that file."""
    place = task.parent
    for name in ("p.pl", "p.svg", "bias/p.pl", "bk/p.pl", "examples/p.pl"):
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text("earlier\n")
    os.link(place / "p.pl", place / "hard-link.pl")
    (place / "link.pl").symlink_to("p.pl")
    before = files(place)
    if "-" in words.split():  # the descriptor says which file it is
        with (place / "p.pl").open() as stream:
            process = started(words.split(), place, stream)
            said = process.communicate(timeout=300)[1]
        status = process.returncode
    else:
        status, said = run([*words.split()], place)
    assert (status, files(place)) == (2, before), said


def test_what_is_no_file_stays(task: Path) -> None:
    """A link stays one, and a pipe stays."""
    place = task.parent
    (place / "target").write_text("earlier\n")
    (place / "link").symlink_to("target")
    os.mkfifo(place / "pipe")
    for name in ("link", "pipe"):
        assert run(["explain", "missing.pl", "-o", name], place)[0] == 2
    assert (place / "link").is_symlink()
    assert (place / "pipe").is_fifo()
    assert not (place / "target").exists()


def test_every_option_that_names_a_file_to_write_is_an_output() -> None:
    """Its help says that something is written; a command without outputs has no -o."""
    for words in ROWS:
        for one in _flat(_parameters(load(words).run)):
            if one.named and one.option.metavar in ("FILE", "DIR"):
                says = one.name == "output" or one.option.help.startswith(("write", "draw"))
                assert says == isinstance(one.option.read, Output), (words, one.name)


@pytest.mark.parametrize(
    "words",
    [
        "solve nosuch.jsonl",
        "solve panel.jsonl --search levin --mode sort",
        "export windmill panel.jsonl",
    ],
)
def test_what_is_read_only_stays(words: str, tmp_path: Path) -> None:
    """A run that is refused leaves no other earlier output."""
    shutil.copy(ROOT / "examples/panels.jsonl", tmp_path / "panel.jsonl")
    (out := tmp_path / "out.jsonl").write_text("old")
    out.chmod(0o444)
    status, said = run([*words.split(), "-o", "out.jsonl"], tmp_path)
    assert (status, said.count("\n"), out.read_text()) == (2, 1, "old")
    out.chmod(0o644)
    status, _ = run([*words.split(), "-o", "out.jsonl"], tmp_path)
    assert out.exists() == (status == 0)
    assert (tmp_path / "out.jsonl.old").exists() == (status == 2)


def test_a_pipe_may_come_from_the_earlier_output(tmp_path: Path) -> None:
    panels = (ROOT / "examples/panels.jsonl").read_text().splitlines()[0] + "\n"
    (file := tmp_path / "p.jsonl").write_text(panels)
    command = f"(sleep 1; cat p.jsonl) | {sys.executable} -m witness export windmill - -o p.jsonl"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, check=True)
    assert "windmill" in file.read_text()
    broken = command.replace("cat", "head -c 9")
    subprocess.run(["sh", "-c", broken], cwd=tmp_path, env=environment, check=False)
    assert not file.exists()
