"""Partial paths: by brute force, how many there are, and when there are too many."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.examples import ROOT, random_puzzle
from support.prefixes import drawn_puzzles, prefixes

from witness.base.errors import InputError
from witness.cli import main
from witness.puzzle.examples.examples import write_task
from witness.puzzle.examples.partial_paths import (
    TooManyPathsError,
    number_of_partial_paths,
    partial_paths,
)
from witness.puzzle.examples.random_walks import Walks, paths_of_walks
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.symbols import REGIONAL

TRIANGLES = ROOT / "bk" / "triangles.pl"
PAPER = ROOT / "bias" / "paper.pl"


def test_partial_paths_by_brute_force() -> None:
    for puzzle in drawn_puzzles(60, 5):
        found = partial_paths(puzzle)
        solved = prefixes(list(solutions(puzzle)))
        named = {
            tuple(puzzle.grid.vertices[number] for number in path.vertices): path.completable
            for path in found
        }
        assert len(named) == len(found)
        assert set(named) == prefixes(list(simple_paths(puzzle)))
        assert {path for path, completable in named.items() if completable} == solved


def corner_to_corner(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),), ((0, 0, 1), (0, 1, 2)), id="large")


def test_a_dead_end_of_any_size_takes_no_time() -> None:
    """Behind a gap that only one edge crosses there are billions of paths, but none to the goal."""
    gaps = tuple(((row, 2), (row, 3)) for row in range(1, 6))
    puzzle = Puzzle(5, 14, ((0, 0),), ((5, 0),), ((0, 0, 1),), gaps=gaps)
    narrow = Puzzle(5, 2, ((0, 0),), ((5, 0),), ((0, 0, 1),))
    assert len(partial_paths(puzzle)) == len(partial_paths(narrow))
    assert number_of_partial_paths(puzzle, 10**6) == number_of_partial_paths(narrow, 10**6)


@pytest.mark.slow
def test_too_many_partial_paths_are_refused(tmp_path: Path) -> None:
    message = r"puzzle 'large' has more than 5,000 partial paths"
    bare = tmp_path / "task"
    with pytest.raises(TooManyPathsError, match=message):
        write_task(
            corner_to_corner(5, 5), bare, bk=TRIANGLES, bias=PAPER, labels="puzzle", most=5000
        )
    assert not bare.exists()
    with pytest.raises(TooManyPathsError, match=r"'large' has more than 100 partial paths"):
        number_of_partial_paths(corner_to_corner(40, 40), 100)


def test_the_command_names_the_option_that_allows_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.jsonl").write_text(json.dumps(corner_to_corner(4, 4).to_json()))
    words = ["examples", str(tmp_path / "p.jsonl"), "--id", "large", "-o", str(tmp_path / "task")]
    assert main([*words, "--max-paths", "28356"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "more than 28,356" in said
    assert "--max-paths allows more, and --walks 200 " in said
    assert not (tmp_path / "task").exists()
    assert main([*words, "--max-paths", "28357"]) == 0
    assert json.loads(capsys.readouterr().out)["partial_paths"] == 28357


# ---- Partial paths of random walks: their labels against those of all partial paths.


def drawn(number: int, seed: int, symbols: bool) -> list[Puzzle]:
    rng = random.Random(seed)
    found = []
    while len(found) < number:
        puzzle = random_puzzle(rng, symbols=symbols)
        try:
            if partial_paths(puzzle):
                found.append(puzzle)
        except InputError:
            continue  # of features that no examples are made of
    return found


@pytest.mark.parametrize("unreachable", [False, True])
@pytest.mark.parametrize("symbols", [False, True])
def test_labels_are_those_of_all_partial_paths(symbols: bool, unreachable: bool) -> None:
    lost = completable = 0
    for puzzle in drawn(60, 1 + symbols, symbols):
        known = {one.vertices: one for one in partial_paths(puzzle, unreachable=unreachable)}
        each = not any(getattr(puzzle, name) for name in REGIONAL)
        found = paths_of_walks(puzzle, Walks(6, 1), each=each, unreachable=unreachable)
        assert len({one.vertices for one in found}) == len(found)
        for one in found:
            expected = known[one.vertices]
            assert (one.edges, one.completable) == (expected.edges, expected.completable)
            if each:
                assert one.satisfiable == expected.satisfiable
        completable += sum(one.completable for one in found)
        lost += sum(not one.completable for one in found)
    assert min(lost, completable) > 100


def test_many_walks_pass_every_partial_path() -> None:
    puzzle = Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 2)])
    every = {one.vertices for one in partial_paths(puzzle)}
    assert {one.vertices for one in paths_of_walks(puzzle, Walks(300, 1))} == every
    assert paths_of_walks(puzzle, Walks(3, 5)) == paths_of_walks(puzzle, Walks(3, 5))
    assert paths_of_walks(puzzle, Walks(3, 5)) != paths_of_walks(puzzle, Walks(3, 6))
