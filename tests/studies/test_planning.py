"""The study of planning domains: rules against brute force, the prover against enumeration."""

from __future__ import annotations

import random
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base.errors import InputError

pytest.importorskip("z3")
pytest.importorskip("pddl")

from studies.atoms import State, holds
from studies.planning import page, study
from studies.planning.background import Vocabulary
from studies.planning.counts import Few, Part, counting_rules, heavy
from studies.planning.prover import Body, Prover
from studies.strips import Action, Domain, Instance, read_domain, read_instances

STUDY = ROOT / "studies" / "planning"

#: A walker on places with one-way roads is to be at some of them; a gate is passed once.
WALK = """(define (domain walk) (:requirements :strips :typing) (:types place)
  (:predicates (at ?p - place) (been ?p - place) (road ?p ?q - place) (open ?p - place))
  (:action go :parameters (?x ?y - place) :precondition (and (at ?x) (road ?x ?y) (open ?y))
    :effect (and (at ?y) (been ?y) (not (at ?x)) (not (open ?y)))))"""


def domain_of(text: str, tmp_path: Path) -> Domain:
    (tmp_path / "domain.pddl").write_text(text, encoding="utf-8")
    return read_domain(tmp_path / "domain.pddl")


@pytest.fixture
def walk(tmp_path: Path) -> Domain:
    return domain_of(WALK, tmp_path)


def walks(domain: Domain, rng: random.Random, number: int) -> Instance:
    places = [f"p{i}" for i in range(number)]
    roads = [("road", a, b) for a, b in product(places, repeat=2) if a != b and rng.random() < 0.4]
    init = [("at", "p0"), *(("open", one) for one in places[1:]), *roads]
    goal = [("been", one) for one in rng.sample(places[1:], 2)]
    return Instance(domain, dict.fromkeys(places, "place"), init, goal)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("(at ?x) (road", "(at ?x) (= ?x ?y) (road", "one name for both"),
        ("(at ?x) (road", "(not (and (at ?x) (open ?x))) (road", "not (and"),
        ("(at ?x) (road", "(not (been ?y)) (road", "negative precondition"),
        ("?x ?y - place", "?x ?y - (either place gate)", "either"),
        ("(at ?x) (road", "(at home) (road", "a constant"),
        ("(at ?y) (been ?y)", "(when (at ?x) (been ?y))", "conjunction"),
        ("(open ?p - place)", "(open ?p - place) (is-place ?p - place)", "is_place"),
    ],
)
def test_what_is_not_read_is_refused_by_name(old: str, new: str, word: str, tmp_path: Path) -> None:
    more = ":typing :equality :negative-preconditions :conditional-effects"
    text = WALK.replace(old, new, 1).replace(":typing", more)
    text = text.replace("place)", "place gate) (:constants home - place)", 1)
    with pytest.raises(InputError, match=r"is_place|domain\.pddl") as error:
        Vocabulary(domain_of(text, tmp_path), ["been"])
    assert word in str(error.value)


@pytest.mark.parametrize(
    ("goal", "word"), [("(road p q)", "no action changes"), ("(not (at p))", "opposite"),
                       ("(been p q)", "(been p q)"), ("(been z)", "z")],
)  # fmt: skip
def test_problems_are_about_their_domain(
    goal: str, word: str, walk: Domain, tmp_path: Path
) -> None:
    text = (
        f"(define (problem p) (:domain walk) (:objects p q - place) (:init) (:goal (and {goal})))"
    )
    (tmp_path / "p.pddl").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_instances(tmp_path / "p.pddl", walk)
    assert word in str(error.value)


def test_all_types_are_below_object_and_actions_may_need_nothing(tmp_path: Path) -> None:
    text = """(define (domain wash) (:requirements :typing :action-costs) (:types ball - object)
      (:predicates (wet ?x) (dry ?x) (lit)) (:functions (total-cost) - number)
      (:action wash :parameters (?x) :precondition (and (dry ?x))
        :effect (and (not (dry ?x)) (wet ?x) (increase (total-cost) 1)))
      (:action light :parameters (?x) :precondition (and) :effect (and (lit))))"""
    domain = domain_of(text, tmp_path)
    assert domain.types == {"ball": "object", "object": None}
    instance = Instance(domain, {"b": "ball"}, [("dry", "b")], [("wet", "b"), ("lit",)])
    assert instance.explored(100) == dict.fromkeys(instance.explored(100) or {}, True)
    assert len(instance.explored(100) or {}) == 4
    vocabulary = Vocabulary(domain, ["wet", "lit"])
    body = (("missing_lit",),)
    ((found, state), *_) = Prover(vocabulary, []).counterexamples(body, [body])
    assert (found.explored(1000, state) or {})[state] in (False, True)


