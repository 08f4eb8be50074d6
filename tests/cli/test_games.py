"""The commands about games, as users type them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.game_commands import GAMES, run

from witness.games.language.wellformed import read_rulesheet
from witness.games.play import compiled
from witness.games.play.result import PlanSearch


def test_analyse_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "analyse", GAMES / "corridor_long.kif")
    assert status == 0
    assert "1 role (player)" in out
    assert "Exactly one of (at ·) is true." in out
    assert "Latches: stays true once true: locked." in out
    assert "Goal latches: once one of these holds, 100 points are out of reach: locked." in out
    assert "though it may change: every way on leads to another of the trap" in out
    assert "  traps: keeps the game's meaning.\n" in out
    assert "  partition: does not apply.\n" in out


def test_analyse_several_roles(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "analyse", GAMES / "two_knights.kif", "--role", "right")
    assert status == 0
    assert "2 roles (left, right)" in out
    assert "Roles: nothing that left does matters to right" in out


def test_analyse_what_comes_apart(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "analyse", GAMES / "three_locks.kif")
    assert status == 0
    assert "4 fluents matter to nothing and are left out." in out
    assert (
        "Factors: 3 parts do not touch one another and are solved apart: all 10 of (dial …); "
        "all 16 of (on …); all 36 of (cell …); 2 moves of 26 cannot help.\n"
    ) in out
    _, out, _ = run(capsys, "game", "analyse", GAMES / "corridor.kif")
    assert (
        "Factors: nothing matters but all 33 of (at …), locked; 12 moves of 77 cannot help" in out
    )


def test_analyse_a_game_that_only_the_clock_ends(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "game", "analyse", GAMES / "knight_hunt.kif")
    assert status == 0
    assert (
        "they change by themselves, and end the game after 24 turns; they matter to nothing else; "
        "nothing else ends it, so that any plan is as short as any other.\n"
    ) in out
    assert "  control: keeps the game's meaning.\n" in out


def test_analyse_another_score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    given = "game", "analyse", GAMES / "treasure.kif", "--score", 70, "--json", "-o", file
    assert run(capsys, *given)[0] == 0
    record = json.loads(file.read_text())
    assert record["score"] == 70
    assert "The aim: to end with 70 points or more." in record["findings"]
    status, _, err = run(capsys, "game", "analyse", GAMES / "sudoku4.kif", "--score", 101)
    assert status == 2
    assert "the rules have no score of 101 or more; the best is 100" in err


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


def test_ctrl_c_in_the_search_keeps_the_best_plan(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = compiled.search

    def interrupted(*given: Any) -> PlanSearch:
        if given[3] == "turns":
            return search(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled, "search", interrupted)
    file = tmp_path / "out"
    given = "game", "solve", GAMES / "lights_out.kif", "--without", "plans"
    status, out, err = run(capsys, *given)
    assert status == 2
    assert re.match(r"score 100 \(no play has more\), [0-9]+ moves \(not proved shortest\)\n", out)
    assert "\ninterrupted\n" in out
    assert err == f"witness: {given[2]}: interrupted; the best plan so far is in the output\n"
    status, out, err = run(capsys, *given, "--json", "-o", file)
    assert (status, out) == (2, "")
    assert json.loads(file.read_text())["status"] == "interrupted"
    assert err.endswith(f"is in {file}\n")


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(role player", "line 1: column 1: this '(' is never closed"),
        ("(role player) (<= terminal (role player))", "a game needs a rule for"),
        ("", "there are no rules in this file"),
    ],
)
def test_rubbish(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "game.kif"
    file.write_text(text)
    for kind in ("analyse", "solve", "rate"):
        status, out, err = run(capsys, "game", kind, file)
        assert (status, out) == (2, "")
        assert str(file) in err
        assert message in err
        assert err.count("\n") == 1


def test_rubbish_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = run(capsys, "game", "solve", tmp_path / "none.kif")
    assert status == 2
    assert "none.kif" in err
    with pytest.raises(SystemExit) as ended:
        run(capsys, "game", "solve", GAMES / "hanoi.kif", "--without", "magic")
    assert ended.value.code == 2
    assert "'magic' is not a filter; these are roles, factors, control" in capsys.readouterr().err
    status, _, err = run(capsys, "game", "solve", GAMES / "hanoi.kif", "--role", "nobody")
    assert status == 2
    assert "there is no role 'nobody'; the game has player" in err


def test_an_earlier_output_is_removed_when_the_game_is_bad(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, output = tmp_path / "game.kif", tmp_path / "out.json"
    file.write_text("(role")
    output.write_text("earlier")
    assert run(capsys, "game", "solve", file, "-o", output)[0] == 2
    assert not output.exists()
    file.write_text((GAMES / "hanoi.kif").read_text())
    for kind in ("analyse", "solve", "rate"):
        status, _, err = run(capsys, "game", kind, file, "-o", file)
        assert status == 2
        assert "name another output" in err
    assert file.read_text() == (GAMES / "hanoi.kif").read_text()


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
