"""Best-first search through the states of a puzzle, for Numba.

Nodes are taken by (moves so far + distance, distance, the latest first), or greedily, without the
moves so far, or in turns. A node is looked at when it is taken: has the game ended, is the win out
of reach? If neither, it is expanded. Of several ways to a state the shortest is kept; greedily, the
first. There is a queue for each order; a node taken from one stays in the other, and is passed over
there as it is closed.
"""

from __future__ import annotations

from witness.base.jit import types
from witness.base.machine_code import inner
from witness.gdl.filters.kernel import FILTERS, PROGRESS, is_lost
from witness.gdl.network.kernel import (
    GAME,
    INTS,
    ROWS,
    SCRATCH,
    VALUES,
    WORDS,
    evaluate,
    literal_value,
    make,
    named,
    pack,
    settle,
    undo,
)
from witness.gdl.play.arrays import Heap, Nodes, Parts, Problem, Targets, Work

#: What `run` says: there is more to do, it needs more room, the score is reached, all is done, the
#: score is certain whenever the game ends.
MORE, FULL, WON, DONE, SURE = range(5)

#: Bits of the keys of open nodes: the distance, and the order of pushes.
DISTANCE_BITS, PUSH_BITS = 15, 33

#: The most moves that a node may promise: greedily a search may go very deep.
LONGEST = (1 << (63 - DISTANCE_BITS - PUSH_BITS)) - 1


