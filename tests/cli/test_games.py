"""The commands about games, as users type them."""

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
from support.game_commands import GAMES, run
from support.games import SMALL, grid
from support.interrupting import interrupt
from support.sizes import some

from witness.base.limits import budget as limits
from witness.cli import main
from witness.gdl.analyses import abstraction
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network import state_machine
from witness.gdl.play import compiled as play


def test_analyse_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "analyse", GAMES / "corridor_long.kif")
    assert status == 0
    assert "1 role (player)" in out
    assert "Exactly one of (at ·) is true." in out
    assert "Latches: stays true once true: locked." in out
    assert "Goal latches: once one of these holds, 100 points are out of reach: locked." in out
    assert "  latches: keeps the game's meaning.\n" in out
    assert "  partition: does not apply.\n" in out


def test_solve_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "solve", GAMES / "hanoi.kif")
    assert status == 0
    assert out.startswith("score 100 (no play has more), 63 moves (no plan is shorter)\n")
    assert out.count("\n") == 67
    assert out.endswith(")\n")
    assert "\n   63  (move 1 " in out


def test_solve_and_first(capsys: pytest.CaptureFixture[str]) -> None:
    given = "game", "solve", GAMES / "corridor.kif", "--first", "--seed", 1, "--json"
    _, out, _ = run(capsys, *given)
    record = json.loads(out)
    assert "comparison" not in record
    assert (record["score"], record["expansions"], record["shortest"]) == (100, 0, False)


def test_solve_within_limits(capsys: pytest.CaptureFixture[str]) -> None:
    given = "game", "solve", GAMES / "peg_solitaire.kif", "--max-expansions", 5
    status, out, _ = run(capsys, *given, "--without", "plans")
    assert status == 0
    assert out == "no plan: expansion-limit\n"


def test_from_puzzle(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "panel.kif"
    panels = ROOT / "examples" / "panels.jsonl"
    for line in panels.read_text().splitlines():
        name = json.loads(line)["id"]
        given = "game", "from-puzzle", panels, "--id", name, "-o", file
        assert run(capsys, *given)[0] == 0
        assert read_rulesheet(file).rules
    status, out, _ = run(capsys, "game", "from-puzzle", panels)
    assert status == 0
    assert out.startswith("; The panel ")
    status, _, err = run(capsys, "game", "from-puzzle", panels, "-o", panels)
    assert status == 2
    assert "name another output" in err


def test_a_derived_predicate_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    puzzles, results = tmp_path / "p.jsonl", tmp_path / "r.jsonl"
    generate = "generate", "path", "--rows", 3, "--cols", 3, "--count", 3, "--seed", 1
    assert run(capsys, *generate, "-o", puzzles)[0] == 0
    given = "solve", puzzles, "--predicate", "derived", "--engine", "reference", "-o", results
    assert run(capsys, *given)[0] == 0
    records = [json.loads(line) for line in results.read_text().splitlines()]
    assert {(r["status"], r["predicate"], r["engine"]) for r in records} == {
        ("solved", "derived", "reference")
    }
    assert run(capsys, "rate", puzzles, "--rules", "wall,derived")[0] == 0


def test_rate_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    assert run(capsys, "game", "rate", GAMES / "sudoku4.kif", "--rules", "none", "-o", file) == (
        0,
        "",
        "",
    )
    record = json.loads(file.read_text("utf-8"))
    assert record.pop("seconds") > 0
    assert record == {
        "id": str(GAMES / "sudoku4.kif"), "role": "player", "score": 100, "status": "rated",
        "muse": 30.975385495, "remuse": 2.186502074, "solutions": 479001600, "length": 12.0,
        "states": 4096, "rules": [], "cyclic": False, "horizon": None,
    }  # fmt: skip


def test_rate_one_measure(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "rate", GAMES / "hanoi.kif", "--measure", "muse")
    assert status == 0
    record = json.loads(out)
    assert "remuse" not in record
    assert record["muse"] > 63
    status, out, err = run(
        capsys, "game", "rate", GAMES / "hanoi.kif", "--rules", "latches,partition"
    )
    assert status == 0
    assert json.loads(out)["cyclic"] is True
    assert "these rules have nothing to say about" in err
    assert "latches, partition" in err


def test_rate_within_a_horizon(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    panel, file = tmp_path / "panel.jsonl", tmp_path / "panel.kif"
    panel.write_text('{"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[0, 1]]}\n')
    assert run(capsys, "game", "from-puzzle", panel, "-o", file)[0] == 0
    found = []
    for horizon in (2, 3):
        given = "--rules", "none", "--horizon", horizon, "--lookahead", 0
        status, out, _ = run(capsys, "game", "rate", file, *given)
        assert status == 0
        record = json.loads(out)
        found.append([record[key] for key in ("muse", "remuse", "solutions", "horizon")])
    assert found == [[1.0, 1.0, 1, 2], [1.0, 0.0, 2, 3]]


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


def ended(*arguments: object) -> tuple[int, str, str]:
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
@pytest.mark.parametrize("kind", some(1, ["analyse", "solve", "rate"]))
def test_grounding_without_end(kind: str, tmp_path: Path) -> None:
    file, out = tmp_path / "game.kif", tmp_path / "out"
    file.write_text(DEEP)
    assert ended(kind, file, "-o", out) == (
        2,
        "",
        f"witness: {file}: line 8: column 14: the terms of this rule nest more than 100 deep; "
        "they grow without end\n",
    )
    file.write_text(WIDE)
    assert ended(kind, file, "--time-limit", 1, "-o", out) == (
        2,
        "",
        f"witness: {file}: time-limit: 1 s were used up while grounding: a relation over too many "
        "variables, or terms that grow without end\n",
    )
    assert not out.exists()


@pytest.mark.slow
@pytest.mark.parametrize("size", some(1, [10, 60]))
def test_a_large_game(size: int, tmp_path: Path) -> None:
    """The largest has 216,000 fluents."""
    file = tmp_path / "game.kif"
    file.write_text(grid(size))
    status, out, err = ended("solve", file, "--time-limit", 2, "--without", "plans")
    if status == 0:  # it was searched without the analyses for which there was no time
        assert size < 60
        assert out == "no plan: time-limit\n" or "left out, as their analysis took too long" in out
        assert err == ""
    else:
        assert (status, out) == (2, "")
        assert re.fullmatch(rf"witness: {file}: time-limit: 2 s were used up while .*\n", err)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", some(2, [WIDE, grid(12), grid(30)]), ids=["grounding", "clingo", "network"]
)
def test_ctrl_c(text: str, tmp_path: Path) -> None:
    file, out = tmp_path / "game.kif", tmp_path / "out"
    file.write_text(text)
    given = "--time-limit", 3600, "--without", "plans,factors", "-o", out
    err = interrupt(command("solve", file, *given), 2)
    assert err == "witness: interrupted; nothing was left half-written\n"
    assert not out.exists()


@pytest.mark.long
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
    filters = "factors,control,latches,extension,partition,targets"
    given = "--time-limit", 3600, "--without", filters, "--json", "-o", out
    ended("solve", GAMES / "hanoi.kif")  # for its machine code
    err = interrupt(command("solve", file, *given), 4)
    assert err == f"witness: {file}: interrupted; the best plan so far is in {out}\n"
    record = json.loads(out.read_text())
    assert (record["status"], record["score"], record["shortest"]) == ("interrupted", 100, False)
    assert record["plan"][-1] == "(light 7)"


@pytest.mark.parametrize("kind", ["analyse", "solve", "rate"])
def test_compiling_is_not_part_of_the_time(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """A first ended has as much time as others."""
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
