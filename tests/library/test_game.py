"""Games from the library: the answers of the modules below it, and of the panels they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.examples import ROOT
from support.running import witness
from support.small_experiment import PROGRAMS, write_experiment

import witness as w


def test_a_panel_as_a_game() -> None:
    """The shortest plan has as many moves as the shortest solution; ratings agree on MUSE."""
    panel = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 2)])
    game = w.Game.of(panel)
    found = game.solve()
    assert (found.status, found.score, found.maximal, found.shortest) == ("solved", 100, True, True)
    assert found.moves is not None
    assert len(found.moves) == panel.solve(shortest=True).length
    assert str(found).splitlines() == found.moves
    assert found._repr_html_().count("<tr>") == len(found.moves)
    assert game.rate("none").muse == pytest.approx(panel.rate("none").muse)
    assert game.solve(score=0).score in (0, 100)


def test_a_game_of_a_file(tmp_path: Path) -> None:
    """The same as the commands say."""
    file = ROOT / "examples" / "games" / "hanoi.kif"
    game = w.Game.read(file)
    found = game.solve()
    said = json.loads(witness(["game", "solve", str(file), "--json"], tmp_path).out)
    assert [found.score, found.moves] == [said["score"], said["plan"]]
    assert len(found.moves or ()) == 2**6 - 1  # six discs
    analysed = witness(["game", "analyse", str(file)], tmp_path).out.splitlines()
    assert set(game.analyse()) <= set(analysed)
    game.write(tmp_path / "copy.kif")
    assert (tmp_path / "copy.kif").read_text() == file.read_text()
    assert repr(w.Game.read(tmp_path / "copy.kif")) == repr(game)


def test_frames_of_an_experiment_that_is_not_finished(tmp_path: Path) -> None:
    """What has been learned can be read; what has not been measured cannot."""
    found = w.experiment(write_experiment(tmp_path / "early"))
    assert found.name == "early"
    frame = found.hypotheses
    assert len(frame) == len(PROGRAMS)
    assert list(frame["clauses"]) == list(map(len, PROGRAMS))
    assert frame["coverage"].dtype == "float64"
    assert frame["looks_at_length"].dtype == "boolean"
    assert frame["verdict"].value_counts()["refuted"] == 3
    assert frame is found.hypotheses
    assert found.clauses["hypotheses"].is_monotonic_decreasing
    for late in ("triage", "searches"):
        with pytest.raises(w.InputError):
            getattr(found, late)


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
