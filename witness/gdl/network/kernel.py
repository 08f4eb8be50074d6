"""A network in arrays, for Numba: the values of gates, the next state, what is known of it.

The definitions are those of `witness.gdl.network.kleene`; the arrays those of
`witness.gdl.network.arrays`. Values are FALSE, UNKNOWN and TRUE; without unknown inputs
this is ordinary logic. The machine code is made and kept by `witness.base.machine_code`.
"""

from __future__ import annotations

from witness.base.jit import types
from witness.base.machine_code import inner
from witness.gdl.network.arrays import Game, Gates, Moves, Rows, Scratch, Transitions

#: The values of `witness.gdl.network.kleene`.
FALSE, UNKNOWN, TRUE = 0, 1, 2


@inner
def literal_value(values, literal):
    """Return the value of a literal."""
    value = values[literal >> 1]
    return 2 - value if literal & 1 else value


@inner
def gate_value(values, gate, gates):
    """Return the value of a gate."""
    best = 0
    for body in range(gates.bodies[gate], gates.bodies[gate + 1]):
        least = 2
        for place in range(gates.starts[body], gates.starts[body + 1]):
            literal = gates.literals[place]
            value = values[literal >> 1]
            if literal & 1:
                value = 2 - value
            if value < least:
                least = value
                if least <= best:
                    break
        if least > best:
            best = least
            if best == 2:
                break
    return best


@inner
def settle(values, order, start, stop, gates):
    """Set the values of all gates of some components."""
    base = gates.first
    for place in range(start, stop):
        component = order[place]
        low, high = gates.components[component], gates.components[component + 1]
        if not gates.cyclic[component]:
            values[base + low] = gate_value(values, low, gates)
            continue
        values[base + low : base + high] = 0
        changed = True
        while changed:
            changed = False
            for gate in range(low, high):
                now = gate_value(values, gate, gates)
                if now != values[base + gate]:
                    values[base + gate] = now
                    changed = True


@inner
def copy(source, target, start, stop):
    """Copy a range of values."""
    for place in range(start, stop):
        target[place] = source[place]


@inner
def unpack(words, values, fluents):
    """Set the values of the fluents from a state's words."""
    for fluent in range(fluents):
        values[fluent] = (words[fluent >> 6] >> (fluent & 63) & 1) << 1


@inner
def pack(values, literals, words):
    """Set the words of the state in which each fluent has the value of its literal."""
    words[:] = 0
    for fluent in range(len(literals)):
        if literal_value(values, literals[fluent]) == 2:
            words[fluent >> 6] |= types.uint64(1) << types.uint64(fluent & 63)


@inner
def evaluate(words, values, transitions):
    """Set the values of the nodes that depend on the state alone."""
    gates, order, fluents = transitions.gates, transitions.state_order, len(transitions.following)
    unpack(words, values, fluents)
    values[fluents : gates.first] = 0
    settle(values, order, 0, len(order), gates)


def play(words, joint, values, transitions):
    """After `evaluate`, set the words of the state that follows a move of each role."""
    gates, order, fluents = transitions.gates, transitions.move_order, len(transitions.following)
    for role in range(len(joint)):
        values[fluents + joint[role]] = 2
    settle(values, order, 0, len(order), gates)
    pack(values, transitions.following, words)
    values[fluents : gates.first] = 0


@inner
def make(move, values, saved, transitions, moves):
    """Make a move: set the gates that it matters to, and save their values without it."""
    gates, components = transitions.gates, moves.downstream.items
    start, stop = moves.downstream.starts[move], moves.downstream.starts[move + 1]
    for place in range(start, stop):
        low, high = gates.components[components[place]], gates.components[components[place] + 1]
        copy(values, saved, gates.first + low, gates.first + high)
    values[len(transitions.following) + move] = 2
    settle(values, components, start, stop, gates)


@inner
def undo(move, values, saved, transitions, moves):
    """Take back a move that `make` made."""
    gates, components = transitions.gates, moves.downstream.items
    values[len(transitions.following) + move] = 0
    for place in range(moves.downstream.starts[move], moves.downstream.starts[move + 1]):
        low, high = gates.components[components[place]], gates.components[components[place] + 1]
        copy(saved, values, gates.first + low, gates.first + high)


