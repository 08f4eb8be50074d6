"""`witness game rate`, as users type it."""

import json
from pathlib import Path

import pytest
from support.game_commands import GAMES, run


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
        (["--role", "nobody"], "there is no role 'nobody'"),
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
