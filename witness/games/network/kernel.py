"""A network in arrays, for Numba: values of gates, what follows a move, what is known after one.

The definitions are those of `witness.games.network.kleene`; the arrays those of
`witness.games.network.arrays`. Values are FALSE, UNKNOWN and TRUE; without unknown inputs it is
ordinary logic. The machine code is made and kept by `witness.base.machine_code`.
"""

from __future__ import annotations

from numba import njit, types

#: The values of `witness.games.network.kleene`.
FALSE, UNKNOWN, TRUE = 0, 1, 2


@njit
def literal_value(values, literal):
    """Give the value of a literal."""
    found = values[literal >> 1]
    return 2 - found if literal & 1 else found


@njit
def gate_value(values, gate, body_starts, literal_starts, literals):
    """Give the value of a gate."""
    best = 0
    for body in range(body_starts[gate], body_starts[gate + 1]):
        least = 2
        for at in range(literal_starts[body], literal_starts[body + 1]):
            literal = literals[at]
            found = values[literal >> 1]
            if literal & 1:
                found = 2 - found
            if found < least:
                least = found
                if least <= best:
                    break
        if least > best:
            best = least
            if best == 2:
                break
    return best


@njit
def settle(values, order, start, stop, gates):
    """Give all gates of some components their values."""
    first, body_starts, literal_starts, component_starts, literals, cyclic = gates
    base = first[0]
    for at in range(start, stop):
        component = order[at]
        low, high = component_starts[component], component_starts[component + 1]
        if not cyclic[component]:
            values[base + low] = gate_value(values, low, body_starts, literal_starts, literals)
            continue
        values[base + low : base + high] = 0
        changed = True
        while changed:
            changed = False
            for gate in range(low, high):
                now = gate_value(values, gate, body_starts, literal_starts, literals)
                if now != values[base + gate]:
                    values[base + gate] = now
                    changed = True


@njit
def copy(source, target, start, stop):
    """Copy a range of values."""
    for at in range(start, stop):
        target[at] = source[at]


@njit
def put(values, words, fluents):
    """Set the fluents from a state's words."""
    for fluent in range(fluents):
        values[fluent] = (words[fluent >> 6] >> (fluent & 63) & 1) << 1


@njit
def get(values, following, words):
    """Set the words of the state that follows."""
    words[:] = 0
    for fluent in range(len(following)):
        if literal_value(values, following[fluent]) == 2:
            words[fluent >> 6] |= types.uint64(1) << types.uint64(fluent & 63)


def look(words, values, gates, state_order, following):
    """Find the values of all that depends on the state alone."""
    fluents = len(following)
    put(values, words, fluents)
    values[fluents : gates[0][0]] = 0
    settle(values, state_order, 0, len(state_order), gates)


def play(words, joint, values, gates, move_order, following):
    """After `look`, find the words of the state that follows a move of each role."""
    fluents = len(following)
    for at in range(len(joint)):
        values[fluents + joint[at]] = 2
    settle(values, move_order, 0, len(move_order), gates)
    get(values, following, words)
    values[fluents : gates[0][0]] = 0


@njit
def step(
    known, result, counts, values, saved, gates, step_order, move_order,
    down_starts, down, touched_starts, touched, following, legal, own,
):  # fmt: skip
    """Find what is known of all states that follow states of which `known` is known.

    `own` are the moves of one role, which are looked at one by one. Gives the number of those that
    may be legal; without any, nothing is said of `result`.
    """
    fluents = len(following)
    base, component_starts = gates[0][0], gates[3]
    copy(known, values, 0, fluents)
    values[fluents:base] = 0
    settle(values, step_order, 0, len(step_order), gates)
    # What the other roles do is not known.
    for move in range(len(legal)):
        if literal_value(values, legal[move]) != 0:
            values[fluents + move] = 1
    possible = 0
    for at in range(len(own)):
        possible += values[fluents + own[at]] != 0
        values[fluents + own[at]] = 0
    if possible == 0:
        return 0
    settle(values, move_order, 0, len(move_order), gates)
    counts[:] = 0
    for at in range(len(own)):
        move = own[at]
        if literal_value(values, legal[move]) == 0:
            continue
        start, stop = down_starts[move], down_starts[move + 1]
        for place in range(start, stop):
            low, high = component_starts[down[place]], component_starts[down[place] + 1]
            copy(values, saved, base + low, base + high)
        values[fluents + move] = 2
        settle(values, down, start, stop, gates)
        for place in range(touched_starts[move], touched_starts[move + 1]):
            fluent = touched[place]
            now = literal_value(values, following[fluent])
            if counts[fluent] == 0:
                result[fluent] = now
            elif result[fluent] != now:
                result[fluent] = 1
            counts[fluent] += 1
        values[fluents + move] = 0
        for place in range(start, stop):
            low, high = component_starts[down[place]], component_starts[down[place] + 1]
            copy(saved, values, base + low, base + high)
    for fluent in range(fluents):
        if counts[fluent] < possible:
            # Some move does not matter to it.
            now = literal_value(values, following[fluent])
            if counts[fluent] == 0:
                result[fluent] = now
            elif result[fluent] != now:
                result[fluent] = 1
    return possible


