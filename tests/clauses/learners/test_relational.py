"""Learning from relations, against all clauses and all sets of them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.sizes import seeds

from tests.support.relational import Tiny, best, drawn, least_description
from witness.clauses.learners import learn
from witness.clauses.learners.asp import skeletons
from witness.clauses.learners.asp.candidates import description_length
from witness.clauses.learners.asp.cover import choose
from witness.clauses.learners.asp.joins import Index, unique_rows
from witness.clauses.learners.asp.learner import learn_within
from witness.clauses.learners.asp.relational import Relational
from witness.clauses.learners.asp.saturate import saturate
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Learned, Settings


def learned(tiny: Tiny, **settings: object) -> Learned:
    """Learn from a task to the end; what is said about coverage is counted again."""
    found, status = learn_within(tiny.task(), Settings(**settings))  # type: ignore[arg-type]
    assert status is None
    assert coverage(found.clauses, tiny.task()) == (found.true_positives, found.false_positives)
    return found


def test_many_constants_and_arguments() -> None:
    """Their codes are beyond machine integers."""
    few = np.array([[1, 2, 3, 4, 5], [1, 2, 3, 4, 6], [1, 2, 3, 4, 5]], np.int64)
    rows = unique_rows(few * 99_999, 10**6)
    assert rows.tolist() == (few[:2] * 99_999).tolist()
    index = Index(rows, range(5), 10**6)
    parents, matches = index.matches([*(few[::2] * 99_999).T], 2)
    assert (parents.tolist(), matches.tolist()) == ([0, 1], [0, 0])


@pytest.mark.parametrize("seed", seeds(4, 80))
def test_no_hypothesis_is_better(seed: int) -> None:
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0)
    found = learned(tiny)
    assert (found.true_positives, found.size) == best(tiny)
    assert found.false_positives == 0


@pytest.mark.parametrize("seed", seeds(1, 30))
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
        "f(A) :- has_car(A,B), has_car(A,C), three(B), closed(C)."
    ]


@pytest.mark.parametrize("most", [None, 0])
def test_rows_that_there_is_no_room_for_are_joined_anew(
    most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cycle of three edges cannot be cut at a variable."""
    for name in () if most is None else ("MOST_BYTES", "MOST_SHARED"):
        monkeypatch.setattr(skeletons, name, most)
    facts = {"edge": [*zip("abcdegh", "bcaeghd", strict=True)]}
    examples = {"positives": [*zip("abc")], "negatives": [*zip("degh")]}
    found = learned(trains(facts=facts, types={"f": ("n",), "edge": ("n", "n")}, **examples))
    assert [str(c) for c in found.clauses] == ["f(A) :- edge(A,B), edge(B,C), edge(C,A)."]


def test_a_literal_may_have_more_places_than_a_clause_has_variables() -> None:
    wide = {**CARS, "wide": [("a", "b", "c", "d", "e", "g") * 5]}
    found = learned(trains(facts=wide, types={**TYPES, "wide": ("car",) * 30}))
    assert found.clauses == learned(trains()).clauses


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
    facts = saturate(task).facts
    search = Relational(facts, task.bias, noisy=False)
    search.run()
    counts = search.facts.counts
    found = tuple(one.clause for one in choose(search.candidates(), counts).candidates)
    right, wrong = coverage(found, task)
    assert (right, sum(clause.size for clause in found)) == best(tiny)
    assert wrong == 0
    search = Relational(facts, task.bias, noisy=True)
    search.run()
    counts = search.facts.counts
    chosen = choose(search.candidates(), counts, noisy=True).candidates
    assert description_length(chosen, counts) == least_description(tiny)
