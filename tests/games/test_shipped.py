"""The rulesheets that the project ships, against models written from the puzzles themselves."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from support.game_models import PUZZLES, KnightsTour
from support.shipped_games import (
    GAMES,
    compare,
    deep_plan,
    game,
    numbers,
    random_moves,
    replay,
    words,
)

#: Sheets with a model in another file.
ELSEWHERE = ("fifteen_puzzle", "knight_hunt", "slitherlink", "three_locks")

#: The two boards of two_knights.
KNIGHTS = {"left": KnightsTour(5, 5), "right": KnightsTour(3, 4)}


# All sheets


def test_every_sheet_has_a_model() -> None:
    found = {path.stem for path in GAMES.glob("*.kif")}
    assert found == {*PUZZLES, "two_knights", *ELSEWHERE}


@pytest.mark.parametrize("name", [*PUZZLES, "two_knights", *ELSEWHERE])
def test_sheets_are_readable(name: str) -> None:
    lines = (GAMES / f"{name}.kif").read_text("utf-8").splitlines()
    assert all(line.startswith("; ") for line in lines[:3])
    assert max(map(len, lines)) <= 100
    # Every section has a comment above.
    sections = [line for before, line in zip(["", *lines], lines, strict=False) if not before]
    assert all(line.startswith("; ") for line in sections)


@pytest.mark.parametrize("name", PUZZLES)
def test_one_player(name: str) -> None:
    assert game(name).network.roles == ("player",)


@pytest.mark.parametrize("name", [*PUZZLES, "two_knights", "slitherlink"])
def test_scores(name: str) -> None:
    network = game(name).network
    between = {"treasure": [80, 60, 40, 20], "corridor": [30], "corridor_long": [30]}
    wanted = [100, *between.get(name, []), 0]
    for role in range(len(network.roles)):
        found = {goal.score for goal in network.goals if goal.role == role}
        assert sorted(found, reverse=True) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
def test_random_walks(name: str) -> None:
    rng = random.Random(f"walks {name}")
    for _ in range(20):
        replay(name, random_moves(PUZZLES[name], rng, most=80))


def check_all_states(name: str, number: int) -> None:
    """Compare every state; the game has as many as the model."""
    played, puzzle = game(name), PUZZLES[name]
    found = {puzzle.start: played.initial}
    todo = [puzzle.start]
    for state in todo:
        compare(name, state, found[state])
        for move, after in () if puzzle.over(state) else puzzle.moves(state).items():
            at = played.next(found[state], [numbers(name)[move]])
            if after not in found:
                todo.append(after)
            assert found.setdefault(after, at) == at
    assert len(found) == len(set(found.values())) == number


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("hanoi", 3**6),
        ("treasure", 1_612),
        ("peg_solitaire_15", 3_016),
        ("sudoku4", 10_898),
        ("corridor", 49_173),
        pytest.param("corridor_long", 49_178, marks=pytest.mark.long),
        pytest.param("eight_puzzle", 181_440, marks=pytest.mark.long),
    ],
)
def test_all_states(name: str, number: int) -> None:
    check_all_states(name, number)


# Two knights


def play_knights(joint: Callable[[dict[str, list[str]]], dict[str, str]]) -> dict[str, int]:
    """Play two_knights to its end, comparing each board with its own model; give the scores."""
    name = "two_knights"
    played = game(name)
    roles = played.network.roles
    states = {role: KNIGHTS[role].start for role in KNIGHTS}
    at = played.initial
    for step in range(25):
        facts = {f"(step {step})"}
        moves = {}
        for role, puzzle in KNIGHTS.items():
            facts |= {
                fact.replace("(at ", f"(at {role} ").replace("(visited ", f"(visited {role} ")
                for fact in puzzle.facts(states[role])
            }
            moves[role] = sorted(puzzle.moves(states[role])) or ["noop"]
            number = roles.index(role)
            legal = {str(played.network.moves[move].term) for move in played.legal(at, number)}
            assert legal == set(moves[role])
            assert played.goal(at, number) == puzzle.score(states[role])
        assert words(played, at) == facts
        assert played.terminal(at) == (step == 24)
        if step < 24:
            chosen = joint(moves)
            at = played.next(at, [numbers(name, i)[chosen[role]] for i, role in enumerate(roles)])
            for role, move in chosen.items():
                if move != "noop":
                    states[role] = KNIGHTS[role].moves(states[role])[move]
    return {role: played.goal(at, i) for i, role in enumerate(roles)}


def test_random_games_of_two_knights() -> None:
    assert set(game("two_knights").network.roles) == {"left", "right"}
    rng = random.Random("two knights")
    for _ in range(20):
        play_knights(lambda moves: {role: rng.choice(found) for role, found in moves.items()})


def test_the_tour_on_the_small_board() -> None:
    assert KNIGHTS["right"].tours() == (2, 67)
    assert len(deep_plan(KNIGHTS["right"])) == 11


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("right", [True, False])
def test_each_knight_has_its_own_score(left: bool, right: bool) -> None:
    solved = {"left": left, "right": right}
    ways = {role: iter(deep_plan(KNIGHTS[role], solved[role])) for role in KNIGHTS}
    scores = play_knights(lambda moves: {role: next(ways[role], "noop") for role in moves})
    assert scores == {role: 100 if solved[role] else 0 for role in KNIGHTS}
