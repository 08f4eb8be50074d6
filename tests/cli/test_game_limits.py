"""What a game command does that would take too long, or is interrupted: one line, and status 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.examples import ROOT
from support.games import SMALL, grid
from support.interrupting import interrupt

from witness.base.limits import Budget
from witness.base.limits import budget as limits
from witness.cli import main
from witness.games.analyses import abstraction
from witness.games.network import state_machine
from witness.games.play import compiled as play

GAMES = ROOT / "examples" / "games"

#: Neither has an end: terms that grow until they are too deep, and terms of which there are too
#: many before that.
DEEP = SMALL + "(init (c z)) (<= (next (c (s ?x))) (true (c ?x)))"
WIDE = SMALL + "(p a) (p b) (<= (p (s ?x ?y)) (p ?x) (p ?y)) (<= (next (at 3)) (p (s ?x ?y)))"


def command(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "witness", "game", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(*arguments: object) -> tuple[int, str, str]:
    """Run a command, for two minutes at most: that shows that it ends.

    What is said of machine code that is compiled the first time is left out.
    """
    program = command(*arguments)
    try:
        out, err = program.communicate(timeout=120)
    finally:
        program.kill()
    said = (line for line in err.splitlines(keepends=True) if ": compiling " not in line)
    return program.returncode, out, "".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["analyse", "solve", "rate"])
def test_grounding_without_end(kind: str, tmp_path: Path) -> None:
    file, out = tmp_path / "game.kif", tmp_path / "out"
    file.write_text(DEEP)
    assert run(kind, file, "-o", out) == (
        2,
        "",
        f"witness: {file}: line 8: column 14: the terms of this rule nest more than 100 deep; "
        "they grow without end\n",
    )
    file.write_text(WIDE)
    assert run(kind, file, "--time-limit", 1, "-o", out) == (
        2,
        "",
        f"witness: {file}: time-limit: 1 s were used up while grounding: a relation over too many "
        "variables, or terms that grow without end\n",
    )
    assert not out.exists()


@pytest.mark.slow
@pytest.mark.parametrize("size", [60, 16, 10])
def test_a_large_game(size: int, tmp_path: Path) -> None:
    """The largest has 216,000 fluents."""
    file = tmp_path / "game.kif"
    file.write_text(grid(size))
    status, out, err = run("solve", file, "--time-limit", 2, "--without", "plans")
    if status == 0:  # it was searched without the analyses for which there was no time
        assert size < 60
        assert out == "no plan: time-limit\n" or "left out, as their analysis took too long" in out
        assert err == ""
    else:
        assert (status, out) == (2, "")
        assert re.fullmatch(rf"witness: {file}: time-limit: 2 s were used up while .*\n", err)


@pytest.mark.slow
def test_the_search_ends_with_the_budget() -> None:
    run("solve", GAMES / "hanoi.kif", "--without", "plans")  # for its machine code
    filters = "factors,control,traps,latches,extension,partition,targets,plans"
    given = "--without", filters, "--time-limit", 5, "--json"
    status, out, err = run("solve", GAMES / "fifteen_puzzle.kif", *given)
    assert (status, err) == (0, "")
    record = json.loads(out)
    assert (record["status"], record["plan"]) == ("time-limit", None)


@pytest.mark.slow
@pytest.mark.parametrize("text", [WIDE, grid(30), grid(12)], ids=["grounding", "network", "clingo"])
def test_ctrl_c(text: str, tmp_path: Path) -> None:
    file, out = tmp_path / "game.kif", tmp_path / "out"
    file.write_text(text)
    given = "--time-limit", 3600, "--without", "plans,factors", "-o", out
    err = interrupt(command("solve", file, *given), 4)
    assert err == "witness: interrupted; nothing was left half-written\n"
    assert not out.exists()


@pytest.mark.slow
def test_ctrl_c_keeps_the_best_plan(tmp_path: Path) -> None:
    """Playouts have found one before the search for a shortest begins, which takes for ever."""
    file, out = tmp_path / "game.kif", tmp_path / "out.json"
    # Each of 40 lamps can be lit once, lamp 7 at the end, in any order.
    cells = " ".join(f"(lamp {n})" for n in range(40))
    file.write_text(
        f"(role player) {cells} (<= (legal player (light ?x)) (lamp ?x) (not (true (lit ?x))))"
        "(legal player wait) (<= (next (lit ?x)) (does player (light ?x)))"
        "(<= (next (lit ?x)) (true (lit ?x))) (<= dark (lamp ?x) (not (true (lit ?x))))"
        "(<= terminal (not dark)) (<= terminal (true (lit 7)))"
        "(<= (goal player 100) (not dark)) (<= (goal player 40) (true (lit 7)) dark)"
    )
    filters = "factors,control,traps,latches,extension,partition,targets"
    given = "--time-limit", 3600, "--without", filters, "--json", "-o", out
    run("solve", GAMES / "hanoi.kif")  # for its machine code
    err = interrupt(command("solve", file, *given), 6)
    assert err == f"witness: {file}: interrupted; the best plan so far is in {out}\n"
    record = json.loads(out.read_text())
    assert (record["status"], record["score"], record["shortest"]) == ("interrupted", 100, False)
    assert record["plan"][-1] == "(light 7)"


@pytest.mark.parametrize("kind", ["analyse", "solve"])
def test_more_time_is_not_advised_where_memory_is_used_up(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(Budget, "fits", lambda self, _: Budget.check(self, float("inf")))
    assert main(["game", kind, str(GAMES / "sudoku4.kif")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "memory-limit: " in err
    assert "--time-limit" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", ["analyse", "solve", "rate"])
def test_compiling_is_not_part_of_the_time(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """A first run has as much time as others."""
    late = [0.0]

    def slow(load: Callable[[], Any]) -> Callable[[], Any]:
        @lru_cache
        def compiling() -> Any:
            late[0] += 1000
            return load()

        return compiling

    for module in (state_machine, play):
        monkeypatch.setattr(module, "compiled_kernel", slow(module.compiled_kernel))
    monkeypatch.setattr(abstraction, "compiled_kernel", state_machine.compiled_kernel)
    clock = SimpleNamespace(perf_counter=lambda: time.perf_counter() + late[0])
    monkeypatch.setattr(limits, "time", clock)
    file = tmp_path / "game.kif"
    file.write_text(SMALL)
    assert main(["game", kind, str(file), "--time-limit", "100"]) == 0
    assert late[0] >= 1000
    assert "limit" not in capsys.readouterr().out
