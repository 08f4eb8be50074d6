"""Games from the library: the answers of the modules below it, and of the panels they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.examples import ROOT
from support.running import witness

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


def test_what_is_no_game() -> None:
    with pytest.raises(w.InputError, match="line 1: column 1: this '\\(' is never closed"):
        w.Game("(role a")
    with pytest.raises(w.InputError, match="a game needs a rule for"):
        w.Game("(role me)")
    game = w.Game.read(ROOT / "examples" / "games" / "hanoi.kif")
    with pytest.raises(w.InputError, match="there is no role 'you'; the game has"):
        game.solve(role="you")
    with pytest.raises(w.InputError, match="there is no filter 'magic'; use"):
        game.solve(without=["magic"])
    with pytest.raises(w.InputError, match="no score of 101 or more"):
        game.analyse(score=101)
    with pytest.raises(w.InputError, match=r"time-limit: 0\.01 s were used up"):
        w.Game.read(ROOT / "examples" / "games" / "sudoku9.kif").solve(time_limit=0.01)
