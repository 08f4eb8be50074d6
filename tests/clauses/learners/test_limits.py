"""Limits of a hypothesis over those of the bias, for every learner."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from support.learning import bias_of
from support.stand_in import CASES

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import Clause
from witness.clauses.learners import learn
from witness.clauses.learners.asp.relational import Relational
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.cli import main

CASE = CASES / "2x2_1_puzzle"


def learned(where: Path, **limits: int) -> list[Clause]:
    record = learn(CASE, where, settings=Settings(**limits))
    assert record["status"] in ("learned", "nothing-learned")
    for limit, most in limits.items():
        assert record["limits"][limit] == most
    assert "assumed" not in record  # the bias gives both
    return read_hypothesis(where / "hypothesis.pl")


def names(clause: Clause) -> set[str]:
    literals = [clause.args, *(li.args for li in clause.body)]
    return {str(argument) for arguments in literals for argument in arguments}


@pytest.mark.slow
def test_variables(tmp_path: Path) -> None:
    free = learned(tmp_path)
    most = max(len(names(clause)) for clause in free)
    few = learned(tmp_path, max_vars=most - 1)
    assert all(len(names(clause)) < most for clause in few)


@pytest.mark.slow
def test_literals_of_a_body(tmp_path: Path) -> None:
    most = max(len(clause.body) for clause in learned(tmp_path))
    few = learned(tmp_path, max_body=most - 1)
    assert all(len(clause.body) < most for clause in few)


@pytest.mark.slow
def test_clauses(tmp_path: Path) -> None:
    assert len(learned(tmp_path)) > 1
    assert len(learned(tmp_path, max_clauses=1)) == 1


def best_of(task: LearningTask, clauses: list[Clause], number: int, size: int) -> tuple[int, int]:
    """Return the most positive examples that some clauses cover, and with how few literals."""
    return max(
        (coverage(chosen, task)[0] if chosen else 0, -sum(clause.size for clause in chosen))
        for count in range(number + 1)
        for chosen in combinations(clauses, count)
        if sum(clause.size for clause in chosen) <= size
    )


RELATIONS = """\
edge(a,b). edge(b,c). edge(c,d). edge(d,e). edge(e,f). edge(c,g). edge(g,h). edge(b,h).
red(a). red(c). red(e). blue(b). blue(d). blue(h). big(c). big(d). big(h). old(b). old(e). old(g).
"""


@pytest.mark.slow
@pytest.mark.parametrize("noisy", [False, True])
@pytest.mark.parametrize(("clauses", "literals"), [(1, 99), (2, 99), (99, 3), (99, 5), (2, 5)])
def test_the_best_within_limits_against_all_programs(
    clauses: int, literals: int, noisy: bool, tmp_path: Path
) -> None:
    """All clauses of a small bias over relations, written out, and all sets of up to three."""
    (tmp_path / "bk.pl").write_text(RELATIONS)
    bias = bias_of("f n:in", "edge n:in n:in", "red n:in", "blue n:in", "big n:in", "old n:in")
    (tmp_path / "bias.pl").write_text(bias)
    (tmp_path / "exs.pl").write_text(
        "pos(f(a)). pos(f(b)). pos(f(d)). pos(f(e)). pos(f(h)). neg(f(c)). neg(f(g)).\n"
    )
    task = read_task(tmp_path)
    bodies = ("red(A)", "blue(A)", "big(A)", "old(A)")
    texts = [f"f(A) :- {', '.join(body)}.\n" for n in (1, 2, 3) for body in combinations(bodies, n)]
    (tmp_path / "all.pl").write_text("".join(texts))
    every = read_hypothesis(tmp_path / "all.pl")
    limits = Settings(max_vars=1, max_body=3, max_clauses=clauses, max_literals=literals)
    settings = replace(limits, noisy=noisy)
    record = learn(tmp_path, tmp_path / "out", settings=settings)
    found = read_hypothesis(tmp_path / "out" / "hypothesis.pl")
    assert len(found) <= clauses
    assert record["program_size"] <= literals
    if noisy:
        lengths = []
        for count in range(min(clauses, 3) + 1):
            for chosen in combinations(every, count):
                size = sum(clause.size for clause in chosen)
                right, wrong = coverage(chosen, task) if chosen else (0, 0)
                if size <= literals:
                    lengths.append(size + wrong + 5 - right)
        assert record["description_length"] == min(lengths)
    else:
        consistent = [clause for clause in every if coverage([clause], task)[1] == 0]
        assert (record["true_positives"], -record["program_size"]) == best_of(
            task, consistent, min(clauses, 3), literals
        )


@pytest.mark.parametrize("noisy", [False, True])
def test_what_a_search_of_small_clauses_found_is_not_lost(
    noisy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without limits in the bias, larger clauses follow; memory ends before one of them is seen."""
    (tmp_path / "bk.pl").write_text(RELATIONS)
    (tmp_path / "bias.pl").write_text("head_pred(f,1). body_pred(edge,2). body_pred(red,1).")
    examples = [*(f"pos(f({x}))." for x in "aceuvxyz"), *(f"neg(f({x}))." for x in "bdfg")]
    (tmp_path / "exs.pl").write_text("\n".join(examples))
    run, runs = Relational.run, []

    def stopped(self: Relational) -> None:
        runs.append(self.bias.max_body)
        if len(runs) > 1:
            raise LimitReachedError("memory-limit")
        run(self)

    monkeypatch.setattr(Relational, "run", stopped)
    record = learn(tmp_path, tmp_path / "out", settings=Settings(noisy=noisy))
    assert runs == [3, 6]
    assert (record["status"], record["true_positives"]) == ("memory-limit", 3)


