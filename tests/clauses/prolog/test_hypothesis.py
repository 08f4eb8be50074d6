"""A predicate that SWI-Prolog evaluates: as its plain twin, within limits, and in safety."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
from support.beyond import ENDLESS, MIXED, MORE, PLAIN, RECURSIVE

from witness.base.errors import InputError
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.prolog import process
from witness.cli import main
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.rules import Path as VertexPath
from witness.puzzle.views.board import path_view
from witness.searches.predicates.clauses import predicate_of
from witness.searches.predicates.interface import BoundPredicate, Predicate
from witness.searches.predicates.registry import beyond_plain, predicate
from witness.searches.prolog import hypothesis

SQUARE = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 1),), id="square")
TWO = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (1, 1, 2)), id="p")

needs_prolog = pytest.mark.usefixtures("swi_prolog")


def evaluated(text: str, background: Background, bounded: bool = False) -> Predicate:
    return beyond_plain("h.pl", parse_clauses(text), background, bounded=bounded)


def at_the_start(text: str, background: Background) -> bool:
    return evaluated(text, background).bind(SQUARE)(0, 1, 0)


@needs_prolog
class TestTheSameAsPlainClauses:
    def test_on_all_partial_paths(self, background: Background) -> None:
        """Two predicates, on puzzles in turn: a binding does not see the facts of another."""
        recursive = evaluated(RECURSIVE, background)
        mixed = evaluated(MIXED.replace(", f(A,B)", ""), background)
        plain = predicate_of(parse_clauses(PLAIN), background, "plain.pl")
        puzzles = random_set(5, 2, 3, random.Random(4))
        bound: list[list[BoundPredicate]] = [
            [known.bind(puzzle) for puzzle in puzzles] for known in (recursive, plain, mixed)
        ]
        answers = []
        paths = [[path for path, at_goal in walk(p) if not at_goal][:150] for p in puzzles]
        for number in range(150):
            for place, puzzle in enumerate(puzzles):
                if number < len(paths[place]):
                    path = paths[place][number]
                    masks = state(puzzle, path)
                    one, other, more = (each[place](*masks) for each in bound)
                    assert one == other
                    assert more >= one
                    answers.append((one, more))
        assert {(True, True), (False, False), (False, True)} <= set(answers)
        assert len(answers) > 300

    def test_a_head_with_its_arguments_the_other_way_round(self, tmp_path: Path) -> None:
        text = read_background().bias.file
        swapped = Path(text).read_text().replace("type(f,(path,square))", "type(f,(square,path))")
        (tmp_path / "bias.pl").write_text(swapped)
        other = read_background(bias=tmp_path / "bias.pl")
        fires = evaluated(RECURSIVE.replace("f(A,B)", "f(B,A)"), other).bind(SQUARE)
        assert [fires(*state(SQUARE, path)) for path in _corner_paths()] == [False, False, True]


def state(puzzle: Puzzle, path: VertexPath) -> tuple[int, int, int]:
    """The arguments of π for a partial path."""
    edges, vertices = path_masks(puzzle, path)
    return puzzle.grid.vertex_number(path[-1]), vertices, edges


def _corner_paths() -> list[VertexPath]:
    around = ((0, 0), (0, 1), (1, 1))
    return [around[:number] for number in (1, 2, 3)]


@needs_prolog
class TestLimits:
    def test_a_recursion_that_does_not_end(self, background: Background) -> None:
        endless = evaluated(ENDLESS, background).bind(SQUARE)
        for _ in range(2):  # the process goes on
            with pytest.raises(InputError, match=r"h\.pl: .* more than 1,000,000 inferences"):
                endless(0, 1, 0)
        assert not at_the_start(RECURSIVE, background)

    def test_a_recursion_that_takes_all_memory(self, background: Background) -> None:
        text = "f(A,B) :- length(L,100000000), g(L), path(A,B).\ng(L) :- g([L|L])."
        with pytest.raises(InputError, match="more than 256 MB of memory"):
            at_the_start(text, background)

    def test_a_single_step_that_takes_too_long(
        self, background: Background, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Numbers that double their digits: few inferences, and much time. Others go on after."""
        monkeypatch.setattr(process, "SECONDS", 1.0)
        fine = evaluated(RECURSIVE, background).bind(SQUARE)
        assert not fine(0, 1, 0)
        before = process.process()
        begun = time.monotonic()
        with pytest.raises(InputError, match="no answer within 1 s"):
            at_the_start("f(A,B) :- path(A,_), g(3,B).\ng(N,B) :- M is N*N, g(M,B).", background)
        assert time.monotonic() - begun < 30
        assert not before.alive
        monkeypatch.undo()
        assert fine(*state(SQUARE, _corner_paths()[2]))
        assert process.process() is not before

    def test_a_bounded_search(
        self, background: Background, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hypothesis, "PATHS_IN_A_SEARCH", 2)
        for bounded in (False, True):
            fires = evaluated(RECURSIVE, background, bounded).bind(SQUARE)
            assert not any(fires(0, 1, 0) for _ in range(2))
            if bounded:
                with pytest.raises(InputError, match="more than 2 partial paths"):
                    fires(0, 1, 0)
            else:
                assert not fires(0, 1, 0)
            # Each search has its own.
            assert not evaluated(RECURSIVE, background, bounded).bind(SQUARE)(0, 1, 0)

    def test_a_process_that_was_killed(self, background: Background) -> None:
        fires = evaluated(RECURSIVE, background).bind(SQUARE)
        fires(0, 1, 0)
        program = process.process()._program
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        assert not fires(0, 1, 0)


