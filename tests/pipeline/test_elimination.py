"""Candidates that stop: those that are kept, and their ranking, are as if nobody had stopped."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from support.candidates import candidate
from support.examples import TABLE_3

from witness.clauses.background import read_background
from witness.pipeline.candidates import TRACKS, Candidate, Track
from witness.pipeline.elimination import FIRST_TRY, eliminate
from witness.pipeline.race import Entrant, Totals, as_entrants, race
from witness.pipeline.triage import rank
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle
from witness.searches import Limits, SearchResult, engine
from witness.searches.predicates.interface import BoundPredicate, Predicate

LINES = TABLE_3.splitlines()


class Named(Predicate):
    """A predicate of which only the name is asked for."""

    when = "never"

    def __init__(self, name: str) -> None:
        self.name = name

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        raise NotImplementedError


class Written:
    """An engine whose searches make the expansions that a table says, within their limits."""

    def __init__(self, table: Mapping[str, Sequence[int]]) -> None:
        self.table = table
        self.expansions = 0

    def __call__(
        self, puzzle: Puzzle, predicate: Predicate, mode: Any = "prune", **given: Any
    ) -> SearchResult:
        limit = given["limits"].max_expansions
        needed = self.table[predicate.name][int(puzzle.id)]
        taken = needed if limit is None else min(needed, limit)
        status: Any = "solved" if taken == needed else "expansion-limit"
        self.expansions += taken
        return SearchResult(
            status=status, path=None, expansions=taken, seconds=taken / 1e6, engine="written"
        )


def drawn(rng: random.Random) -> tuple[dict[str, list[int]], list[Candidate]]:
    """Draw the expansions of candidates on puzzles, many of them the same in all."""
    puzzles, size = rng.randint(1, 6), rng.choice([1, 3, 60, 30_000])
    table, candidates = {}, []
    for number in range(rng.randint(0, 14)):
        name = f"c{number}"
        table[name] = [rng.randint(1, size) for _ in range(puzzles)]
        if number and rng.random() < 0.3:  # the same sum as another
            table[name] = rng.sample(table[f"c{rng.randrange(number)}"], puzzles)
        tracks = rng.choice([("all",), ("proved",), ("all", "proved")])
        candidates.append(candidate(name, rng.sample(LINES, rng.randint(1, 3)), *tracks))
    return table, candidates


def raced(
    table: Mapping[str, Sequence[int]],
    candidates: Sequence[Candidate],
    alive: Mapping[Track, set[str]] | None,
    keep: int,
    order: Sequence[int],
    limits: Limits,
) -> tuple[dict[str, Totals], dict[str, Totals], int, int]:
    """Return the totals with stopping and without, and the expansions that both made."""
    puzzles = [Puzzle(1, 1, ((0, 0),), ((1, 1),), (), id=str(number)) for number in order]
    entrants = {c.id: Entrant(Named(c.id)) for c in candidates}
    tracks = {
        c.id: [t for t in TRACKS if t in c.programs and (alive is None or c.id in alive[t])]
        for c in candidates
    }
    few, many = Written(table), Written(table)
    stopping = eliminate(entrants, tracks, keep, puzzles, "plain", few, limits)
    whole = race(entrants, puzzles, "plain", many, limits)
    return stopping, whole, few.expansions, many.expansions


@pytest.mark.parametrize("seed", range(400))
def test_the_first_are_those_of_a_race_to_the_end(seed: int) -> None:
    rng = random.Random(seed)
    table, candidates = drawn(rng)
    alive: dict[Track, set[str]] | None = None
    if rng.random() < 0.4:
        of = {c.id: c.programs for c in candidates}
        alive = {t: {c.id for c in candidates if rng.random() < 0.6} for t in TRACKS}
        racing = {name for t, ids in alive.items() for name in ids if t in of[name]}
        candidates = [c for c in candidates if c.id in racing]
    keep = rng.randint(1, 5)
    limits = Limits(rng.choice([None, 40, 5000]))
    places = list(range(len(table["c0"]) if table else 1))
    found = set()
    for _ in range(3):
        order = rng.sample(places, len(places))
        shuffled = rng.sample(candidates, len(candidates))
        stopping, whole, *_ = raced(table, shuffled, alive, keep, order, limits)
        given: Any = {"alive": alive, "rank_by": "expansions", "margin": 0.5}
        ours, kept = rank(candidates, stopping, keep, **given)
        theirs, expected = rank(candidates, whole, keep, **given)
        assert kept == expected
        entries = {r.candidate.id: r for r in theirs}
        for entry in ours:
            name = entry.candidate.id
            twin = entries[name]
            assert {**twin.places, **entry.places} == twin.places
            assert {*entry.places, *entry.unplaced} == {*twin.places}
            assert set(entry.ties) == set(twin.ties) & set(entry.places)
            if entry.totals.stopped:
                assert not entry.places
                assert entry.totals.expansions <= whole[name].expansions
                for track in entry.unplaced:
                    last = whole[expected[track][keep - 1]]
                    assert entry.totals.expansions > last.expansions
            else:
                assert entry.totals.expansions == whole[name].expansions
                assert entry.totals.capped == whole[name].capped
        found.add(tuple((name, *sorted(ids)) for name, ids in sorted(kept.items())))
    assert len(found) == 1


def test_the_hopeless_stop_soon() -> None:
    """The best takes 10 on each puzzle, the others a hundred thousand times as much."""
    table = {f"c{n}": [1_000_000 if n else 10] * 50 for n in range(20)}
    candidates = [candidate(name, LINES) for name in table]
    stopping, whole, few, many = raced(table, candidates, None, 1, range(50), Limits())
    assert [name for name, totals in stopping.items() if not totals.stopped] == ["c0"]
    assert whole["c1"].expansions == 50_000_000
    assert few <= 20 * FIRST_TRY + 500
    assert many > 19 * 50_000_000
    assert stopping["c1"].expansions == FIRST_TRY


def test_who_takes_more_than_one_that_was_stopped_has_no_place() -> None:
    """Of all, c is stopped; d goes on, as it is the only one of the proved."""
    table = {"a": [10_000], "c": [90_000], "d": [50_000]}
    candidates = [candidate("a", LINES, "all"), candidate("c", LINES, "all"), candidate("d", LINES)]
    stopping, *_ = raced(table, candidates, None, 1, [0], Limits())
    ranking, kept = rank(candidates, stopping, 1)
    assert kept == {"all": ["a"], "proved": ["d"]}
    assert [(r.candidate.id, r.places, r.unplaced) for r in ranking] == [
        ("a", {"all": 1}, []),
        ("d", {"proved": 1}, ["all"]),
        ("c", {}, ["all"]),
    ]
    entry = ranking[-1].to_json({"baseline": Totals(5, 1.0)})
    assert entry["stopped"] is True
    assert entry["expansion_speedup"] is entry["time_speedup"] is None
    assert entry["expansions"] == stopping["c"].expansions > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["plain", "baseline"])
def test_on_puzzles(variant: Any) -> None:
    others = [
        "f(A,B) :- path(A,C), len(C,D), three(D), notAdjacent(A,B).",
        "f(A,B) :- square(B,C,D), three(C), adjacent(A,B).",
        "f(A,B) :- notAdjacent(A,B).",
    ]
    rng = random.Random(5)
    clauses = [*LINES, *others]
    candidates = [candidate(f"c{n}", rng.sample(clauses, rng.randint(1, 4))) for n in range(25)]
    entrants = as_entrants(candidates, read_background())
    given: Any = (random_set(15, 2, 4, rng), variant, engine("compiled"), Limits(200_000))
    stopping = eliminate(entrants, {c.id: TRACKS for c in candidates}, 4, *given)
    whole = race(entrants, *given)
    assert rank(candidates, stopping, 4)[1] == rank(candidates, whole, 4)[1]
    assert any(totals.stopped for totals in stopping.values())
