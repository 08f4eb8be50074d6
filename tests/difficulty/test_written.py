"""Rules that people invent: each is rated as its definition says, by a table or with a warning."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from support.panels import random_panel

from witness.base.errors import InputError
from witness.difficulty.entropy.reference import Entropy, Player, entropy
from witness.difficulty.inference import Rule, Verdict
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import WRITTEN, rules
from witness.difficulty.rules.thesis import CORNERS, THESIS, WALL
from witness.difficulty.rules.written import EdgeRule, SquareMove, SquareRule, WrittenRule
from witness.difficulty.state import Move, State
from witness.puzzle.model import Puzzle
from witness.puzzle.views.configurations import AWAY

SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3), (3, 2))

MUST_NOT, MUST, PROBABLE_MUST = Verdict.MUST_NOT, Verdict.MUST, Verdict.PROBABLE_MUST


def agree(puzzle: Puzzle, player: Player, *, plain: bool = False) -> Entropy:
    """Compare a rating with the definition; with `plain` it comes from the list of solutions."""
    expected, found = entropy(puzzle, player), rate(puzzle, player)
    assert found.engine == ("solutions" if plain else "compiled")
    assert found.muse == pytest.approx(expected.muse, abs=1e-9), (puzzle, player)
    assert found.remuse == pytest.approx(expected.remuse, abs=1e-9), (puzzle, player)
    return expected


def _long(state: State, move: Move) -> Verdict | None:
    """What two edges of no square have to do with: nothing local."""
    return MUST_NOT if len(state.edges) >= 4 else None


def written(
    name: str, judge: Callable[[State, Move], Verdict | None] = _long, **more: Any
) -> WrittenRule:
    return WrittenRule(name, "sentence", "why", lambda panel: True, judge, sound=False, **more)


class TestRulesAboutAnything:
    @pytest.mark.parametrize("name", ["short", "wall", "corners", "three"])
    def test_a_rule_that_nothing_is_known_of(self, name: str) -> None:
        """Whatever it is called: no rule is known by its name."""
        puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),))
        with_it = agree(puzzle, Player((written(name),)), plain=True)
        assert with_it != agree(puzzle, Player())

    def test_a_rule_with_a_name_that_is_known_and_another_judge(self) -> None:
        puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),))
        agree(puzzle, Player((replace(WALL, judge=_long),)), plain=True)

    def test_a_rule_of_a_derived_class(self) -> None:
        @dataclass(frozen=True)
        class Longer(SquareRule):
            def judge(self, state: State, move: Move) -> Verdict | None:
                return super().judge(state, move) or _long(state, move)

        rule = Longer("corners", "", "", CORNERS.of_square, sound=False)
        agree(Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),)), Player((rule,)), plain=True)

    @pytest.mark.parametrize("seed", range(3))
    def test_random_panels(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(15):
            puzzle = random_panel(rng, SIZES[:4], pass_goals=True)
            other = rng.choice([(), THESIS])
            agree(puzzle, Player((*other, written("short"))), plain=True)


def drawn(rng: random.Random, density: float) -> SquareRule:
    """Draw a rule about one square: any verdict in any situation."""
    verdicts: dict[SquareMove, Verdict | None] = {}

    def of_square(move: SquareMove) -> Verdict | None:
        if move not in verdicts:
            said = random.Random(f"{key} {move}")
            spoken = said.random() < density
            verdicts[move] = said.choice([MUST_NOT, MUST, PROBABLE_MUST]) if spoken else None
        return verdicts[move]

    key = rng.random()
    return SquareRule("drawn", "", "", of_square, sound=False)


def _if_the_path_is_like_this(rng: random.Random) -> SquareRule:
    """Draw a rule that refuses what a path becomes, as predicates do."""
    key = rng.random()

    def of_square(move: SquareMove) -> Verdict | None:
        state = (move.triangles, move.missing_after, move.free_after)
        return MUST_NOT if random.Random(f"{key} {state}").random() < 0.2 else None

    return SquareRule("child", "", "", of_square, sound=False)


def _nothing_beside(verdict: Verdict, triangles: int) -> SquareRule:
    """A rule about squares that a move does not touch, which hold for all of its moves."""

    def of_square(move: SquareMove) -> Verdict | None:
        untouched = move.head == move.to == AWAY
        return verdict if untouched and move.triangles == triangles and move.edges else None

    return SquareRule("beside", "", "", of_square, sound=False)


class TestRulesAboutOneSquare:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(6))
    def test_drawn_rules_on_random_panels(self, seed: int) -> None:
        """Alone and with others, sparse ones and such as have an opinion of everything."""
        rng = random.Random(seed)
        finite = 0
        for _ in range(40):
            own: tuple[Rule, ...] = (
                drawn(rng, rng.choice([0.02, 0.1, 0.5])),
                _if_the_path_is_like_this(rng),
                _nothing_beside(rng.choice([MUST_NOT, MUST, PROBABLE_MUST]), rng.choice([1, 2])),
            )
            own = tuple(rng.sample(own, rng.randint(1, 3)))
            others = rng.choice([(), THESIS, rules("paper"), rules("wall,baseline,along")])
            symbols = ("triangles", "gaps", "dots", "triangles")
            puzzle = random_panel(rng, SIZES, symbols, pass_goals=True)
            player = Player(own + others, rng.choice([0, 0, 0, 1]), rng.random() < 0.2)
            finite += agree(puzzle, player).muse < math.inf
        assert finite > 10

    def test_one_rule_is_added_in_one_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Once it is in the registry, it is named, rated, and compared with the others."""
        rule = SquareRule("empty", "", "", lambda move: PROBABLE_MUST if move.along else None)
        monkeypatch.setitem(WRITTEN, "empty", rule)
        assert rules("wall,empty") == (WALL, rule)
        puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),))
        assert agree(puzzle, Player((rule,))) != agree(puzzle, Player())

    @pytest.mark.slow
    def test_rules_with_a_length_beside_it(self, tmp_path: Any) -> None:
        file = tmp_path / "length.pl"
        file.write_text("f(A,B) :- path(A,P), len(P,N), two(N), square(B,T,S), one(T).\n", "utf-8")
        rng = random.Random(3)
        for _ in range(40):
            puzzle = random_panel(rng, SIZES, ("triangles",), edge_ends=False)
            agree(puzzle, Player((*rules(str(file)), drawn(rng, 0.1), *rules("paper"))))

    def test_more_triangles_than_there_can_be(self) -> None:
        puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 5),))
        with pytest.raises(InputError, match=r"\[0, 0, 5\]; a square has 1, 2, 3 or 4 triangles"):
            rate(puzzle, Player(THESIS))
        four = replace(puzzle, triangles=((0, 0, 4),))
        assert rate(four, Player(THESIS)).status == "unsolvable"


def test_edges_that_must_be_taken() -> None:
    rng = random.Random(8)
    for _ in range(60):
        puzzle = random_panel(rng, SIZES, pass_goals=True)
        chosen = frozenset(rng.sample(range(len(puzzle.grid.edges)), 2))
        rule = EdgeRule("these", "", "", lambda panel, chosen=chosen: chosen, sound=False)
        agree(puzzle, Player((rule, *rng.choice([(), THESIS]))))
