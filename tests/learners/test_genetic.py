"""The genetic learner: never a negative example, the same seed the same answer, and its limits."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.learning import CASES, NAMES, body_of, labelled_task, problems

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.cli import main
from witness.learners import genetic, learn
from witness.learners.coverage import coverage
from witness.learners.here import Found
from witness.learners.run import Settings
from witness.learners.task import read_task
from witness.logic.language.reader import read_hypothesis

pytest.importorskip("deap", reason="DEAP is not installed (the extra genetic)")

SMALL = Settings(population=30, generations=20)


def run(case: str, output: Path, **settings: Any) -> dict[str, Any]:
    return learn(CASES / case, output, learner="genetic", settings=Settings(**settings))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_seven_cases(name: str, tmp_path: Path) -> None:
    """No negative example; nearly all that the best hypothesis covers; clauses of the bias."""
    record = run(name, tmp_path)
    best = json.loads((CASES / name / "expected.json").read_text())
    assert record["status"] == "learned"
    assert 0.9 * best["true_positives"] <= record["true_positives"] <= best["true_positives"]
    task = read_task(CASES / name)
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert coverage(clauses, task) == (record["true_positives"], 0)
    for clause in clauses:
        assert problems(task.bias, body_of(task.bias, clause)) == []
        rest = [other for other in clauses if other is not clause]
        assert coverage(rest, task)[0] < record["true_positives"]


@pytest.mark.parametrize("seed", range(3))
def test_random_tasks(seed: int) -> None:
    """Whatever it finds is consistent, and covers what it says."""
    rng = random.Random(f"genetic {seed}")
    covered = 0
    for _ in range(8):
        task, _ = labelled_task(rng, 300)
        found = Found()
        genetic.learn(task, SMALL, found)
        learned = found.learned()
        assert coverage(learned.clauses, task) == (learned.true_positives, 0)
        for clause in learned.clauses:
            assert problems(task.bias, body_of(task.bias, clause)) == []
        covered += learned.true_positives
    assert covered


def test_the_same_seed_gives_the_same_hypothesis(tmp_path: Path) -> None:
    texts = []
    records = []
    for number, seed in enumerate((5, 5, 6, 7, 8)):
        state = random.Random(number).getstate()
        random.setstate(state)
        place = tmp_path / str(number)
        records.append(run("2x3_2_puzzle", place, seed=seed, population=20, generations=5))
        texts.append((place / "hypothesis.pl").read_text())
        assert random.getstate() == state
    assert texts[0] == texts[1]
    assert records[0] | {"seconds": 0} == records[1] | {"seconds": 0}
    assert len(set(texts)) > 1
    assert [record["seed"] for record in records] == [5, 5, 6, 7, 8]
    assert (records[0]["population"], records[0]["generations"]) == (20, 5)
    assert records[0]["evaluations"] > 20


def test_more_generations_find_more(tmp_path: Path) -> None:
    few = run("2x3_2_puzzle", tmp_path, population=10, generations=1)
    many = run("2x3_2_puzzle", tmp_path, population=10, generations=60)
    assert many["true_positives"] > few["true_positives"]


def test_a_time_limit_keeps_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls = iter(range(10**9))
    fitness = genetic.Evolution.fitness

    def slow(self: genetic.Evolution, one: genetic.Individual) -> tuple[int, int, int]:
        if next(calls) > 400:
            raise LimitReachedError("time-limit")
        return fitness(self, one)

    monkeypatch.setattr(genetic.Evolution, "fitness", slow)
    record = run("2x3_2_puzzle", tmp_path, timeout=600)
    assert record["status"] == "timeout"
    assert record["true_positives"] > 0
    assert record["evaluations"] > 400
    task = read_task(CASES / "2x3_2_puzzle")
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert coverage(clauses, task) == (record["true_positives"], 0)


def test_a_memory_limit_keeps_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    held = bytearray()
    fitness = genetic.Evolution.fitness

    def wasteful(self: genetic.Evolution, one: genetic.Individual) -> tuple[int, int, int]:
        held.extend(bytes(2_000_000))
        return fitness(self, one)

    monkeypatch.setattr(genetic.Evolution, "fitness", wasteful)
    record = run("2x3_2_puzzle", tmp_path, timeout=600, memory_limit=500)
    assert record["status"] == "memory-limit"
    assert (record["true_positives"] > 0, record["false_positives"]) == (True, 0)


def test_without_deap(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(genetic, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"needs DEAP: pip install 'witness-ilp\[genetic\]'"):
        run("2x2_1_puzzle", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    given = ["learn", str(CASES / "2x2_1_puzzle"), "--learner", "genetic", "-o", str(tmp_path)]
    assert main(given) == 2
    assert "pip install 'witness-ilp[genetic]'" in capsys.readouterr().err
