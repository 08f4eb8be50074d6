"""What the studio says of a panel, held to brute force and to the definitions of the scores."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest
from support.examples import ROOT
from support.panels import drawn_panel

from witness.difficulty.entropy.reference import Entropy, Player, entropy
from witness.difficulty.rules.registry import rules
from witness.difficulty.state import State, panels
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import path_from_json
from witness.studio.server import analysis
from witness.studio.server.questions import answer
from witness.studio.server.suggestions import suggestions

PLAYERS = {"thesis": Player(rules("thesis")), "none": Player()}

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def answered(question: str, data: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    answer(question, data, PLAYERS, found.append)
    return found


def asked(question: str, puzzle: Puzzle, **data: Any) -> list[dict[str, Any]]:
    found = answered(question, {"panel": puzzle.to_json(), **data})
    assert found.pop() == {"done": True}
    return found


def analysed(puzzle: Puzzle, name: str = "thesis") -> dict[str, dict[str, Any]]:
    found = [f for f in asked("analyse", puzzle, rules=name) if f["name"] != "progress"]
    assert sorted(f["name"] for f in found) == sorted(analysis.NAMES)
    return {f["name"]: f for f in found}


def dead_ends(state: State) -> int | None:
    """Return the number of dead ends from a path on; None if the path cannot be completed."""
    if state.solved:
        return 0
    below = [dead_ends(state.after(move)) for move in state.moves]
    known = [one for one in below if one is not None]
    return sum(known) + len(below) - len(known) if known else None


def check(puzzle: Puzzle, name: str) -> None:
    """Hold an analysis to what all paths and the definitions say."""
    found, paths = analysed(puzzle, name), list(solutions(puzzle))
    assert found["solvable"]["value"] == bool(paths)
    assert found["solutions"]["value"] == len(paths)
    assert found["unique"]["value"] == (len(paths) == 1)
    from_starts = [dead_ends(panel.begin()) for panel in panels(puzzle)]
    assert found["dead_ends"]["value"] == sum(1 if one is None else one for one in from_starts)
    if not paths:
        assert all("unknown" in found[key] for key in ("shortest", "muse", "remuse", "needed"))
        return
    shown = [path_from_json(found[key]["path"]) for key in ("solvable", "shortest")]
    assert {*shown} <= {*paths}
    assert len(shown[1]) - 1 == found["shortest"]["value"] == min(map(len, paths)) - 1
    player = PLAYERS[name]
    scores = entropy(puzzle, player)
    if scores.muse == math.inf:
        assert "rules speak against" in found["muse"]["unknown"]
        return
    assert _values(found) == pytest.approx((scores.muse, scores.remuse), abs=1e-8)
    others = {one.name: [r for r in player.rules if r is not one] for one in player.rules}
    less = {name: entropy(puzzle, Player(tuple(rules))) for name, rules in others.items()}
    needed = {name for name in less if _rounded(less[name]) != _rounded(scores)}
    assert {*found["needed"]["value"]} == needed


def _values(found: Mapping[str, Any]) -> tuple[float, float]:
    return found["muse"]["value"], found["remuse"]["value"]


def _rounded(scores: Entropy) -> Entropy:
    return Entropy(round(scores.muse, 9), round(scores.remuse, 9))


def _panels(count: int) -> Iterator[tuple[Puzzle, random.Random]]:
    rng = random.Random(5)
    for _ in range(count):
        few = {name for name in FEATURES if rng.random() < 0.6}
        yield drawn_panel(rng, few), rng


LONG = pytest.param(1000, marks=pytest.mark.long)


@pytest.mark.parametrize("count", [24, LONG])
def test_analyses_of_random_panels(count: int) -> None:
    for puzzle, _ in _panels(count):
        check(puzzle, "thesis")


def test_a_learned_predicate_as_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "learned", Player(rules(f"wall,{ROOT / 'examples/paper.pl'}")))
    for seed in range(4):
        check(algorithm_4(3, 3, random.Random(seed)), "learned")


def test_counts_one_by_one_are_those_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a solver cannot count, solutions are listed; here one forgets that it can."""
    from witness.puzzle.solvers import by_frontier

    puzzle = algorithm_4(3, 3, random.Random(4))
    at_once = analysed(puzzle)
    assert at_once["solutions"]["value"] > 1
    monkeypatch.delattr(by_frontier, "count")
    assert analysed(puzzle) == at_once


