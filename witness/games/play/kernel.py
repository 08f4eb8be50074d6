"""Best-first search through the states of a puzzle, for Numba: `reference` in arrays.

Nodes are taken by (moves so far + distance, distance, the latest first), or, greedily, without the
moves so far. A node is looked at when it is taken: has the game ended, is the win out of reach? If
neither, it is expanded. Of several ways to a state the shortest is kept; greedily, the first.
"""

from __future__ import annotations

from numba import njit, types

from witness.games.network.kernel import GATES, INTS, VALUES, copy, get, literal_value, put, settle
from witness.games.play.filter_kernel import (
    BEST,
    BEST_NODE,
    BOUND,
    CUT,
    ENDED,
    EXPANSIONS,
    GREEDY,
    KEY,
    LONGS,
    NODES,
    OPEN,
    PUSHES,
    REOPEN,
    SCORE,
    SEALED,
    STUCK,
    TABLE,
    TERMINAL,
    WORDS,
    choose_part,
    is_cut,
)

#: What `run` says: there is more to do, it needs more room, the score is reached, all is done, the
#: score is certain whenever the game ends.
MORE, FULL, WON, DONE, SURE = range(5)

#: Bits of the keys of open nodes: the distance, and the order of pushes.
DISTANCE_BITS, PUSH_BITS = 15, 33


@njit
def popcount(word):
    """Count the bits of a word."""
    word = word - ((word >> types.uint64(1)) & types.uint64(0x5555555555555555))
    word = (word & types.uint64(0x3333333333333333)) + (
        (word >> types.uint64(2)) & types.uint64(0x3333333333333333)
    )
    word = (word + (word >> types.uint64(4))) & types.uint64(0x0F0F0F0F0F0F0F0F)
    return types.int64((word * types.uint64(0x0101010101010101)) >> types.uint64(56))


