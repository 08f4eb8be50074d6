"""Learned predicates about squares, stars and dots as rules of players: none loses a solution."""

from __future__ import annotations

import random

import pytest
from support.panels import mixed_panels, random_panel
from support.players import check
from support.sizes import rounds

from witness.base.errors import InputError
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.inference import Rule, allowed
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.state import Panel, State
from witness.puzzle.grid import edge_between, grid
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.proof_scope import ClauseScope, beyond_proofs

NAMES = ("squares", "stars", "dots", "mixed")
LEARNED = {name: rules(f"examples/{name}.pl")[0] for name in NAMES}
ALL = tuple(LEARNED.values())

#: Corner to corner.
ENDS = ((0, 0),), ((2, 2),)


def panel_of(kinds: tuple[str, ...], *ends: tuple[Place, ...], pass_goals: bool = False) -> Puzzle:
    """Return a 2×2 panel with "", "square black", "star white" and so on in its squares."""
    found: dict[str, list[tuple[int, int, str]]] = {"square": [], "star": []}
    for at, kind in zip(grid(2, 2).squares, kinds, strict=True):
        if kind:
            symbol, colour = kind.split()
            found[symbol].append((*at, colour))
    starts, goals = ends
    return Puzzle(
        2,
        2,
        starts,
        goals,
        squares=tuple(found["square"]),
        stars=tuple(found["star"]),
        pass_goals=pass_goals,
    )


def refused(rule: Rule, state: State) -> int:
    """Count the moves that a rule refuses, from a state on."""
    kept = allowed([rule], state)
    return len(state.moves) - len(kept) + sum(refused(rule, state.after(move)) for move in kept)


@pytest.mark.slow
@rounds(50, 300)
def test_sound_on_random_panels(rounds: int) -> None:
    """All symbols, gaps, several starts and goals, some in the middle of edges or passed."""
    rng = random.Random(7)
    drawn = [random_panel(rng, pass_goals=True) for _ in range(rounds)]
    assert sum(check((*rules("thesis,full"), *ALL), panel) for panel in drawn) > 16 * rounds


@pytest.mark.parametrize(
    ("name", "panel"),
    [
        ("squares", panel_of(("square black", "square white", "", ""), *ENDS)),
        ("stars", panel_of(("star black", "star black", "", "star black"), *ENDS)),
        ("dots", Puzzle(2, 2, ((0, 0),), ((2, 2),), dots=((2, 0),))),
        ("mixed", panel_of(("square black", "square white", "", ""), *ENDS)),
    ],
)
def test_they_refuse_something(name: str, panel: Puzzle) -> None:
    assert LEARNED[name].sound
    assert refused(LEARNED[name], Panel(panel).begin())


def test_where_they_apply() -> None:
    squares = panel_of(("square black", "square white", "", ""), *ENDS)
    dots = Puzzle(2, 2, ((0, 0),), ((2, 2),), dots=((1, 1),))
    gaps = Puzzle(2, 2, ((0, 0),), ((2, 2),), gaps=(edge_between((0, 0), (0, 1)),))
    applying = [[n for n in NAMES if LEARNED[n].applies(Panel(p))] for p in (squares, dots, gaps)]
    assert applying == [["squares", "stars", "mixed"], ["dots", "mixed"], []]


def test_paths_that_end_in_the_middle_of_an_edge_are_unknown_to_them() -> None:
    """They look at the rest of the board, and see paths as vertices."""
    goal = edge_between((0, 1), (1, 1))
    for kinds in (("square black", "square white", "", ""), ("star black",) * 4):
        panel = Panel(panel_of(kinds, ((0, 0),), (goal,)))
        assert not any(rule.applies(panel) for rule in ALL)


@pytest.mark.parametrize("names", ["squares", "stars", "dots", "mixed", "squares dots"])
def test_ratings_go_by_them(names: str) -> None:
    """A rating is by the definitions, with lookahead and without, and counts all solutions."""
    rng = random.Random(9)
    said = (*rules("wall"), *(LEARNED[name] for name in names.split()))
    differ = 0
    for _ in range(25):
        panel = random_panel(rng, ((2, 2), (2, 3)), ("gaps", "dots", "squares", "stars"))
        player = Player(said, rng.choice((0, 0, 1)), rng.random() < 0.3)
        found = rate(panel, player)
        wanted = entropy(panel, player)
        assert (found.muse, found.remuse) == pytest.approx((wanted.muse, wanted.remuse))
        assert found.solutions == rate(panel, Player()).solutions
        differ += found.muse != rate(panel, Player(rules("wall"))).muse
    assert differ


PROVED = {name: rules(name)[0] for name in ("paper", "baseline")} | {
    name: rules(f"examples/{name}.pl")[0] for name in ("mixed", "blocks", "guarded", "live")
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVED)
@rounds(25, 150)
def test_on_panels_with_anything(name: str, rounds: int) -> None:
    """No solution is lost; a panel of which the proofs do not speak is refused by name."""
    refused = 0
    for puzzle in mixed_panels("rules", rounds):
        said = ""
        try:
            found = rate(puzzle, Player((PROVED[name],)))
        except InputError as error:
            said = error.reason
        if said:
            refused += 1
            assert "; the predicate is not for that" in said
            assert beyond_proofs(puzzle, ClauseScope())
        else:
            plain = rate(puzzle, Player())
            assert (found.status, found.solutions) == (plain.status, plain.solutions), puzzle
    assert refused


def test_a_star_that_counts_coloured_triangles() -> None:
    """They were taken for triangles of no colour, and the panel for lost."""
    stars = ((0, 1, "white"),)
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1, "white"),), stars=stars)
    assert rate(puzzle, Player()).status == "rated"
    with pytest.raises(InputError, match="stars that count other symbols"):
        rate(puzzle, Player((LEARNED["stars"],)))
