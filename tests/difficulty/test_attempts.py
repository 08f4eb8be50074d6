"""What players did beside scores: averages, correlations by definition, ratings from a file."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from witness.base.errors import InputError
from witness.difficulty.attempts import (
    OF_PLAYERS,
    Attempt,
    beside_scores,
    by_panel,
    read_ratings,
)


def attempt(panel: str, **more: Any) -> Attempt:
    usual = {"seconds": 0.0, "undone": 0, "hints": 0, "solved": True, "level": 0.0, "time": ""}
    return Attempt(**{"id": panel, **usual, **more})


def test_averages_of_a_panel() -> None:
    attempts = [
        attempt("a", seconds=10.0, undone=3),
        attempt("b", hints=1),
        attempt("a", seconds=5.5, solved=False),
        attempt("a", seconds=4.5, hints=2),
    ]
    first, second = by_panel(attempts)
    assert first == {
        "id": "a", "attempts": 3, "unsolved": 0.333, "seconds": 6.667, "undone": 1.0,
        "hints": 0.667,
    }  # fmt: skip
    assert (second["id"], second["attempts"], second["hints"]) == ("b", 1, 1.0)


def test_correlations_by_their_definition() -> None:
    rng = random.Random(5)
    ids = [f"p{n}" for n in range(12)]
    attempts = [
        attempt(
            rng.choice(ids),
            seconds=float(rng.randrange(100)),
            undone=rng.randrange(9),
            solved=rng.random() < 0.5,
        )
        for _ in range(60)
    ]
    panels = by_panel(attempts)
    ratings = [
        {"muse": rng.random(), "remuse": None, "solutions": rng.randrange(3), "length": 4.0}
        for _ in panels
    ]
    rows = {(row["score"], row["of_players"]): row for row in beside_scores(panels, ratings)}
    known = [n for n, rating in enumerate(ratings) if rating["solutions"]]
    assert 2 < len(known) < len(panels)
    for score in ("muse", "solutions"):
        for key in ("unsolved", "seconds", "undone"):
            xs = [float(ratings[n][score] or 0) for n in known]
            ys = [panels[n][key] for n in known]
            mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
            top = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
            squares = [sum((x - mean_x) ** 2 for x in xs), sum((y - mean_y) ** 2 for y in ys)]
            row = rows[score, key]
            assert row["r"] == pytest.approx(top / math.sqrt(squares[0] * squares[1]), abs=6e-4)
            assert (row["panels"], row["left_out"]) == (len(known), len(panels) - len(known))
            assert 0 < row["p"] < 1
    assert rows["muse", "hints"]["r"] is None  # nobody asked for any
    assert rows["length", "seconds"]["p"] is None  # all are alike
    assert [rows["remuse", key]["panels"] for key in OF_PLAYERS] == [0] * 4


def test_ratings_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    rating: dict[str, Any] = {"id": "a", "muse": 1, "remuse": 2.5, "solutions": 3, "length": 4.0}
    file.write_text(json.dumps({**rating, "status": "rated", "states": 9}), encoding="utf-8")
    assert read_ratings(file) == {"a": rating}
    for change, reason in (
        ({"id": 1}, "the rating has id 1; a text is expected"),
        ({"muse": "x"}, "the rating has muse 'x'"),
        ({"remuse": math.inf}, "remuse is inf; a number or null is expected"),
    ):
        wrong = {**rating, "status": "rated", **change}
        file.write_text(json.dumps(wrong), encoding="utf-8")
        with pytest.raises(InputError) as raised:
            read_ratings(file)
        assert reason in raised.value.reason
        assert raised.value.line == 1
