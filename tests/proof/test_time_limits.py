"""A limit bounds everything: what is made on the way looks at the budget in force."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from support.certificates import background

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits import budget as limits
from witness.base.shipped import shipped_file
from witness.cli import main
from witness.logic.background import Background, read_background
from witness.logic.configurations import configurations
from witness.logic.dependence import FEATURES
from witness.logic.language.parser import parse_clauses
from witness.logic.symbol_cases import cases
from witness.logic.translate import translate
from witness.proof import outlook
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.proof.refutation import find_counterexample
from witness.puzzle.files import read_puzzles
from witness.searches import engine
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.tables import tabulate

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = "f(A,B) :- could(A,B,C), triangles(B,D), greaterThan(D,C)."
OWN = """
live(P,L) :- vertices(P,V), findall(E, near(V,E), M), sort(M,L).
near(V,E) :- between(1,2000,N), member(X,V), step(X,_,E,_), N > 0.
"""


@pytest.fixture
def own(tmp_path: Path) -> Background:
    """A background with its own definition of live/2, which takes long."""
    path = tmp_path / "own.pl"
    path.write_text(shipped_file("bk/live.pl").read_text() + OWN)
    return read_background(path, shipped_file("bias/live.pl"))


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Budget]:
    """Return budgets of three seconds by a clock that goes on by one second at each look."""
    ticks = count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    return lambda: Budget(Limits(time_limit=3))


def made() -> dict[str, Callable[[], object]]:
    """Return what may take long, by name."""
    live, dots = background("live"), background("dots")
    (local,) = parse_clauses("f(A,B) :- vertices(A,L), member(V,L), side(B,_,V,_).")
    symbols = translate(parse_clauses("f(A,B) :- on(B,C), gone(A,C)."), dots)
    ahead = translate(parse_clauses(CLAUSE), live)
    clause = ahead.clauses[0].clause
    return {
        "views": lambda: translate([local], live),
        "configurations": lambda: configurations.__wrapped__(FEATURES),
        "tables": lambda: tabulate(ahead.fires, features=ahead.dependence.features),
        "cases": lambda: cases(symbols, "edge dot"),
        "lemmas": outlook.proofs.__wrapped__,
        "panels": lambda: find_counterexample(lambda *_: False, clause, ahead.dependence, live),
    }


@pytest.mark.parametrize("name", made())
def test_everything_looks_at_the_clock(name: str, ticking: Callable[[], Budget]) -> None:
    make = made()[name]
    with pytest.raises(LimitReachedError), ticking().in_force():
        make()


def test_a_background_with_its_own_live_edges(
    own: Background, ticking: Callable[[], Budget]
) -> None:
    (found,) = verify(parse_clauses(CLAUSE), own, limits=ticking()).clauses
    assert found.status == "unknown"
    assert found.reason == "it is not decided within the time limit of 3 s"


@pytest.mark.parametrize("name", ["compiled", "reference"])
def test_a_search_that_is_not_set_up(name: str, ticking: Callable[[], Budget]) -> None:
    (puzzle, *_) = read_puzzles(ROOT / "examples" / "panels.jsonl")
    live = background("live")
    chosen = FilePredicate("live.pl", translate(parse_clauses(CLAUSE), live), live)
    with pytest.raises(Exception, match=r"^live.pl is not ready within the time limit of 10 s$"):
        engine(name)(puzzle, chosen, limits=Limits(time_limit=3))


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "panels.jsonl", "--predicate", "h.pl", "--mode", "sort"],
        ["solve", "panels.jsonl", "--portfolio", "paper,h.pl"],
        ["rate", "panels.jsonl", "--rules", "h.pl"],
        ["recheck", "c.json", "h.pl"],
    ],
)
def test_commands(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    """One line, status 2, before anything is searched."""
    monkeypatch.setattr(limits, "SET_UP", 1e-6)
    monkeypatch.chdir(tmp_path)
    Path("h.pl").write_text(f"{CLAUSE}\n")
    Path("panels.jsonl").write_text((ROOT / "examples" / "panels.jsonl").read_text())
    assert main(["verify", "h.pl", "--bias", "live", "--certificate", "c.json"]) == 0
    assert json.loads(Path("c.json").read_text())["status"] == "proved"
    capsys.readouterr()
    assert main([*command, "--bias", "live", "--time-limit", "0.000001"]) == 2
    (error,) = capsys.readouterr().err.splitlines()
    assert error.endswith("within the time limit of 1e-06 s")


def test_verify_says_that_its_limit_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help names the limit that holds where none is given."""
    file = tmp_path / "h.pl"
    file.write_text("f(A,B) :- path(A,C), len(C,D), square(B,E,F), D > 100.\n")
    assert main(["verify", str(file), "--time-limit", "0.01"]) == 0
    said = capsys.readouterr()
    assert "unknown: it is not decided within the time limit of 0.01 s" in said.out
    assert "the time limit of 0.01 s is over; --time-limit allows more" in said.err
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert "undecided are unknown [600]" in " ".join(capsys.readouterr().out.split())


def test_progress_counts_the_clauses() -> None:
    clauses = parse_clauses("f(A,B) :- cut_off(A).\nf(A,B) :- f(A,B).\n" + CLAUSE)
    steps: list[None] = []
    verify(clauses, background("live"), progress=lambda: steps.append(None))
    assert len(steps) == len(clauses)


def test_a_check_counts_the_clauses_and_the_lemmas() -> None:
    clauses = parse_clauses("f(A,B) :- cut_off(A).\nf(A,B) :- f(A,B).\n" + CLAUSE)
    known = background("live")
    certificate = verify(clauses, known).to_json()
    steps: list[None] = []
    assert not check_certificate(certificate, clauses, known, None, lambda: steps.append(None))
    assert len(steps) == len(clauses) + 1
