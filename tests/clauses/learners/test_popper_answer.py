"""Popper's answers and how it ends, with a stand-in that prints what Popper 4.3.0 prints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.stand_in import LOG, SOLVED, StandIn, prints, run

from witness.base.limits.child import Finished
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners.popper.answer import read_answer


class TestAnswers:
    def test_a_solution(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = run(stand_in(prints(SOLVED, LOG)), tmp_path / "out")
        assert record["status"] == "learned"
        assert (record["true_positives"], record["positives"]) == (38, 106)
        assert (record["false_positives"], record["negatives"]) == (0, 34)
        assert record["program_size"] == 30
        assert (record["learner"], record["version"]) == ("popper", "unknown")
        clauses = read_hypothesis(tmp_path / "out" / "hypothesis.pl")
        assert [str(clause) for clause in clauses] == [
            "f(A,B) :- adjacent(A,B), path(A,C), len(C,D), two(D).",
            "f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D).",
            "f(A,B) :- square(B,C,D), path(A,E), count(D,E,C), len(E,F), three(F).",
            "f(A,B) :- notAdjacent(A,B), square(B,C,D), path(A,E), count(E,D,F), one(F), "
            "greaterThan(C,F).",
            "f(A,B) :- path(A,C), notAdjacent(A,B), square(B,D,E), len(E,F), count(C,E,D), "
            "len(C,F).",
        ]
        assert (tmp_path / "out" / "popper.log").read_text() == f"{SOLVED}\n{LOG}"

    def test_the_coverage_is_of_all_examples_and_counted_here(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        wrong = SOLVED.replace("TP:38", "TP:7").replace("FP:0", "FP:3")
        record = run(stand_in(prints(wrong)), tmp_path / "out")
        assert (record["true_positives"], record["false_positives"]) == (38, 0)

    def test_no_solution(self, stand_in: StandIn, tmp_path: Path) -> None:
        record = run(stand_in(prints("NO SOLUTION\nNum. programs: 12\n")), tmp_path / "out")
        assert record["status"] == "nothing-learned"
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""
        assert "reason" not in record

    def test_the_last_hypothesis_at_its_own_timeout_is_kept(
        self, stand_in: StandIn, tmp_path: Path
    ) -> None:
        record = run(stand_in(prints(SOLVED, "TIMEOUT OF 50 SECONDS EXCEEDED\n")), tmp_path / "out")
        assert record["status"] == "timeout"
        assert record["true_positives"] == 38
        assert len(read_hypothesis(tmp_path / "out" / "hypothesis.pl")) == 5

    def test_a_hard_timeout(self, stand_in: StandIn, tmp_path: Path) -> None:
        settings = replace(stand_in("import time; time.sleep(600)"), timeout=0.5)
        record = run(settings, tmp_path / "out")
        assert record["status"] == "timeout"
        assert record["reason"].startswith("ended at its time limit")
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""

    def test_a_crash_with_a_traceback(self, stand_in: StandIn, tmp_path: Path) -> None:
        err = "Traceback (most recent call last):\n  File …\nValueError: could not be grounded\n"
        record = run(stand_in(prints("", err, 1)), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"] == "ended with status 1: ValueError: could not be grounded"

    def test_it_ends_well_and_answers_nothing(self, stand_in: StandIn, tmp_path: Path) -> None:
        """Popper exits with status 0 after printing that directions are missing."""
        record = run(stand_in(prints("ERROR: missing directions for len/2\n")), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"] == "ended with status 0: ERROR: missing directions for len/2"

    @pytest.mark.parametrize(
        "broken",
        [
            SOLVED.replace("Precision", "P").replace("TP:", "tp "),
            SOLVED.replace("two(V2).", "two(V2"),
            SOLVED.replace("two(V2)", "(two(V2) ; one(V2))"),
        ],
    )
    def test_an_answer_that_cannot_be_read(
        self, broken: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        record = run(stand_in(prints(broken)), tmp_path / "out")
        assert record["status"] == "failed"
        assert record["reason"].startswith("its answer cannot be read: ")

    @pytest.mark.parametrize(
        ("clause", "reason"),
        [
            ("f(V0,V1):- zork(V0,V1).", "unknown predicate zork/2"),
            ("f(V0,V1):- one(V7).", "nothing gives its inputs a value"),
            ("g(V0,V1):- adjacent(V0,V1).", "it says nothing about f/2"),
            ("", "there are no clauses in it"),
            (":- use_module(library(lists)).", "there are no clauses in it"),
            ("f(V0,V1):- adjacent(V0,V1).\ng(V0,V1):- one(V1).", "a clause about g/2; f/2 is exp"),
        ],
    )
    def test_an_answer_that_cannot_be_used(
        self, clause: str, reason: str, stand_in: StandIn, tmp_path: Path
    ) -> None:
        block = f"Precision:1.00 Recall:1.00 TP:38 FN:0 TN:1 FP:0 Size:2\n{clause}\n"
        out = f"*** SOLUTION ***\n{block}******\n"
        record = run(stand_in(prints(out)), tmp_path / "out")
        assert record["status"] == "failed"
        assert reason in record["reason"]
        assert (record["true_positives"], record["program_size"]) == (0, 0)
        assert (tmp_path / "out" / "hypothesis.pl").read_text() == ""

    def test_a_recursive_program(self) -> None:
        out = (
            "********** SOLUTION **********\n"
            "Precision:1.00 Recall:1.00 TP:5 FN:0 TN:5 FP:0 Size:7\n"
            "f(V0,V1):- last(V0,V1).\nf(V0,V1):- tail(V0,V2),f(V2,V1).\n"
            "******************************\n"
        )
        answer = read_answer(Finished("itself", 0, out, "", 1.0, 1.0))
        assert [str(clause) for clause in answer.clauses] == [
            "f(A,B) :- last(A,B).",
            "f(A,B) :- tail(A,C), f(C,B).",
        ]
        assert answer.covered == (5, 0)
