"""solve, count and enumerate with the exact solvers, as a user meets them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest

from witness.cli import main, signature
from witness.cli.signature import Option
from witness.puzzle import solvers
from witness.puzzle.solvers import by_frontier
from witness.puzzle.solvers.answer import Answer

PANELS = [
    {"id": "triangles", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]],
     "triangles": [[0, 0, 1], [1, 1, 1]]},
    {"id": "regions", "rows": 2, "cols": 2, "starts": [[[0, 0], [0, 1]]], "goals": [[2, 2]],
     "squares": [[0, 0, "black"], [1, 1, "white"]]},
    {"id": "hopeless", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[1, 1]],
     "triangles": [[0, 0, 1]]},
]  # fmt: skip

KEYS = [
    "id", "status", "length", "path", "expansions", "seconds", "engine", "predicate", "mode",
    "solver",
]  # fmt: skip


@pytest.fixture
def panels(tmp_path: Path) -> str:
    path = tmp_path / "panels.jsonl"
    path.write_text("".join(json.dumps(panel) + "\n" for panel in PANELS))
    return str(path)


@pytest.fixture
def triangles(tmp_path: Path) -> str:
    path = tmp_path / "triangles.jsonl"
    path.write_text(json.dumps(PANELS[0]) + "\n")
    return str(path)


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def records(capsys: pytest.CaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_searches_with_a_policy(panels: str, triangles: str, capsys: pytest.CaptureFixture) -> None:
    for words in ([], ["--learn-from", triangles, "--max-expansions", 99]):
        assert run("solve", panels, "--search", "levin", "--predicate", "none", *words) == 0
        found = records(capsys)
        assert [record["status"] for record in found] == ["solved", "solved", "unsolvable"]
        more = ["learned_from"] if words else []
        assert [list(record) for record in found] == [KEYS + more] * 3
        assert {record["solver"] for record in found} == {"levin"}
    asked = ["--search", "phs", "--heuristic", "needs", "--max-expansions", 0]
    assert run("solve", triangles, *asked, "--baseline-layer") == 0
    (found,) = records(capsys)
    assert (found["status"], found["heuristic"]) == ("expansion-limit", "needs")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--learn-from p.jsonl", "--learn-from is for --search levin and --search phs"),
        ("--search levin --mode sort", "--mode is for --search astar, not for levin"),
        ("--search phs --engine compiled", "--engine is for --search astar"),
        ("--search levin --heuristic needs", "--heuristic is for --search astar and --search phs"),
        ("--search phs --shortest", "--shortest is for --search astar"),
        ("--solver auto --search phs", "--search is for --solver astar"),
        ("--search phs --predicate none", "'regions' has starts or goals in the middle of an edge"),
        ("--search levin --learn-from none.jsonl", "none.jsonl: no puzzle in it has a solution"),
    ],
)
def test_searches_refuse_what_is_not_for_them(
    words: str, said: str, panels: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("none.jsonl").write_text(json.dumps(PANELS[2]) + "\n")
    assert run("solve", panels, *words.split()) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("solver", ["auto", "clingo"])
def test_solve(solver: str, panels: str, capsys: pytest.CaptureFixture) -> None:
    assert run("solve", panels, "--solver", solver) == 0
    found = records(capsys)
    assert [record["status"] for record in found] == ["solved", "solved", "unsolvable"]
    assert [list(record) for record in found] == [KEYS] * 3
    used = ["frontier" if solver == "auto" else "clingo"] * 3
    assert [record["solver"] for record in found] == used
    assert found[1]["path"][0] == [[0, 0], [0, 1]]


def test_count_and_enumerate(panels: str, capsys: pytest.CaptureFixture) -> None:
    assert run("count", panels) == 0
    first = records(capsys)
    assert [list(record) for record in first] == [["id", "solutions"]] * 3
    assert run("count", panels, "--solver", "clingo") == 0
    assert records(capsys) == first
    number = first[1]["solutions"]
    assert number > 2
    assert first[2]["solutions"] == 0
    assert run("count", panels, "--limit", 2) == 0
    assert records(capsys)[1] == {"id": "regions", "solutions": 2, "status": "limit"}
    assert run("enumerate", panels, "--id", "regions", "--limit", 100) == 0
    paths = records(capsys)
    assert len({json.dumps(record["path"]) for record in paths}) == len(paths) == number
    for record in paths:
        path = json.dumps(record["path"])
        assert run("show", "--format", "words", panels, "--id", "regions", "--path", path) == 0
        assert capsys.readouterr().out == "solution\n"


def test_goals_that_are_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    panel = {"id": "p", "rows": 0, "cols": 2, "starts": [[0, 0]], "goals": [[0, 1], [0, 2]]}
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(panel))
    for options, number in (((), 1), (("--pass-goals",), 2)):
        assert run("count", path, *options) == 0
        assert records(capsys) == [{"id": "p", "solutions": number}]
        assert (
            run("show", "--format", "words", path, "--path", "[[0,0],[0,1],[0,2]]", *options) == 0
        )
        assert ("not a solution" in capsys.readouterr().out) == (not options)


def test_a_limit_is_not_shown_as_unsolvable(
    triangles: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    limited = Answer(status="memory-limit", path=None, seconds=1.0, solver="frontier")
    monkeypatch.setattr("witness.puzzle.solvers.solve", lambda *given, **how: limited)
    assert run("show", triangles, "--solve") == 2
    error = capsys.readouterr().err
    assert "'triangles': it is not known whether it has a solution: memory-limit" in error


def test_a_solver_is_a_module_and_a_line_of_the_registry(
    triangles: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """Once it is registered, the command line knows it, and `auto` asks it in its turn."""
    mine: Any = ModuleType("solver_of_mine")
    vars(mine).update({**vars(by_frontier), "NAME": "mine"})
    monkeypatch.setitem(sys.modules, "solver_of_mine", mine)
    monkeypatch.setattr(signature, "_parameters", signature._parameters.__wrapped__)
    with pytest.raises(SystemExit):
        run("solve", triangles, "--solver", "mine")
    monkeypatch.setattr(solvers, "SOLVERS", {"mine": "solver_of_mine"})
    named = Annotated[str, Option("how to solve", choices=("auto", *solvers.SOLVERS))]
    monkeypatch.setattr("witness.cli.solving.Solver", named)
    capsys.readouterr()
    for name in ("mine", "auto"):
        assert run("solve", triangles, "--solver", name) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[0])["solver"] == "mine"
    assert list(solvers.feature_table()) == ["mine"]


def test_limits_are_statuses(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    panel = {"id": "p", "rows": 12, "cols": 12, "starts": [[0, 0]], "goals": [[12, 12]]}
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(panel))
    assert run("count", path, "--memory-limit", 1) == 0
    assert records(capsys) == [{"id": "p", "solutions": 0, "status": "memory-limit"}]
    assert run("solve", path, "--solver", "frontier", "--shortest", "--time-limit", 0.05) == 0
    assert records(capsys)[0]["status"] == "time-limit"
    assert run("enumerate", path, "--time-limit", 0.3, "--limit", 10**9) == 0
    done = capsys.readouterr()
    assert "time-limit after" in done.err
    assert f"after {len(done.out.splitlines())} solutions" in done.err


def test_z3_is_missing(
    triangles: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr("witness.puzzle.solvers.by_z3.find_spec", lambda name: None)
    assert run("solve", triangles, "--solver", "z3") == 2
    assert "pip install z3-solver" in capsys.readouterr().err


#: How A* can be asked.
ASTAR = (
    "", "--predicate none", "--predicate baseline", "--predicate examples/live.pl", "--mode sort",
    "--predicate paper,examples/live.pl", "--baseline-layer", "--heuristic needs",
    "--solver astar --shortest",
)  # fmt: skip


@pytest.mark.parametrize("engine", ["compiled", "reference"])
@pytest.mark.parametrize("options", ASTAR)
def test_colours_of_triangles_that_no_star_counts_change_nothing(
    options: str, engine: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    plain = tmp_path / "plain.jsonl"
    assert run("generate", "path", "--rows", 3, "--cols", 3, "--count", 4, "--seed", 2, "-o", plain,
               "--kind", "mixed") == 0  # fmt: skip
    coloured = tmp_path / "coloured.jsonl"
    panels = [json.loads(line) for line in plain.read_text().splitlines()]
    for panel in panels:
        panel["triangles"] = [[*one, "orange"] for one in panel["triangles"]]
    assert any(panel["triangles"] for panel in panels)
    coloured.write_text("".join(json.dumps(panel) + "\n" for panel in panels))
    found = []
    for file in (plain, coloured):
        capsys.readouterr()
        assert run("solve", file, "--engine", engine, *options.split()) == 0
        found.append([{**record, "seconds": 0} for record in records(capsys)])
    assert found[0] == found[1]
    assert {record["status"] for record in found[0]} == {"solved"}
