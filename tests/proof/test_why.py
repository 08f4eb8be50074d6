"""Why a clause is not proved, as `verify --why` says it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3, UNSOUND
from support.running import witness

from witness.base.limits import Budget
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.proof.all_paths import ORDER
from witness.proof.prover import verify
from witness.proof.why import explained

SAVED = (
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(C,F), notAdjacent(A,B), "
    "three(C).\n"
)


def test_proved_clauses_have_no_reason_and_all_others_have_one(background: Background) -> None:
    verdict = verify(parse_clauses(TABLE_3 + SAVED), background)
    found, reasons = explained(verdict, background, Budget())
    assert found.clauses[:3] == verdict.clauses[:3]
    assert reasons[:3] == (None, None, None)
    last = reasons[3]
    assert last is not None
    assert found.clauses[3].counterexample == last.counterexample
    assert (last.smallest, last.complete) == (True, True)
    assert [repair.to_json() for repair in last.repairs] == [
        {"added": ["one(F)"], "clause": SAVED.replace(".\n", ", one(F)."), "cases": 16},
        {"added": ["two(F)"], "clause": SAVED.replace(".\n", ", two(F)."), "cases": 10},
    ]


def test_a_clause_that_takes_too_many_steps(background: Background) -> None:
    """Nothing is known about it, and that is said at once."""
    text = "f(A,B) :- between(1,100000000000,X), X < 0."
    verdict = verify(parse_clauses(text), background)
    found, (reason,) = explained(verdict, background, Budget())
    assert found == verdict
    assert reason is not None
    assert (reason.repairs, reason.complete) == ((), False)


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "two.pl").write_text(UNSOUND + SAVED)
    done = witness(["verify", "two.pl", "--why", "--certificate", "c.json"], tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.count(f"  no counterexample is smaller ({ORDER})\n") == 2
    end = (
        "  with one of these added it is proved, and can fire in so many local configurations:\n"
        "    16  one(F)\n"
        "    10  two(F)\n"
    )
    assert done.out.endswith(end)
    assert "  nothing was found that saves it: no literal" in done.out
    # The certificate is one like any other, with the smallest counterexamples.
    assert witness(["recheck", "c.json", "two.pl"], tmp_path).out == "confirmed\n"
    (tmp_path / "saved.pl").write_text(SAVED)
    asked = ["verify", "saved.pl", "--why", "--json", "--certificate", "c.json"]
    answer = json.loads(witness(asked, tmp_path).out)
    certificate = json.loads((tmp_path / "c.json").read_text())
    (reason,) = [clause.pop("why") for clause in answer["clauses"]]
    assert answer == certificate
    assert len(reason["repairs"]) == 2


def test_a_time_limit_is_said(tmp_path: Path) -> None:
    file = str(ROOT / "examples/unsound.pl")
    done = witness(["verify", file, "--why", "--time-limit", "0.000001"], tmp_path)
    assert done.status == 0
    assert "unknown: it is not decided within the time limit" in done.out
    assert done.out.endswith("  a limit was met before all additions to it were tried\n")


def test_clauses_that_are_not_plain(background: Background) -> None:
    text = "f(A,B) :- f(A,B), adjacent(A,B).\nf(A,B) :- inv1(A).\ninv1(A) :- path(A,_).\n"
    verdict = verify(parse_clauses(text + SAVED), background)
    found, reasons = explained(verdict, background, Budget())
    assert reasons[:3] == (None, None, None)
    assert reasons[3] is not None
    assert found.status == "refuted"
