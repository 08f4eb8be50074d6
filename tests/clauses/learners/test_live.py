"""Learning with what the path can still reach: clauses about the path alone, paths cut off."""

from __future__ import annotations

from pathlib import Path

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.bias import UNUSED_HEAD
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.clauses.learners import learn
from witness.proof.prover import verify
from witness.puzzle.examples.examples import write_task
from witness.puzzle.examples.partial_paths import number_of_partial_paths, partial_paths
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk

#: From corner to corner; a path that turns back in the middle is cut off.
PUZZLE = Puzzle(
    2, 3, ((0, 0),), ((2, 3),), ((0, 0, 1), (0, 1, 2), (1, 1, 1), (1, 2, 2)), id="training"
)  # fmt: skip


def task(place: Path, unreachable: bool = False) -> dict[str, int]:
    files = {name: shipped_file(f"{name}/live.pl") for name in ("bk", "bias")}
    return write_task(PUZZLE, place, **files, labels="puzzle", unreachable=unreachable)


def test_paths_that_cannot_reach_a_goal() -> None:
    every = [path for path, at_goal in walk(PUZZLE) if not at_goal]
    found = partial_paths(PUZZLE, unreachable=True)
    numbers = [tuple(map(PUZZLE.grid.vertex_number, path)) for path in every]  # type: ignore[arg-type]
    assert [path.vertices for path in found] == numbers
    assert number_of_partial_paths(PUZZLE, 10_000, unreachable=True) == len(every)
    fewer = {path.vertices: path for path in partial_paths(PUZZLE)}
    assert len(fewer) < len(found)
    for path in found:
        if path.vertices in fewer:
            assert path == fewer[path.vertices]
        else:
            assert (path.completable, path.satisfiable) == (False, 0)


def test_what_is_learned_is_proved(tmp_path: Path) -> None:
    plain, more = task(tmp_path / "plain"), task(tmp_path / "more", unreachable=True)
    assert more["negatives"] == plain["negatives"]
    assert more["positives"] > plain["positives"]
    record = learn(tmp_path / "more")
    assert record["false_positives"] == 0
    texts = [clause_text(c) for c in read_hypothesis(tmp_path / "more/hypothesis.pl")]
    assert "f(A,B) :- cut_off(A)." in texts
    background = read_background(bias=shipped_file("bias/live.pl"))
    assert background.bias.asks_for(UNUSED_HEAD)
    bound = "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D)."
    assert bound in texts
    core = verify(parse_clauses("\n".join(texts)), background).core
    assert {*map(clause_text, core)} >= {bound, "f(A,B) :- cut_off(A)."}