def test_a_rule_about_order_and_facts_of_a_name_of_prolog(tmp_path: Path) -> None:
    """Neither is looked at where it says nothing: of a symmetric relation, of what is not asked."""
    bias = "head_pred(f,1). body_pred(next,2). body_pred(blue,1)."
    order = ":- body_literal(_,next,_,(V0,V1)), V0 > V1.\n"
    bk = f"{RELATIONS} next(a,b). next(b,a). next(e,g). number(1)."
    (tmp_path / "exs.pl").write_text("pos(f(a)). neg(f(b)). neg(f(e)).")
    (tmp_path / "bk.pl").write_text(f"{bk} next(g,e).")
    (tmp_path / "bias.pl").write_text(bias + order)
    record = learn(tmp_path, tmp_path / "out")
    assert (record["true_positives"], record["program_size"]) == (1, 3)
    (tmp_path / "bias.pl").write_text(f"{bias} body_pred(number,1).")
    with pytest.raises(InputError, match="line 3: number/1 cannot be defined"):
        learn(tmp_path, tmp_path / "out")
    (tmp_path / "bk.pl").write_text(bk)
    (tmp_path / "bias.pl").write_text(bias + order)
    with pytest.raises(InputError, match="raw ASP"):
        learn(tmp_path, tmp_path / "out")


def test_what_was_not_given_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("bk.pl", "exs.pl"):
        (tmp_path / name).write_text((CASE / name).read_text())
    lines = [li for li in (CASE / "bias.pl").read_text().splitlines() if "max_" not in li]
    (tmp_path / "bias.pl").write_text("\n".join([*lines, "max_vars(5)."]) + "\n")
    assert main(["learn", str(tmp_path), "-o", str(tmp_path / "out"), "--json"]) == 0
    said = capsys.readouterr()
    first = said.err.splitlines()[0]
    assert first == (
        f"witness: {tmp_path / 'bias.pl'} has no max_body; asp takes 6 "
        "(--max-body N would change that; Popper 5 takes max_body 10)"
    )
    record = json.loads(said.out)
    assert record["limits"] == {"max_vars": 5, "max_body": 6}
    assert record["assumed"] == ["max_body"]
    words = ["learn", str(tmp_path), "-o", str(tmp_path / "out"), "--max-body", "3", "--json"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "max_body" not in said.err
    assert "assumed" not in json.loads(said.out)


def test_what_is_claimed_and_checked_is_within_the_limits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a limit of clauses, a sound predicate may cover more; with fewer variables, none."""
    for words, best in ((["--max-clauses", "1"], False), (["--max-vars", "5"], True)):
        case = tmp_path / words[0]
        shutil.copytree(CASE, case)
        assert main(["learn", str(case), "--until-proved", *words]) == 0
        record = json.loads((case / "result.json").read_text())
        assert record["until_proved"]["best"] is best
    assert (
        "at most 6 literals in the body of a clause and 5 variables"
        in (record["until_proved"]["statement"])
    )
    # There is no better one of 5 variables, but one of the 7 that the bias allows.
    assert main(["recheck", str(case)]) == 0
    assert "finds none that covers more" in capsys.readouterr().out
    record["limits"]["max_vars"] = 7
    said = record["until_proved"]["statement"]
    record["until_proved"]["statement"] = said.replace("5 variables", "7 variables")
    (case / "result.json").write_text(json.dumps(record))
    assert main(["recheck", str(case)]) == 2
    assert "asp covers " in capsys.readouterr().out
