"""Rules of players against all solutions, by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witness.difficulty.inference import Rule, allowed
from witness.difficulty.state import Move, Panel, State
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import solutions
from witness.puzzle.rules import Path


def check(said: Sequence[Rule], puzzle: Puzzle) -> int:
    """Assert that rules leave every move of every solution; give the number of moves."""
    number = 0
    for path in solutions(puzzle):
        panel = Panel(puzzle, path[0])
        active = [rule for rule in said if rule.applies(panel)]
        for here, move in steps(panel, path):
            assert move in allowed(active, here), (puzzle, here.path)
            number += 1
    return number


def steps(panel: Panel, path: Path) -> Iterator[tuple[State, Move]]:
    """Yield each state of a path with the move that it takes."""
    whole = state_of(panel, path)
    here = panel.begin()
    for move in map(Move, whole.trail[1:], whole.edges):
        yield here, move
        here = here.after(move)


def state_of(panel: Panel, path: Path) -> State:
    """Return the state of a path, which must be one on this panel."""
    number = {place: at for at, place in enumerate(panel.graph.places)}
    state = panel.begin()
    for place in path[1:]:
        found = state.to(number[place])
        if found is None:  # over the middle of an edge, which paths do not name
            middle = next(
                m
                for m in state.moves
                if number[place] in [p for p, _ in panel.graph.steps[m.place]]
                and is_edge(panel.graph.places[m.place])
            )
            found = state.after(middle).to(number[place])
        assert found is not None
        state = found
    return state
