"""The border policy: players see where the border leads, either way round."""

from __future__ import annotations

from witness.difficulty.state import State


def border_solution(state: State) -> State | None:
    """Return the solved state to which the border leads from the head, None for none.

    If the head is on the border, the path follows it either way round, for as long as it can; it
    cannot pass a gap.
    """
    ring = state.panel.ring
    if state.head not in ring:
        return None
    at = ring.index(state.head)
    for places in (ring[at + 1 :] + ring[:at], ring[:at][::-1] + ring[at + 1 :][::-1]):
        found = state
        for place in places:
            after = found.to(place)
            if after is None:
                break
            if after.solved:
                return after
            found = after
    return None
