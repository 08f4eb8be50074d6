"""The compiled engine against the reference engine: the same nodes, on any puzzle."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter

import pytest
from support.examples import TABLE_3, random_puzzle

from witness.base.shipped import shipped_file
from witness.boards.generate.algorithms import algorithm_3, algorithm_4
from witness.logic.background import Background, read_background
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.searches import Limits, SearchResult, compiled, reference
from witness.searches.compiled import node_bytes, solve
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


@pytest.mark.slow
@pytest.mark.parametrize("size", [(7, 8), (8, 7), (8, 8), (6, 9), (9, 6)])
def test_boards_that_hardly_need_two_words(size: tuple[int, int], background: Background) -> None:
    """Searches that cross the border between words, from anywhere to anywhere."""
    rng = random.Random(f"two words {size}")
    predicates = [NONE, BASELINE, PAPER, from_file(PROGRAMS["long"], background)]
    met: Counter[str] = Counter()
    for number in range(8):
        puzzle = algorithm_4(*size, rng)
        board = puzzle.grid
        ends = rng.sample(board.vertices, 5)
        # Paths begin in the rows where the second word does, half of the time.
        if number % 2:
            ends[0] = board.vertices[rng.randrange(58, len(board.vertices))]
            ends = list(dict.fromkeys(ends))
        gaps = rng.sample(board.edges, rng.choice((0, 0, 5, 15)))
        triangles = rng.sample(puzzle.triangles, rng.randint(0, len(puzzle.triangles)))
        puzzle = Puzzle(*size, tuple(ends[:2]), tuple(ends[2:]), tuple(triangles), tuple(gaps))
        for predicate in predicates:
            met += same(puzzle, predicate, Limits(max_expansions=700))
    assert met["expansion-limit"] > 20


def test_against_brute_force() -> None:
    """A solution is found if and only if there is one, and the rule checker accepts it."""
    rng = random.Random(3)
    solved = 0
    for _ in range(600):
        puzzle = random_puzzle(rng, 3, symbols=True)
        solvable = next(solutions(puzzle), None) is not None
        for predicate in (BASELINE, PAPER):
            for mode in ("prune", "sort"):
                result = solve(puzzle, predicate, mode)
                assert result.status == ("solved" if solvable else "unsolvable"), puzzle
                assert result.path is None or is_solution(puzzle, result.path)
        solved += solvable
    assert 100 < solved < 590


def test_long_searches_in_many_slices(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "SLICE", 97)
    rng = random.Random(9)
    for predicate in (NONE, PAPER, from_file(PROGRAMS["long"], background)):
        puzzle = algorithm_3(4, 5, rng)
        same(puzzle, predicate, Limits(max_expansions=20_000))


def test_the_richer_background() -> None:
    background = read_background(shipped_file("bk/extended.pl"), shipped_file("bias/extended.pl"))
    rng = random.Random(4)
    met: Counter[str] = Counter()
    for body in ("greaterThan(C,E)", "one(E), two(C)"):
        text = f"f(A,B) :- square(B,C,D), reach(A,B,E), {body}."
        predicate = from_file(text, background)
        for _ in range(60):
            met += same(random_puzzle(rng, 3), predicate, Limits(max_expansions=2000))
    assert met["solved"] > 100


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

    def test_the_last_expansion_counts(self, figure_1: Puzzle) -> None:
        needed = solve(figure_1, NONE).expansions
        assert solve(figure_1, NONE, limits=Limits(max_expansions=needed)).status == "solved"
        short = solve(figure_1, NONE, limits=Limits(max_expansions=needed - 1))
        assert (short.status, short.path) == ("expansion-limit", None)

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

    def test_a_node_takes_forty_bytes_at_most(self) -> None:
        for rows in range(11):
            for cols in range(11):
                puzzle = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
                assert node_bytes(puzzle) <= 40 - 1  # links between chunks take 1/4 byte

    def test_time(self) -> None:
        result = solve(self.hard, NONE, limits=Limits(time_limit=1e-9))
        assert (result.status, result.expansions) == ("time-limit", 0)
        result = solve(self.hard, NONE, limits=Limits(time_limit=0.3, memory_limit=2000))
        assert result.status == "time-limit"
        assert result.expansions > compiled.SLICE

    def test_what_is_done_at_once_is_answered_even_late(self) -> None:
        puzzle = Puzzle(1, 1, ((0, 0),), ((0, 1),), ((0, 0, 3),), gaps=(((0, 0), (1, 0)),))
        assert solve(puzzle, NONE).status == "unsolvable"
        assert solve(puzzle, NONE).expansions == 1

    def test_an_interrupt_stops_a_long_search(self) -> None:
        assert solve(self.hard, NONE, limits=Limits(max_expansions=5)).expansions == 5  # compiled
        begun = time.monotonic()
        threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            solve(self.hard, NONE, limits=Limits(time_limit=60, memory_limit=8000))
        assert time.monotonic() - begun < 30
        # And the engine is as good as before.
        assert solve(self.hard, NONE, limits=Limits(max_expansions=5)).expansions == 5


def test_boards_without_squares() -> None:
    assert solve(Puzzle(0, 0, ((0, 0),), ((0, 0),)), NONE).path == ((0, 0),)
    assert solve(Puzzle(0, 3, ((0, 3),), ((0, 1),)), NONE).length == 2
    dotted = Puzzle(0, 1, ((0, 0),), ((0, 0),), dots=((0, 1),))
    assert solve(dotted, NONE).status == "unsolvable"
