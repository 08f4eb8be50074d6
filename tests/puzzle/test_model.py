"""The puzzle model, made of JSON or by hand, and what is said about bad input."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.puzzle.files import find_puzzle, puzzle_from_json, read_puzzles, write_puzzles
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions

FIGURE_1 = {
    "id": "figure-1",
    "rows": 1,
    "cols": 2,
    "starts": [[0, 0]],
    "goals": [[1, 2]],
    "triangles": [[0, 0, 1], [0, 1, 2]],
}


@st.composite
def puzzles(draw):
    """Any well-formed puzzle, with all kinds of symbols."""
    rows, cols = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    board = grid(rows, cols)

    def some(values, **kwargs):
        if not values:
            return ()
        return tuple(draw(st.lists(st.sampled_from(values), unique=True, max_size=6, **kwargs)))

    starts = some(board.vertices[:-1] or board.vertices, min_size=1)
    goals = some([v for v in board.vertices if v not in starts] or board.vertices, min_size=1)
    triangles, squares, stars = [], [], []
    for r, c in some(board.squares):
        kind = draw(st.integers(0, 2))
        if kind == 0:
            triangles.append((r, c, draw(st.integers(1, 3))))
        else:
            colour = draw(st.sampled_from(["black", "white", "red"]))
            (squares if kind == 1 else stars).append((r, c, colour))
    return Puzzle(
        rows,
        cols,
        starts,
        goals,
        tuple(triangles),
        some(board.edges),
        some(board.vertices) + some(board.edges),
        tuple(squares),
        tuple(stars),
        id=draw(st.text(min_size=1, max_size=9).filter(str.isprintable)),
    )


def test_figure_1():
    puzzle = puzzle_from_json(FIGURE_1)
    assert puzzle == Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)))
    assert puzzle.id == "figure-1"
    assert puzzle.grid is grid(1, 2)
    assert puzzle.triangle_at == {(0, 0): 1, (0, 1): 2}
    assert puzzle.problems() == []
    assert puzzle.to_json() == FIGURE_1


@given(puzzles())
def test_json_round_trip(puzzle):
    assert puzzle.problems() == []
    again = puzzle_from_json(json.loads(json.dumps(puzzle.to_json())))
    assert again == puzzle
    assert again.id == puzzle.id


@pytest.mark.slow
@given(st.lists(puzzles(), max_size=4, unique_by=lambda puzzle: puzzle.id))
def test_file_round_trip(tmp_path_factory, some):
    file = tmp_path_factory.mktemp("puzzles") / "puzzles.jsonl"
    write_puzzles(file, some)
    again = read_puzzles(file)
    assert again == some
    assert [puzzle.id for puzzle in again] == [puzzle.id for puzzle in some]
    assert file.read_text(encoding="utf-8").count("\n") == len(some)


@given(puzzles(), st.randoms(use_true_random=False))
def test_canonical_forgets_order_and_id_only(puzzle, rng):
    record = puzzle.to_json()
    for value in record.values():
        if isinstance(value, list):
            rng.shuffle(value)
    shuffled = puzzle_from_json(record | {"id": "other"})
    assert shuffled == puzzle
    assert hash(shuffled) == hash(puzzle)
    assert shuffled.to_json() == puzzle.to_json() | {"id": "other"}
    assert shuffled.canonical() == puzzle.canonical()
    assert puzzle.canonical().canonical() == puzzle.canonical()
    assert {k: len(v) for k, v in puzzle.canonical().to_json().items() if isinstance(v, list)} == {
        k: len(v) for k, v in puzzle.to_json().items() if isinstance(v, list)
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        # the wrong type
        ({"id": 7}, "id is 7"),
        ({"id": "a\nb"}, "id is"),
        ({"rows": "1"}, "rows has '1'"),
        ({"starts": [0, 0]}, "starts has 0; starts is a list"),
        ({"triangles": [[0, 0]]}, r"triangles has \[0, 0\]"),
        ({"dots": [7]}, "dots has 7"),
        ({"dots": [[[0, 0], [0, "1"]]]}, "dots has '1'"),
        ({"squares": [[0, 0, 3]]}, "squares has"),
        ({"stars": [[0, 0, "Black"]]}, "stars has the colour 'Black'"),
        # unknown
        ({"colour": 1}, "unknown key 'colour'"),
        # off the board
        ({"rows": -1}, "rows is -1"),
        ({"cols": 65}, "cols is 65; 0 to 64"),
        ({"starts": [[0, 3]]}, r"starts has \[0, 3\], which is off the board"),
        ({"triangles": [[1, 0, 1]]}, r"there is no square \[1, 0\]"),
        ({"gaps": [[[0, 2], [0, 3]]]}, "not an edge of the board"),
        (
            {"starts": [[[0, 0], [0, 1]]], "gaps": [[[0, 1], [0, 0]]]},
            r"starts has \[\[0, 0\], \[0, 1\]\], where there is a gap",
        ),
        ({"dots": [[0, 3]]}, r"dots has \[0, 3\], which is off the board"),
        # impossible
        ({"starts": []}, "starts is empty"),
        ({"triangles": [[0, 0, 5]]}, "1, 2, 3 or 4 triangles"),
        ({"missing": [[1, 0]]}, r"missing has \[1, 0\], but there is no such square"),
        ({"missing": [[0, 0]]}, r"square \[0, 0\] is missing, but has a symbol \(triangles\)"),
        ({"missing": [[0, 1], [0, 1]]}, "missing has .* more than once"),
        ({"wraps": True}, "cols is 2; a board that wraps needs 3"),
        ({"wraps": 1}, "wraps is 1; true or false"),
        ({"rules": "hexcells"}, "rules is 'hexcells'; it can be game, windmill"),
        ({"symmetry": "both"}, "symmetry is 'both'; it can be left-right, up-down, rotation"),
        ({"symmetry": "shift"}, "needs a board that wraps"),
        ({"symmetry": "rotation"}, r"starts has \[0, 0\], but not its image \[1, 2\]"),
        ({"symmetry": "left-right", "starts": [[0, 1]]}, "where the two lines would meet"),
        ({"line_dots": [[[0, 0], 1]]}, "line_dots needs two lines"),
        ({"line_dots": [[[0, 0], 3]]}, r"\[place, 1\] or \[place, 2\] is expected"),
        ({"line_dots": [[[5, 0], 1]]}, "off the board"),
        ({"eliminations": [[0, 1, 2]]}, "eliminations has the colour 2"),
        ({"blocks": [{"at": [0, 1]}]}, '"shape": .* is expected'),
        ({"blocks": [{"at": [0, 1], "shape": [".."]}]}, "rows such as"),
        ({"blocks": [{"at": [0, 1], "shape": ["#" * 65]}]}, "a side above 64"),
        ({"blocks": [{"at": [0, 1], "shape": ["#"], "turns": 1}]}, "true or false"),
        ({"blocks": [{"at": [7, 1], "shape": ["#"]}]}, "no such square"),
        ({"triangles": [[0, 0, 1], [0, 0, 2]]}, r"square \[0, 0\] has two symbols"),
        ({"squares": [[0, 0, "black"]]}, r"two symbols \(triangles and squares\)"),
        # twice the same
        ({"starts": [[0, 0], [0, 0]]}, r"starts has \[0, 0\] more than once"),
        ({"gaps": [[[0, 0], [0, 1]], [[0, 1], [0, 0]]]}, "gaps has .* more than once"),
    ],
)
def test_bad_puzzles_are_one_clear_error(tmp_path, change, message):
    file = tmp_path / "bad.jsonl"
    lines = [FIGURE_1, FIGURE_1 | {"id": "bad"} | change]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(InputError, match=message) as caught:
        read_puzzles(file)
    assert caught.value.file == str(file)
    assert caught.value.line == 2
    assert str(caught.value).startswith(f"{file}: line 2: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", ["id", "rows", "cols", "starts", "goals"])
def test_missing_key(key):
    record = {k: v for k, v in FIGURE_1.items() if k != key}
    with pytest.raises(InputError, match=f"the key '{key}' is missing"):
        puzzle_from_json(record)


@pytest.mark.parametrize("value", [None, [], "x", 7, [FIGURE_1]])
def test_not_an_object(value):
    with pytest.raises(InputError, match="a puzzle is a JSON object"):
        puzzle_from_json(value)


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(FIGURE_1)[:-1],
        json.dumps(FIGURE_1)[:40],
        json.dumps(FIGURE_1) * 2,
        json.dumps(FIGURE_1).replace('"rows": 1', '"rows": 01'),
        json.dumps(FIGURE_1).replace('"rows": 1', '"rows": ' + "1" * 5000),
        "{'id': 1}",
        "[" * 100_000,
        "nonsense",
    ],
)
def test_malformed_json_names_the_line(tmp_path, line):
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{json.dumps(FIGURE_1)}\n\n{line}\n")
    with pytest.raises(InputError, match="JSON") as caught:
        read_puzzles(file)
    assert caught.value.line == 3


def test_problems_says_everything():
    puzzle = Puzzle(1, 1, (), ((5, 5),), ((0, 0, 9), (0, 0, 1), (3, 3, 1)))
    said = "\n".join(puzzle.problems())
    for part in ("starts is empty", "[5, 5]", "[0, 0, 9]", "two symbols", "[3, 3, 1]"):
        assert part in said


def test_find_puzzle():
    numbered = [puzzle_from_json(FIGURE_1 | {"id": f"p{i}"}) for i in range(7)]
    for asked in numbered:
        assert find_puzzle(numbered, asked.id, "f.jsonl") is asked
    with pytest.raises(InputError, match=r"f\.jsonl: no puzzle has the id 'x' .*p0, p1.*…"):
        find_puzzle(numbered, "x", "f.jsonl")


def test_a_part_of_a_file(tmp_path: Path, figure_1: Puzzle) -> None:
    puzzles = [replace(figure_1, id=f"p{number}") for number in range(7)]
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, puzzles)
    assert read_puzzles(path, 2, 3) == puzzles[2:5]
    assert read_puzzles(path, 5, 10) == puzzles[5:]
    assert read_puzzles(path, 3) == puzzles[3:]
    assert read_puzzles(path, 9, 2) == []


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
