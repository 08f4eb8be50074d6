"""The search by compiled loops: the same expansions as `witness.games.play.reference.reference`.

The clock and Ctrl-C are looked at between slices of the search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from witness.base import machine_code
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.games.analyses.analysis import Analysis
from witness.games.network import kernel as network_kernel
from witness.games.network.arrays import lists
from witness.games.play import filter_kernel, kernel
from witness.games.play.filters import seals
from witness.games.play.reference import Found, Outcome

#: Expansions between two looks at the clock: some hundredths of a second at most.
SLICE = 250

#: Nodes that there is room for at first.
FIRST_ROOM = 1 << 12

#: How a search ends, by what its loop says.
ENDS: dict[int, Outcome] = {kernel.WON: "solved", kernel.DONE: "unsolvable", kernel.SURE: "sealed"}


def search(
    analysis: Analysis,
    filters: Collection[str],
    limits: Limits | None = None,
    greedy: bool = False,
    seal: bool = True,
) -> Found:
    """Search for a plan that reaches the aim of the analysis, with some filters.

    With `seal` the search is over where latches make the aim certain whenever the game ends, unless
    it is for a shortest plan.
    """
    seal = seal and seals(analysis, filters, greedy)
    return _Search(analysis, filters, greedy, seal).run(Budget(limits))


class _Search:
    def __init__(
        self, analysis: Analysis, filters: Collection[str], greedy: bool, seal: bool
    ) -> None:
        self.analysis = analysis
        self.loops = machine_code.load(
            kernel, filter_kernel, network_kernel, note="the search through games"
        )
        network = analysis.network
        self.fluents = len(network.fluents)
        self.width = max(1, -(-self.fluents // 64))
        self.settings = np.zeros(filter_kernel.SETTINGS_SIZE, np.int64)
        self.settings[filter_kernel.WIN] = analysis.win
        self.settings[filter_kernel.GOAL] = analysis.goal
        self.settings[filter_kernel.TERMINAL] = network.terminal
        self.settings[filter_kernel.SCORE] = analysis.score
        self.settings[filter_kernel.LOWER] = analysis.lower
        self.settings[filter_kernel.LATCHES] = "latches" in filters
        self.settings[filter_kernel.TRAPS] = "traps" in filters
        self.settings[filter_kernel.EXTENSION] = "extension" in filters
        self.settings[filter_kernel.SEAL] = seal
        self.settings[filter_kernel.GREEDY] = greedy
        self.settings[filter_kernel.REOPEN] = not greedy or "control" in filters
        self.masks = np.zeros((filter_kernel.MASKS_SIZE, self.width), np.uint64)
        key = (1 << self.fluents) - 1
        if "control" in filters:
            key &= ~analysis.control.fluents
        for row, bits in (
            (filter_kernel.KEY, key),
            (filter_kernel.LATCHED_TRUE, analysis.latches.true),
            (filter_kernel.LATCHED_FALSE, analysis.latches.false),
            (filter_kernel.FATAL_TRUE, analysis.trap.true),
            (filter_kernel.FATAL_FALSE, analysis.trap.false),
        ):
            self.masks[row] = self._words(bits)
        self._measures("targets" in filters)
        parts = analysis.parts if "partition" in filters else ()
        self.part_literals = np.array([part.literal for part in parts], np.int32)
        self.part_lists = lists([part.moves for part in parts])
        self.partitioned = bool(parts)
        self.progress = np.zeros(filter_kernel.PROGRESS_SIZE, np.int64)
        self._room(FIRST_ROOM)

    def _words(self, bits: int) -> NDArray[np.uint64]:
        return np.frombuffer(bits.to_bytes(8 * self.width, "little"), np.uint64).copy()

    def _measures(self, used: bool) -> None:
        aims = self.analysis.heuristic.aims if used else ()
        measures = [measure for aim in aims for measure in aim.measures]
        self.measures = np.zeros((len(measures), 2, self.width), np.uint64)
        self.changes = np.zeros((len(measures), 2), np.int32)
        for number, measure in enumerate(measures):
            for negated in (0, 1):
                bits = sum(1 << (x >> 1) for x in measure.literals if x & 1 == negated)
                self.measures[number, negated] = self._words(bits)
            self.changes[number] = measure.change, measure.spared
        starts = np.cumsum([0, *(len(aim.measures) for aim in aims)])
        self.target_starts = np.ascontiguousarray(starts, dtype=np.int32)
        travels = [aim.travel.weights if aim.travel is not None else () for aim in aims]
        self.travels = lists([[x for pair in weights for x in pair] for weights in travels])

    def _room(self, nodes: int) -> None:
        """Make room for so many nodes, keeping those that there are."""
        moves = len(self.analysis.network.moves)
        old = self.__dict__.get("pool")
        table_size = 1 << (2 * (nodes + moves)).bit_length()
        sizes: list[tuple[Any, Any]] = [
            ((nodes + moves, self.width), np.uint64),
            (nodes + moves, np.int32),
            (nodes + moves, np.int32),
            (nodes + moves, np.int32),
            (nodes + moves, np.uint8),
            (2 * nodes + moves, np.int64),
            (2 * nodes + moves, np.int32),
        ]
        pool = [np.empty(size, kind) for size, kind in sizes]
        table = np.empty(table_size, np.int32)
        if old is not None:
            for new, before in zip(pool, old, strict=False):
                new[: len(before)] = before
            self.loops.rehash(pool[0], self.masks, self.progress, table)
        self.pool = [*pool, table]
        self.nodes = nodes

    @property
    def _bytes(self) -> int:
        return sum(array.nbytes for array in self.pool)

    def run(self, budget: Budget) -> Found:
        """Search until there is an answer, or a limit is met."""
        analysis = self.analysis
        found = analysis.abstraction.layout
        network = analysis.network
        own = np.arange(len(network.moves), dtype=np.int32)
        win_order = np.array(
            network.order(
                [analysis.win, analysis.goal, network.terminal, *(g.literal for g in network.goals)]
            ),
            np.int32,
        )
        goals = [goal for goal in network.goals if goal.role == 0]
        goal_literals = np.array([goal.literal for goal in goals], np.int32)
        goal_scores = np.array([goal.score for goal in goals], np.int32)
        aims = (self.measures, self.changes, self.target_starts, *self.travels)
        self.loops.begin(self._words(network.initial), self.progress, *self.pool, self.masks, *aims)
        work = (
            np.zeros(self.width, np.uint64),
            np.zeros(self.fluents, np.uint8),
            np.zeros(self.fluents, np.uint8),
            np.zeros(self.fluents, np.int32),
            np.zeros(network.size, np.uint8),
            np.zeros(network.size, np.uint8),
            np.zeros(network.size, np.uint8),
        )
        status: Outcome = "unsolvable"
        try:
            for most in self._slices(budget):
                code = self.loops.run(
                    self.settings, self.progress, *self.pool, self.masks, *aims,
                    self.part_literals, *self.part_lists, *work, found.gates,
                    found.state_order, found.step_order, found.move_order, *found.downstream,
                    *found.touched, *found.above, found.following, found.legal, own, win_order,
                    goal_literals, goal_scores, most,
                )  # fmt: skip
                if code == kernel.FULL:
                    budget.check(3 * self._bytes)
                    self._room(2 * self.nodes)
                elif code != kernel.MORE:
                    status = ENDS[code]
                    break
        except LimitReachedError as reached:
            status = reached.status
        return self._found(status, budget.seconds)

    def _slices(self, budget: Budget) -> Iterator[int]:
        """Yield how many expansions to make next."""
        most = budget.limits.max_expansions
        while True:
            budget.check()
            left = SLICE
            if most is not None:
                left = min(left, most - int(self.progress[filter_kernel.EXPANSIONS]))
                if left <= 0:
                    raise LimitReachedError("expansion-limit")
            yield left

    def _found(self, status: Outcome, seconds: float) -> Found:
        progress = [int(number) for number in self.progress]
        plan = None
        node = progress[filter_kernel.BEST_NODE]
        if node >= 0:
            moves = []
            _, parents, chosen = self.pool[:3]
            while parents[node] >= 0:
                moves.append(int(chosen[node]))
                node = parents[node]
            plan = tuple(reversed(moves))
        return Found(
            status,
            plan,
            None if plan is None or status == "sealed" else progress[filter_kernel.BEST],
            progress[filter_kernel.EXPANSIONS],
            progress[filter_kernel.ENDED],
            progress[filter_kernel.CUT],
            progress[filter_kernel.BOUND],
            progress[filter_kernel.STUCK],
            seconds,
        )