def test_dead_ends_of_panels_with_many_solutions() -> None:
    found = analysed(Puzzle(4, 4, ((0, 0),), ((4, 4),)), "none")
    assert found["solutions"]["value"] == 8512  # OEIS A007764
    assert "1,000 solutions only" in found["dead_ends"]["unknown"]


def test_what_is_not_known_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "SECONDS", 0.0)
    found = analysed(algorithm_4(6, 6, random.Random(1), kind="everything"))
    assert all("within the time limit" in one["unknown"] for one in found.values())


TOOLS: tuple[tuple[str, Any], ...] = (
    ("triangles", 1), ("triangles", [2, "white"]), ("squares", "black"), ("stars", "white"),
    ("blocks", {"shape": ["##"]}), ("blocks", {"shape": ["#"], "negative": True}),
    ("eliminations", None), ("eliminations", "black"), ("dots", None), ("gaps", None),
)  # fmt: skip


def _square(entry: Any) -> Any:
    return entry["at"] if isinstance(entry, dict) else entry[:2]


def _record_with(puzzle: Puzzle, name: str, value: Any, at: Any) -> dict[str, Any]:
    """Return the record of a panel with a symbol more, put together by hand."""
    record = puzzle.to_json()
    if name in ("gaps", "dots"):
        for one in ("gaps", "dots"):
            record[one] = [place for place in record.get(one, []) if place != at]
        record["line_dots"] = [one for one in record.get("line_dots", []) if one[0] != at]
        entry = at
    else:
        for one in ("triangles", "squares", "stars", "blocks", "eliminations"):
            record[one] = [entry for entry in record.get(one, []) if _square(entry) != at]
        if isinstance(value, dict):
            entry = {"at": at, **value}
        else:
            entry = [*at, *({type(None): [], list: value}.get(type(value), [value]))]
    record[name] = [*record[name], entry]
    return record


@pytest.mark.parametrize("count", [8, LONG])
def test_solutions_left_with_a_symbol_more(count: int) -> None:
    for puzzle, rng in _panels(count):
        name, value = rng.choice(TOOLS)
        board = puzzle.grid
        places: list[Any] = [*board.squares]
        if name in ("gaps", "dots"):
            places = [*(board.vertices if name == "dots" else ()), *board.edges]
        expected = {}
        for place in places:
            at = _listed(place)
            if name == "gaps" and place in {*puzzle.starts, *puzzle.goals}:
                continue
            if place not in puzzle.missing or len(place) != 2 or name in ("gaps", "dots"):
                panel = puzzle_from_json(_record_with(puzzle, name, value, at))
                expected[str(at)] = len(list(solutions(panel)))
        if not expected:
            continue
        found = asked("hover", puzzle, entry={"key": name, "value": value})
        for one in found:
            true = expected.pop(str(one["at"]))
            assert one["value"] == min(true, 9) if one.get("more") else one["value"] == true
            assert one.get("more", False) <= (true > 9)
        assert expected == {}


def test_solutions_left_at_some_places() -> None:
    puzzle = algorithm_4(3, 3, random.Random(4))
    entry = {"key": "triangles", "value": 2}
    everywhere = asked("hover", puzzle, entry=entry)
    assert len(everywhere) == 9
    assert asked("hover", puzzle, entry=entry, at=[[2, 1], [0, 1]]) == [
        everywhere[7],
        everywhere[1],
    ]


def _listed(place: Any) -> Any:
    return [_listed(one) for one in place] if isinstance(place, tuple) else place


def test_solutions_are_listed_from_one_on() -> None:
    puzzle = algorithm_4(3, 3, random.Random(4))
    everything = {*solutions(puzzle)}
    whole = asked("solutions", puzzle, **{"from": 0, "most": 1000})
    assert whole.pop() == {"name": "solutions", "value": len(everything)}
    assert [one["number"] for one in whole] == list(range(len(everything)))
    assert {path_from_json(one["path"]) for one in whole} == everything
    assert asked("solutions", puzzle, **{"from": 2, "most": 1}) == whole[2:3]


def test_suggestions_are_those_of_the_library() -> None:
    puzzle = algorithm_4(2, 2, random.Random(4))
    found = asked("suggest", puzzle, aim="harder", rules="none")
    progress = [one["value"] for one in found if one["name"] == "progress"]
    assert progress == sorted(progress)
    assert progress[-1] == 1
    expected = islice(suggestions(puzzle, "harder", player=Player()), 12)
    got = [one for one in found if one["name"] == "suggestion"]
    assert got
    assert [(puzzle_from_json(one["panel"]), one["words"], one["solutions"]) for one in got] == [
        (one.puzzle, one.words, one.solutions) for one in expected
    ]
