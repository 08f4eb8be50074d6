"""`triage`: Algorithm 2 in a notebook, beside searches one by one."""

from __future__ import annotations

import pytest

import witness as w

BODY = "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N)"
TEXTS = (
    f"{BODY}, greaterThan(N,T).",
    f"{BODY}, greaterThan(T,N).",
    f"{BODY}, one(N), two(T).",
    "f(A,B) :- path(A,P), len(P,N), two(N).",
)
SETS = [[w.Puzzle.random(3, 4, seed=5 * n + m) for m in range(5)] for n in range(3)]


def test_the_ranking_is_that_of_the_searches() -> None:
    hypotheses = [w.Hypothesis.of(text) for text in TEXTS]
    winner = w.triage(hypotheses, SETS, keep=[3, 2, 1])
    racing = hypotheses
    for panels, most, ranked in zip(SETS, [3, 2, 1], winner.record["stages"], strict=True):

        def expansions(one: w.Hypothesis, panels: list[w.Puzzle] = panels) -> int:
            return sum(w.search(panel, one, "sort").expansions for panel in panels)

        racing = sorted(racing, key=expansions)
        assert [entry["expansions"] for entry in ranked] == [expansions(one) for one in racing]
        assert ranked[0]["baseline_expansions"] == sum(
            w.search(panel, "baseline").expansions for panel in panels
        )
        racing = racing[:most]
    assert winner == racing[0]


def test_by_time() -> None:
    """Hypotheses that no search can tell apart race as one."""
    twice = f"{BODY}, greaterThan(N,T), greaterThan(N,T)."
    hypotheses = [w.Hypothesis.of(text) for text in (twice, TEXTS[0])]
    winner = w.triage(hypotheses, SETS[:1], keep=[1], rank_by="time", rounds=2)
    assert winner == hypotheses[1]
    assert len(winner.record["stages"][0][0]["rounds"]) == 2
    assert winner.record["sources"] == ["0", "1"]


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"hypotheses": []}, "clause"),
        ({"hypotheses": [w.Hypothesis.of("")]}, "clause"),
        ({"hypotheses": ["paper"]}, "hypotheses"),
        ({"keep": [1, 1]}, "2 numbers"),
        ({"sets": []}, "0 filter sets"),
        ({"keep": [0]}, "keep"),
        ({"rank_by": "tme"}, "time"),
    ],
)
def test_refused(changed: dict[str, object], word: str) -> None:
    given: dict[str, object] = {"hypotheses": [w.Hypothesis.of(TEXTS[0])], "sets": SETS[:1]}
    with pytest.raises(w.InputError, match=word):
        w.triage(**({"keep": [1]} | given | changed))  # type: ignore[arg-type]
