"""Priors and policies of players: against values found by hand, and what must hold of all."""

from __future__ import annotations

import math
import random

import pytest
from support.panels import random_panel
from support.players import state_of
from support.sizes import rounds

from witness.cli import main
from witness.difficulty.entropy.reference import Player, entropy, remuse_of
from witness.difficulty.policies import POLICIES, border_solution, policies
from witness.difficulty.priors import PRIORS, goalward, onward, uniform
from witness.difficulty.rate import rate
from witness.difficulty.state import Panel
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import is_solution

#: One square: the goal is a step to the right of the start, or three steps around.
SQUARE = Puzzle(1, 1, ((0, 0),), ((0, 1),))


def test_the_divergence_from_a_prior() -> None:
    """By hand, with softmin(0, 0) = (1/2, 1/2) and softmin(1, 2) = (e, 1) / (e + 1)."""
    assert remuse_of([0.0, 0.0], [1.0, 2.0]) == pytest.approx(math.log2(9 / 8) / 2)
    p, q = math.e / (math.e + 1), 1 / (math.e + 1)
    by_hand = 1 + p * math.log2(p / 0.2) + q * math.log2(q / 0.8)
    assert remuse_of([1.0, 2.0], [1, 4]) == pytest.approx(by_hand)
    # One way is left: the bits of its code.
    assert remuse_of([3.0, math.inf], [1, 3]) == pytest.approx(3 + 2)
    assert remuse_of([math.inf, 3.0], [1, 3]) == pytest.approx(3 + math.log2(4 / 3))
    # Where players expect what is best, nothing has to be told.
    assert remuse_of([1.0, 2.0], [p, q]) == pytest.approx(1.0)
    assert remuse_of([math.inf], [1.0]) == remuse_of([], []) == math.inf
    for wrong in ([1.0], [1.0, 0.0], [1.0, -1.0]):
        with pytest.raises(ValueError, match="a weight above 0 for each move"):
            remuse_of([0.0, 0.0], wrong)


def test_a_player_who_goes_towards_the_goal() -> None:
    """Both ways solve; one of the two leads away first."""
    here = Panel(SQUARE).begin()
    assert [move.place for move in here.moves] == [2, 1]
    assert list(goalward(here, here.moves)) == [1.0, 2.0]
    assert entropy(SQUARE, Player()).remuse == 0.0
    found = entropy(SQUARE, Player(prior=goalward))
    assert found.remuse == pytest.approx(math.log2(9 / 8) / 2)
    assert found.muse == 1.0


def test_a_player_who_draws_straight_on() -> None:
    panel = Panel(Puzzle(2, 2, ((1, 0),), ((2, 2),)))
    here = panel.begin()
    assert list(onward(here, here.moves)) == [1.0, 1.0, 1.0]
    here = state_of(panel, ((1, 0), (1, 1)))
    assert [panel.graph.places[move.place] for move in here.moves] == [(2, 1), (1, 2), (0, 1)]
    assert list(onward(here, here.moves)) == [1.0, 2.0, 1.0]
    assert list(goalward(here, here.moves)) == [2.0, 2.0, 1.0]
    assert list(uniform(here, here.moves)) == [1.0, 1.0, 1.0]


def test_onward_past_the_middle_of_an_edge() -> None:
    panel = Panel(Puzzle(1, 1, (((0, 0), (0, 1)),), ((1, 1),)))
    here = panel.begin()
    along = next(move for move in here.moves if panel.graph.places[move.place] == (0, 1))
    here = here.after(along)
    assert list(onward(here, here.moves)) == [1.0] * len(here.moves)


