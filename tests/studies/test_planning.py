"""The study of planning domains: rules against brute force, the prover against enumeration."""

from __future__ import annotations

import random
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from support.examples import ROOT

from studies.planning import page
from studies.planning.instances import PLANS, Plan
from studies.planning.strips import Action, Domain, Instance, match

pytest.importorskip("z3")

from studies.planning import study
from studies.planning.background import Vocabulary
from studies.planning.counts import Few, Part, heavy
from studies.planning.lessons import Lesson
from studies.planning.prover import Prover

STUDY = ROOT / "studies" / "planning"

#: A walker on places with one-way roads is to be at some of them; a gate is passed once.
WALK = Domain(
    "walk",
    {"place": None},
    {},
    {"at": ("place",), "been": ("place",), "road": ("place", "place"), "open": ("place",)},
    (
        Action(
            "go",
            {"X": "place", "Y": "place"},
            (("at", "X"), ("road", "X", "Y"), ("open", "Y")),
            (("at", "Y"), ("been", "Y")),
            (("at", "X"), ("open", "Y")),
        ),
    ),
)


def walks(rng: random.Random, number: int) -> Instance:
    places = [f"p{i}" for i in range(number)]
    roads = [("road", a, b) for a, b in product(places, repeat=2) if a != b and rng.random() < 0.4]
    init = [("at", "p0"), *(("open", one) for one in places[1:]), *roads]
    goal = [("been", one) for one in rng.sample(places[1:], 2)]
    return Instance(WALK, dict.fromkeys(places, "place"), init, goal)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(WALK, ("been",))


def test_what_is_derived_is_what_can_be_reached(vocabulary: Vocabulary) -> None:
    assert {*vocabulary.derived} == {"no_road_0", "no_road_1", "cut_at", "lost_at"}
    rng = random.Random(1)
    for _ in range(20):
        instance = walks(rng, 4)
        vocabulary.derive(instance)
        roads = instance.static["road"]
        places = [one for (one,) in instance.static["is_place"]]

        def reached(start: str, through: set[str], roads: set[tuple[str, ...]] = roads) -> set[str]:
            found = {start}
            while more := {b for a, b in roads if a in found and b in through} - found:
                found |= more
            return found

        cut = {(a, b) for a in places for b in places if b not in reached(a, {*places})}
        assert instance.static["cut_at"] == cut
        for state in instance.explored(1000) or {}:
            ((here,),) = [one[1:] for one in state if one[0] == "at"]
            open_ = {one[1] for one in state if one[0] == "open"}
            lost = {(one,) for one in {*places} - reached(here, open_)}
            relations = vocabulary.relations(instance, state)
            assert relations["lost_at"] == lost
            wanted = {one[1:] for one in instance.goal - state}
            assert relations["missing_been"] == wanted


def test_matches_are_those_of_all_values() -> None:
    rng, names = random.Random(5), ("a", "b", "c")
    pool = [("is_p", "X"), ("is_p", "Y"), ("r", "X", "Y"), ("r", "Y", "Z"), ("r", "X", "a"),
            ("unequal", "X", "Y"), ("not is_p", "Z"), ("is_p", "Z")]  # fmt: skip
    for _ in range(300):
        relations = {
            "is_p": {(one,) for one in names if rng.random() < 0.7},
            "r": {row for row in product(names, repeat=2) if rng.random() < 0.5},
        }
        atoms = rng.sample(pool, rng.randint(2, 6))
        bound = {x for a in atoms if a[0] in relations for x in a[1:] if x.isupper()}
        if not {x for a in atoms for x in a[1:] if x.isupper()} <= bound:
            continue
        order = sorted(bound)
        expected = set()
        for chosen in product(names, repeat=len(order)):
            of = dict(zip(order, chosen, strict=True)) | {"a": "a"}
            true = {
                "unequal": lambda row: row[0] != row[1],
                "not is_p": lambda row, known=relations: row not in known["is_p"],
                **{name: rows.__contains__ for name, rows in relations.items()},
            }
            if all(true[name](tuple(of[x] for x in rest)) for name, *rest in atoms):
                expected.add(chosen)
        found = [tuple(one[x] for x in order) for one in match(atoms, relations)]
        assert {*found} == expected
        assert len(found) == len(expected)


def test_h1_and_h2_call_no_living_state_dead() -> None:
    rng, found = random.Random(2), set()
    for _ in range(30):
        instance = walks(rng, 5)
        for state, alive in (instance.explored(1000) or {}).items():
            h1, h2 = instance.dead_by_h1(state), instance.dead_by_h2(state)
            assert not (alive and (h1 or h2))
            assert h2 or not h1
            found.add((alive, h1, h2))
    assert len(found) >= 3


BODIES = [
    (("missing_been", "A"), ("lost_at", "A")),
    (("missing_been", "A"), ("at", "B"), ("cut_at", "B", "A")),
    (("missing_been", "A"),),
    (("at", "A"), ("no_road_1", "A")),
    (("missing_been", "A"), ("at", "B"), ("no_road_1", "B")),
    (("missing_been", "A"), ("no_road_0", "A")),
    (("missing_been", "A"), ("open", "A"), ("no_road_0", "A")),
]


