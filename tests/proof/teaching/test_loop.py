"""Learning until everything is proved: against every clause of a bias, and against the paper."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.learning import CASES, NAMES, grown_bodies, order
from support.sizes import seeds, some

import witness as w
from witness.base.errors import InputError
from witness.clauses.background import Background, read_background
from witness.clauses.language.bias import Bias
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, Variable
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.clauses.learners.teach import MOST_UNDECIDED
from witness.cli import main
from witness.proof.prover import Verdict, undecided, verify
from witness.proof.teaching import learn_until_proved
from witness.proof.teaching.loop import Taught, teach
from witness.proof.verdicts import Verdicts
from witness.puzzle.examples.examples import puzzle_task
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import is_solution

BK = ROOT / "bk" / "triangles.pl"


def panels(number: int, seed: int = 1) -> list[Puzzle]:
    rng = random.Random(seed)
    drawn = (algorithm_3(2 + n % 2, 2 + n // 2 % 2, rng) for n in range(3 * number))
    found = [replace(puzzle, id=f"p{n}") for n, puzzle in enumerate(drawn) if puzzle.triangles]
    return found[:number]


def task_of(puzzles: Sequence[Puzzle], name: str = "paper") -> tuple[LearningTask, Background]:
    bias = ROOT / "bias" / f"{name}.pl"
    bk = ROOT / "bk" / (f"{name}.pl" if name != "paper" else "triangles.pl")
    made = puzzle_task(puzzles, bk=bk, bias=bias, labels="puzzle")
    return made.task(), read_background(bk, bias)


def check(found: Taught, task: LearningTask) -> None:
    """Everything that is said of a hypothesis is so."""
    assert found.verdict.status == "proved"
    assert [one.clause for one in found.verdict.clauses] == [*found.run.learned.clauses]
    clauses = list(found.run.learned.clauses)
    given = clauses, task.background, task.bias
    assert sum(covered(*given, task.positives)) == found.run.learned.true_positives
    assert not any(covered(*given, task.negatives))
    for one in found.counterexamples:
        assert is_solution(one.puzzle, one.solution)
        assert one.solution[: len(one.partial_path)] == one.partial_path != one.solution


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taught_by", "name"),
    some(2, [
        ("labels", "paper"), ("the prover alone", "live"), ("labels", "live"),
        ("labels", "extended"), ("the prover alone", "paper"), ("the prover alone", "extended"),
    ]),
)  # fmt: skip
def test_the_predicates_that_are_known_are_found(name: str, taught_by: str) -> None:
    """The paper's π°, and those of the shipped examples, also without any negative example."""
    task, background = task_of(panels(12), name)
    if taught_by == "the prover alone":
        task = replace(task, negatives=[])
    found = teach(task, background)
    check(found, task)
    assert (found.ended, found.why_not_best) == ("proved", None)
    known = parse_clauses((ROOT / "examples" / f"{name}.pl").read_text(encoding="utf-8"))
    given = known, task.background, task.bias
    assert sum(covered(*given, task.positives)) == found.run.learned.true_positives
    assert found.run.learned.size == sum(clause.size for clause in known)


SMALL = """
head_pred(f,2). max_vars(6). max_body(5).
body_pred(square,3). body_pred(path,2). body_pred(count,3).
type(f,(path,square)). type(square,(square,int,edges)). type(path,(path,edges)).
type(count,(edges,edges,int)).
direction(f,(in,in)). direction(square,(in,out,out)). direction(path,(in,out)).
direction(count,(in,in,out)).
"""
MORE = (
    ("greaterThan", "int,int", "in,in"),
    ("gte", "int,int", "in,in"),
    ("notAdjacent", "path,square", "in,in"),
    ("adjacent", "path,square", "in,in"),
    ("one", "int,", "in,"),
    ("two", "int,", "in,"),
    ("three", "int,", "in,"),
)


def small_bias(rng: random.Random) -> str:
    lines = [SMALL]
    for name, types, ways in rng.sample(MORE, 3):
        arity = len(types.strip(",").split(","))
        lines.append(f"body_pred({name},{arity}). type({name},({types})).")
        lines.append(f"direction({name},({ways})).")
    return "\n".join(lines)


