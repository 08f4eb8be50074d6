"""Control propositions: fluents that change by themselves, whatever is done, as step counters do.

They are the largest set of fluents each of which depends on fluents of the set alone, without the
constant ones. The rules say what they are after n turns.

*Proves*: of two states that differ only in them, the earlier is at least as good, if they matter
only to a deadline that the win does not need, or if they alone end the game and points once had
cannot be lost (then a search must end where these are certain). Otherwise leaving them out is an
approximation.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.limits import current
from witness.gdl.filters.analysis import Analysis, Control
from witness.gdl.filters.base import Filter, relations
from witness.gdl.network.kleene import FALSE, TRUE, Evaluation
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine


def control(network: Network, win: int, goal: int) -> Control:
    """Return the control propositions and what they are good for.

    `win` and `goal` are the literals of ending with enough points, and of having enough. Raises
    `LimitReachedError`.
    """
    fluents = _autonomous(network)
    bits = sum(1 << fluent for fluent in fluents)
    machine = StateMachine(network)
    states = _course(machine, bits)
    changing = [
        f for f in current().each(fluents, 1) if len({state >> f & 1 for state in states}) > 1
    ]
    bits = sum(1 << fluent for fluent in changing)
    if not bits:
        return Control()
    chosen = set(changing)
    rest = [f for f in range(len(network.fluents)) if f not in chosen]
    free = not chosen & network.below([*network.legal, goal, *(network.following[f] for f in rest)])
    ends, other = _split(network, chosen)
    deadline = next(
        (
            turn
            for turn, state in enumerate(current().each(states))
            if any(all(machine.holds(x, state) for x in body) for body in ends)
        ),
        None,
    )
    # Once it has come it stays, as the game has ended; before it, only the rest can end the game,
    # and the win must do that by itself.
    exact = free and other is not None and _wins_end(network, goal, other)
    return Control(bits, exact, deadline, fixed=deadline is not None and other == [], free=free)


def _autonomous(network: Network) -> list[int]:
    inputs = [
        {node for node in network.below([literal]) if node < network.first_gate}
        for literal in current().each(network.following, 1)
    ]
    found = set(range(len(network.fluents)))
    while True:
        current().check()
        kept = {f for f in found if inputs[f] <= found}
        if kept == found:
            return sorted(found)
        found = kept


def _course(machine: StateMachine, bits: int, longest: int = 100_000) -> list[int]:
    """Return the control propositions turn by turn, as bit sets, until they repeat."""
    states = [machine.initial & bits]
    seen = set(states)
    while len(states) < longest:
        current().check()
        state = machine.next(states[-1], []) & bits
        states.append(state)
        if state in seen:
            break
        seen.add(state)
    return states


def _split(
    network: Network, chosen: set[int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]] | None]:
    """Split terminal into bodies of control propositions alone, and bodies without any.

    The second is None where some body has both.
    """
    ends: list[tuple[int, ...]] = []
    other: list[tuple[int, ...]] = []
    for body in bodies_of(network, network.terminal):
        below = {node for node in network.below(body) if node < network.first_gate}
        if below and below <= chosen:
            ends.append(body)
        elif below & chosen:
            return ends, None
        else:
            other.append(body)
    return ends, other


def bodies_of(network: Network, literal: int) -> list[tuple[int, ...]]:
    """Return the bodies of a literal's gate, and of gates that are a body by themselves."""
    node = literal >> 1
    if literal & 1 or node < network.first_gate:
        return [(literal,)]
    found = []
    for body in network.gates[node - network.first_gate]:
        if len(body) == 1 and not body[0] & 1 and body[0] >> 1 >= network.first_gate:
            found += bodies_of(network, body[0])
        else:
            found.append(body)
    return found


def _wins_end(network: Network, goal: int, other: list[tuple[int, ...]]) -> bool:
    """Return whether having enough points ends the game, without any deadline."""
    evaluation = Evaluation(network)
    for alternative in bodies_of(network, goal):
        fixed = {x >> 1: FALSE if x & 1 else TRUE for x in alternative}
        if not any(all(evaluation.value(x, fixed) == TRUE for x in body) for body in other):
            return False
    return True


class ControlFilter(Filter):
    """States that differ in control propositions only are one; the first met stands for all.

    The analysis is made for every game, as it says whether all plays have equally many moves.
    """

    name = "control"
    narrow = True

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are control propositions."""
        return bool(analysis.control.fluents)

    @staticmethod
    def exact(analysis: Analysis) -> bool:
        """Return whether the analysis proves that nothing is lost."""
        return analysis.control.exact

    safe = exact

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield the control propositions, and what they are good for."""
        control = analysis.control
        if not control.fluents:
            return
        named = relations(analysis.network, control.fluents)
        text = f"Control propositions: {named}; they change by themselves"
        if control.deadline is not None:
            text += f", and end the game after {control.deadline} turns"
        if control.exact:
            text += "; they matter to nothing else"
        if control.fixed:
            text += "; nothing else ends it, so that any plan is as short as any other"
        yield text + "."


FILTER = ControlFilter