@njit
def forget(fluent, known, values, gates, above_starts, above):
    """Know nothing of a fluent any more."""
    known[fluent] = values[fluent] = 1
    settle(values, above, above_starts[fluent], above_starts[fluent + 1], gates)


@njit
def lasting(
    known, gone, counts, values, saved, gates, step_order, move_order, down_starts, down,
    touched_starts, touched, above_starts, above, following, legal, own,
):  # fmt: skip
    """Forget what may cease to hold, until what is left can never: the greatest fixpoint.

    What is forgotten takes effect at once. A move that touches nothing of which anything is known
    need not be looked at.
    """
    fluents = len(following)
    base, component_starts = gates[0][0], gates[3]
    copy(known, values, 0, fluents)
    values[fluents:base] = 1
    for at in range(len(own)):
        values[fluents + own[at]] = 0
    settle(values, step_order, 0, len(step_order), gates)
    settle(values, move_order, 0, len(move_order), gates)
    changed = True
    while changed:
        changed = False
        counts[:] = 0
        possible = 0
        for at in range(len(own)):
            move = own[at]
            if literal_value(values, legal[move]) == 0:
                continue
            possible += 1
            first, last = touched_starts[move], touched_starts[move + 1]
            matters = False
            for place in range(first, last):
                if known[touched[place]] != 1:
                    matters = True
                    counts[touched[place]] += 1
            if not matters:
                continue
            start, stop = down_starts[move], down_starts[move + 1]
            for place in range(start, stop):
                low, high = component_starts[down[place]], component_starts[down[place] + 1]
                copy(values, saved, base + low, base + high)
            values[fluents + move] = 2
            settle(values, down, start, stop, gates)
            for place in range(first, last):
                fluent = touched[place]
                gone[fluent] = literal_value(values, following[fluent]) != known[fluent]
            values[fluents + move] = 0
            for place in range(start, stop):
                low, high = component_starts[down[place]], component_starts[down[place] + 1]
                copy(saved, values, base + low, base + high)
            for place in range(first, last):
                fluent = touched[place]
                if known[fluent] != 1 and gone[fluent]:
                    forget(fluent, known, values, gates, above_starts, above)
                    changed = True
        if possible == 0:
            return
        for fluent in range(fluents):
            # Some possible move does not touch it: it must stay as it is by itself.
            if known[fluent] == 1 or counts[fluent] == possible:
                continue
            if literal_value(values, following[fluent]) != known[fluent]:
                forget(fluent, known, values, gates, above_starts, above)
                changed = True


def abstract_step(
    known, result, counts, values, saved, gates, step_order, move_order,
    down_starts, down, touched_starts, touched, following, legal, own,
):  # fmt: skip
    """`step`, to be called from Python."""
    return step(
        known, result, counts, values, saved, gates, step_order, move_order,
        down_starts, down, touched_starts, touched, following, legal, own,
    )  # fmt: skip


def abstract_lasting(
    known, gone, counts, values, saved, gates, step_order, move_order, down_starts, down,
    touched_starts, touched, above_starts, above, following, legal, own,
):  # fmt: skip
    """`lasting`, to be called from Python."""
    lasting(
        known, gone, counts, values, saved, gates, step_order, move_order, down_starts, down,
        touched_starts, touched, above_starts, above, following, legal, own,
    )  # fmt: skip


def three_valued(known, values, gates, order):
    """Find the values of some components when only so much is known of the fluents."""
    copy(known, values, 0, len(known))
    values[len(known) : gates[0][0]] = 1
    settle(values, order, 0, len(order), gates)


INTS = types.int32[::1]
VALUES = types.uint8[::1]
WORDS = types.uint64[::1]
GATES = types.UniTuple(INTS, 6)


def signatures():
    """Give the types of the arguments of what Python calls."""
    abstract = (VALUES, VALUES, INTS, VALUES, VALUES, GATES)
    return {
        "look": (WORDS, VALUES, GATES, INTS, INTS),
        "play": (WORDS, INTS, VALUES, GATES, INTS, INTS),
        "abstract_step": (*abstract, *(INTS,) * 9),
        "abstract_lasting": (*abstract, *(INTS,) * 11),
        "three_valued": (VALUES, VALUES, GATES, INTS),
    }