def clauses_of(bias: Bias) -> list[Clause]:
    """Every clause of a bias, up to the names of its variables and the order of its literals."""
    found = []
    for level in grown_bodies(bias, 10**6)[: bias.max_body]:
        for body in sorted(level, key=str):
            ordered = order(bias, body)
            assert ordered is not None
            literals = (Literal(s.name, tuple(Variable(f"V{v}") for v in vs)) for s, vs in ordered)
            head = tuple(Variable(f"V{v}") for v in range(len(bias.head.types)))
            found.append(Clause(bias.head.name, head, tuple(literals)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_no_sound_clause_of_a_small_bias_covers_anything_else(seed: int, tmp_path: Path) -> None:
    """Every clause of the bias is judged: what the sound ones cover together is what is found."""
    rng = random.Random(seed)
    file = tmp_path / "bias.pl"
    file.write_text(small_bias(rng), encoding="utf-8")
    background = read_background(BK, file)
    task = puzzle_task(panels(4, seed), bk=BK, bias=file, labels="puzzle").task()
    found = teach(replace(task, negatives=[]) if seed else task, background)
    check(found, task)
    assert found.why_not_best is None
    best = [False] * len(task.positives)
    sound = 0
    for clause in clauses_of(parse_bias(small_bias(random.Random(seed)))):
        covers = covered([clause], task.background, task.bias, task.positives)
        if any(covers) and verify([clause], background).status == "proved":
            sound += 1
            best = [a or b for a, b in zip(best, covers, strict=True)]
    assert found.run.learned.true_positives == sum(best)
    print(seed, sound, sum(best))


@pytest.mark.slow
@pytest.mark.parametrize("name", some(1, sorted(NAMES, key="2x3_0_single".__ne__)))
def test_the_seven_cases_of_popper(name: str, tmp_path: Path) -> None:
    taught = json_of("learn", CASES / name, "--until-proved", "-o", tmp_path)
    assert taught["until_proved"]["ended"] == "proved"
    background = read_background(CASES / name / "bk.pl", CASES / name / "bias.pl")
    hypothesis = parse_clauses((tmp_path / "hypothesis.pl").read_text(encoding="utf-8"))
    verdict = verify(hypothesis, background)
    assert verdict.status == "proved"
    core = verify(parse_clauses(learned_text(CASES / name, tmp_path / "once")), background).core
    task = read_task(CASES / name)
    given = task.background, task.bias, task.positives
    assert sum(covered(core, *given)) <= taught["true_positives"]


def json_of(*words: object) -> dict[str, Any]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([*map(str, words), "--json"]) == 0
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def learned_text(case: Path, folder: Path) -> str:
    json_of("learn", case, "-o", folder)
    return (folder / "hypothesis.pl").read_text(encoding="utf-8")


@pytest.mark.slow
def test_at_a_limit_the_best_so_far_stands() -> None:
    task, background = task_of(panels(4))
    task = replace(task, negatives=[])
    whole = teach(task, background)
    assert len(whole.rounds) > 2
    before = 0
    number = len(whole.rounds)
    for most in sorted({1, number // 2, number - 1}):
        found = teach(task, background, most_rounds=most)
        check(found, task)
        assert (found.ended, found.run.status) == ("rounds", None)
        assert before <= found.run.learned.true_positives <= whole.run.learned.true_positives
        before = found.run.learned.true_positives
    none = teach(task, background, settings=Settings(timeout=1e-9))
    assert (none.ended, none.run.learned.clauses) == ("timeout", ())


@pytest.mark.slow
def test_a_clause_that_cannot_be_decided_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the prover could neither prove nor refute clauses about two edges."""

    def on(self: Verdicts, clauses: Sequence[Clause], late: str | None = None) -> Verdict:
        return Verdict(
            tuple(
                undecided(one, "too hard") if "two" in str(one) else known
                for one, known in zip(clauses, judged(self, clauses).clauses, strict=True)
            )
        )

    judged = Verdicts.on
    task, background = task_of(panels(4))
    whole = teach(task, background).run.learned
    monkeypatch.setattr(Verdicts, "on", on)
    found = teach(task, background)
    assert found.verdict.status == "proved"
    assert found.undecided
    assert {reason for _, reason in found.undecided} == {"too hard"}
    assert not {clause for clause, _ in found.undecided} & {*found.run.learned.clauses}
    assert found.run.learned.true_positives <= whole.true_positives
    assert found.why_not_best is not None


def test_a_task_of_something_else_is_refused(tmp_path: Path) -> None:
    for name, text in (
        ("exs.pl", "pos(odd(one)). neg(odd(two))."),
        ("bk.pl", "next(one,two). even(two)."),
        ("bias.pl", "head_pred(odd,1). body_pred(next,2). body_pred(even,1)."),
    ):
        (tmp_path / name).write_text(text)
    assert main(["learn", str(tmp_path), "--until-proved"]) == 2
    with pytest.raises(InputError):
        w.learn(w.Task.read(tmp_path), until_proved=True)


@pytest.mark.slow
def test_a_run_that_was_cut_short_goes_on(tmp_path: Path) -> None:
    """It begins with the counterexamples that are known, and ends as if nothing had been."""
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)), id="small")
    files = {"bk": BK, "bias": ROOT / "bias" / "paper.pl"}
    puzzle_task(puzzle, **files, labels="puzzle").write(tmp_path)
    whole = learn_until_proved(tmp_path, tmp_path / "whole")
    short = learn_until_proved(tmp_path, most_rounds=2)["until_proved"]
    assert short["ended"] == "rounds"
    done = learn_until_proved(tmp_path)
    assert (
        done["until_proved"]["counterexamples"][: len(short["counterexamples"])]
        == (short["counterexamples"])
    )
    assert len(done["until_proved"]["rounds"]) == len(whole["until_proved"]["rounds"]) - 2
    names = ("hypothesis.pl", "whole/hypothesis.pl")
    assert len({(tmp_path / name).read_text() for name in names}) == 1
    # What is done is not a beginning.
    again = learn_until_proved(tmp_path)["until_proved"]
    assert len(again["rounds"]) == len(whole["until_proved"]["rounds"])


def test_the_loop_gives_up_after_some_clauses_that_it_cannot_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the prover could decide nothing: what covers the same is not tried again."""

    def on(self: Verdicts, clauses: Sequence[Clause], late: str | None = None) -> Verdict:
        return Verdict(tuple(undecided(one, "too hard") for one in clauses))

    task, background = task_of(panels(4))
    monkeypatch.setattr(Verdicts, "on", on)
    found = teach(task, background)
    assert found.ended == "undecided"
    assert len(found.undecided) > MOST_UNDECIDED
    assert str(found.undecided[0][0]) in str(found.why_not_best)
    covers = [covered([clause], task.background, task.bias, task.positives)
              for clause, _ in found.undecided]  # fmt: skip
    assert len({tuple(one) for one in covers}) == len(covers)
