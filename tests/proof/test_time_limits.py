"""A limit bounds everything: what is made on the way looks at the budget in force."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from support.certificates import background

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.clauses.dependence import FEATURES
from witness.clauses.language.parser import parse_clauses
from witness.cli import main
from witness.proof import lemmas
from witness.proof.refutation import find_counterexample
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.symbol_cases import cases
from witness.puzzle.views.translate import translate
from witness.searches.predicates.tables import tabulate

CLAUSE = "f(A,B) :- could(A,B,C), triangles(B,D), greaterThan(D,C)."


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
        "lemmas": lemmas.proofs.__wrapped__,
        "panels": lambda: find_counterexample(lambda *_: False, clause, ahead.dependence, live),
    }


@pytest.mark.parametrize("name", made())
def test_everything_looks_at_the_clock(name: str, ticking: Callable[[], Budget]) -> None:
    make = made()[name]
    with pytest.raises(LimitReachedError), ticking().in_force():
        make()


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