def test_names_with_underscores_are_not_taken_apart(tmp_path: Path) -> None:
    text = WALK.replace("(at ", "(man-at ")
    vocabulary = Vocabulary(domain_of(text, tmp_path), ["been"])
    assert "lost_man_at" in vocabulary.typed
    rules = map(str, counting_rules(Prover(vocabulary, [])))
    assert "#{X0 : open(X0), not lost_man_at(X0)} < #{W0 : missing_been(W0)}" in rules


def test_what_is_derived_is_what_can_be_reached(walk: Domain) -> None:
    vocabulary, rng = Vocabulary(walk, ["been"]), random.Random(1)
    assert [one.name for one in vocabulary.derived] == ["no_road_0", "no_road_1", "lost_at"]
    for _ in range(20):
        instance = walks(walk, rng, 4)
        roads = instance.static["road"]
        places = [one for (one,) in instance.static["is_place"]]

        def reached(start: str, through: set[str], roads: set[tuple[str, ...]] = roads) -> set[str]:
            found = {start}
            while more := {b for a, b in roads if a in found and b in through} - found:
                found |= more
            return found

        for state in instance.explored(1000) or {}:
            ((here,),) = [one[1:] for one in state if one[0] == "at"]
            open_ = {one[1] for one in state if one[0] == "open"}
            relations = vocabulary.relations(instance, state)
            assert relations["lost_at"] == {(one,) for one in {*places} - reached(here, open_)}
            assert relations["missing_been"] == {one[1:] for one in instance.goal - state}


BODIES = [
    (("missing_been", "A"), ("lost_at", "A")),
    (("missing_been", "A"),),
    (("at", "A"), ("no_road_1", "A")),
    (("missing_been", "A"), ("at", "B"), ("no_road_1", "B")),
    (("missing_been", "A"), ("no_road_0", "A")),
    (("missing_been", "A"), ("open", "A"), ("no_road_0", "A")),
]


def test_the_prover_agrees_with_all_states_of_small_instances(walk: Domain) -> None:
    """What is proved holds on all instances; what is refuted does not on the counterexample."""
    vocabulary, rng, seen = Vocabulary(walk, ["been"]), random.Random(3), []
    prover = Prover(vocabulary, [])
    for number in (3, 4, 4, 4, 5):
        instance = walks(walk, rng, number)
        seen += [(instance, state) for state in instance.explored(10_000) or {}]

    def fires(bodies: tuple[Body, ...], instance: Instance, state: State) -> bool:
        relations = vocabulary.relations(instance, state)
        return any(holds(body, relations) for body in bodies)

    def closed(bodies: tuple[Body, ...], instance: Instance, state: State) -> bool:
        return not fires(bodies, instance, state) or (
            not instance.goal <= state
            and all(fires(bodies, instance, one) for one in instance.successors(state))
        )

    proved = 0
    for bodies in chain.from_iterable(combinations(BODIES, n) for n in (1, 2)):
        found = [one for body in bodies for one in prover.counterexamples(body, bodies)]
        assert not any(closed(bodies, *one) for one in found)
        assert found or all(closed(bodies, *one) for one in seen), bodies
        proved += not found
    assert 3 <= proved < 20


def test_counting_rules_agree_with_all_states(walk: Domain) -> None:
    """Fewer open places than places to be at; and rules that are refuted are not true."""
    vocabulary, rng, found, wrong = Vocabulary(walk, ["been"]), random.Random(4), 0, 0
    prover = Prover(vocabulary, [])
    want = Part(("W",), (("missing_been", "W"),))
    near = Few((Part(("X",), (("open", "X"), ("not lost_at", "X"))),), want)
    roads = Few((Part(("X",), (("open", "X"), ("at", "Y"), ("road", "Y", "X"))),), want)
    assert heavy(prover, near) is None
    assert isinstance(heavy(prover, Few((), want)), Action)
    assert isinstance(heavy(prover, roads), Action)
    for _ in range(30):
        instance = walks(walk, rng, 5)
        for state, alive in (instance.explored(10_000) or {}).items():
            relations = vocabulary.relations(instance, state)
            assert not (near.holds(relations) and alive)
            assert not (instance.dead_by_h2(state) and alive)
            assert instance.dead_by_h2(state) or not instance.dead_by_h1(state)
            found += near.holds(relations)
            wrong += alive and roads.holds(relations)
    assert found > 20
    assert wrong > 0


def test_a_small_domain_is_learned_and_measured() -> None:
    """The front door: no state with a plan is called dead (asserted there), all is proved."""
    row = study.domain(STUDY / "domains" / "tiles", 1)
    assert (row["ended"], row["why_not_best"]) == ("proved", None)
    assert 0 < row["rules"] <= row["h2"] <= row["mistakes"]


def test_the_page_is_what_the_records_say(tmp_path: Path) -> None:
    source = {"template": STUDY / "results.md.j2", "records": STUDY / "records.jsonl"}
    written, target = tmp_path / "results.md", "studies/planning/results.md"
    page.write(source, {"page": str(written)}, f"snakemake --cores 2 {target}")
    text = written.read_text(encoding="utf-8").replace(str(written), target)
    assert text == (STUDY / "results.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1500
