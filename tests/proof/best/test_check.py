"""The checker that stands alone: it confirms what is true, and refuses what is forged."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.sizes import seeds

import witness as w
from witness.cli import main

CHECK = ROOT / "tools" / "check.py"


def confirmed(folder: Path, *switches: str) -> tuple[bool, str]:
    run = subprocess.run(
        [sys.executable, str(CHECK), str(folder), *switches],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in run.stderr, run.stderr
    return run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def nolen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("best")
    w.best("nolen", folder=folder)
    return folder


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("best") / "live"
    w.best("live", folder=folder)
    return folder


def test_it_is_short_and_imports_nothing_of_the_package() -> None:
    text = CHECK.read_text()
    assert len(text.splitlines()) <= 370
    assert "witness" not in {line.split()[1].split(".")[0] for line in text.splitlines()
                             if line.startswith(("import ", "from "))}  # fmt: skip


@pytest.mark.slow
def test_the_papers_predicates_are_confirmed(nolen: Path, tmp_path: Path) -> None:
    holds, said = confirmed(nolen)
    assert holds, said
    counts = json.loads((nolen / "result.json").read_text())["best"]
    assert [counts[of] for of in ("states", "lost", "covered")] == [486, 273, 88]
    assert "of 486 states of a square, 273 are lost; the predicate fires in 88 of these" in said
    w.best("paper", folder=tmp_path)
    holds, said = confirmed(tmp_path)
    assert holds, said
    assert "of 1,764 states of a square, 914 are lost; the predicate fires in 252 of these" in said
    assert "5,112 paths and squares on a board of 2×3 look as their states" in said


@pytest.mark.slow
@pytest.mark.parametrize("bias", ["live", pytest.param("extended", marks=pytest.mark.long)])
def test_other_biases_are_checked_with_swi_prolog(bias: str, live: Path, tmp_path: Path) -> None:
    folder = live if bias == "live" else tmp_path
    if bias != "live":
        w.best(bias, folder=folder)
    holds, said = confirmed(folder)
    if shutil.which("swipl") is None:
        assert not holds
        assert "swipl" in said
        return
    assert holds, said
    counts = json.loads((folder / "result.json").read_text())["best"]
    assert f"of {counts['states']:,} states of a square, {counts['lost']:,} are lost" in said
    assert ("lemmas" in said.splitlines()[-1]) == (bias == "live")


def test_what_it_takes_is_said(tmp_path: Path) -> None:
    for args in ((), ("certificate.json",)):
        run = subprocess.run([sys.executable, str(CHECK), *args], capture_output=True, check=False)
        assert run.returncode == 2
        assert run.stderr.startswith(b"usage: ")
    w.best("stars", folder=tmp_path)
    holds, said = confirmed(tmp_path)
    assert not holds
    assert "triangles" in said
    assert "CONFIRMED" not in said


def test_definitions_of_others_are_run_only_if_that_is_said(nolen: Path, tmp_path: Path) -> None:
    shutil.copytree(nolen, tmp_path / "own")
    bk = tmp_path / "own" / "bk.pl"
    bk.write_text(":- shell('touch run').\n" + bk.read_text())
    holds, said = confirmed(tmp_path / "own")
    assert not holds
    assert "--run" in said


#: What can be forged: a change of the clauses, and of the certificate.
Forgery = Callable[[random.Random, list[str], dict[str, Any]], None]


def _drop_clause(rng: random.Random, clauses: list[str], _: dict[str, Any]) -> None:
    del clauses[rng.randrange(len(clauses))]


def _weaken_clause(rng: random.Random, clauses: list[str], _: dict[str, Any]) -> None:
    """Leave out a literal without which the clause is not sound."""
    place, literal = rng.choice([
        (n, literal)
        for n, clause in enumerate(clauses)
        for literal in re.findall(r", (?:greaterThan|notAdjacent|one|two|three)\(.*?\)", clause)
    ])  # fmt: skip
    clauses[place] = clauses[place].replace(literal, "")


def _narrow_clause(rng: random.Random, clauses: list[str], _: dict[str, Any]) -> None:
    """Add a literal with which the clause covers less."""
    place = rng.randrange(3)
    more = rng.choice(["adjacent(A,B)", "three(F)", "one(C)", "greaterThan(C,C)"])
    if place and more == "adjacent(A,B)":
        more = "greaterThan(F,F)"
    clauses[place] = clauses[place].rstrip(".") + f", {more}."


def _unsound_clause(rng: random.Random, clauses: list[str], _: dict[str, Any]) -> None:
    number = rng.choice(["one", "two", "three"])
    clauses.append(rng.choice([
        f"f(A,B) :- square(B,C,D), {number}(C).",
        f"f(A,B) :- square(B,C,D), adjacent(A,B), {number}(C).",
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), gte(F,C).",
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(C,F), notAdjacent(A,B).",
    ]))  # fmt: skip


def _lose_state(rng: random.Random, _: list[str], told: dict[str, Any]) -> None:
    del told["states"][rng.randrange(len(told["states"]))]


def _other_board(rng: random.Random, _: list[str], told: dict[str, Any]) -> None:
    """Let a lost state be shown by a board on which less holds: with other triangles."""
    row = rng.choice(told["states"])
    others = [n for n, board in enumerate(told["boards"]) if _triangles(board) != row[0]]
    row[-1] = rng.choice(others)


def _triangles(board: dict[str, Any]) -> int:
    return next(n for *square, n in board["puzzle"]["triangles"] if square == board["square"])


def _no_solution(rng: random.Random, _: list[str], told: dict[str, Any]) -> None:
    board = rng.choice(told["boards"])
    change = rng.randrange(5)
    if change == 0:
        board["solution"] = board["solution"][:-1]
    elif change == 1:
        entry = rng.choice(board["puzzle"]["triangles"])
        entry[2] = entry[2] % 3 + 1
    elif change == 2:
        board["puzzle"]["goals"] = [[9, 9]]
    elif change == 3:
        step = rng.randrange(len(board["solution"]) - 1)
        board["puzzle"]["gaps"] = [sorted(board["solution"][step : step + 2])]
    else:
        board["partial_path"] = [*board["partial_path"][::-1], [0, 7]]


def _beyond_rules(rng: random.Random, _: list[str], told: dict[str, Any]) -> None:
    board = rng.choice(told["boards"])["puzzle"]
    board.update(rng.choice([{"eliminations": [[0, 0]]}, {"symmetry": "rotation"},
                             {"wraps": True}, {"pass_goals": True}]))  # fmt: skip


FORGERIES: tuple[Forgery, ...] = (
    _drop_clause, _weaken_clause, _narrow_clause, _unsound_clause, _lose_state, _other_board,
    _no_solution, _beyond_rules,
)  # fmt: skip


def forged(nolen: Path, folder: Path, seed: int) -> None:
    """Write a forged result."""
    rng = random.Random(seed)
    shutil.copytree(nolen, folder)
    lines = (nolen / "hypothesis.pl").read_text().splitlines()
    clauses = [line for line in lines if not line.startswith("%")]
    told = json.loads((nolen / "certificate.json").read_text())
    FORGERIES[seed % len(FORGERIES)](rng, clauses, told)
    rng.shuffle(clauses)
    (folder / "hypothesis.pl").write_text("".join(f"{clause}\n" for clause in clauses))
    (folder / "certificate.json").write_text(json.dumps(told))


@pytest.mark.parametrize("seed", seeds(2, 316))
def test_forged_results_are_refused(nolen: Path, tmp_path: Path, seed: int) -> None:
    forged(nolen, tmp_path / "forged", seed)
    holds, said = confirmed(tmp_path / "forged")
    assert not holds, said
    assert "NOT CONFIRMED" in said


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"most_length": null}', "no JSON"])
def test_files_of_another_form_are_refused(nolen: Path, tmp_path: Path, text: str) -> None:
    shutil.copytree(nolen, tmp_path / "odd")
    (tmp_path / "odd" / "certificate.json").write_text(text)
    holds, said = confirmed(tmp_path / "odd")
    assert not holds
    assert "NOT CONFIRMED" in said


#: What was tried by a sceptic: a change of a file of the folder, from a text to another one.
ODD: tuple[tuple[str, str, str], ...] = (
    ("hypothesis.pl", "greaterThan(F,C).", "greaterThan(F,C-1)."),
    ("hypothesis.pl", "one(F)", "one(_F)"),
    ("hypothesis.pl", "one(F)", "one(X)"),
    ("hypothesis.pl", "two(F)", "two(xF)"),
    ("hypothesis.pl", "two(F)", "two([F])"),
    ("hypothesis.pl", "two(F)", "two(F,2)"),
    ("hypothesis.pl", "two(F)", "two('F')"),
    ("hypothesis.pl", "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
     "f(A,B) :- notAdjacent(A,A)."),
    ("hypothesis.pl", "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
     "f(A,A) :- square(A,C,D), path(A,E), count(D,E,F), greaterThan(F,C)."),
    ("hypothesis.pl", "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
     "f(A,B) : - square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C)."),
    ("hypothesis.pl", "path(A,E), count(D,E,F), greaterThan(F,C).",
     "path(A,E), gap(B,X), count(D,E,F), greaterThan(F,C)."),
    ("hypothesis.pl", "square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
     "count(D,E,F), square(B,C,D), path(A,E), greaterThan(F,C)."),
    ("bias.pl", "body_pred(notAdjacent,2).", "body_pred(adjacent;notAdjacent,2)."),
    ("bias.pl", "body_pred(notAdjacent,2).", "body_pred('notAdjacent',2)."),
    ("bias.pl", "max_body(6).", "max_body(6). type(notAdjacent,(nothing,nothing))."),
    ("bias.pl", "max_body(6).", "max_body(6) constant(1,int)."),
    ("bias.pl", "type(notAdjacent,(path,square)).", "type(notAdjacent,(path,path))."),
    ("bias.pl", "direction(f,(in,in)).", "direction(f,(in,out))."),
    ("bias.pl", "direction(gte,(in,in)).", "direction(gte,(in,maybe))."),
    ("bias.pl", "max_body(6).", "max_body(6). enable_recursion."),
    ("bk.pl", "% ---- facts of states ----", "% ---- facts of states ----\none(0)."),
    ("bk.pl", "% ---- facts of states ----", "% ---- facts of states ----\n:- shell(x)."),
    ("bk.pl", "% ---- facts of states ----", "% ---- facts of states ----\ncount(_,_,1)."),
    ("bk.pl", "one(1).", "one(1). one(0)."),
)  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), ODD, ids=range(len(ODD)))
def test_odd_files_are_refused(nolen: Path, tmp_path: Path, file: str, old: str, new: str) -> None:
    shutil.copytree(nolen, tmp_path / "odd")
    text = (nolen / file).read_text()
    assert text.count(old) >= 1
    (tmp_path / "odd" / file).write_text(text.replace(old, new, 1))
    holds, said = confirmed(tmp_path / "odd")
    assert not holds, said
    assert "NOT CONFIRMED" in said


@pytest.mark.parametrize("value", [True, 1.0, "1"])
def test_a_board_has_integers_only(nolen: Path, tmp_path: Path, value: object) -> None:
    shutil.copytree(nolen, tmp_path / "odd")
    told = json.loads((nolen / "certificate.json").read_text())
    for place in ("partial_path", "solution"):
        for vertex in told["boards"][0][place]:
            vertex[:] = [value if one == 1 else one for one in vertex]
    (tmp_path / "odd" / "certificate.json").write_text(json.dumps(told))
    assert not confirmed(tmp_path / "odd")[0]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("swipl") is None, reason="needs swipl")
def test_no_text_of_a_board_comes_into_prolog(live: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(live, tmp_path / "live"))
    told = json.loads((folder / "certificate.json").read_text())
    told["boards"][0]["puzzle"]["goals"].append([f"). :- shell('touch {tmp_path}/run'). x(", 0])
    (folder / "certificate.json").write_text(json.dumps(told))
    assert not confirmed(folder)[0]
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("text", [
    "f(A,B) :- path(A,E), gap(B,X).",
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), len(E,N), three(N), one(F), two(C).",
])  # fmt: skip
def test_recheck_knows_what_is_not_in_the_bias(nolen: Path, tmp_path: Path, text: str) -> None:
    shutil.copytree(nolen, tmp_path / "more")
    with (tmp_path / "more" / "hypothesis.pl").open("a") as file:
        file.write(text + "\n")
    assert main(["recheck", str(tmp_path / "more")]) == 2


def test_recheck_compares_what_a_certificate_says(nolen: Path, tmp_path: Path) -> None:
    assert main(["recheck", str(nolen)]) == 0
    for name, value in (("panels", "all panels"), ("most_length", 9), ("features", ["GAPS"])):
        folder = tmp_path / name
        shutil.copytree(nolen, folder)
        told = json.loads((folder / "certificate.json").read_text())
        (folder / "certificate.json").write_text(json.dumps({**told, name: value}))
        assert main(["recheck", str(folder)]) == 2
