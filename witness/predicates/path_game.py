"""The game of a panel, its states for partial paths, and π from an analysis of it.

The panel becomes a game (`witness.games.language.from_puzzle`), a partial path a state of it, and π
fires when an analysis says that the win is out of reach:

- `latches`: the fluents that can never change contradict it. On panels with triangles this is
  π_baseline: more edges on the path than triangles.
- `derived`: what no play from this state on can change contradicts it (`Abstraction.lasting`).

Both are sound on every panel, as what they say follows from its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from witness.base import machine_code
from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.latches import Latches, latches
from witness.games.language.from_puzzle import edge_name, rulesheet_of, vertex_name
from witness.games.language.rulesheet import Term, read_rules
from witness.games.network import kernel as network_kernel
from witness.games.network.construction import network
from witness.games.play import filter_kernel
from witness.predicates.interface import BoundPredicate
from witness.puzzle.model import Puzzle


class PathGame:
    """The game of a panel, and the state of each partial path."""

    def __init__(self, puzzle: Puzzle) -> None:
        game = network(read_rules(rulesheet_of(puzzle), puzzle.id))
        self.network, self.win = game.with_win(0, 100)
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
    def abstraction(self) -> Abstraction:
        """Three-valued evaluation of the game."""
        return Abstraction(self.network)

    @cached_property
    def latches(self) -> Latches:
        """The latched fluents."""
        return latches(self.abstraction)


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
    """Return π for one puzzle, of "latches" or their "extension"."""
    game = path_game(puzzle)
    net, found = game.network, game.abstraction.layout
    cut = machine_code.load(filter_kernel, network_kernel, note="derived predicates").cut
    width = max(1, -(-len(net.fluents) // 64))
    settings = np.zeros(filter_kernel.SETTINGS_SIZE, np.int64)
    settings[filter_kernel.WIN], settings[filter_kernel.TERMINAL] = game.win, net.terminal
    settings[filter_kernel.SCORE] = 100
    settings[filter_kernel.EXTENSION] = analysis == "extension"
    settings[filter_kernel.LATCHES] = analysis == "latches"
    masks = np.zeros((filter_kernel.MASKS_SIZE, width), np.uint64)
    if analysis == "latches":
        masks[filter_kernel.LATCHED_TRUE] = _words(game.latches.true, width)
        masks[filter_kernel.LATCHED_FALSE] = _words(game.latches.false, width)
    goals = net.goals
    rest = (
        settings,
        np.zeros(filter_kernel.PROGRESS_SIZE, np.int64),
        masks,
        np.zeros(len(net.fluents), np.uint8),
        np.zeros(len(net.fluents), np.uint8),
        np.zeros(len(net.fluents), np.int32),
        np.zeros(net.size, np.uint8),
        np.zeros(net.size, np.uint8),
        found.gates,
        found.step_order,
        found.move_order,
        *found.downstream,
        *found.touched,
        *found.above,
        found.following,
        found.legal,
        np.arange(len(net.moves), dtype=np.int32),
        np.array(net.order([game.win, *(g.literal for g in goals)]), np.int32),
        np.array([goal.literal for goal in goals], np.int32),
        np.array([goal.score for goal in goals], np.int32),
    )
    state = _fast_state(game) or game.state
    size = 8 * width

    def fires(head: int, vertices: int, edges: int) -> bool:
        raw = bytearray(state(head, vertices, edges).to_bytes(size, "little"))
        return bool(cut(np.frombuffer(raw, np.uint64), *rest))

    return fires


def _words(bits: int, width: int) -> NDArray[np.uint64]:
    return np.frombuffer(bits.to_bytes(8 * width, "little"), np.uint64).copy()


def _fast_state(game: PathGame) -> Callable[[int, int, int], int] | None:
    """Return `PathGame.state` by shifts, None unless all fluents are in the board's order."""
    for bits in (game.visited, game.edges):
        if not bits or not bits[0] or bits != [bits[0] << n for n in range(len(bits))]:
            return None
    at = game.at
    visited = game.visited[0].bit_length() - 1
    edge = game.edges[0].bit_length() - 1
    return lambda head, vertices, edges: at[head] | vertices << visited | edges << edge
