"""The shipped games beside their models, and plays of both."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from support.game_models import (
    PUZZLES,
    Puzzle,
    State,
)

from witness.games.network.state_machine import StateMachine, machine

GAMES = Path(__file__).parents[2] / "examples" / "games"


@cache
def game(name: str) -> StateMachine:
    return machine(GAMES / f"{name}.kif")


@cache
def numbers(name: str, role: int = 0) -> dict[str, int]:
    moves = game(name).network.moves
    return {str(move.term): number for number, move in enumerate(moves) if move.role == role}


def words(played: StateMachine, state: int) -> set[str]:
    return {str(fluent) for i, fluent in enumerate(played.network.fluents) if state >> i & 1}


def bits(name: str, facts: set[str]) -> int:
    """Return the state of a game with these fluents, whether it can be reached or not."""
    fluents = [str(fluent) for fluent in game(name).network.fluents]
    assert facts <= set(fluents)
    return sum(1 << i for i, fluent in enumerate(fluents) if fluent in facts)


def compare(name: str, state: State, at: int) -> None:
    """The game says of a state what the model says."""
    played, puzzle = game(name), PUZZLES[name]
    assert words(played, at) == puzzle.facts(state)
    assert played.terminal(at) == puzzle.over(state)
    assert played.goal(at) == puzzle.score(state)
    if not puzzle.over(state):
        moves = played.legal(at)
        assert moves == sorted(moves)
        assert {str(played.network.moves[move].term) for move in moves} == set(puzzle.moves(state))
        assert moves


def replay(name: str, moves: Iterable[str]) -> tuple[State, int]:
    """Play moves, comparing all that comes; give the last state in the model and in the game."""
    played, puzzle = game(name), PUZZLES[name]
    state, at = puzzle.start, played.initial
    compare(name, state, at)
    for move in moves:
        assert not puzzle.over(state)
        at = played.next(at, [numbers(name)[move]])
        state = puzzle.moves(state)[move]
        compare(name, state, at)
    return state, at


def random_moves(puzzle: Puzzle, rng: random.Random, most: int) -> Iterator[str]:
    state = puzzle.start
    for _ in range(most):
        if puzzle.over(state):
            return
        moves = puzzle.moves(state)
        move = rng.choice(sorted(moves))
        yield move
        state = moves[move]


@cache
def distances(name: str) -> dict[State, int]:
    """Return all states that can be reached, by breadth, with their distance from the start."""
    puzzle = PUZZLES[name]
    found = {puzzle.start: 0}
    todo = [puzzle.start]
    for state in todo:
        for after in () if puzzle.over(state) else puzzle.moves(state).values():
            if after not in found:
                found[after] = found[state] + 1
                todo.append(after)
    return found


def plan(puzzle: Puzzle, wanted: Callable[[State], bool]) -> list[str]:
    """Return a shortest way to a state that is wanted."""
    came: dict[State, tuple[State, str]] = {}
    todo = [puzzle.start]
    for state in todo:
        if wanted(state):
            way = []
            while state != puzzle.start:
                state, move = came[state]
                way.append(move)
            return way[::-1]
        for move, after in () if puzzle.over(state) else puzzle.moves(state).items():
            if after not in came and after != puzzle.start:
                came[after] = state, move
                todo.append(after)
    raise AssertionError("there is no way")


def deep_plan(puzzle: Puzzle, solved: bool = True) -> list[str]:
    """Return a way to an end, solved or not, where nothing can be taken back: moves in order."""
    lost: set[State] = set()

    def search(state: State) -> list[str] | None:
        if puzzle.over(state):
            return [] if puzzle.solved(state) == solved else None
        for move, after in puzzle.moves(state).items():
            if after not in lost:
                rest = search(after)
                if rest is not None:
                    return [move, *rest]
                lost.add(after)
        return None

    found = search(puzzle.start)
    assert found is not None
    return found


@cache
def winnable(name: str) -> set[State]:
    """Return the states from which a solved one can be reached."""
    puzzle = PUZZLES[name]
    before: dict[State, list[State]] = {}
    for state in distances(name):
        for after in () if puzzle.over(state) else puzzle.moves(state).values():
            before.setdefault(after, []).append(state)
    todo = [state for state in distances(name) if puzzle.solved(state)]
    found = set(todo)
    for state in todo:
        for earlier in before.get(state, ()):
            if earlier not in found:
                found.add(earlier)
                todo.append(earlier)
    return found


def ends(name: str) -> list[State]:
    return [state for state in distances(name) if PUZZLES[name].over(state)]
