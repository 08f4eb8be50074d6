"""Invariants: sets of fluents of which exactly one, or at most one, is ever true.

Candidates are the sets of fluents of one relation that differ in some places only, such as
`(cell 1 1 ·)` or `(at · ·)`. Those that the initial state, and those of some random plays, satisfy
are assumed together, those that a step can break are dropped, and so on until none breaks: what is
left holds by induction.

*Proves*: in every reachable state exactly one, or at most one, fluent of each set is true.
*Applies* to every game; it finds nothing about a relation whose fluents are not counted that way.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from witness.base.limits import current
from witness.gdl.analyses.one_step import Group, Invariants, OneStep, at_least
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine, playout

#: Relations with more arguments than this are left alone, as is a game with more candidates.
MAX_ARGUMENTS = 5
MAX_CANDIDATES = 3000

#: States of random plays that are looked at first, and the longest of these.
SEEN, LONGEST = 200, 40


def candidates(network: Network) -> list[Group]:
    """Return the sets of fluents of which an invariant may hold, small ones first."""
    found: dict[Group, None] = {}
    for (_, arity), members in sorted(network.relations.items()):
        if not 1 <= arity <= MAX_ARGUMENTS:
            continue
        for size in range(1, arity + 1):
            for varied in combinations(range(arity), size):
                groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
                for number in current().each(members):
                    arguments = network.fluents[number].arguments
                    key = tuple(a for place, a in enumerate(arguments) if place not in varied)
                    groups[key].append(number)
                for group in groups.values():
                    if len(group) > 1:
                        found[tuple(group)] = None
    return sorted(found, key=lambda group: (len(group), group))


def invariants(network: Network) -> Invariants:
    """Return the invariants; none where there are too many candidates, or clingo takes too long.

    Raises `LimitReachedError`.
    """
    groups = candidates(network)
    if len(groups) > MAX_CANDIDATES:
        return Invariants()
    masks = [sum(1 << fluent for fluent in group) for group in groups]
    seen_most, seen_exactly = set(range(len(groups))), set(range(len(groups)))
    for state in current().each(_some_states(network), 1):
        seen_most = {n for n in seen_most if (state & masks[n]).bit_count() <= 1}
        seen_exactly = {n for n in seen_exactly if (state & masks[n]).bit_count() == 1}
    left = sorted(seen_most)
    groups = [groups[n] for n in left]
    exactly = {number for number, n in enumerate(left) if n in seen_exactly}
    step = OneStep(network)
    # For each candidate: the invariant before the step, to be switched on; broken after it.
    switches: dict[tuple[int, bool], int] = {}
    broken: dict[int, set[tuple[int, bool]]] = {}
    with step.control.backend() as backend:
        breaks = backend.add_atom()
        for number, group in enumerate(current().each(groups)):
            now = [step.nodes[fluent] for fluent in group]
            then = [step.after(2 * fluent) for fluent in group]
            for exact, wrong_now, wrong_then in (
                (False, at_least(backend, 2, now), at_least(backend, 2, then)),
                (True, -at_least(backend, 1, now), -at_least(backend, 1, then)),
            ):
                if exact and number not in exactly:
                    continue
                switch = backend.add_atom()
                backend.add_rule([switch], [], choice=True)
                backend.add_rule([], [switch, wrong_now])
                backend.add_rule([breaks], [switch, wrong_then])
                switches[number, exact] = switch
                # Without "at most one" there is no "exactly one".
                broken[wrong_then] = {(number, exact), (number, True)}
    found = step.unbroken(breaks, switches, broken)
    if found is None:
        return Invariants()
    at_most = {number for number, exact in found if not exact}
    exactly = {number for number, exact in found if exact}
    kept = [groups[n] for n in sorted(exactly)]
    wider = [set(group) for group in kept]
    others = []
    for n in sorted(at_most - exactly, key=lambda n: -len(groups[n])):
        if not any(set(groups[n]) <= other for other in wider):
            others.append(groups[n])
            wider.append(set(groups[n]))
    return Invariants(tuple(kept), tuple(sorted(others)))


def _some_states(network: Network) -> Iterator[int]:
    """Yield states of random plays; an invariant holds in all of them."""
    machine, rng = StateMachine(network), random.Random(0)
    for _ in range(SEEN // LONGEST):
        yield from playout(machine, rng, LONGEST)