@needs_prolog
class TestWhatMayBeCalled:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("f(A,B) :- g(A,B).\ng(A,B) :- shell(A), path(A,B).", "unknown predicate shell/1"),
            ("f(A,B) :- path(A,_), f(A,B), consult(B).", "unknown predicate consult/1"),
            ("f(A,B) :- path(A,B).\nf(A,B) :- f(A,B).\npath(A,B) :- f(A,B).",
             r"path/2 is defined already; it cannot be invented"),
            ("f(A,B) :- append(A,B,C), g(C).\nappend(A,B,C) :- f(A,B), g(C).\ng(A) :- f(A,A).",
             r"append/3 is defined already"),
        ],
    )  # fmt: skip
    def test_nothing_else(self, text: str, message: str, background: Background) -> None:
        with pytest.raises(InputError, match=rf"h\.pl: .*{message}"):
            evaluated(text, background)

    def test_prolog_checks_again(
        self, background: Background, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Should this package let a clause through, Prolog's own reading of it does not."""
        monkeypatch.setattr(hypothesis, "_check", lambda *_: None)
        with pytest.raises(InputError, match="No permission to run text `shell"):
            evaluated("f(A,B) :- f(A,B), shell(A).", background)

    def test_an_error_of_prolog(self, background: Background) -> None:
        text = f"f(A,B) :- path(A,C), square(B,_,E), more(C,E,oops).\n{MORE}"
        fires = evaluated(text, background).bind(SQUARE)
        with pytest.raises(InputError, match=r"SWI-Prolog: type_error\(evaluable,oops/0\)"):
            fires(*state(SQUARE, _corner_paths()[2]))


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "h.pl").write_text(RECURSIVE)
    puzzle = random_set(1, 2, 2, random.Random(2))[0]
    (tmp_path / "puzzles.jsonl").write_text(json.dumps(puzzle.to_json()) + "\n")
    return str(tmp_path / "puzzles.jsonl"), str(tmp_path / "h.pl")


class TestSolving:
    @needs_prolog
    def test_with_prolog(self, files: tuple[str, str], capsys: pytest.CaptureFixture) -> None:
        puzzles, program = files
        assert main(["solve", puzzles, "--predicate", program, "--mode", "sort"]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["engine"] == "prolog"
        assert "h.pl is evaluated by SWI-Prolog, which is slow: the reference engine is use" in err
        assert main(["solve", puzzles, "--predicate", program]) == 2
        assert "h.pl is not proved to spare" in capsys.readouterr().err

    @needs_prolog
    @pytest.mark.parametrize(
        "command", ["show {} --tree --predicate {}", "show {} --forced --predicate {}",
                    "rate {} --rules {}"],
    )  # fmt: skip
    def test_other_commands(
        self, command: str, files: tuple[str, str], capsys: pytest.CaptureFixture
    ) -> None:
        assert main(command.format(*files).split()) == 0
        found = capsys.readouterr().out
        Path(files[1]).write_text(PLAIN)
        assert main(command.format(*files).split()) == 0
        if "rate" not in command and "forced" not in command:
            assert found == capsys.readouterr().out

    @pytest.mark.usefixtures("no_prolog")
    def test_without_prolog(self, files: tuple[str, str], capsys: pytest.CaptureFixture) -> None:
        puzzles, program = files
        assert main(["solve", puzzles, "--predicate", program, "--mode", "sort"]) == 2
        (line,) = capsys.readouterr().err.strip().split("\n")
        assert line.startswith(f"witness: {program}: it calls more/3, an invented predicate, so ")
        assert "only SWI-Prolog can run it; there is no executable swipl" in line
        assert "apt-get install swi-prolog-nox" in line


def test_read_by_name(files: tuple[str, str], tmp_path: Path) -> None:
    """Plain clauses need no Prolog."""
    (tmp_path / "plain.pl").write_text(PLAIN)
    assert predicate(str(tmp_path / "plain.pl")).engine == "reference"


@pytest.mark.usefixtures("swi_prolog")
def test_primitives_are_about_one_path() -> None:
    """A predicate that Prolog evaluates on one path after another, with primitives as facts."""
    clauses = (
        "f(A,B) :- cut_off(A).",
        "f(A,B) :- g(A,B).",
        "g(A,B) :- square(B,1,_), live(A,[_]).",
    )
    background = read_background(bias="live")
    predicate = hypothesis.PrologHypothesis(
        "invented", parse_clauses("\n".join(clauses)), background
    )
    fires = predicate.bind(TWO)
    answers = set()
    for path, at_goal in walk(TWO):
        if not at_goal:
            edges, vertices = path_masks(TWO, path)
            head = TWO.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            rest = path_view(TWO, path).rest  # type: ignore[arg-type]
            assert rest is not None
            expected = rest.cut_off or len(rest.live) == 1
            assert fires(head, vertices, edges) == expected, path
            answers.add(expected)
    assert answers == {True, False}
