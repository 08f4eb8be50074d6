"""Best-first search for a plan that ends with enough points: A* with filters, in compiled loops.

Nodes are taken in one of three orders. "shortest": by (moves so far + distance, distance, the
latest first). With a distance that never overestimates the first plan found is a shortest one;
without any it is breadth-first search. "greedy": the moves so far do not count; without a distance
that is depth-first search. "turns": one node in the first order, one in the second, and so on, as
planners alternate between estimates (G. Röger, M. Helmert, *The more, the merrier: combining
heuristic estimators for satisficing planning*, 2010). No node is expanded twice but by a shorter
way, so that what one of the orders finds soon is found in about twice as many expansions.
`tests/support/reference_search.py` is the same search in plain Python.
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from types import SimpleNamespace

import numpy as np

from witness.base import machine_code
from witness.base.limits import Budget, LimitReachedError, Limits, current
from witness.gdl.filters import arrays as filter_arrays
from witness.gdl.filters import kernel as filter_kernel
from witness.gdl.filters.analyse import seals
from witness.gdl.filters.analysis import Analysis
from witness.gdl.network import arrays as network_arrays
from witness.gdl.network import kernel as network_kernel
from witness.gdl.network.arrays import width, words
from witness.gdl.network.network import Network
from witness.gdl.play import arrays, kernel
from witness.gdl.play.arrays import Nodes, Problem, Work, problem, room, work
from witness.gdl.play.result import Interrupted, Order, Outcome, PlanSearch

#: Expansions between two looks at the clock, and literals looked at in them: some hundredths of a
#: second at most, in networks of any size.
SLICE, SLICE_LITERALS = 250, 10_000_000

#: Nodes that there is room for at first.
FIRST_ROOM = 1 << 12

#: How a search ends, by what its loop says.
ENDS: dict[int, Outcome] = {kernel.WON: "solved", kernel.DONE: "unsolvable", kernel.SURE: "sealed"}


def compiled_kernel() -> SimpleNamespace:
    """Return the compiled functions of the kernel, from disk if they were compiled before."""
    return machine_code.load(
        kernel,
        filter_kernel,
        network_kernel,
        arrays,
        filter_arrays,
        network_arrays,
        note="the search through games",
        usual_seconds=8,
    )


def search(
    analysis: Analysis,
    filters: Collection[str],
    limits: Limits | None = None,
    order: Order = "shortest",
    seal: bool = True,
    fewer: float = inf,
) -> PlanSearch:
    """Search for a plan that reaches the aim of the analysis, with some filters, in `fewer` moves.

    With `seal` the search is over where latches make the aim certain whenever the game ends, unless
    it is for a shortest plan. Raises `Interrupted` at Ctrl-C.
    """
    seal = seal and seals(analysis, filters, order)
    with current().during("laying out the search"):
        given, here = problem(analysis, filters, order, seal, fewer), work(analysis)
    return _run(analysis.network, given, here, Budget(limits))


def _run(network: Network, given: Problem, here: Work, budget: Budget) -> PlanSearch:
    """Search until there is an answer, or a limit is met."""
    loops = compiled_kernel()
    size, moves, words_of_state = FIRST_ROOM, len(network.moves), width(network)
    nodes = room(size, moves, words_of_state)
    progress = np.zeros(1, filter_arrays.PROGRESS)
    counts = progress[0]
    loops.begin(words(network.initial, words_of_state), given, nodes, progress)
    status: Outcome = "unsolvable"
    most = max(1, min(SLICE, SLICE_LITERALS // (1 + network.literals)))
    most = machine_code.slice_of(loops, most)
    try:
        budget.check(nodes.nbytes)
        for expansions in budget.slices(most, lambda: int(counts["expansions"])):
            code = loops.run(given, nodes, here, progress, expansions)
            if code == kernel.FULL:
                budget.check(3 * nodes.nbytes)
                size *= 2
                nodes = room(size, moves, words_of_state, nodes)
                loops.rehash(nodes, given.key, progress)
            elif code != kernel.MORE:
                status = ENDS[code]
                break
    except LimitReachedError as reached:
        status = reached.status
    except KeyboardInterrupt:
        status = "interrupted"
    best = int(counts["best_node"])
    found = PlanSearch(
        status=status,
        seconds=budget.seconds,
        engine="compiled",
        plan=None if best < 0 else _plan(nodes, best),
        score=None if best < 0 or status == "sealed" else int(counts["best"]),
        expansions=int(counts["expansions"]),
        least=bool(counts["least"]),
        ended=int(counts["ended"]),
        cut=int(counts["cut"]),
        bound=int(counts["bound"]),
        stuck=int(counts["stuck"]),
    )
    if status == "interrupted":
        raise Interrupted(found)
    return found


def _plan(nodes: Nodes, node: int) -> tuple[int, ...]:
    """Return the moves that lead to a node."""
    moves = []
    while nodes.parents[node] >= 0:
        moves.append(int(nodes.moves[node]))
        node = int(nodes.parents[node])
    return tuple(reversed(moves))
