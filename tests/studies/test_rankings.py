"""Algorithm 2 under several rankings, from measurements made up so that the answers are known."""

from __future__ import annotations

from support.candidates import candidate
from support.examples import TABLE_3

from studies.triage.rankings import Ranking, at_a_price, standard, study
from witness.experiments.race import Totals

LINES = TABLE_3.splitlines()

#: By name: expansions, and the seconds of two rounds of timing.
TAKEN = {
    "pi": (100, (1.0, 1.4)),
    "length": (60, (3.0, 1.2)),  # expands fewer nodes, each of which takes longer
    "slow": (300, (5.0, 5.0)),
}
CANDIDATES = [candidate(name, LINES, "all", "proved") for name in ("slow", "pi")] + [
    candidate("length", LINES, "all")
]


def measured(racing) -> dict[str, Totals]:
    measured.raced.append({c.id for c in racing})
    return {
        name: Totals(expansions, min(rounds), rounds)
        for name, (expansions, rounds) in TAKEN.items()
        if name in {c.id for c in racing}
    }


def test_each_ranking_has_its_own_winner() -> None:
    measured.raced = []
    stages = [(measured, 2), (measured, 1)]
    found = study(CANDIDATES, stages, standard(2))[-1]
    winners = {name: kept["all"] for name, kept in found["kept"].items()}
    assert winners == {
        "time": ["pi"], "expansions": ["length"], "round 1": ["pi"], "round 2": ["length"],
    }  # fmt: skip
    assert {kept["proved"][0] for kept in found["kept"].values()} == {"pi"}
    assert found["ahead"]["time"]["all"] == 1.2 / 1.0 - 1
    assert found["ahead"]["expansions"]["proved"] == 300 / 100 - 1
    assert found["totals"]["pi"]["rounds"] == (1.0, 1.4)
    # Whoever some ranking keeps is measured in the next stage; here the proved track keeps two.
    assert measured.raced == [{"slow", "pi", "length"}, {"slow", "pi", "length"}]


def test_who_is_kept_by_no_ranking_is_not_measured_again() -> None:
    measured.raced = []
    study(CANDIDATES, [(measured, 1), (measured, 1)], {"time": Ranking("time")})
    assert measured.raced == [{"slow", "pi", "length"}, {"pi"}]


def test_a_price_for_clauses_changes_the_winner() -> None:
    """100·(c + 50) and 60·(c + 100) are equal at c = 25."""
    inferences = {"pi": 50.0, "length": 100.0, "slow": 10.0}
    rankings = {str(call): at_a_price(inferences, call) for call in (0, 24, 26, 1000)}
    measured.raced = []
    (found,) = study(CANDIDATES, [(measured, 1)], rankings)
    winners = {name: kept["all"][0] for name, kept in found["kept"].items()}
    assert winners == {"0": "slow", "24": "pi", "26": "length", "1000": "length"}