@njit
def distance(words, measures, changes, target_starts, travel_starts, travels):
    """Give the lower bound of the moves to the nearest target."""
    best = 0
    for target in range(len(target_starts) - 1):
        least = 0
        for at in range(travel_starts[target], travel_starts[target + 1], 2):
            fluent = travels[at]
            if words[fluent >> 6] >> types.uint64(fluent & 63) & types.uint64(1):
                least += travels[at + 1]
        for measure in range(target_starts[target], target_starts[target + 1]):
            missing = 0
            for at in range(len(words)):
                wrong = (~words[at] & measures[measure, 0, at]) | (
                    words[at] & measures[measure, 1, at]
                )
                missing += popcount(wrong)
            missing = max(0, missing - changes[measure, 1])
            least = max(least, (missing + changes[measure, 0] - 1) // changes[measure, 0])
        best = least if target == 0 else min(best, least)
    return best


@njit
def push(node, depth, far, progress, heap_keys, heap_nodes):
    """Add an open node."""
    latest = (types.int64(1) << PUSH_BITS) - 1 - progress[PUSHES]
    progress[PUSHES] += 1
    key = ((types.int64(depth + far) << DISTANCE_BITS | far) << PUSH_BITS) | latest
    at = progress[OPEN]
    progress[OPEN] += 1
    while at > 0 and heap_keys[(at - 1) >> 1] > key:
        heap_keys[at] = heap_keys[(at - 1) >> 1]
        heap_nodes[at] = heap_nodes[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap_keys[at] = key
    heap_nodes[at] = node


@njit
def pop(progress, heap_keys, heap_nodes):
    """Take the first open node."""
    first = heap_nodes[0]
    progress[OPEN] -= 1
    size = progress[OPEN]
    key, node = heap_keys[size], heap_nodes[size]
    at = 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap_keys[child + 1] < heap_keys[child]:
            child += 1
        if heap_keys[child] >= key:
            break
        heap_keys[at], heap_nodes[at] = heap_keys[child], heap_nodes[child]
        at = child
    heap_keys[at], heap_nodes[at] = key, node
    return first


@njit
def find(words, states, key_mask, table):
    """Give the place in the hash table of a state, or of the gap where it belongs."""
    mixed = types.uint64(0x9E3779B97F4A7C15)
    for at in range(len(words)):
        mixed ^= words[at] & key_mask[at]
        mixed *= types.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> types.uint64(32)
    place = types.int64(mixed & types.uint64(len(table) - 1))
    while table[place] >= 0:
        same = True
        for at in range(len(words)):
            if (words[at] ^ states[table[place], at]) & key_mask[at]:
                same = False
                break
        if same:
            return place
        place = (place + 1) & (len(table) - 1)
    return place


def rehash(states, masks, progress, table):
    """Fill a new hash table."""
    table[:] = -1
    for node in range(progress[NODES]):
        table[find(states[node], states, masks[KEY], table)] = node


def begin(
    words, progress, states, parents, moves, depths, closed, heap_keys, heap_nodes, table, masks,
    measures, changes, target_starts, travel_starts, travels,
):  # fmt: skip
    """Add the initial state, if it is none of those that are known."""
    table[:] = -1
    for at in range(len(words)):
        states[0, at] = words[at]
    parents[0] = moves[0] = -1
    depths[0] = 0
    closed[0] = 0
    progress[:] = 0
    progress[BEST] = progress[BEST_NODE] = progress[BOUND] = -1
    progress[NODES] = 1
    table[find(words, states, masks[KEY], table)] = 0
    far = distance(words, measures, changes, target_starts, travel_starts, travels)
    push(0, 0, far, progress, heap_keys, heap_nodes)


def run(
    settings, progress, states, parents, moves, depths, closed, heap_keys, heap_nodes, table, masks,
    measures, changes, target_starts, travel_starts, travels,
    part_literals, part_starts, part_moves, words, known, gone, counts, values, other_values,
    saved, gates, state_order, step_order, move_order, down_starts, down, touched_starts, touched,
    above_starts, above,
    following, legal, own, win_order, goal_literals, goal_scores, most,
):  # fmt: skip
    """Go on for so many expansions."""
    fluents, number_of_moves = len(following), len(legal)
    base, component_starts = gates[0][0], gates[3]
    stop_at = progress[EXPANSIONS] + most
    while progress[OPEN] > 0:
        if progress[EXPANSIONS] >= stop_at:
            return MORE
        if (
            progress[NODES] + number_of_moves > len(states)
            or progress[OPEN] + number_of_moves > len(heap_keys)
            or 2 * (progress[NODES] + number_of_moves) > len(table)
        ):
            return FULL
        node = pop(progress, heap_keys, heap_nodes)
        if closed[node]:
            continue
        closed[node] = 1
        here = states[node]
        put(values, here, fluents)
        values[fluents:base] = 0
        settle(values, state_order, 0, len(state_order), gates)
        if literal_value(values, settings[TERMINAL]) == 2:
            progress[ENDED] += 1
            score = 0
            for at in range(len(goal_literals)):
                if goal_scores[at] > score and literal_value(values, goal_literals[at]) == 2:
                    score = goal_scores[at]
            if score > progress[BEST]:
                progress[BEST], progress[BEST_NODE] = score, node
            if score >= settings[SCORE]:
                return WON
            continue
        if is_cut(
            here, settings, progress, masks, known, gone, counts, other_values, saved,
            gates, step_order, move_order, down_starts, down, touched_starts, touched, above_starts,
            above, following, legal, own, win_order, goal_literals, goal_scores,
        ):  # fmt: skip
            progress[CUT] += 1
            continue
        if progress[SEALED]:
            progress[BEST_NODE] = node
            return SURE
        progress[EXPANSIONS] += 1
        settle(values, move_order, 0, len(move_order), gates)
        low, high = 0, number_of_moves
        part = -1
        if len(part_literals) > 0:
            part = choose_part(here, values, legal, part_literals, part_starts, part_moves)
            if part >= 0:
                low, high = part_starts[part], part_starts[part + 1]
        any_legal = False
        for at in range(high - 1, low - 1, -1):
            move = part_moves[at] if part >= 0 else at
            if literal_value(values, legal[move]) != 2:
                continue
            any_legal = True
            start, stop = down_starts[move], down_starts[move + 1]
            for place in range(start, stop):
                first, last = component_starts[down[place]], component_starts[down[place] + 1]
                copy(values, saved, base + first, base + last)
            values[fluents + move] = 2
            settle(values, down, start, stop, gates)
            get(values, following, words)
            values[fluents + move] = 0
            for place in range(start, stop):
                first, last = component_starts[down[place]], component_starts[down[place] + 1]
                copy(saved, values, base + first, base + last)
            place = find(words, states, masks[KEY], table)
            child = table[place]
            if child < 0:
                child = progress[NODES]
                progress[NODES] += 1
                table[place] = child
            elif depths[child] <= depths[node] + 1 or not settings[REOPEN]:
                continue
            for word in range(len(words)):
                states[child, word] = words[word]
            parents[child], moves[child] = node, move
            depths[child] = depths[node] + 1
            closed[child] = 0
            far = distance(words, measures, changes, target_starts, travel_starts, travels)
            so_far = 0 if settings[GREEDY] else depths[child]
            push(child, so_far, far, progress, heap_keys, heap_nodes)
        if not any_legal and part < 0:
            progress[STUCK] += 1
    return DONE


def signatures():
    """Give the types of the arguments of what Python calls."""
    pool = (TABLE, INTS, INTS, INTS, VALUES, LONGS, INTS, INTS)
    aims = (types.uint64[:, :, ::1], types.int32[:, ::1], INTS, INTS, INTS)
    return {
        "rehash": (TABLE, TABLE, LONGS, INTS),
        "begin": (WORDS, LONGS, *pool, TABLE, *aims),
        "run": (
            LONGS, LONGS, *pool, TABLE, *aims, INTS, INTS, INTS,
            WORDS, VALUES, VALUES, INTS, VALUES, VALUES, VALUES, GATES, *(INTS,) * 12,
            INTS, INTS, INTS, types.int64,
        ),
    }  # fmt: skip
