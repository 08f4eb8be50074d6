"""Learning from relations, against all clauses and all sets of them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from pathlib import Path

import pytest
from support.learning import Coverage, grown_bodies
from support.neighbours import neighbour_files
from support.sizes import seeds

from tests.support.relational import Tiny, best, drawn, least_description
from witness.base.errors import UnsupportedError
from witness.learners import learn
from witness.learners.asp.class_facts import facts_of_classes
from witness.learners.asp.cover import choose, choose_noisy, choose_within, description_length
from witness.learners.asp.facts import read_facts
from witness.learners.asp.joins import join
from witness.learners.asp.learner import learn_within
from witness.learners.asp.relational import Relational
from witness.learners.asp.saturate import saturate
from witness.learners.coverage import coverage
from witness.learners.examples import puzzle_task
from witness.learners.run import Learned, Settings
from witness.puzzle.model import Puzzle


def learned(tiny: Tiny, **settings: object) -> Learned:
    """Learn from a task to the end; what is said about coverage is counted again."""
    found, status = learn_within(tiny.task(), Settings(**settings))  # type: ignore[arg-type]
    assert status is None
    assert coverage(found.clauses, tiny.task()) == (found.true_positives, found.false_positives)
    return found


@pytest.mark.parametrize("seed", seeds(14, 80))
def test_no_hypothesis_is_better(seed: int) -> None:
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0)
    found = learned(tiny)
    assert (found.true_positives, found.size) == best(tiny)
    assert found.false_positives == 0


@pytest.mark.slow
@pytest.mark.parametrize("rows", [0, 3, 12])
def test_parts_with_too_many_rows_are_left_out(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing wrong is learned, and what is missing is counted; enough rows make no difference."""
    monkeypatch.setattr("witness.learners.asp.skeletons.MOST_ROWS", rows // 3)
    monkeypatch.setattr("witness.learners.asp.joins.join", partial(join, most=rows))
    fewer = 0
    for seed in range(60):
        tiny = drawn(random.Random(seed))
        found = learned(tiny)
        known = best(tiny)
        assert found.true_positives <= known[0]
        if (found.true_positives, found.size) != known:
            fewer += 1
            assert found.details["left_out"] > 0
        assert found.false_positives == 0
    assert fewer or rows


@pytest.mark.parametrize("seed", seeds(10, 60))
def test_skeletons_whose_rows_are_not_kept(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witness.learners.asp.skeletons.MOST_ROWS", seed % 2 * 3)
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0)
    found = learned(tiny)
    assert (found.true_positives, found.size) == best(tiny)
    assert "left_out" not in found.details


@pytest.mark.long
@pytest.mark.parametrize("noisy", [False, True])
def test_the_choice_is_bounded(noisy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the best choice takes for ever, a good one is made at once."""

    def endless(*_: object) -> None:
        while True:
            pass

    for name in ("choose_within", "choose_noisy"):
        monkeypatch.setattr(f"witness.learners.asp.learner.{name}", endless)
    for seed in range(8):
        tiny = drawn(random.Random(seed))
        found, status = learn_within(tiny.task(), Settings(timeout=1, noisy=noisy))
        assert status == "timeout"
        counted = coverage(found.clauses, tiny.task())
        assert counted == (found.true_positives, found.false_positives)
        if noisy:
            length = found.description_length(len(tiny.positives))
            assert least_description(tiny) <= length <= len(tiny.positives)
        else:
            assert counted == (best(tiny)[0], 0)


def test_clingo_is_not_given_what_it_cannot_read_in_time() -> None:
    task = drawn(random.Random(1)).task()
    facts = read_facts(task)
    assert facts is not None
    search = Relational(facts, task.bias, noisy=False)
    search.run()
    candidates = search.candidates()
    choice = choose_within(candidates, 0.0)
    assert (bool(candidates), choice.proved) == (True, False)
    covered = {candidate.coverage for candidate in candidates}
    assert reduce(or_, (c.coverage for c in choice.candidates)) == reduce(or_, covered)


def test_too_many_constants_are_refused() -> None:
    values = [f"a{n}" for n in range(2000)]
    row = tuple(values[:6])
    facts = {"p": [row], "q": [(value,) for value in values]}
    tiny = Tiny(facts, {}, {}, [(values[0],)], [(values[1],)], 6, 2, singletons=True)
    with pytest.raises(UnsupportedError, match="2,000 constants are too many for relations of 6"):
        learn_within(tiny.task(), Settings())


@pytest.mark.parametrize("seed", seeds(7, 40))
def test_a_head_variable_has_one_type(seed: int) -> None:
    """The head has no types, and every value could be of both."""
    rng = random.Random(seed)
    values = ["a", "b", "c", "d", "e"]
    rng.shuffle(values)
    facts = {name: [(value,) for value in sorted(rng.sample(values, 3))] for name in "pqrx"}
    types = {name: (rng.choice("st"),) for name in facts}
    examples = [(value,) for value in values]
    tiny = Tiny(facts, types, {}, examples[:2], examples[2:], 1, 3, singletons=False)
    found = learned(tiny)
    assert (found.true_positives, found.size) == best(tiny)


@pytest.mark.parametrize("seed", seeds(5, 30))
def test_no_hypothesis_has_a_smaller_description_length(seed: int) -> None:
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0)
    found = learned(tiny, noisy=True)
    assert found.description_length(len(tiny.positives)) == least_description(tiny)
    assert found.details["description_length"] == least_description(tiny)


#: Trains with cars; those with a long closed car and one with three wheels go east.
CARS = {
    "has_car": [("t1", "a"), ("t1", "b"), ("t2", "c"), ("t3", "d"), ("t3", "e"), ("t4", "g")],
    "long": [("a",), ("c",), ("d",), ("g",)],
    "closed": [("a",), ("d",), ("g",)],
    "wheels": [("b", "3"), ("c", "3"), ("e", "3"), ("g", "2")],
}
TYPES = {
    "f": ("train",),
    "has_car": ("train", "car"),
    "long": ("car",),
    "closed": ("car",),
    "wheels": ("car", "int"),
}


def trains(**changes: object) -> Tiny:
    """Return the task of the trains with other limits."""
    limits: dict[str, object] = {
        "facts": CARS, "types": TYPES, "directions": {}, "positives": [("t1",), ("t3",)],
        "negatives": [("t2",), ("t4",)], "max_vars": 4, "max_body": 5, "singletons": False,
    }  # fmt: skip
    return Tiny(**{**limits, **changes})  # type: ignore[arg-type]


def test_one_to_many_relations() -> None:
    three = {"facts": {**CARS, "three": [("b",), ("c",), ("e",)]}}
    found = learned(trains(**three, types={**TYPES, "three": ("car",)}, max_body=4))
    assert [str(clause) for clause in found.clauses] == [
        "f(A) :- has_car(A,B), three(B), has_car(A,C), closed(C)."
    ]


def test_constants_stand_for_variables(tmp_path: Path) -> None:
    tiny = trains(constants=(("3", "int"),), max_body=4)
    found = learned(tiny)
    assert [str(clause) for clause in found.clauses] == [
        "f(A) :- has_car(A,B), wheels(B,3), has_car(A,C), closed(C)."
    ]
    tiny.write(tmp_path)
    assert learn(tmp_path)["program_size"] == 5
    assert learned(trains(magic=("int",), max_body=4)).clauses == found.clauses


def test_the_head_may_have_outputs() -> None:
    facts = {"next": [("a", "b"), ("b", "c"), ("c", "d")], "two": [("c",), ("d",)]}
    types = {"f": ("s", "s"), "next": ("s", "s"), "two": ("s",)}
    directions = {"f": (True, False), "next": (True, False), "two": (True,)}
    positives, negatives = [("a", "c"), ("b", "d")], [("a", "b"), ("b", "c"), ("c", "c")]
    tiny = Tiny(facts, types, directions, positives, negatives, 3, 3, singletons=False)
    found = learned(tiny)
    assert [str(clause) for clause in found.clauses] == ["f(A,B) :- next(A,C), next(C,B)."]


def test_what_came_nearest_is_recorded(tmp_path: Path) -> None:
    trains(max_body=2).write(tmp_path)
    record = learn(tmp_path)
    assert record["status"] == "nothing-learned"
    assert record["nearest"] == [
        {
            "clause": "f(A) :- has_car(A,B), closed(B).",
            "true_positives": 2,
            "false_positives": 1,
            "false_positive": "f(t4)",
        }
    ]


def test_a_single_type_has_no_variable_but_the_heads() -> None:
    facts = {"sister": [("t1", "t2"), ("t3", "t2")], "red": [("t2",)]}
    types = {"f": ("train",), "sister": ("train", "train"), "red": ("train",)}
    changes = {"facts": facts, "types": types}
    assert learned(trains(**changes)).size == 3
    assert learned(trains(**changes, single=("train",))).size == 0


def many(rng: random.Random, width: int) -> Tiny:
    """Return a task that takes long, in which short clauses cover some examples."""
    names = [f"x{number}" for number in range(width)]
    facts: dict[str, list[tuple[str, str]]] = {
        name: list({(rng.choice(names), rng.choice(names)) for _ in range(4 * width)})
        for name in "pqrst"
    }
    facts["easy"] = [(name, "x0") for name in names[:3]]
    examples = [(name,) for name in names]
    return Tiny(
        facts, {}, {}, examples[: width // 2], examples[width // 2 :], 6, 6, singletons=True
    )


def test_at_the_end_of_the_time_the_best_so_far_is_the_answer(tmp_path: Path) -> None:
    many(random.Random(1), 60).write(tmp_path)
    record = learn(tmp_path, settings=Settings(timeout=2))
    assert record["status"] == "timeout"
    assert record["true_positives"] >= 3
    assert record["seconds"] < 30


def test_at_the_limit_of_memory_the_best_so_far_is_the_answer(tmp_path: Path) -> None:
    many(random.Random(1), 200).write(tmp_path)
    record = learn(tmp_path, settings=Settings(timeout=60, memory_limit=100))
    assert record["status"] == "memory-limit"
    assert record["true_positives"] >= 3


def is_directed(tiny: Tiny) -> bool:
    """Whether a task has all types and directions."""
    return len(tiny.types) > len(tiny.facts) and "f" in tiny.directions


def task_of(seed: int) -> Tiny:
    """Return a task, every third one with constants."""
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0, single=False)
    return replace(tiny, magic=())  # of a whole type, only outputs can be constants here


DIRECTED = [seed for seed in range(250) if is_directed(task_of(seed))]


@pytest.mark.slow
@pytest.mark.parametrize("seed", DIRECTED)
def test_classes_as_relations(seed: int) -> None:
    """What is learned from the classes of a task is what is learned from its facts."""
    tiny = task_of(seed)
    task = tiny.task()
    classes = saturate(task)
    search = Relational(facts_of_classes(classes, task.bias), task.bias, noisy=False)
    search.run()
    found = tuple(candidate.clause for candidate in choose(search.candidates()))
    right, wrong = coverage(found, task)
    assert (right, sum(clause.size for clause in found)) == best(tiny)
    assert wrong == 0
    search = Relational(facts_of_classes(classes, task.bias), task.bias, noisy=True)
    search.run()
    counts = search.facts.counts
    chosen = choose_noisy(search.candidates(), counts, None).candidates
    assert description_length(chosen, counts) == least_description(tiny)


@pytest.mark.slow
def test_classes_share_values(tmp_path: Path) -> None:
    """Clauses about two squares tell most examples apart, of which there are more than values."""
    bk, bias = neighbour_files(tmp_path, "max_vars(5). max_body(3).")
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), triangles=((0, 0, 1), (0, 1, 2), (1, 1, 3)))
    task = puzzle_task(puzzle, bk=bk, bias=bias, labels="puzzle").task()
    classes = saturate(task)
    assert facts_of_classes(classes, task.bias).constants < len(classes)
    coverage_of = Coverage(task)
    masks = {coverage_of(body) for level in grown_bodies(task.bias, 10_000) for body in level}
    positive = (1 << len(task.positives)) - 1
    best_of_all = reduce(or_, (mask for mask in masks if not mask & ~positive), 0)
    assert learn_within(task, Settings())[0].true_positives == best_of_all.bit_count()
