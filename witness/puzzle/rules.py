"""What makes a path a solution, and what exactly is wrong with one that is not (section 2.1).

`violations` is the definition. `goal_test` is its fast twin, for the inner loop of a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.puzzle.grid import Edge, Grid, Square, Vertex, edge_between
from witness.puzzle.model import Place, Puzzle, is_edge, place_text

#: The features of puzzles that the rules cover.
SUPPORTED = frozenset({"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals"})
_UNKNOWN = "the rule checker does not know that, so nothing can check a solution"

#: A path: its vertices in order. If it begins or ends in the middle of an edge, that edge is its
#: first or last place; half an edge on the path counts as the whole edge.
Path = tuple[Place, ...]


@dataclass(frozen=True)
class Violation:
    """One reason why a path is not a solution: a short kind, and an English sentence."""

    kind: str
    message: str

    def __str__(self) -> str:
        return self.message


def path_from_json(value: Any) -> Path:
    """Return the path that a JSON list of [row, column] vertices describes; its ends may be edges.

    Raises `InputError` for anything else.
    """
    if not isinstance(value, list):
        raise InputError("a path is a list of vertices such as [[0,0],[0,1]]")
    return tuple(_place_from_json(place) for place in value)


def _place_from_json(value: Any) -> Place:
    if isinstance(value, list) and len(value) == 2:
        if all(isinstance(part, int) and not isinstance(part, bool) for part in value):
            return (value[0], value[1])
        if all(isinstance(part, list) for part in value):
            ends = [_place_from_json(part) for part in value]
            if not any(is_edge(end) for end in ends):
                return edge_between(*cast(list[Vertex], ends))
    raise InputError(
        f"the path has {quoted(value)}; a vertex is [row, column], an edge is two of these"
    )


def path_to_json(path: Sequence[Place]) -> list[Any]:
    """Return a path as a JSON list."""
    return [list(map(list, place)) if is_edge(place) else list(place) for place in path]


def path_edges(path: Sequence[Place]) -> list[Edge]:
    """Return the edges of a path, in order."""
    return [_step_edge(a, b) for a, b in pairwise(path)]


def _step_edge(a: Place, b: Place) -> Edge:
    """Return the edge of a step, which may begin or end in the middle of that edge."""
    if is_edge(a):
        return a
    return b if is_edge(b) else edge_between(cast(Vertex, a), cast(Vertex, b))


def violations(puzzle: Puzzle, path: Sequence[Place]) -> list[Violation]:
    """Return every reason why `path` is not a solution of `puzzle`; an empty list for a solution.

    Symbols are checked only on a proper path from a start to a goal. Raises `InputError` for a
    puzzle with features that the rules do not cover.
    """
    puzzle.require(SUPPORTED, _UNKNOWN)
    broken = _shape_violations(puzzle, path)
    return broken if broken else _symbol_violations(puzzle, path)


def is_solution(puzzle: Puzzle, path: Sequence[Place]) -> bool:
    """Whether the path solves the puzzle."""
    return not violations(puzzle, path)


def _shape_violations(puzzle: Puzzle, path: Sequence[Place]) -> list[Violation]:
    if not path:
        return [Violation("empty", "the path is empty")]
    found = []
    for place in path:
        if is_edge(place):
            if place not in puzzle.grid.edge_number:
                found.append(
                    Violation("off-board", f"{place_text(place)} is not an edge of the board")
                )
        elif not puzzle.grid.has_vertex(cast(Vertex, place)):
            found.append(Violation("off-board", f"{place_text(place)} is off the board"))
    for place in path[1:-1]:
        if is_edge(place):
            found.append(
                Violation("step", f"the edge {place_text(place)} is inside the path, not at an end")
            )
    if found:
        return found
    if path[0] not in puzzle.starts:
        found.append(
            Violation("start", f"the path begins at {place_text(path[0])}, which is not a start")
        )
    for a, b in pairwise(path):
        if not _neighbours(a, b):
            found.append(
                Violation("step", f"{place_text(a)} and {place_text(b)} are not neighbours")
            )
        elif _step_edge(a, b) in puzzle.gaps:
            edge = _step_edge(a, b)
            found.append(Violation("gap", f"the path crosses the gap {place_text(edge)}"))
    for place, times in Counter(path).items():
        if times > 1:
            found.append(Violation("revisit", f"the path visits {place_text(place)} {times} times"))
    if found:
        return found
    edges = path_edges(path)
    for end in {path[0], path[-1]}:
        if is_edge(end) and edges.count(end) > 1:
            found.append(
                Violation("revisit", f"the path visits the middle of {place_text(end)} twice")
            )
    if not puzzle.pass_goals:
        found += [
            Violation("goal", f"the path goes on after reaching the goal {place_text(goal)}")
            for goal in puzzle.goals
            if (goal in edges if is_edge(goal) else goal in path) and goal != path[-1]
        ]
    if path[-1] not in puzzle.goals:
        found.append(
            Violation("goal", f"the path ends at {place_text(path[-1])}, which is not a goal")
        )
    return found


def _neighbours(a: Place, b: Place) -> bool:
    """Whether one step leads from one place to the other."""
    if is_edge(a) or is_edge(b):
        return a in b or b in a
    (row, column), (other_row, other_column) = cast(Vertex, a), cast(Vertex, b)
    return abs(row - other_row) + abs(column - other_column) == 1


def _symbol_violations(puzzle: Puzzle, path: Sequence[Place]) -> list[Violation]:
    edges = set(path_edges(path))
    found = []
    for square, wanted in puzzle.triangle_at.items():
        used = sum(edge in edges for edge in puzzle.grid.square_edges(square))
        if used != wanted:
            found.append(
                Violation(
                    "triangles",
                    f"the square {place_text(square)} has {_count(wanted, 'triangle')} but "
                    f"{_count(used, 'edge')} on the path",
                )
            )
    for dot in puzzle.dots:
        if dot not in edges and dot not in path:
            place = f"{'edge' if is_edge(dot) else 'vertex'} {place_text(dot)}"
            found.append(Violation("dot", f"the path misses the dot on the {place}"))
    if puzzle.squares or puzzle.stars:
        for region in regions(puzzle.grid, edges):
            found.extend(_region_violations(puzzle, region))
    return found


def regions(board: Grid, edges: set[Edge]) -> list[list[Square]]:
    """Return the regions into which `edges` divide the squares of a board."""
    found: list[list[Square]] = []
    unseen = dict.fromkeys(board.squares)
    while unseen:
        region = [next(iter(unseen))]
        del unseen[region[0]]
        for square in region:
            for edge in board.square_edges(square):
                if edge in edges:
                    continue
                for other in board.edge_squares(edge):
                    if other in unseen:
                        del unseen[other]
                        region.append(other)
        found.append(sorted(region))
    return found


def _region_violations(puzzle: Puzzle, region: list[Square]) -> list[Violation]:
    symbols = {s: puzzle.colours_at[s] for s in region if s in puzzle.colours_at}
    colours = Counter(colour for _, colour in symbols.values())
    found = []
    square_colours = {colour: s for s, (kind, colour) in symbols.items() if kind == "square"}
    if len(square_colours) > 1:
        places = ", ".join(
            f"{colour} at {place_text(s)}" for colour, s in sorted(square_colours.items())
        )
        found.append(Violation("squares", f"one region holds squares of two colours: {places}"))
    for square, (kind, colour) in symbols.items():
        if kind == "star" and colours[colour] != 2:
            found.append(
                Violation(
                    "stars",
                    f"the region of the {colour} star at {place_text(square)} holds "
                    f"{_count(colours[colour], f'{colour} symbol')}; exactly 2 are needed",
                )
            )
    return found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def goal_test(puzzle: Puzzle) -> Callable[[int, int], bool]:
    """Return a fast test of whether a path from a start to a goal satisfies all symbols.

    The test takes the bit sets of the path's edges and of its vertices, numbered as in
    `witness.puzzle.grid`. Raises `InputError` as `violations` does.
    """
    puzzle.require(SUPPORTED, _UNKNOWN)
    board = puzzle.grid
    triangles = [
        (board.square_edge_masks[board.square_number(square)], count)
        for square, count in puzzle.triangle_at.items()
    ]
    dot_edges = dot_vertices = 0
    for dot in puzzle.dots:
        if is_edge(dot):
            dot_edges |= 1 << board.edge_number[dot]
        else:
            dot_vertices |= 1 << board.vertex_number(cast(Vertex, dot))

    def satisfied(edges: int, vertices: int) -> bool:
        for mask, count in triangles:
            if (edges & mask).bit_count() != count:
                return False
        return edges & dot_edges == dot_edges and vertices & dot_vertices == dot_vertices

    if not (puzzle.squares or puzzle.stars):
        return satisfied

    def satisfied_with_regions(edges: int, vertices: int) -> bool:
        if not satisfied(edges, vertices):
            return False
        used = {edge for number, edge in enumerate(board.edges) if edges >> number & 1}
        return not any(_region_violations(puzzle, region) for region in regions(board, used))

    return satisfied_with_regions