@inner
def push(node, value, far, rank, greedy, progress, heap):
    """Add an open node to the heap of one of the orders, the greedy one or the other."""
    last = (types.int64(1) << (PUSH_BITS - 1)) + rank
    key = ((types.int64(min(value, LONGEST)) << DISTANCE_BITS | far) << PUSH_BITS) | last
    sizes = progress[0]["open"]
    place = sizes[greedy]
    sizes[greedy] += 1
    while place > 0 and heap.keys[(place - 1) >> 1] > key:
        heap.keys[place] = heap.keys[(place - 1) >> 1]
        heap.nodes[place] = heap.nodes[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap.keys[place] = key
    heap.nodes[place] = node


@inner
def pop(greedy, progress, heap):
    """Take the first of the open nodes in one of the orders."""
    first = heap.nodes[0]
    sizes = progress[0]["open"]
    sizes[greedy] -= 1
    size = sizes[greedy]
    key, node = heap.keys[size], heap.nodes[size]
    place = 0
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and heap.keys[child + 1] < heap.keys[child]:
            child += 1
        if heap.keys[child] >= key:
            break
        heap.keys[place], heap.nodes[place] = heap.keys[child], heap.nodes[child]
        place = child
    heap.keys[place], heap.nodes[place] = key, node
    return first


@inner
def open_node(node, far, anew, problem, nodes, progress):
    """Add an open node in each order; `anew` says that it was met before."""
    progress[0]["pushes"] += 1
    # Where nodes tie, what one order brings comes last in the other, not to lead it astray.
    rank = progress[0]["pushes"] if progress[0]["greedy"] else -progress[0]["pushes"]
    if problem.shortest:
        push(node, nodes.depths[node] + far, far, rank, 0, progress, nodes.heap)
    if problem.greedy and (problem.again or not anew):
        push(node, far, far, -rank, 1, progress, nodes.greedy_heap)


@inner
def take(progress, nodes):
    """Take the next node that is open, in turns if there are several orders; -1 for none."""
    for _ in range(2):
        greedy = 1 - progress[0]["greedy"]
        progress[0]["greedy"] = greedy
        heap = nodes.greedy_heap if greedy else nodes.heap
        while progress[0]["open"][greedy] > 0:
            node = pop(greedy, progress, heap)
            if not nodes.closed[node]:
                return node
    return -1


@inner
def is_least(depth, progress, nodes):
    """Return whether no open node promises fewer moves than `depth`."""
    sizes = progress[0]["open"]
    while sizes[0] > 0 and nodes.closed[nodes.heap.nodes[0]]:
        pop(0, progress, nodes.heap)
    promised = nodes.heap.keys[0] >> (DISTANCE_BITS + PUSH_BITS)
    return sizes[0] == 0 or depth <= promised


@inner
def popcount(word):
    """Return the number of bits of a word that are set."""
    word = word - ((word >> types.uint64(1)) & types.uint64(0x5555555555555555))
    word = (word & types.uint64(0x3333333333333333)) + (
        (word >> types.uint64(2)) & types.uint64(0x3333333333333333)
    )
    word = (word + (word >> types.uint64(4))) & types.uint64(0x0F0F0F0F0F0F0F0F)
    return types.int64((word * types.uint64(0x0101010101010101)) >> types.uint64(56))


@inner
def distance(words, targets):
    """Return the lower bound of the number of moves to the nearest target."""
    best = 0
    for target in range(len(targets.starts) - 1):
        least = 0
        for place in range(targets.weights.starts[target], targets.weights.starts[target + 1], 2):
            fluent = targets.weights.items[place]
            if words[fluent >> 6] >> types.uint64(fluent & 63) & types.uint64(1):
                least += targets.weights.items[place + 1]
        for measure in range(targets.starts[target], targets.starts[target + 1]):
            missing = 0
            for place in range(len(words)):
                wrong = (~words[place] & targets.literals[measure, 0, place]) | (
                    words[place] & targets.literals[measure, 1, place]
                )
                missing += popcount(wrong)
            change = targets.changes[measure, 0]
            missing = max(0, missing - targets.changes[measure, 1])
            least = max(least, (missing + change - 1) // change)
        best = least if target == 0 else min(best, least)
    return best


@inner
def find(words, states, key, table):
    """Return the place in the hash table of a state, or of the gap where it belongs."""
    mixed = types.uint64(0x9E3779B97F4A7C15)
    for word in range(len(words)):
        mixed ^= words[word] & key[word]
        mixed *= types.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> types.uint64(32)
    place = types.int64(mixed & types.uint64(len(table) - 1))
    while table[place] >= 0:
        same = True
        for word in range(len(words)):
            if (words[word] ^ states[table[place], word]) & key[word]:
                same = False
                break
        if same:
            return place
        place = (place + 1) & (len(table) - 1)
    return place


@inner
def choose_part(words, values, legal, parts):
    """Return the first of the open parts with the fewest legal moves, -1 without one."""
    chosen, fewest = -1, 0
    for part in range(len(parts.literals)):
        fluent = parts.literals[part] >> 1
        now = types.int64(words[fluent >> 6] >> types.uint64(fluent & 63)) & 1
        if now != (parts.literals[part] & 1):
            continue
        number = 0
        for place in range(parts.moves.starts[part], parts.moves.starts[part + 1]):
            number += literal_value(values, legal[parts.moves.items[place]]) == 2
        if chosen < 0 or number < fewest:
            chosen, fewest = part, number
    return chosen


def rehash(nodes, key, progress):
    """Fill a new hash table."""
    nodes.table[:] = -1
    for node in range(progress[0]["nodes"]):
        nodes.table[find(nodes.states[node], nodes.states, key, nodes.table)] = node


def begin(words, problem, nodes, progress):
    """Make the initial state the only node."""
    nodes.table[:] = -1
    for word in range(len(words)):
        nodes.states[0, word] = words[word]
    nodes.parents[0] = nodes.moves[0] = -1
    nodes.depths[0] = 0
    nodes.closed[0] = 0
    search = progress[0]
    search["best"] = search["best_node"] = search["bound"] = -1
    search["nodes"] = 1
    nodes.table[find(words, nodes.states, problem.key, nodes.table)] = 0
    open_node(0, distance(words, problem.targets), 0, problem, nodes, progress)


@inner
def is_full(nodes, moves, progress):
    """Return whether there may be no room for the children of a node."""
    number, sizes = progress[0]["nodes"], progress[0]["open"]
    return (
        number + moves > len(nodes.states)
        or max(sizes[0], sizes[1]) + moves > len(nodes.heap.keys)
        or 2 * (number + moves) > len(nodes.table)
    )


@inner
def score_of(values, filters):
    """Return the score of an ended game."""
    best = 0
    for goal in range(len(filters.goal_literals)):
        score = filters.goal_scores[goal]
        if score > best and literal_value(values, filters.goal_literals[goal]) == 2:
            best = score
    return best


@inner
def add(node, move, problem, nodes, words, progress):
    """Add the state that follows a move, unless it was met before as early as that."""
    place = find(words, nodes.states, problem.key, nodes.table)
    child, depth = nodes.table[place], nodes.depths[node] + 1
    anew = child >= 0
    if anew and (nodes.depths[child] <= depth or not (problem.shortest or problem.again)):
        return
    far = distance(words, problem.targets)
    if depth + far >= problem.fewer:
        return
    if not anew:
        child = progress[0]["nodes"]
        progress[0]["nodes"] += 1
        nodes.table[place] = child
    for word in range(len(words)):
        nodes.states[child, word] = words[word]
    nodes.parents[child], nodes.moves[child] = node, move
    nodes.depths[child] = depth
    nodes.closed[child] = 0
    open_node(child, far, anew, problem, nodes, progress)


@inner
def expand(node, problem, nodes, work, progress):
    """Add the children of a node, the last move first."""
    transitions, moves, parts = problem.game.transitions, problem.game.moves, problem.parts
    values, legal, order = work.values, transitions.legal, transitions.move_order
    settle(values, order, 0, len(order), transitions.gates)
    low, high = 0, len(legal)
    part = -1
    if len(parts.literals) > 0:
        part = choose_part(nodes.states[node], values, legal, parts)
        if part >= 0:
            low, high = parts.moves.starts[part], parts.moves.starts[part + 1]
    any_legal = False
    for place in range(high - 1, low - 1, -1):
        move = parts.moves.items[place] if part >= 0 else place
        if literal_value(values, legal[move]) != 2:
            continue
        any_legal = True
        make(move, values, work.scratch.saved, transitions, moves)
        pack(values, transitions.following, work.child)
        undo(move, values, work.scratch.saved, transitions, moves)
        add(node, move, problem, nodes, work.child, progress)
    if not any_legal and part < 0:
        progress[0]["stuck"] += 1


def run(problem, nodes, work, progress, expansions):
    """Go on for a number of expansions, and say how the search stands."""
    game, filters, values = problem.game, problem.filters, work.values
    search = progress[0]
    stop_at = search["expansions"] + expansions
    sizes = search["open"]
    while sizes[0] > 0 or sizes[1] > 0:
        if search["expansions"] >= stop_at:
            return MORE
        if is_full(nodes, len(game.transitions.legal), progress):
            return FULL
        node = take(progress, nodes)
        if node < 0:
            break
        nodes.closed[node] = 1
        evaluate(nodes.states[node], values, game.transitions)
        if literal_value(values, filters.settings.terminal) == 2:
            search["ended"] += 1
            score = score_of(values, filters)
            if score > search["best"]:
                search["best"], search["best_node"] = score, node
            if score >= filters.settings.score:
                search["least"] = problem.shortest and is_least(nodes.depths[node], progress, nodes)
                return WON
        elif is_lost(nodes.states[node], filters, game, work.scratch, progress):
            search["cut"] += 1
        elif search["sealed"]:
            search["best_node"] = node
            return SURE
        else:
            search["expansions"] += 1
            expand(node, problem, nodes, work, progress)
    return DONE


TARGETS = named((types.uint64[:, :, ::1], types.int32[:, ::1], INTS, ROWS), Targets)
PARTS = named((INTS, ROWS), Parts)
PROBLEM = named((GAME, FILTERS, TARGETS, PARTS, WORDS, *4 * (types.int64,)), Problem)
HEAP = named((types.int64[::1], INTS), Heap)
NODE_POOL = named((types.uint64[:, ::1], INTS, INTS, INTS, VALUES, HEAP, HEAP, INTS), Nodes)
WORK = named((WORDS, VALUES, SCRATCH), Work)


def signatures():
    """Return the types of the arguments of what Python calls."""
    return {
        "rehash": (NODE_POOL, WORDS, PROGRESS),
        "begin": (WORDS, PROBLEM, NODE_POOL, PROGRESS),
        "run": (PROBLEM, NODE_POOL, WORK, PROGRESS, types.int64),
    }