def test_the_border() -> None:
    """Around the board one way or the other, not through it."""
    dotted = Puzzle(3, 3, ((0, 0),), ((3, 3),), dots=((0, 3),))
    found = border_solution(Panel(dotted).begin())
    assert found is not None
    assert found.path == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3))
    other = border_solution(Panel(Puzzle(3, 3, ((0, 0),), ((3, 3),), dots=((3, 0),))).begin())
    assert other is not None
    assert other.path[3] == (3, 0)
    assert entropy(dotted, Player(policies=(border_solution,))).muse == 0.0
    assert entropy(dotted, Player(straight_line=True)).muse > 0.0
    inside = Panel(Puzzle(3, 3, ((0, 0),), ((3, 3),), dots=((1, 1),)))
    assert border_solution(inside.begin()) is None
    assert border_solution(state_of(inside, ((0, 0), (0, 1), (1, 1)))) is None
    gaps = (((0, 1), (0, 2)),)
    broken = Panel(Puzzle(3, 3, ((0, 0),), ((3, 3),), gaps=gaps, dots=((0, 3),)))
    assert border_solution(broken.begin()) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
@rounds(80, 200)
def test_policies_see_solutions_only(name: str, rounds: int) -> None:
    rng = random.Random(2)
    seen = 0
    for _ in range(rounds):
        puzzle = random_panel(rng, pass_goals=True)
        player = Player(policies=policies(name))
        for start in puzzle.starts:
            panel = Panel(puzzle, start)
            found = POLICIES[name](panel.begin())
            assert found is None or is_solution(panel.puzzle, found.path)
            seen += found is not None
        assert entropy(puzzle, player).muse <= entropy(puzzle, Player()).muse
    assert seen > rounds // 10


@pytest.mark.slow
@pytest.mark.parametrize("name", PRIORS)
def test_what_holds_for_every_prior(name: str) -> None:
    """MUSE knows no prior; with one solution ReMUSE is the bits of its moves in that code."""
    rng = random.Random(3)
    ones = 0
    for _ in range(120):
        puzzle = random_panel(rng, ends=1)
        found, plain = entropy(puzzle, Player(prior=PRIORS[name])), entropy(puzzle, Player())
        assert found.muse == plain.muse
        assert (found.remuse == math.inf) == (plain.remuse == math.inf)
        assert found.remuse >= 0
        rated = rate(puzzle, Player())
        if rated.solutions == 1:
            ones += 1
            state, bits = Panel(puzzle).begin(), 0.0
            while not state.solved:
                weights = PRIORS[name](state, state.moves)
                ways = [state.after(move) for move in state.moves]
                at = next(n for n, s in enumerate(ways) if entropy_is_finite(s))
                bits -= math.log2(weights[at] / sum(weights))
                state = ways[at]
            assert found.remuse == pytest.approx(bits)
    assert ones > 10


def entropy_is_finite(state):  # type: ignore[no-untyped-def]
    return state.solved or any(entropy_is_finite(state.after(move)) for move in state.moves)


def test_the_compiled_rater_leaves_them_to_the_list_of_solutions() -> None:
    puzzle = Puzzle(3, 3, ((0, 0),), ((3, 3),), dots=((0, 3),))
    for player, engine in (
        (Player(prior=goalward), "solutions"),
        (Player(policies=(border_solution,)), "solutions"),
        (Player(straight_line=True), "compiled"),
    ):
        found, by_definition = rate(puzzle, player), entropy(puzzle, player)
        assert found.muse == pytest.approx(by_definition.muse)
        assert found.remuse == pytest.approx(by_definition.remuse)
        assert found.engine == engine


def test_on_the_command_line(tmp_path, capsys):  # type: ignore[no-untyped-def]
    file = tmp_path / "one.jsonl"
    file.write_text('{"id": "p", "rows": 1, "cols": 1, "starts": [[0, 0]], "goals": [[0, 1]]}\n')
    given = ["rate", str(file), "--rules", "none", "-q"]
    assert main([*given, "--prior", "goalward"]) == 0
    out, err = capsys.readouterr()
    assert f'"remuse": {round(math.log2(9 / 8) / 2, 9)}' in out
    assert err == ""
    assert main([*given, "--policy", "straight"]) == 0
    out, err = capsys.readouterr()
    assert ('"muse": 0.0' in out, err) == (True, "")
    for option, name in (("--policy", "spiral"), ("--prior", "even")):
        assert main([*given, option, name]) == 2
        assert name in capsys.readouterr().err
    assert main(["show", str(file), "--prior", "onward"]) == 2
    assert "--prior is for --entropy" in capsys.readouterr().err