def step(known, result, transitions, moves, scratch):
    """Find what is known of the states that follow those that agree with `known`.

    The moves of one role are tried one by one. Returns the number of moves that may be legal; if
    there is none, `result` has no meaning.
    """
    gates, following, legal = transitions.gates, transitions.following, transitions.legal
    values, counts, fluents = scratch.values, scratch.counts, len(transitions.following)
    copy(known, values, 0, fluents)
    values[fluents : gates.first] = 0
    settle(values, moves.step_order, 0, len(moves.step_order), gates)
    # Nothing is known of the moves of the other roles.
    for move in range(len(legal)):
        if literal_value(values, legal[move]) != 0:
            values[fluents + move] = 1
    possible = 0
    for move in moves.own:
        possible += values[fluents + move] != 0
        values[fluents + move] = 0
    if possible == 0:
        return 0
    settle(values, transitions.move_order, 0, len(transitions.move_order), gates)
    counts[:] = 0
    for move in moves.own:
        if literal_value(values, legal[move]) == 0:
            continue
        make(move, values, scratch.saved, transitions, moves)
        for place in range(moves.touched.starts[move], moves.touched.starts[move + 1]):
            fluent = moves.touched.items[place]
            now = literal_value(values, following[fluent])
            if counts[fluent] == 0:
                result[fluent] = now
            elif result[fluent] != now:
                result[fluent] = 1
            counts[fluent] += 1
        undo(move, values, scratch.saved, transitions, moves)
    for fluent in range(fluents):
        if counts[fluent] < possible:
            # Some move does not matter to it.
            now = literal_value(values, following[fluent])
            if counts[fluent] == 0:
                result[fluent] = now
            elif result[fluent] != now:
                result[fluent] = 1
    return possible


@inner
def forget(fluent, known, values, gates, above):
    """Make a fluent unknown, and settle what depends on it."""
    known[fluent] = values[fluent] = 1
    settle(values, above.items, above.starts[fluent], above.starts[fluent + 1], gates)


@inner
def lasting(known, game, scratch):
    """Forget what may cease to hold, until what is left can never: the greatest fixpoint.

    What is forgotten takes effect at once. A move that touches only unknown fluents need not be
    tried.
    """
    transitions, moves, above = game.transitions, game.moves, game.above
    gates, following, legal = transitions.gates, transitions.following, transitions.legal
    gone, counts, values = scratch.gone, scratch.counts, scratch.values
    fluents, touched = len(following), moves.touched.items
    copy(known, values, 0, fluents)
    values[fluents : gates.first] = 1
    for move in moves.own:
        values[fluents + move] = 0
    settle(values, moves.step_order, 0, len(moves.step_order), gates)
    settle(values, transitions.move_order, 0, len(transitions.move_order), gates)
    changed = True
    while changed:
        changed = False
        counts[:] = 0
        possible = 0
        for move in moves.own:
            if literal_value(values, legal[move]) == 0:
                continue
            possible += 1
            first, last = moves.touched.starts[move], moves.touched.starts[move + 1]
            matters = False
            for place in range(first, last):
                if known[touched[place]] != 1:
                    matters = True
                    counts[touched[place]] += 1
            if not matters:
                continue
            make(move, values, scratch.saved, transitions, moves)
            for place in range(first, last):
                fluent = touched[place]
                gone[fluent] = literal_value(values, following[fluent]) != known[fluent]
            undo(move, values, scratch.saved, transitions, moves)
            for place in range(first, last):
                fluent = touched[place]
                if known[fluent] != 1 and gone[fluent]:
                    forget(fluent, known, values, gates, above)
                    changed = True
        if possible == 0:
            return
        for fluent in range(fluents):
            # Some possible move does not touch it: it must stay as it is by itself.
            if known[fluent] == 1 or counts[fluent] == possible:
                continue
            if literal_value(values, following[fluent]) != known[fluent]:
                forget(fluent, known, values, gates, above)
                changed = True


def three_valued(known, values, gates, order):
    """Set the values of some components, given only those of the fluents."""
    copy(known, values, 0, len(known))
    values[len(known) : gates.first] = 1
    settle(values, order, 0, len(order), gates)


#: The type of a NamedTuple with fields of some types.
named = types.BaseTuple.from_types

INTS = types.int32[::1]
VALUES = types.uint8[::1]
WORDS = types.uint64[::1]
ROWS = named((INTS, INTS), Rows)
GATES = named((types.int64, *(INTS,) * 5), Gates)
TRANSITIONS = named((GATES, *(INTS,) * 4), Transitions)
MOVES = named((INTS, ROWS, ROWS, INTS), Moves)
GAME = named((TRANSITIONS, MOVES, ROWS), Game)
SCRATCH = named((VALUES, VALUES, INTS, VALUES, VALUES), Scratch)


def signatures():
    """Return the types of the arguments of what Python calls."""
    return {
        "evaluate": (WORDS, VALUES, TRANSITIONS),
        "play": (WORDS, INTS, VALUES, TRANSITIONS),
        "step": (VALUES, VALUES, TRANSITIONS, MOVES, SCRATCH),
        "lasting": (VALUES, GAME, SCRATCH),
        "three_valued": (VALUES, VALUES, GATES, INTS),
    }
