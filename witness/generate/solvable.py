"""Deciding whether a triangle puzzle has a solution (the "until solvable" of Algorithm 3).

A depth-first search over partial paths that keeps every set of vertices in one integer. It is
fast because it prunes most partial paths early, always for a sound reason. Once a square has as
many edges on the path as triangles, its other edges can no longer be used. A partial path is
pruned when, without those edges,

- no goal can be reached from the head through unvisited vertices; or
- some square needs more edges than are left in the part of the board that can be reached.

What a partial path can become depends only on its head, on the vertices that a continuation can
still visit, and on what the squares need, so no such triple is searched twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from witness.puzzle.model import Puzzle

#: The features of puzzles that the search knows; `witness.solvers` knows more.
SUPPORTED = frozenset({"triangles", "gaps"})

#: Bits per square in the integer that packs the needs of all squares, which are 0 to 3.
NEED_BITS = 2


@dataclass(frozen=True)
class _Square:
    """A square with triangles: the place of its need and its edges as (right, up) bit sets."""

    shift: int
    right: int
    up: int


@dataclass(frozen=True)
class Board:
    """A puzzle with triangles and gaps as bit sets over vertex numbers.

    Unlike in `witness.puzzle.grid`, an edge has the number of its smaller vertex, in one set for
    the horizontal edges (`right`) and one for the vertical ones (`up`): a whole set of vertices
    then moves along its edges by one shift.
    """

    width: int
    vertices: int
    goals: int
    right: int
    up: int
    squares: tuple[_Square, ...]
    needs: int  #: the triangles of all squares, packed; 0 for a solution
    right_cost: dict[int, int]  #: what walking a horizontal edge takes off the needs
    up_cost: dict[int, int]


def is_solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle that has only triangles and gaps has a solution; exact on every board.

    A 5×5 puzzle takes a few milliseconds, the hardest of thousands half a second; the time grows
    about tenfold with each additional row and column. Raises `InputError` for other symbols.
    """
    puzzle.require(SUPPORTED, "solvability is decided for triangles and gaps")
    board = bit_sets(puzzle)
    width, goals = board.width, board.goals
    todo = []
    for vertex in puzzle.start_vertices:
        start = 1 << puzzle.grid.vertex_number(vertex)
        if not start & goals:
            todo.append((start, board.vertices & ~start, board.needs))
        elif not board.needs:
            return True
    seen = set()
    while todo:
        head, unvisited, needs = todo.pop()
        alive = continuation(board, head, unvisited, needs)
        if alive is None:
            continue
        live, right, up = alive
        if (head, live, needs) in seen:
            continue
        seen.add((head, live, needs))
        later = []
        for near, edge, cost in (
            (head << width, up & head, board.up_cost),
            (head << 1, right & head, board.right_cost),
            (head >> width, up & head >> width, board.up_cost),
            (head >> 1, right & head >> 1, board.right_cost),
        ):
            if not edge:
                continue
            taken = cost.get(edge, 0)
            left = needs - taken
            if near & goals:
                if not left:
                    return True
            elif taken:
                later.append((near, live & ~head & ~near, left))
            else:
                todo.append((near, live & ~head & ~near, left))
        # Try an edge that a square needs first: that finds solutions sooner.
        todo += later
    return False


def continuation(
    board: Board, head: int, unvisited: int, needs: int
) -> tuple[int, int, int] | None:
    """Return what a continuation of a partial path can use, or None when none can be a solution.

    These are the vertices (including the head), the horizontal edges and the vertical ones.
    """
    width, goals = board.width, board.goals
    right, up = board.right, board.up
    needy = []
    for square in board.squares:
        need = needs >> square.shift & 3
        if need:
            needy.append((need, square.right, square.up))
        else:
            right &= ~square.right
            up &= ~square.up

    live = border = head
    while border:
        border = unvisited & (
            (border & right) << 1
            | border >> 1 & right
            | (border & up) << width
            | border >> width & up
        )
        border &= ~live
        live |= border
        border &= ~goals
    if not live & goals:
        return None

    # A path leaves every vertex it enters, except the last one: no dead ends.
    while True:
        right &= live & live >> 1
        up &= live & live >> width
        left, down = right << 1, up << width
        through = right & left | up & down | (right | left) & (up | down) | live & (head | goals)
        if through == live:
            break
        live = through

    for need, square_right, square_up in needy:
        if (right & square_right).bit_count() + (up & square_up).bit_count() < need:
            return None
    return live, right, up


def bit_sets(puzzle: Puzzle) -> Board:
    """Return the gaps and the triangles of a puzzle, whose ends are vertices, as bit sets."""
    board = puzzle.grid
    width = puzzle.cols + 1
    goals = sum(1 << board.vertex_number(goal) for goal in puzzle.goal_vertices)
    right = up = 0
    gaps = set(puzzle.gaps)
    for edge in board.edges:
        (row, _), (other_row, _) = edge
        if edge in gaps:
            continue
        bit = 1 << board.vertex_number(edge[0])
        if row == other_row:
            right |= bit
        else:
            up |= bit

    squares = []
    needs = 0
    right_cost: dict[int, int] = {}
    up_cost: dict[int, int] = {}
    for number, (corner, count) in enumerate(puzzle.triangle_at.items()):
        shift = NEED_BITS * number
        needs |= count << shift
        bit = 1 << board.vertex_number(corner)
        squares.append(_Square(shift, bit | bit << width, bit | bit << 1))
        for cost, pair in ((right_cost, (bit, bit << width)), (up_cost, (bit, bit << 1))):
            for edge_bit in pair:
                cost[edge_bit] = cost.get(edge_bit, 0) + (1 << shift)
    return Board(
        width=width,
        vertices=(1 << len(board.vertices)) - 1,
        goals=goals,
        right=right,
        up=up,
        squares=tuple(squares),
        needs=needs,
        right_cost=right_cost,
        up_cost=up_cost,
    )
