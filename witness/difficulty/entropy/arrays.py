"""A panel and a player as arrays: what the compiled rater works on.

All numbers are those of `witness.puzzle.graph` and `witness.puzzle.grid`; -1 stands for none. A
player's rules become one table over the local configurations
(`witness.difficulty.rules.move_table`), edges that must be taken, and a flag for the wall. A player
with any other rule is left to `witness.difficulty.entropy.reference` (`UntabulatedError`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.difficulty.entropy.reference import Player
from witness.difficulty.inference import Rule
from witness.difficulty.rules.move_table import move_table
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.thesis import WALL
from witness.difficulty.rules.written import EdgeRule, SquareRule
from witness.difficulty.state import Panel, lines
from witness.puzzle.model import is_edge
from witness.puzzle.symbols import COUNTING, SYMBOLS
from witness.searches.predicates.arrays import UntabulatedError

Numbers = npt.NDArray[np.int64]

#: The features of panels that compiled loops rate.
COMPILED = frozenset({"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals"})

#: Entries of `Layout.settings`.
(
    FACING_WALL,
    TABLE,
    LENGTHS,
    EVERYWHERE,
    LOOKAHEAD,
    STRAIGHT,
    PASSES,
    REGIONS,
    SETTINGS_SIZE,
) = range(9)

#: Columns of `Layout.places`: where the moves from a place lead (four places, then their edges),
#: the squares around it (four), which corner of each it is (four), whether it is a goal, whether it
#: has a dot, its place in the ring around the board.
NEAR, BY, AROUND, CORNER, GOAL, DOT, RING_AT, PLACE_SIZE = 0, 4, 8, 12, 16, 17, 18, 19

#: Columns of `Layout.edges`: the squares on its sides (two), which side of each it is (two),
#: whether a path must take it when it comes to it, whether it has a dot, whether it is on the
#: border.
SIDES, SIDE, MUST, EDGE_DOT, BORDER, EDGE_SIZE = 0, 2, 4, 5, 6, 7

#: The symbols that count those of their colour.
_COUNTING = frozenset(SYMBOLS[name].one for name in COUNTING)

#: Columns of `Layout.squares`: the edges (four), the number of triangles, whether rules reason
#: about them, the colour, whether the symbol counts those of its colour.
EDGES, TRIANGLES, RULED, COLOUR, COUNTS, SQUARE_SIZE = 0, 4, 5, 6, 7, 8

#: Rows of `Trail.marks`: which places are on the path, how often each edge is (twice if both of its
#: halves are), and for each square the bit sets of its edges and of its corners on the path.
ON_PATH, TAKEN, USED, VISITED, MARKS_SIZE = range(5)

#: `Trail.sizes`: the number of edges on the path, and of its places on the border.
LENGTH, TOUCHES, SIZES_SIZE = range(3)

#: Columns of `Stack.frames`, a row for each state on the path: its place, the edge that led there
#: (-1 at a start), the number of its moves and how many of them are done, whether its scores are 0
#: whatever its children have, whether it is solved; then the places of the moves, and their edges
#: (four each).
PLACE, EDGE, MOVES, DONE, ZERO, SOLVED, TO, OVER, FRAME_SIZE = 0, 1, 2, 3, 4, 5, 6, 10, 14

#: In the frames of a lookahead, the best that the children have shown.
BEST = ZERO

#: Columns of `Stack.scores`: MUSE and ReMUSE of the children (four each), the number of solutions
#: below the state, the edges that these have together, and the bits of all choices on the way to
#: it.
MUSE, REMUSE, COUNT, EDGE_COUNT, COST, SCORES_SIZE = 0, 4, 8, 9, 10, 11

#: `Stack.result`: the scores, the number of solutions, their edges together; and in a bounded
#: search what MUSE is less than.
BOUND, RESULT_SIZE = 4, 5

#: `Stack.progress`: the depth (-1 before and after the search), the number of states visited, and
#: whether the search is bounded: for MUSE alone.
DEPTH, STATES, BOUNDED, PROGRESS_SIZE = range(4)

#: Rows of `Stack.scratch`: edges that the path could still take, squares and places that a flood
#: has met, and those that it has yet to go on from.
OPEN, GROUP, FOUND, REACHED, QUEUE, SCRATCH_SIZE = range(6)


class Layout(NamedTuple):
    """A panel and a player: what does not change."""

    settings: Numbers
    places: Numbers
    edges: Numbers
    squares: Numbers
    ring: Numbers
    #: Where the lines from each place begin in `line_places`; there, a -1 ends each line.
    line_starts: Numbers
    line_places: Numbers
    #: The verdicts of the rules about single squares (`witness.difficulty.rules.move_table`).
    verdicts: npt.NDArray[np.uint8]


class Trail(NamedTuple):
    """A path: what is on it."""

    marks: Numbers
    sizes: Numbers


class Stack(NamedTuple):
    """A depth-first search: its frames and their scores, and room for lookaheads and floods."""

    frames: Numbers
    scores: npt.NDArray[np.float64]
    result: npt.NDArray[np.float64]
    progress: Numbers
    look: Numbers
    scratch: Numbers


def layout(panel: Panel, player: Player) -> Layout:
    """Lay out a panel for a player, whose rules apply to it.

    Raises `UntabulatedError` for a panel or a player that compiled loops do not know, and
    `InputError` for one that is not in order.
    """
    if not panel.puzzle.features <= COMPILED:
        raise UntabulatedError("the compiled rater does not know all that the panel has")
    panel.puzzle.check()
    wall, must, squares = _sorted_rules(panel, player.rules)
    table = move_table(squares, len(panel.graph.places) - 1, bool(panel.puzzle.gaps))
    settings = np.zeros(SETTINGS_SIZE, np.int64)
    settings[FACING_WALL] = wall
    settings[TABLE] = bool(table.verdicts.any())
    settings[LENGTHS] = table.lengths
    settings[EVERYWHERE] = table.everywhere
    settings[LOOKAHEAD] = player.lookahead
    settings[STRAIGHT] = player.straight_line
    settings[PASSES] = panel.passes
    settings[REGIONS] = panel.puzzle.regional
    line_starts, line_places = _lines(panel, player.straight_line)
    return Layout(
        settings,
        _place_table(panel),
        _edge_table(panel, must),
        _square_table(panel),
        np.array(panel.ring or (-1,), np.int64),
        line_starts,
        line_places,
        table.verdicts,
    )


def trail(layout: Layout) -> Trail:
    """Return an empty path."""
    return Trail(np.zeros((MARKS_SIZE, _widest(layout)), np.int64), np.zeros(SIZES_SIZE, np.int64))


def stack(layout: Layout, bound: float | None) -> Stack:
    """Return a search that has not begun; with a bound, for MUSE alone if it is less than that."""
    depth = len(layout.places) + 1
    lookahead = int(layout.settings[LOOKAHEAD])
    result = np.zeros(RESULT_SIZE, np.float64)
    result[BOUND] = math.inf if bound is None else bound
    progress = np.zeros(PROGRESS_SIZE, np.int64)
    progress[DEPTH], progress[BOUNDED] = -1, bound is not None
    return Stack(
        frames=np.zeros((depth, FRAME_SIZE), np.int64),
        scores=np.zeros((depth, SCORES_SIZE), np.float64),
        result=result,
        progress=progress,
        look=np.zeros((lookahead + 1, FRAME_SIZE), np.int64),
        scratch=np.zeros((SCRATCH_SIZE, _widest(layout)), np.int64),
    )


def _widest(layout: Layout) -> int:
    return max(len(layout.places), len(layout.edges), len(layout.squares))


def _sorted_rules(
    panel: Panel, rules: Sequence[Rule]
) -> tuple[bool, frozenset[int], tuple[SquareRule | PredicateRule, ...]]:
    """Return whether the wall is among the rules, the edges that must be taken, and those about
    single squares. Raises `UntabulatedError` for any other.

    A rule is known by its type and never by its name. What is derived from one of these types may
    judge in another way.
    """
    wall = False
    must = frozenset[int]()
    squares: list[SquareRule | PredicateRule] = []
    for rule in rules:
        if rule is WALL:
            wall = True
        elif type(rule) is EdgeRule:
            must |= rule.edges(panel)
        elif type(rule) is SquareRule or type(rule) is PredicateRule:
            squares.append(rule)
        else:
            raise UntabulatedError(
                f"the rule {rule.name!r} is neither about one square nor about edges"
            )
    return wall, must, tuple(squares)


def _place_table(panel: Panel) -> Numbers:
    graph, board = panel.graph, panel.puzzle.grid
    dots = {place for place in panel.puzzle.dots if not is_edge(place)}
    found = np.full((len(graph.places), PLACE_SIZE), -1, np.int64)
    for number, (row, place, steps) in enumerate(
        zip(found, graph.places, graph.steps, strict=True)
    ):
        for at, (near, edge) in enumerate(steps):
            row[NEAR + at], row[BY + at] = near, edge
        if not is_edge(place):
            for at, square in enumerate(board.vertex_squares(place)):  # type: ignore[arg-type]
                row[AROUND + at] = board.square_number(square)
                row[CORNER + at] = board.square_corners(square).index(place)
        row[GOAL] = number in graph.goals
        row[DOT] = place in dots
        row[RING_AT] = panel.ring.index(number) if number in panel.ring else -1
    return found


def _edge_table(panel: Panel, must: frozenset[int]) -> Numbers:
    board = panel.puzzle.grid
    found = np.full((len(board.edges), EDGE_SIZE), -1, np.int64)
    for number, (row, edge) in enumerate(zip(found, board.edges, strict=True)):
        for at, square in enumerate(board.edge_squares(edge)):
            row[SIDES + at] = board.square_number(square)
            row[SIDE + at] = board.square_edges(square).index(edge)
        row[MUST] = number in must
        row[EDGE_DOT] = edge in panel.puzzle.dots
        row[BORDER] = number in panel.border_edges
    return found


def _square_table(panel: Panel) -> Numbers:
    puzzle, board = panel.puzzle, panel.puzzle.grid
    colours = sorted({colour for _, colour in puzzle.colours_at.values()})
    found = np.zeros((max(1, len(board.squares)), SQUARE_SIZE), np.int64)
    for row, square in zip(found, board.squares, strict=False):
        row[EDGES : EDGES + 4] = panel.square_edges[square]
        row[TRIANGLES] = puzzle.triangle_at.get(square, 0)
        row[RULED] = square in panel.triangles
        kind, colour = puzzle.colours_at.get(square, ("", ""))
        row[COLOUR] = colours.index(colour) if kind else -1
        row[COUNTS] = kind in _COUNTING
    return found


def _lines(panel: Panel, wanted: bool) -> tuple[Numbers, Numbers]:
    number = {place: at for at, place in enumerate(panel.graph.places)}
    starts, found = [0], []
    for place in panel.graph.places:
        for goal in sorted(panel.graph.goals) if wanted else ():
            for line in lines(place, panel.graph.places[goal]):
                found += [*(number[vertex] for vertex in line), -1]
        starts.append(len(found))
    return np.array(starts, np.int64), np.array(found or [-1], np.int64)
