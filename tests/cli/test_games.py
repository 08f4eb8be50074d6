"""The commands about games, as users type them."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError, Limits
from witness.cli import main
from witness.games.language.wellformed import read_rulesheet
from witness.games.play import compare, compiled
from witness.games.play.compare import FilterRun
from witness.games.play.result import PlanSearch, Solution

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return status, out, err


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


def test_compare_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The comparison comes after the answer, which is the same without it."""
    file = tmp_path / "out.txt"
    given = "game", "solve", GAMES / "hanoi.kif"
    _, alone, _ = run(capsys, *given)
    _, out, _ = run(capsys, *given, "--compare")
    answer, table = out.split("\n\nfilters ")
    timed = re.compile(r"[0-9.]+ s of ")
    assert timed.sub("", answer + "\n") == timed.sub("", alone)
    assert "\nnone                    solved               100     63" in table
    assert run(capsys, *given, "--compare", "-o", file)[:2] == (0, "")
    assert timed.sub("", file.read_text().split("\n\nfilters ")[0]) == timed.sub("", answer)


def test_compare_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    given = "game", "solve", GAMES / "sudoku4.kif", "--json", "--without", "partition,plans"
    status, out, _ = run(capsys, *given, "--compare")
    assert (status, out.count("\n")) == (0, 1)
    record = json.loads(out)
    assert (record["status"], record["score"], record["maximal"]) == ("solved", 100, True)
    assert record["length"] == len(record["plan"]) == 12
    assert "partition" not in record["filters"]
    titles = [row["filters"] for row in record["comparison"]]
    assert titles[0] == "all"
    assert titles[-1] == "none"
    assert "without partition" not in titles
    assert run(capsys, *given, "--compare", "-o", file)[:2] == (0, "")
    assert [row["filters"] for row in json.loads(file.read_text())["comparison"]] == titles


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
    given = "game", "solve", GAMES / "lights_out.kif", "--without", "plans", "--compare"
    status, out, err = run(capsys, *given)
    assert status == 2
    assert re.match(r"score 100 \(no play has more\), [0-9]+ moves \(not proved shortest\)\n", out)
    assert "\ninterrupted\n" in out
    assert err == f"witness: {given[2]}: interrupted; the best plan so far is in the output\n"
    status, out, err = run(capsys, *given, "--json", "-o", file)
    assert (status, out) == (2, "")
    assert json.loads(file.read_text())["status"] == "interrupted"
    assert err.endswith(f"is in {file}\n")


@pytest.mark.parametrize("kind", ["text", "json"])
@pytest.mark.parametrize("to_file", [False, True])
def test_ctrl_c_in_the_comparison(
    kind: str,
    to_file: bool,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer is there before the comparison begins, and what was compared is kept."""
    file = tmp_path / "out"
    before = []

    def interrupted(*given: Any) -> Iterator[FilterRun]:
        before.append(file.read_text() if to_file else capsys.readouterr().out)
        yield next(compare.compare(*given))
        raise KeyboardInterrupt

    stand_in = SimpleNamespace(settings=compare.settings, compare=interrupted)
    monkeypatch.setitem(sys.modules, "witness.games.play.compare", stand_in)
    options = (["--json"] if kind == "json" else []) + (["-o", file] if to_file else [])
    status, out, err = run(capsys, "game", "solve", GAMES / "hanoi.kif", "--compare", *options)
    assert status == 2
    assert re.fullmatch(
        "witness: interrupted in the comparison; the answer and the rows .* are in .*\n", err
    )
    written = file.read_text() if to_file else before[0] + out
    if kind == "json":
        assert bool(before[0]) == to_file
        record = json.loads(file.read_text() if to_file else out)
        assert (record["length"], len(record["comparison"])) == (63, 1)
    else:
        assert before[0].startswith("score 100")
        assert written.count("score 100") == 1
        assert re.search(r"\nfilters .*\nall .*\n$", written)


def test_no_time_for_a_search_of_the_comparison(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a row without a score, and the other rows follow."""
    real, calls = compare.solve, []

    def solve(*given: Any, **options: Any) -> Solution:
        calls.append(options)
        return real(*given, **options | {"limits": Limits(time_limit=60 if calls[1:] else 1e-6)})

    monkeypatch.setattr(compare, "solve", solve)
    given = "game", "solve", GAMES / "hanoi.kif", "--compare"
    status, out, _ = run(capsys, *given)
    assert status == 0
    rows = out.split("\nfilters ")[1].splitlines()[1:]
    assert [row.split()[:4] for row in rows] == [
        ["all", "time-limit", "–", "–"],
        ["none", "solved", "100", "63"],
    ]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            LimitReachedError("time-limit", "time-limit: 1 s were used up"),
            "no comparison: time-limit: 1 s were used up; --time-limit gives it more",
        ),
        (InputError("no move is legal"), "no move is legal"),
    ],
)
def test_no_comparison(
    error: Exception,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer is there all the same."""

    def fail(*_: Any) -> NoReturn:
        raise error

    monkeypatch.setattr(compare, "settings", fail)
    given = "game", "solve", GAMES / "hanoi.kif", "--compare", "--json"
    status, out, err = run(capsys, *given)
    assert status == 2
    assert (json.loads(out)["score"], json.loads(out)["comparison"]) == (100, [])
    assert err.endswith(f"{words}\n")
    assert err.count("\n") == 1


def test_alone_is_what_it_does_anyway(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(capsys, "game", "solve", GAMES / "hanoi.kif", "--alone")
    assert ended.value.code == 2
    assert "--alone is now the default; --compare compares" in capsys.readouterr().err


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
    assert "there is no role nobody; the game has player" in err


def test_an_output_is_left_alone_when_the_game_is_bad(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, output = tmp_path / "game.kif", tmp_path / "out.json"
    file.write_text("(role")
    output.write_text("kept")
    assert run(capsys, "game", "solve", file, "-o", output)[0] == 2
    assert output.read_text() == "kept"
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


def test_rate_another_role(capsys: pytest.CaptureFixture[str]) -> None:
    given = GAMES / "two_knights.kif", "--role", "right", "--rules", "all"
    status, out, _ = run(capsys, "game", "rate", *given)
    assert status == 0
    record = json.loads(out)
    assert (record["role"], record["solutions"]) == ("right", 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "luck"], "unknown rule 'luck'"),
        (["--score", "101"], "no score of 101"),
        (["--lookahead", "11"], "--lookahead 11 is beyond 10 steps"),
        (["--role", "nobody"], "there is no role nobody"),
    ],
)
def test_what_cannot_be_rated(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    status, out, err = run(capsys, "game", "rate", GAMES / "sudoku4.kif", *arguments, "-o", file)
    assert (status, out) == (2, "")
    assert message in err
    assert not file.exists()
