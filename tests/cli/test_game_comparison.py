"""`witness game solve --compare`: after the answer, which nothing in it can take away."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from support.game_commands import GAMES, run

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError, Limits
from witness.games.play import compare
from witness.games.play.result import Solution


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


@pytest.mark.slow
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

    def interrupted(*given: Any) -> Iterator[dict[str, Any]]:
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
