"""The inference rules of Chen's thesis (Appendix A): what a player of the game comes to know.

That a move must stay on the board, and off the gaps and the path, needs no rule: the moves of a
state are like that (`witness.difficulty.state`). Half an edge on a path counts as the edge, so a
path can touch an edge with a goal in its middle from either end. Rules about single edges and
squares ignore such edges, the one with the start in its middle, and the triangles beside them.
"""

from __future__ import annotations

from witness.difficulty.inference import Verdict
from witness.difficulty.rules.written import EdgeRule, SquareMove, SquareRule, WrittenRule
from witness.difficulty.state import Move, Panel, State
from witness.puzzle.model import is_edge
from witness.puzzle.views.configurations import AWAY


def _has_closed_sides(panel: Panel) -> bool:
    return panel.reasoned and bool(panel.ring) and panel.graph.goals <= set(panel.ring)


def _wall(state: State, move: Move) -> Verdict | None:
    panel, ring = state.panel, state.panel.ring
    meets_it_again = (
        bool(state.edges)
        and state.head in ring
        and state.edges[-1] not in panel.border_edges
        and any(place in ring for place in state.trail[:-1])
    )
    if not meets_it_again or move.place not in ring:
        return None
    here, there = ring.index(state.head), ring.index(move.place)
    turn = 1 if (there - here) % len(ring) == 1 else -1
    while ring[there] not in state.trail:
        if ring[there] in panel.graph.goals:
            return None
        there = (there + turn) % len(ring)
    return Verdict.MUST_NOT


WALL = WrittenRule(
    "wall",
    "A path that has touched the border and now meets it again, head on, must not turn into the "
    "side that this closes: the one where the border leads back to the path before it leads to a "
    "goal.",
    "the path and the border enclose that side, and all goals are elsewhere on the border; with "
    "a goal inside the board this is not so, and the rule switches itself off",
    _has_closed_sides,
    _wall,
)


def _corners(move: SquareMove) -> Verdict | None:
    return Verdict.MUST_NOT if move.free_after < move.missing_after else None


CORNERS = SquareRule(
    "corners",
    "A path must not leave a square with triangles fewer unvisited corners than edges that it "
    "still needs.",
    "every further edge of the square that a path takes leads to a new corner",
    _corners,
)


def parting_edges(panel: Panel) -> frozenset[int]:
    """Return the edges between coloured squares of two colours."""
    board, at = panel.puzzle.grid, panel.puzzle.colours_at
    found = set()
    for number, edge in enumerate(board.edges):
        colours = {at[s][1] for s in board.edge_squares(edge) if at.get(s, ("",))[0] == "square"}
        if len(colours) == 2:
            found.add(number)
    return frozenset(found - panel.halved_edges)


COLOURS = EdgeRule(
    "colours",
    "A path must go between two squares of different colours that it comes to.",
    "a path that leaves one end of an edge never takes this edge later, and without it the two "
    "squares share a region",
    parting_edges,
)


def dotted_edges(panel: Panel) -> frozenset[int]:
    """Return the edges with a dot."""
    dots = {panel.puzzle.grid.edge_number[dot] for dot in panel.puzzle.dots if is_edge(dot)}
    return frozenset(dots - panel.halved_edges)


DOTS = EdgeRule(
    "dots",
    "A path must go across a dot on an edge that it comes to.",
    "a path that leaves one end of an edge never takes this edge later",
    dotted_edges,
)


def _along(move: SquareMove) -> Verdict | None:
    return Verdict.MUST if move.along and move.free == move.missing < 3 else None


ALONG = SquareRule(
    "along",
    "A path must go along a square with triangles that needs exactly as many more edges as it has "
    "unvisited corners (but at the first corner of three triangles, where there is a choice).",
    "each of these edges leads to another of these corners, and a path that has left the square "
    "comes to the first of them by no edge of the square",
    _along,
)


def _three(move: SquareMove) -> Verdict | None:
    if move.triangles != 3 or move.free != 3 or move.head == AWAY:
        return None
    return Verdict.PROBABLE_MUST if move.along else Verdict.MUST_NOT


THREE = SquareRule(
    "three",
    "At the first corner of a square with three triangles, a path probably must take one of the "
    "square's edges; the other moves it must not take.",
    "three edges in a row visit all four corners, the first one among them",
    _three,
)

#: The rules of the thesis, in the order of its Appendix A.
THESIS = (WALL, CORNERS, COLOURS, DOTS, ALONG, THREE)


def _full(move: SquareMove) -> Verdict | None:
    return Verdict.MUST_NOT if move.missing_after < 0 else None


#: Appendix A does not list this rule; the program that computed the thesis' numbers has it.
FULL = SquareRule(
    "full",
    "A path must not take more edges of a square than it has triangles.",
    "an edge on the path stays there",
    _full,
)
