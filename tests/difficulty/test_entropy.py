"""MUSE and ReMUSE: the thesis' own numbers, what must hold for every puzzle, both engines."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest
from support.examples import UNSOUND
from support.panels import mirrored, mixed_panels, random_panel, turned
from support.players import state_of
from support.sizes import rounds, some

from studies.difficulty.two_colours import unique_boards
from witness.base.errors import InputError
from witness.difficulty.descent import descent
from witness.difficulty.entropy.reference import Entropy, Player, entropy, muse_of, remuse_of
from witness.difficulty.inference import Rule
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.state import Panel, lines, straight_solution
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions

THESIS = rules("thesis")

#: The thesis' Table 3.1: the bottom row of one colour, the top row of the other.
TABLE_3_1 = Puzzle(
    2,
    2,
    ((0, 0),),
    ((2, 2),),
    squares=((0, 0, "black"), (0, 1, "black"), (1, 0, "white"), (1, 1, "white")),
)

SMALL = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 2))


def scores(puzzle: Puzzle, player: Player) -> Entropy:
    """The scores by both engines, which must agree."""
    plain, rated = entropy(puzzle, player), rate(puzzle, player)
    assert rated.muse == pytest.approx(plain.muse)
    assert rated.remuse == pytest.approx(plain.remuse)
    return plain


def test_table_3_1_without_rules() -> None:
    found = scores(TABLE_3_1, Player())
    assert found.muse == 4.0
    assert {len(path) - 1 for path in solutions(TABLE_3_1)} == {4, 8}


def test_table_3_1_with_rules() -> None:
    found = scores(TABLE_3_1, Player(THESIS))
    assert found.muse == 1.0
    assert found.remuse == pytest.approx(0.160, abs=0.0005)


def test_table_3_1_needs_the_wall() -> None:
    assert scores(TABLE_3_1, Player(rules("colours"))).muse == 2.0


def test_histogram_of_the_3x3_boards() -> None:
    """Of all 1,056 boards of two colours with one solution."""
    boards = unique_boards(3, 3)
    assert len(boards) == 1056
    ratings = [rate(board, Player(THESIS)) for board in boards]
    assert all(r.muse == r.remuse and r.solutions == 1 for r in ratings)
    found = Counter(round(r.remuse or 0, 3) for r in ratings)
    assert [found[k] for k in (1.0, 2.0, 2.585, 3.0, 3.585, 4.0)] == [208, 220, 40, 172, 24, 148]
    assert sum(found.values()) == 1056
    assert min(found) == 1.0


def test_local_terms() -> None:
    assert muse_of([]) == remuse_of([]) == math.inf
    assert muse_of([math.inf] * 2) == remuse_of([math.inf] * 2) == math.inf
    assert muse_of([3.0]) == remuse_of([3.0]) == 3.0
    assert muse_of([1.0, math.inf]) == remuse_of([1.0, math.inf]) == 2.0
    assert remuse_of([0.0, 0.0, 0.0]) == pytest.approx(0.0)
    # By hand: softmin(1, 2) = (e, 1) / (e + 1).
    p, q = math.e / (math.e + 1), 1 / (math.e + 1)
    assert remuse_of([1.0, 2.0]) == pytest.approx(1 + p * math.log2(2 * p) + q * math.log2(2 * q))
    # Bits beyond what an exponential holds.
    assert remuse_of([800.0, 801.0]) == pytest.approx(remuse_of([1.0, 2.0]) + 799)


@pytest.fixture(scope="module")
def rule_sets(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Rule, ...]]:
    file = tmp_path_factory.mktemp("rules") / "unsound.pl"
    file.write_text(UNSOUND, encoding="utf-8")
    length = file.with_name("length.pl")
    length.write_text("f(A,B) :- path(A,P), len(P,N), two(N), square(B,T,S), one(T).\n", "utf-8")
    wanted = [
        "none", "thesis", "paper", "thesis,paper", "thesis,full", "corners,along,three", "wall",
        "colours,dots", "baseline", str(file), str(length), f"wall,{length},paper",
    ]  # fmt: skip
    return [rules(names) for names in wanted]


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(3, range(8)))
def test_both_engines_agree(seed: int, rule_sets: list[tuple[Rule, ...]]) -> None:
    """On panels with everything that the model has, for players of all kinds."""
    rng = random.Random(seed)
    for _ in range(50):
        puzzle = random_panel(rng, SMALL, pass_goals=True)
        player = Player(rng.choice(rule_sets), rng.choice((0, 0, 1, 2)), rng.random() < 0.3)
        plain, rated = entropy(puzzle, player), rate(puzzle, player)
        assert rated.muse == pytest.approx(plain.muse, abs=1e-9), (puzzle, player)
        assert rated.remuse == pytest.approx(plain.remuse, abs=1e-9), (puzzle, player)
        lengths = [len(path) - 1 for path in solutions(puzzle)]
        assert rated.solutions == len(lengths)
        assert (rated.length or 0.0) == pytest.approx(sum(lengths) / max(1, len(lengths)))


@pytest.mark.slow
@pytest.mark.parametrize("names", ["none", "thesis", "thesis,paper"])
def test_what_holds_for_every_puzzle(names: str) -> None:
    """0 ≤ ReMUSE ≤ MUSE, equal for one solution; turned, mirrored or recoloured it is the same."""
    rng = random.Random(7)
    player = Player(rules(names))
    seen = Counter[str]()
    for _ in range(150):
        puzzle = random_panel(rng, pass_goals=True)
        rated = rate(puzzle, player)
        assert rated.muse is not None
        assert rated.remuse is not None
        assert 0 <= rated.remuse <= rated.muse + 1e-9
        assert (rated.muse == math.inf) == (rated.remuse == math.inf) == (rated.solutions == 0)
        if rated.solutions == 1:
            assert rated.remuse == pytest.approx(rated.muse)
        seen["one" if rated.solutions == 1 else rated.status] += 1
        swapped = {"black": "white", "white": "black"}
        recoloured = replace(
            puzzle,
            squares=tuple((r, c, swapped[colour]) for r, c, colour in puzzle.squares),
            stars=tuple((r, c, swapped[colour]) for r, c, colour in puzzle.stars),
        )
        for same in (turned(puzzle), mirrored(puzzle), recoloured):
            other = rate(same, player)
            assert other.muse == pytest.approx(rated.muse)
            assert other.remuse == pytest.approx(rated.remuse)
    assert min(seen["one"], seen["rated"], seen["unsolvable"]) > 10


def test_the_middle_of_an_edge_where_nobody_starts_is_no_place() -> None:
    """A further start never makes a puzzle harder: the score is the least over the starts."""
    middle = ((0, 1), (1, 1))
    puzzle = Puzzle(1, 2, ((1, 1),), ((0, 0),), dots=(((0, 0), (0, 1)),))
    one = scores(puzzle, Player())
    assert one.muse == pytest.approx(math.log2(3))
    both = scores(replace(puzzle, starts=((1, 1), middle)), Player())
    assert both.muse <= one.muse
    rng = random.Random(11)
    for _ in range(40):
        panel = random_panel(rng, SMALL)
        alone = [rate(replace(panel, starts=(s,)), Player(THESIS)).muse for s in panel.starts]
        assert rate(panel, Player(THESIS)).muse == min(a for a in alone if a is not None)


def test_rules_that_lose_all_solutions() -> None:
    """Solutions are counted all the same."""
    puzzle = Puzzle(1, 1, ((0, 0),), ((0, 1),), ((0, 0, 3),))
    found = rate(puzzle, Player((Nothing(),)))
    assert (found.status, found.muse, found.remuse) == ("lost", math.inf, math.inf)
    assert (found.solutions, found.length) == (1, 3)
    assert found.to_json("x")["muse"] is None


class Nothing:
    """A rule that speaks against every move, by a predicate that always fires."""

    name = "nothing"
    sentence = why = ""
    sound = False

    def __new__(cls) -> Rule:  # type: ignore[misc]
        from witness.difficulty.rules.predicate import PredicateRule
        from witness.searches.predicates.square import SquarePredicate

        class Always(SquarePredicate):
            name = "always"
            when = "there is a square with triangles"

            def holds(self, path, square):  # type: ignore[no-untyped-def]
                return True

        return PredicateRule(Always())


def test_an_unsolvable_puzzle() -> None:
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 3),))
    found = rate(puzzle, Player(THESIS))
    assert (found.status, found.muse, found.solutions, found.length) == (
        "unsolvable", math.inf, 0, None,
    )  # fmt: skip


EMPTY = Puzzle(4, 4, ((0, 0),), ((4, 4),))


def test_the_limit_of_states_and_its_bounds() -> None:
    """The bounds close in on the score, and hold it at any number of states."""
    whole = rate(EMPTY, Player())
    assert (whole.status, whole.solutions) == ("rated", 8512)
    before = math.inf
    for most in (1, 2, 10, 100, 1000, 10_000, whole.states - 1):
        found = rate(EMPTY, Player(), max_states=most)
        assert (found.status, found.states) == ("state-limit", most)
        assert found.remuse is None
        assert found.solutions == 8512
        low, high = found.bounds
        assert found.muse == (low if low == high else None)
        assert 0 <= low <= (whole.muse or 0) <= high <= before
        before = high
    assert found.muse == whole.muse
    assert "muse_bounds" not in found.to_json("x")
    assert rate(EMPTY, Player(), max_states=1).to_json("x")["muse_bounds"] == [1.0, None]
    assert rate(EMPTY, Player(), max_states=whole.states).status == "rated"
    rng = random.Random(9)
    for _ in range(40):
        puzzle = random_panel(rng, pass_goals=True)
        player = Player(THESIS, rng.choice((0, 1)), rng.random() < 0.5)
        whole = rate(puzzle, player)
        for most in range(1, whole.states, max(1, whole.states // 7)):
            low, high = rate(puzzle, player, max_states=most).bounds
            assert low <= (whole.muse or 0) + 1e-9
            assert (whole.muse or 0) <= high + 1e-9


def test_muse_where_nobody_can_visit_all_solutions() -> None:
    """There are about 3·10¹⁵, and MUSE looks at those that cost little."""
    empty = replace(EMPTY, rows=8, cols=8, goals=((8, 8),))
    found = rate(empty, Player(THESIS), max_states=200_000)
    assert (found.status, found.muse, found.remuse) == ("state-limit", 15.0, None)
    assert found.solutions == 3266598486981642


def test_the_limit_of_time() -> None:
    found = rate(replace(EMPTY, rows=9, cols=9, goals=((9, 9),)), Player(), time_limit=0.05)
    assert found.status == "time-limit"
    assert found.solutions is None


def test_a_lookahead_that_is_too_far() -> None:
    with pytest.raises(InputError, match="a lookahead of 11 is not from 0 to 10"):
        rate(EMPTY, Player(lookahead=11))
    with pytest.raises(InputError, match="a lookahead of -1 is not from 0 to 10"):
        rate(EMPTY, Player(lookahead=-1))


def test_lookahead_sees_the_solution() -> None:
    """A state from which so few steps solve the puzzle costs nothing."""
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),))
    assert scores(puzzle, Player(lookahead=4)).muse == 0.0
    assert scores(puzzle, Player(lookahead=3)).muse == 1.0
    assert scores(puzzle, Player()).muse > 1.0


def test_straight_lines() -> None:
    assert list(lines((0, 0), (0, 3))) == [((0, 1), (0, 2), (0, 3))]
    assert list(lines((2, 2), (0, 2))) == [((1, 2), (0, 2))]
    assert set(lines((0, 0), (2, 2))) == {
        ((1, 0), (1, 1), (2, 1), (2, 2)),
        ((0, 1), (1, 1), (1, 2), (2, 2)),
    }
    assert set(lines((1, 3), (0, 0))) == {
        ((1, 2), (1, 1), (1, 0), (0, 0)),
        ((0, 3), (0, 2), (0, 1), (0, 0)),
    }
    assert list(lines((0, 0), (2, 3))) == [((1, 0), (1, 1), (1, 2), (1, 3), (2, 3))]
    assert list(lines((1, 1), (1, 1))) == list(lines(((0, 0), (0, 1)), (1, 1))) == []


def test_straight_lines_cost_nothing() -> None:
    puzzle = Puzzle(3, 3, ((0, 0),), ((3, 3),))
    assert scores(puzzle, Player(straight_line=True)).muse == 0.0
    here = Panel(puzzle).begin()
    found = straight_solution(here)
    assert found is not None
    assert found.solved
    gap = replace(puzzle, gaps=(((1, 1), (1, 2)), ((1, 1), (2, 1))))
    assert straight_solution(Panel(gap).begin()) is None
    assert scores(gap, Player(straight_line=True)).muse > 0


@pytest.mark.parametrize("measure", ["muse", "remuse"])
@rounds(25, 120)
def test_the_least_entropy_solution(measure: str, rounds: int) -> None:
    rng = random.Random(10)
    solved = 0
    plain = [random_panel(rng, pass_goals=True) for _ in range(rounds)]
    for puzzle in plain + mixed_panels("least", rounds):
        player = Player(THESIS, rng.choice((0, 0, 1)), rng.random() < 0.3)
        score = rate(puzzle, player).score(measure)
        assert score is not None
        if score == math.inf:
            with pytest.raises(InputError, match="has no solution"):
                descent(puzzle, player, measure)
            continue
        solved += 1
        found = descent(puzzle, player, measure)
        assert found.path in set(solutions(puzzle))
        assert found.score == pytest.approx(score)
        assert sum(step.bits for step in found.steps) == pytest.approx(score)
        places = Panel(puzzle, found.path[0]).graph.places
        trail = state_of(Panel(puzzle, found.path[0]), found.path).trail
        assert [s.place for s in found.steps] == [places[p] for p in trail[: len(found.steps)]]
        if measure == "muse":
            for step in found.steps[:-1]:
                assert step.bits == pytest.approx(math.log2(step.moves))
    assert solved > rounds
