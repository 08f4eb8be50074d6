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
Records = npt.NDArray[np.void]

#: The features of panels that compiled loops rate.
COMPILED = frozenset({"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals"})

#: The symbols that count those of their colour.
_COUNTING = frozenset(SYMBOLS[name].one for name in COUNTING)


def _fields(names: str, kind: str = "i8") -> list[tuple[str, str]]:
    """Return the fields of a record that are numbers of one kind, by default whole ones."""
    return [(name, kind) for name in names.split()]


#: What is known of the panel and the player as a whole: whether the wall rule is among the rules,
#: whether the table has a verdict, and for how many lengths of the path; whether squares that a
#: move does not touch matter; the lookahead; whether lines are seen; whether goals may be passed;
#: whether regions matter.
SETTINGS = np.dtype(
    _fields("facing_wall table lengths everywhere lookahead straight passes regions")
)

#: A place: where its moves lead, and over which edges; the squares around the place, and which
#: corner of each it is; whether it is a goal, whether it has a dot, and its number in the ring
#: around the board.
PLACE = np.dtype(
    [
        ("near", "i8", 4), ("by", "i8", 4), ("around", "i8", 4), ("corner", "i8", 4),
        *_fields("goal dot ring_at"),
    ]
)  # fmt: skip

#: An edge: the squares on its sides, and which side of each it is; whether a path that comes to the
#: edge must take it; whether it has a dot, and whether it is on the border.
EDGE = np.dtype([("sides", "i8", 2), ("side", "i8", 2), *_fields("must dot border")])

#: A square: its edges, the number of its triangles, whether rules reason about them, its colour,
#: and whether its symbol counts those of its colour.
SQUARE = np.dtype([("edges", "i8", 4), *_fields("triangles ruled colour counts")])

#: What is on a path, by the number of a place, an edge or a square: whether the place is, how often
#: the edge is (twice if both of its halves are), and bit sets of the square's edges and corners.
MARK = np.dtype(_fields("on_path taken used visited"))

#: The number of edges on a path, and of its places on the border.
SIZES = np.dtype(_fields("length touches"))

#: A state on the path of a search: its place, the edge that led there (-1 at a start), how many
#: moves it has and how many of them are done; whether its scores are 0 whatever its children have,
#: and whether it is solved; where the moves lead, and over which edges. Then the scores of the
#: children, the number of solutions below the state and the edges that these have together, and the
#: bits of all choices on the way to it. In a lookahead, `best` is the best that children show.
FRAME = np.dtype(
    [
        *_fields("place edge moves done zero solved best"), ("to", "i8", 4), ("over", "i8", 4),
        ("muse", "f8", 4), ("remuse", "f8", 4), *_fields("solutions edges cost", "f8"),
    ]
)  # fmt: skip

#: What a search finds: the scores, the number of solutions and their edges together; in a bounded
#: search what MUSE is less than.
RESULT = np.dtype(_fields("muse remuse solutions edges bound", "f8"))

#: How far a search is: its depth (-1 before and after), the number of states visited, and whether
#: the search is bounded, for MUSE alone.
PROGRESS = np.dtype(_fields("depth states bounded"))

#: Room for floods: edges that the path could still take, squares and places that a flood has met,
#: and those from which it has yet to go on.
SCRATCH = np.dtype(_fields("open group found reached queue"))


class Layout(NamedTuple):
    """A panel and a player: what does not change."""

    settings: Records
    places: Records
    edges: Records
    squares: Records
    ring: Numbers
    #: Where the lines from each place begin in `line_places`; there, a -1 ends each line.
    line_starts: Numbers
    line_places: Numbers
    #: The verdicts of the rules about single squares (`witness.difficulty.rules.move_table`).
    verdicts: npt.NDArray[np.uint8]


class Trail(NamedTuple):
    """A path: what is on it."""

    marks: Records
    sizes: Records


class Stack(NamedTuple):
    """A depth-first search: its frames, and room for lookaheads and floods."""

    frames: Records
    result: Records
    progress: Records
    look: Records
    scratch: Records


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
    settings = np.zeros(1, SETTINGS)
    settings[0] = (
        wall, table.verdicts.any(), table.lengths, table.everywhere,
        player.lookahead, player.straight_line, panel.passes, panel.puzzle.regional,
    )  # fmt: skip
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
    return Trail(np.zeros(_widest(layout), MARK), np.zeros(1, SIZES))


def stack(layout: Layout, bound: float | None) -> Stack:
    """Return a search that has not begun; with a bound, for MUSE alone if it is less than that."""
    result, progress = np.zeros(1, RESULT), np.zeros(1, PROGRESS)
    result["bound"] = math.inf if bound is None else bound
    progress["depth"], progress["bounded"] = -1, bound is not None
    return Stack(
        frames=np.zeros(len(layout.places) + 1, FRAME),
        result=result,
        progress=progress,
        look=np.zeros(layout.settings["lookahead"][0] + 1, FRAME),
        scratch=np.zeros(_widest(layout), SCRATCH),
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


def _unknown(number: int, kind: np.dtype[np.void]) -> Records:
    """Return records in which every number is -1."""
    return np.full(number * kind.itemsize // 8, -1, np.int64).view(kind)


def _place_table(panel: Panel) -> Records:
    graph, board, ring = panel.graph, panel.puzzle.grid, panel.ring
    dots = {place for place in panel.puzzle.dots if not is_edge(place)}
    found = _unknown(len(graph.places), PLACE)
    near, by, around, corner = (found[name] for name in ("near", "by", "around", "corner"))
    for number, (place, steps) in enumerate(zip(graph.places, graph.steps, strict=True)):
        for at, step in enumerate(steps):
            near[number, at], by[number, at] = step
        if not is_edge(place):
            for at, square in enumerate(board.vertex_squares(place)):  # type: ignore[arg-type]
                around[number, at] = board.square_number(square)
                corner[number, at] = board.square_corners(square).index(place)
    found["goal"] = [number in graph.goals for number in range(len(graph.places))]
    found["dot"] = [place in dots for place in graph.places]
    found["ring_at"][[*ring]] = range(len(ring))
    return found


def _edge_table(panel: Panel, must: frozenset[int]) -> Records:
    board, dots = panel.puzzle.grid, panel.puzzle.dots
    found = _unknown(len(board.edges), EDGE)
    sides, side = found["sides"], found["side"]
    for number, edge in enumerate(board.edges):
        for at, square in enumerate(board.edge_squares(edge)):
            sides[number, at] = board.square_number(square)
            side[number, at] = board.square_edges(square).index(edge)
    found["must"] = [number in must for number in range(len(board.edges))]
    found["dot"] = [edge in dots for edge in board.edges]
    found["border"] = [number in panel.border_edges for number in range(len(board.edges))]
    return found


def _square_table(panel: Panel) -> Records:
    puzzle, squares = panel.puzzle, panel.puzzle.grid.squares
    colours = sorted({colour for _, colour in puzzle.colours_at.values()})
    kinds = [puzzle.colours_at.get(square, ("", "")) for square in squares]
    found = np.zeros(max(1, len(squares)), SQUARE)
    own = found[: len(squares)]
    own["edges"] = np.reshape([panel.square_edges[square] for square in squares], (-1, 4))
    own["triangles"] = [puzzle.triangle_at.get(square, 0) for square in squares]
    own["ruled"] = [square in panel.triangles for square in squares]
    own["colour"] = [colours.index(colour) if kind else -1 for kind, colour in kinds]
    own["counts"] = [kind in _COUNTING for kind, _ in kinds]
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
