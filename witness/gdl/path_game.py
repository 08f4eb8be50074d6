"""The game of a panel, its states for partial paths, and π from an analysis of it.

The panel becomes a game (`witness.gdl.language.from_puzzle`), a partial path a state of it, and π
fires when an analysis says that the win is out of reach:

- `latches`: the fluents that can never change contradict it. On panels with triangles this is
  π_baseline: more edges on the path than triangles.
- `derived`: what no play from this state on can change contradicts it (`Abstraction.lasting`).

Both are sound on every panel, as what they say follows from its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from witness.base import machine_code
from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.filters import arrays, kernel
from witness.gdl.filters.analysis import Analysis
from witness.gdl.filters.arrays import PROGRESS, filter_arrays
from witness.gdl.filters.latches import latches
from witness.gdl.language.from_puzzle import edge_name, rulesheet_of, vertex_name
from witness.gdl.language.rulesheet import Term, read_rules
from witness.gdl.network import arrays as network_arrays
from witness.gdl.network import kernel as network_kernel
from witness.gdl.network.arrays import width
from witness.gdl.network.construction import network
from witness.puzzle.model import Puzzle
from witness.searches.predicates.interface import BoundPredicate


class PathGame:
    """The game of a panel, and the state of each partial path."""

    def __init__(self, puzzle: Puzzle) -> None:
        game = network(read_rules(rulesheet_of(puzzle), puzzle.id))
        self.network, win = game.with_win(100)
        self.analysis = Analysis(self.network, 100, win, win, Abstraction(self.network))
        board = puzzle.grid
        self.at = [self._bit("at", vertex_name(vertex)) for vertex in board.vertices]
        self.visited = [self._bit("visited", vertex_name(vertex)) for vertex in board.vertices]
        self.edges = [self._bit("edge", edge_name(edge)) for edge in board.edges]

    def _bit(self, relation: str, name: str) -> int:
        number = self.network.fluent_number.get(Term(relation, (Term(name),)))
        return 0 if number is None else 1 << number

    def state(self, head: int, vertices: int, edges: int) -> int:
        """Return the state of a partial path; the arguments are those of a bound predicate."""
        return self.at[head] | _gathered(vertices, self.visited) | _gathered(edges, self.edges)

    @cached_property
    def latched(self) -> Analysis:
        """The analysis with the latched fluents."""
        return replace(self.analysis, latches=latches(self.analysis.abstraction))


def _gathered(bits: int, values: list[int]) -> int:
    found = 0
    while bits:
        lowest = bits & -bits
        found |= values[lowest.bit_length() - 1]
        bits ^= lowest
    return found


@lru_cache(maxsize=8)
def path_game(puzzle: Puzzle) -> PathGame:
    """Return the game of a panel, the same for both predicates."""
    return PathGame(puzzle)


def bind(puzzle: Puzzle, analysis: str) -> BoundPredicate:
    """Return π for one puzzle, by one of the filters "latches" and "extension"."""
    game = path_game(puzzle)
    loops = machine_code.load(
        kernel,
        network_kernel,
        arrays,
        network_arrays,
        note="derived predicates",
        usual_seconds=2,
        checked=False,
    )
    is_lost = loops.is_lost
    layout = game.analysis.abstraction.layout
    filters = filter_arrays(game.latched if analysis == "latches" else game.analysis, [analysis])
    steps, scratch = layout.game, layout.scratch()
    progress = np.zeros(1, PROGRESS)
    state = _fast_state(game) or game.state
    size = 8 * width(game.network)

    def fires(head: int, vertices: int, edges: int) -> bool:
        raw = bytearray(state(head, vertices, edges).to_bytes(size, "little"))
        return bool(is_lost(np.frombuffer(raw, np.uint64), filters, steps, scratch, progress))

    return fires


def _fast_state(game: PathGame) -> Callable[[int, int, int], int] | None:
    """Return `PathGame.state` by shifts, None unless all fluents are in the board's order."""
    for bits in (game.visited, game.edges):
        if not bits or not bits[0] or bits != [bits[0] << n for n in range(len(bits))]:
            return None
    at = game.at
    visited = game.visited[0].bit_length() - 1
    edge = game.edges[0].bit_length() - 1
    return lambda head, vertices, edges: at[head] | vertices << visited | edges << edge
