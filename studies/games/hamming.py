"""How good distances are: compared with the true number of moves, in all states of a game.

Sancho's post says that the Hamming distance of states, the number of fluents in which they differ,
is admissible for the 8-puzzle. Here it is measured, beside what the analysis proves.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from witness.games.analyses.distance import Aim, Heuristic, Measure
from witness.games.filters.analyse import analyse
from witness.games.filters.analysis import Analysis
from witness.games.network.network import Network
from witness.games.network.state_machine import StateMachine
from witness.games.play import compiled

#: States that are looked at before giving up.
MOST_STATES = 500_000


def moves_to_win(network: Network, score: int) -> dict[int, int]:
    """Return the least number of moves from a state to an end with `score` points, by state.

    Looks at all states that can be reached; raises `ValueError` if there are too many.
    """
    machine = StateMachine(network)
    before: dict[int, list[int]] = {machine.initial: []}
    todo, won = [machine.initial], []
    for state in todo:
        if machine.terminal(state):
            if machine.goal(state) >= score:
                won.append(state)
            continue
        for move in machine.legal(state):
            child = machine.next(state, [move])
            if child not in before:
                if len(before) == MOST_STATES:
                    raise ValueError(f"the game has more than {MOST_STATES:,} states")
                before[child] = []
                todo.append(child)
            before[child].append(state)
    found = dict.fromkeys(won, 0)
    for state in won:
        for earlier in before[state]:
            if earlier not in found:
                found[earlier] = found[state] + 1
                won.append(earlier)
    return found


def distances(network: Network, score: int) -> dict[str, Heuristic]:
    """Return distances to the one target of a game, by name.

    Raises `ValueError` if there is not exactly one, or it leaves a fluent open.
    """
    analysis = analyse(network, score)
    if len(analysis.targets.literals) != 1:
        raise ValueError("the game has not one target")
    (wanted,) = analysis.targets.literals
    known = analysis.abstraction.with_literals(wanted)
    if known is None or 1 in known:
        raise ValueError("the target leaves fluents open")
    fluents = tuple(2 * f + (value == 0) for f, value in enumerate(known.tolist()))
    (aim,) = analysis.heuristic.aims
    found = {
        "fluents that differ": Heuristic((Aim((Measure(fluents, 1),)),)),
        "missing literals": Heuristic((Aim((Measure(tuple(sorted(wanted)), 1),)),)),
    }
    for measure in aim.measures:
        found[f"{len(measure.literals)} literals, {measure.change} a move"] = Heuristic(
            (Aim((measure,)),)
        )
    found["all that is proved"] = analysis.heuristic
    return found


def _search(analysis: Analysis, state: int) -> tuple[tuple[int, ...], int]:
    """Return the plan from a state that A* finds with the distance, and its expansions."""
    other = replace(analysis, network=replace(analysis.network, initial=state))
    found = compiled.search(other, ["targets"])
    return found.plan or (), found.expansions


def hamming_record(network: Network, starts: int, seed: int) -> dict[str, Any]:
    """Return how often distances overestimate, in all states, and what A* makes of them.

    A* begins at some random states; `longer` counts the plans that are not shortest.
    """
    score = network.scores(0)[0]
    least = moves_to_win(network, score)
    analysis = analyse(network, score)
    chosen = random.Random(seed).sample(sorted(least), starts)
    rows: list[dict[str, Any]] = []
    for name, heuristic in distances(network, score).items():
        excess = [heuristic(state) - moves for state, moves in least.items()]
        analysis.heuristic = heuristic
        plans = [_search(analysis, state) for state in chosen]
        extra = [len(plan) - least[state] for (plan, _), state in zip(plans, chosen, strict=True)]
        rows.append(
            {
                "distance": name,
                "mean": sum(excess, sum(least.values())) / len(least),
                "over": sum(x > 0 for x in excess),
                "worst": max(excess),
                "longer": sum(x > 0 for x in extra),
                "most": max(extra),
                "expansions": sum(expansions for _, expansions in plans),
            }
        )
    return {
        "states": len(least),
        "mean": sum(least.values()) / len(least),
        "starts": starts,
        "rows": rows,
    }
