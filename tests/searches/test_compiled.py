"""The compiled engine against the reference engine: the same nodes, on any puzzle."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest
from support.examples import ROOT, TABLE_3, random_puzzle

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.generate.algorithms import algorithm_3, algorithm_4
from witness.puzzle.model import Puzzle
from witness.puzzle.views.translate import translate
from witness.searches import ENGINES, MODES, Limits, SearchResult, compiled, engine, reference
from witness.searches.compiled import solve
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

#: Clauses of all kinds: local ones, sound and unsound, and ones about the length of the path.
PROGRAMS = {
    "table 3": TABLE_3,
    "left too early": "f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), "
    "count(E,C,D), two(F), one(D).",
    "at three": "f(A,B) :- path(A,C), len(C,D), three(D), adjacent(A,B).",
    "from the start": "f(A,B) :- adjacent(A,B), square(B,C,D), two(C).",
    "long": "f(A,B) :- path(A,C), len(C,D), square(B,E,F), greaterThan(D,E), three(E).",
    "both": "f(A,B) :- path(A,C), len(C,D), one(D), square(B,E,F), two(E).\n" + TABLE_3,
    "nothing": "",
}
HAND_WRITTEN = {p.name: p for p in (NONE, BASELINE, PAPER)}


def from_file(text: str, background: Background) -> FilePredicate:
    return FilePredicate("x", translate(parse_clauses(text), background), background)


def answers(result: SearchResult) -> tuple[object, ...]:
    return result.status, result.path, result.expansions


def same(puzzle: Puzzle, predicate: Predicate, limits: Limits | None = None) -> Counter[str]:
    """Compare the engines in all modes; give how often which status came out."""
    found: Counter[str] = Counter()
    for mode in ("prune", "sort"):
        for layer in (False, True):
            given = {"baseline_layer": layer, "limits": limits}
            fast = solve(puzzle, predicate, mode, **given)
            plain = reference.solve(puzzle, predicate, mode, **given)
            assert answers(fast) == answers(plain), (puzzle, mode, layer)
            assert fast.engine == "compiled"
            found[fast.status] += 1
    return found


@pytest.mark.parametrize("name", [*HAND_WRITTEN, *PROGRAMS])
def test_the_same_nodes_on_boards_with_anything(name: str, background: Background) -> None:
    predicate = HAND_WRITTEN.get(name) or from_file(PROGRAMS[name], background)
    rng = random.Random(f"compiled {name}")
    met: Counter[str] = Counter()
    for number in range(80):
        puzzle = random_puzzle(rng, 3, symbols=bool(number % 2))
        met += same(puzzle, predicate, Limits(max_expansions=2000))
    assert min(met["solved"], met["unsolvable"]) > 10


SHAPES = [(1, 8), (8, 1), (2, 20), (20, 2), (7, 7), (6, 8), (8, 8), (10, 10), (3, 30), (15, 15)]

#: Boards of three words, for which the machine code is made anew: two and four are tested always.
THREE_WORDS = [pytest.param((n, n), marks=pytest.mark.long) for n in (11, 12)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SHAPES, (1, 62), (62, 1), *THREE_WORDS])
def test_boards_of_one_to_four_words(size: tuple[int, int], background: Background) -> None:
    """All edges and squares of large boards are where they should be."""
    rng = random.Random(f"large {size}")
    predicates = [BASELINE, PAPER, from_file(PROGRAMS["both"], background)]
    for number in range(3):
        puzzle = algorithm_4(*size, rng)
        if number:
            start, goal = rng.sample(puzzle.grid.vertices, 2)
            puzzle = Puzzle(*size, (start,), (goal,), puzzle.triangles)
        for predicate in predicates:
            same(puzzle, predicate, Limits(max_expansions=300))


def test_long_searches_in_many_slices(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "SLICE", 97)
    rng = random.Random(9)
    for predicate in (NONE, PAPER, from_file(PROGRAMS["long"], background)):
        puzzle = algorithm_3(4, 5, rng)
        same(puzzle, predicate, Limits(max_expansions=20_000))


class TestWhatIsNotTabulated:
    def test_it_goes_to_the_reference_engine_and_says_so(self, background: Background) -> None:
        puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 2),))
        bound = from_file("f(A,B) :- path(A,C), square(B,D,E), C = [F|G], member(F,E).", background)
        with pytest.warns(RuntimeWarning, match="more than one square.*reference engine is used"):
            result = solve(puzzle, bound, "sort")
        assert result.engine == "reference"
        assert answers(result) == answers(reference.solve(puzzle, bound, "sort"))

    @pytest.mark.parametrize("size", [(16, 16), (1, 63), (0, 64), (64, 64)])
    def test_boards_that_are_too_large(self, size: tuple[int, int]) -> None:
        puzzle = Puzzle(*size, ((0, 0),), (size,))
        limits = Limits(max_expansions=50)
        with pytest.warns(RuntimeWarning, match=r"beyond the compiled engine"):
            result = solve(puzzle, PAPER, limits=limits)
        assert result.engine == "reference"
        assert answers(result) == answers(reference.solve(puzzle, PAPER, limits=limits))


class TestLimits:
    hard = Puzzle(7, 7, ((0, 0),), ((7, 7),), ((0, 0, 3), (0, 1, 3), (1, 1, 3)))

    def test_expansions_are_exact(self) -> None:
        for number in (0, 1, 2, 77, 1000, compiled.SLICE - 1, compiled.SLICE, compiled.SLICE + 1):
            result = solve(self.hard, NONE, limits=Limits(max_expansions=number))
            assert (result.status, result.expansions) == ("expansion-limit", number)

    @pytest.mark.parametrize("nodes", [0, 1, 2, 10, 63, 64, 65, 1000, 5000])
    def test_memory_is_exact(self, nodes: int) -> None:
        """Both engines stop at the same expansion when they have room for as many nodes."""
        results = [
            engine.solve(
                self.hard,
                NONE,
                limits=Limits(memory_limit=nodes * engine.node_bytes(self.hard) / 1e6),
            )
            for engine in (compiled, reference)
        ]
        fast, plain = results
        assert answers(fast) == answers(plain)
        assert fast.status == "memory-limit"

    def test_time(self) -> None:
        result = solve(self.hard, NONE, limits=Limits(time_limit=1e-9))
        assert (result.status, result.expansions) == ("time-limit", 0)
        result = solve(self.hard, NONE, limits=Limits(time_limit=0.3, memory_limit=2000))
        assert result.status == "time-limit"
        assert result.expansions > compiled.SLICE

    def test_an_interrupt_stops_a_long_search(self) -> None:
        assert solve(self.hard, NONE, limits=Limits(max_expansions=5)).expansions == 5  # compiled
        begun = time.monotonic()
        threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            solve(self.hard, NONE, limits=Limits(time_limit=60, memory_limit=8000))
        assert time.monotonic() - begun < 30
        # And the engine is as good as before.
        assert solve(self.hard, NONE, limits=Limits(max_expansions=5)).expansions == 5


def test_every_engine_is_there() -> None:
    assert len({engine(name) for name in ENGINES}) == len(ENGINES)
    assert set(MODES) == {"prune", "sort"}
    with pytest.raises(InputError, match="no engine 'best'; use compiled, reference or auto"):
        engine("best")


@pytest.mark.parametrize("module", ["witness.searches", "witness.searches.predicates.registry"])
def test_names_cost_no_import_of_what_they_name(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        "heavy = {'numba', 'numpy', 'clingo', 'witness.clauses', 'witness.proof'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.split() == []