def closed(lesson: Lesson, bodies: tuple[study.Body, ...], seen: study.Seen) -> bool:
    """Whether bodies fire in no goal state, and steps lead only to where they fire."""
    return all(
        not instance.goal <= state
        and all(lesson.fires(bodies, instance, one) for one in instance.successors(state))
        for instance, states in seen
        for state in states
        if lesson.fires(bodies, instance, state)
    )


def test_the_prover_agrees_with_all_states_of_small_instances(vocabulary: Vocabulary) -> None:
    """What is proved holds on all instances; what is refuted does not on the counterexample."""
    prover = Prover(vocabulary)
    prover.keep_invariants([])
    lesson = Lesson(prover, {}, (), 5, 5)
    rng, seen = random.Random(3), study.Seen()
    for number in (3, 4, 4, 4, 5):
        instance = walks(rng, number)
        vocabulary.derive(instance)
        seen.append((instance, instance.explored(10_000) or {}))
    proved = 0
    for bodies in chain.from_iterable(combinations(BODIES, n) for n in (1, 2)):
        answers = [one for body in bodies for one in prover.counterexamples(body, bodies)]
        assert None not in answers
        if not answers:
            proved += 1
            assert closed(lesson, bodies, seen), bodies
        for one in answers:
            assert one is not None
            assert lesson.fires(bodies, one.instance, one.state)
            states = {one.state: False}
            assert not closed(lesson, bodies, [(one.instance, states)]), bodies
    assert 3 <= proved < 20


def test_counting_rules_agree_with_all_states(vocabulary: Vocabulary) -> None:
    """Fewer open places than places to be at; and rules that are refuted are not true."""
    prover = Prover(vocabulary)
    prover.keep_invariants([])
    want = Part(("W",), (("missing_been", "W"),))
    open_ = Part(("X",), (("open", "X"),))
    near = Part(("X",), (("open", "X"), ("not lost_at", "X")))
    roads = Part(("X",), (("open", "X"), ("at", "Y"), ("road", "Y", "X")))
    assert heavy(prover, Few((open_,), want)) is None
    assert heavy(prover, Few((near,), want)) is None
    assert heavy(prover, Few((), want)) is not None
    assert heavy(prover, Few((roads,), want)) is not None
    rng, found, wrong = random.Random(4), 0, 0
    for _ in range(30):
        instance = walks(rng, 5)
        vocabulary.derive(instance)
        for state, alive in (instance.explored(10_000) or {}).items():
            relations = vocabulary.relations(instance, state)
            dead = Few((near,), want).holds(relations)
            assert not (dead and alive)
            found += dead
            wrong += alive and Few((roads,), want).holds(relations)
    assert found > 20
    assert wrong > 0


def test_a_small_domain_is_learned_and_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The front door: no state with a plan is called dead (asserted there), all is proved."""
    pytest.importorskip("pddl")
    monkeypatch.setitem(PLANS, "tiles", Plan([(3, 3)] * 2, (3, 3)))
    source = {"domain": STUDY / "domains" / "tiles.pddl"}
    (row,) = study.domain(source, domain="tiles", seeds=1, timeout=60, tests=2, most=20)
    assert (row["ended"], row["why_not_best"]) == ("proved", None)
    assert row["dead_rules"] > 0
    assert row["pruned"] <= row["blind"]


@pytest.mark.parametrize("name", PLANS)
def test_domains_are_read_and_instances_drawn(name: str) -> None:
    pytest.importorskip("pddl")
    domain = study.read_domain(STUDY / "domains" / f"{name}.pddl")
    instance = study.drawn(name, random.Random(1), PLANS[name].train[0], domain)
    assert instance.steps
    assert instance.goal
    for atom in [*instance.start, *instance.goal]:
        types = domain.predicates[atom[0]]
        for one, type_ in zip(atom[1:], types, strict=True):
            assert (one,) in instance.static[f"is_{type_}"], (atom, type_)


def test_plans_end_at_goals() -> None:
    instance = walks(random.Random(7), 5)
    states = instance.explored(1000)
    assert states is not None
    length, expansions = instance.breadth_first(lambda _: False, 1000)
    assert (length is not None) == states[instance.start]
    assert expansions <= len(states)


def test_the_page_is_what_the_records_say(tmp_path: Path) -> None:
    source = {"template": STUDY / "results.md.j2", "records": STUDY / "records.jsonl.gz"}
    written = tmp_path / "results.md"
    target = "studies/planning/results.md"
    output = {"page": str(written), "figure": str(tmp_path / "planning.svg")}
    page.write(source, output, f"snakemake --cores 2 {target}")
    text = written.read_text(encoding="utf-8").replace(str(written), target)
    assert text == (STUDY / "results.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1500
