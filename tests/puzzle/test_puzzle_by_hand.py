"""Puzzles that are made in Python, of lists as in JSON, or of whatever else comes to hand."""

from __future__ import annotations

import json
import math
from typing import Any, ClassVar

import numpy as np
import pytest

from witness.base.errors import InputError
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions


class TestPuzzlesMadeByHand:
    """Whatever a puzzle is made of, it is what a puzzle file would give, or it is refused."""

    ELEMENTS: ClassVar[dict[str, Any]] = {
        "starts": [[0, 0], [[0, 1], [0, 0]]],
        "goals": [[2, 2]],
        "triangles": [[0, 0, 1]],
        "gaps": [[[1, 1], [1, 2]]],
        "dots": [[0, 2], [[2, 0], [1, 0]]],
        "squares": [[0, 1, "black"]],
        "stars": [[1, 0, "white"]],
    }

    def test_lists_are_as_good_as_tuples(self) -> None:
        """A solution is one, and the puzzles are equal, in a set as well."""
        for edge_ends in (False, True):
            of_lists = Puzzle(2, 2, **self.ELEMENTS | ({} if edge_ends else {"starts": [[0, 0]]}))
            written = json.loads(json.dumps(of_lists.to_json()))
            read = puzzle_from_json(written)
            assert of_lists == read
            assert hash(of_lists) == hash(read)
            assert {of_lists, read} == {read}
            assert of_lists.canonical() == read.canonical()
            assert of_lists.to_json() == read.to_json() == written
            assert of_lists.problems() == []
            assert of_lists.features == read.features
            assert set(solutions(of_lists)) == set(solutions(read))
        assert of_lists.gaps == (((1, 1), (1, 2)),)
        assert of_lists.starts == ((0, 0), ((0, 0), (0, 1)))

    def test_numbers_of_numpy(self) -> None:
        number = np.int64
        puzzle = Puzzle(
            np.uint8(2), np.int16(2), ((number(0), number(0)),), ((number(2), number(2)),),
            ((number(0), number(1), number(3)),), squares=((number(1), 1, np.str_("black")),),
        )  # fmt: skip
        assert puzzle == Puzzle(
            2, 2, ((0, 0),), ((2, 2),), ((0, 1, 3),), squares=((1, 1, "black"),)
        )
        assert puzzle_from_json(json.loads(json.dumps(puzzle.to_json()))) == puzzle
        assert type(puzzle.rows) is type(puzzle.starts[0][0]) is int
        assert type(puzzle.squares[0][2]) is str

    @pytest.mark.parametrize("field", [*ELEMENTS, "rows", "cols", "id", "pass_goals"])
    def test_every_field_has_a_form(self, field: str) -> None:
        """No field of a puzzle takes what is none of its values."""
        bad: list[Any] = [None, object(), 1.0, math.nan, {}, b"ab", np.bool_(True), {1: 2}]
        if field != "id":
            bad += ["ab", "", True]
        if field == "pass_goals":
            bad = [value for value in bad if value is not True]
        if field not in ("rows", "cols"):
            bad += [1, 0]
        if field not in self.ELEMENTS:
            bad += [[1], ()]
        else:
            bad += [{(0, 0)}, np.array([[0, 0]]), iter(())]
            bad += [
                [entry] for entry in (None, 0, 1.5, "ab", [], [0], [0, None], [0, 0.0], [0, "0"])
            ]
            bad += [[[0, True]], [[0, 0, True]], [[0, 0, 1.0]], [[0, 0, None]], [[0, 0, 1, 1]]]
            bad += [[[[0, 0]]], [[[0, 0], [0, 1], [0, 2]]], [[[0, 0], 1]], [[0, [0, 1]]]]
        for value in bad:
            given = {"rows": 2, "cols": 2, **self.ELEMENTS, "id": "x", field: value}
            with pytest.raises(InputError, match=f"^{field} (is|has) "):
                Puzzle(**given)
