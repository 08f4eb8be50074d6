"""What makes a path a solution, and what exactly is wrong with one that is not (section 2.1).

`violations` is the definition. `goal_test` is its fast twin, for the inner loop of a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.puzzle.demands import PathDemand, RegionDemand, path_demands, region_demands
from witness.puzzle.grid import Vertex, edge_between
from witness.puzzle.model import ENDS, Puzzle, is_edge, place_text
from witness.puzzle.places import Path as Path
from witness.puzzle.places import Place, plain, step_edge
from witness.puzzle.places import path_edges as path_edges
from witness.puzzle.regions import parts
from witness.puzzle.symbols import RULED, SYMBOLS
from witness.puzzle.symbols.rule import InRegion, OnPath, said

#: The features of puzzles that the rules cover.
SUPPORTED = ENDS | RULED
_UNKNOWN = "the rule checker does not know that, so nothing can check a solution"


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
    return [plain(place) for place in path]


def violations(puzzle: Puzzle, path: Sequence[Place]) -> list[Violation]:
    """Return every reason why `path` is not a solution of `puzzle`; an empty list for a solution.

    Symbols are checked only on a proper path from a start to a goal. Raises `InputError` for a
    puzzle with features that the rules do not cover.
    """
    puzzle.require(SUPPORTED, _UNKNOWN)
    for wrong in (_wrong_places, _wrong_steps, _wrong_goals, _wrong_symbols):
        if broken := list(wrong(puzzle, path)):
            return broken
    return []


def is_solution(puzzle: Puzzle, path: Sequence[Place]) -> bool:
    """Whether the path solves the puzzle."""
    return not violations(puzzle, path)


def _wrong_places(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[Violation]:
    if not path:
        yield Violation("empty", "the path is empty")
    for place in path:
        if is_edge(place):
            if place not in puzzle.grid.edge_number:
                yield Violation("off-board", f"{place_text(place)} is not an edge of the board")
        elif not puzzle.grid.has_vertex(cast(Vertex, place)):
            yield Violation("off-board", f"{place_text(place)} is off the board")
    for place in path[1:-1]:
        if is_edge(place):
            where = "is inside the path, not at an end"
            yield Violation("step", f"the edge {place_text(place)} {where}")


def _wrong_steps(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[Violation]:
    if path[0] not in puzzle.starts:
        words = f"the path begins at {place_text(path[0])}, which is not a start"
        yield Violation("start", words)
    for a, b in pairwise(path):
        if not _neighbours(a, b):
            yield Violation("step", f"{place_text(a)} and {place_text(b)} are not neighbours")
        elif (edge := step_edge(a, b)) in puzzle.barred:
            symbol = SYMBOLS[puzzle.barred[edge]]
            sentence = cast(OnPath, symbol.rule).sentence
            yield Violation(symbol.violation, said(sentence, place=place_text(edge)))
    for place, times in Counter(path).items():
        if times > 1:
            yield Violation("revisit", f"the path visits {place_text(place)} {times} times")


def _wrong_goals(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[Violation]:
    edges = path_edges(path)
    for end in {path[0], path[-1]}:
        if is_edge(end) and edges.count(end) > 1:
            yield Violation("revisit", f"the path visits the middle of {place_text(end)} twice")
    for goal in () if puzzle.pass_goals else puzzle.goals:
        if (goal in edges if is_edge(goal) else goal in path) and goal != path[-1]:
            words = f"the path goes on after reaching the goal {place_text(goal)}"
            yield Violation("goal", words)
    if path[-1] not in puzzle.goals:
        yield Violation("goal", f"the path ends at {place_text(path[-1])}, which is not a goal")


def _neighbours(a: Place, b: Place) -> bool:
    """Whether one step leads from one place to the other."""
    if is_edge(a) or is_edge(b):
        return a in b or b in a
    (row, column), (other_row, other_column) = cast(Vertex, a), cast(Vertex, b)
    return abs(row - other_row) + abs(column - other_column) == 1


def path_masks(puzzle: Puzzle, path: Sequence[Place]) -> tuple[int, int]:
    """Return the bit sets (edges, vertices) of a path, numbered as in `witness.puzzle.grid`."""
    vertices = 0
    for place in path:
        if not is_edge(place):
            vertices |= 1 << puzzle.grid.vertex_number(cast(Vertex, place))
    return puzzle.grid.edge_set(path_edges(path)), vertices


def _wrong_symbols(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[Violation]:
    edges, vertices = path_masks(puzzle, path)
    for demand in path_demands(puzzle):
        found = demand.found(edges, vertices)
        if found not in demand.numbers:
            yield _wrong_path(demand, found)
    demands = region_demands(puzzle)
    if demands:
        for region in dict.fromkeys(parts(puzzle.grid, ~edges)):
            inside = [one for one in demands if region >> one.square & 1]
            yield from _wrong_region(region, inside)


def _wrong_path(demand: PathDemand, found: int) -> Violation:
    symbol = SYMBOLS[demand.symbol]
    place = symbol.place(demand.entry)
    sentence = said(
        cast(OnPath, symbol.rule).sentence,
        place=place_text(place),
        at="edge" if is_edge(place) else "vertex",
        wanted=demand.numbers[0],
        found=found,
    )
    return Violation(symbol.violation, sentence)


def _wrong_region(region: int, demands: list[RegionDemand]) -> Iterator[Violation]:
    """Yield what is wrong with a region of some squares, of which these are the demands."""
    for name, given in groupby(demands, key=attrgetter("symbol")):
        symbol = SYMBOLS[name]
        rule = cast(InRegion, symbol.rule)
        found = {one: (region & one.squares).bit_count() for one in given}
        wrong = [one for one, number in found.items() if number not in one.numbers]
        colours = {one.entry[2]: place_text(symbol.place(one.entry)) for one in wrong}
        places = ", ".join(f"{colour} at {place}" for colour, place in sorted(colours.items()))
        for one in wrong[:1] if rule.once else wrong:
            place = place_text(symbol.place(one.entry))
            parts = {"place": place, "colour": one.entry[2], "found": found[one], "places": places}
            yield Violation(symbol.violation, said(rule.sentence, **parts))


def goal_test(puzzle: Puzzle) -> Callable[[int, int], bool]:
    """Return a fast test of whether a path from a start to a goal satisfies all symbols.

    The test takes the bit sets of the path's edges and of its vertices, numbered as in
    `witness.puzzle.grid`. Raises `InputError` as `violations` does.
    """
    puzzle.require(SUPPORTED, _UNKNOWN)
    on_path = [(one.edges, one.vertices, one.numbers) for one in path_demands(puzzle)]
    in_regions = [(one.square, one.squares, one.numbers) for one in region_demands(puzzle)]

    def satisfied(edges: int, vertices: int) -> bool:
        for some, others, numbers in on_path:
            if (edges & some).bit_count() + (vertices & others).bit_count() not in numbers:
                return False
        if not in_regions:
            return True
        region = parts(puzzle.grid, ~edges)
        return all(
            (region[square] & squares).bit_count() in numbers
            for square, squares, numbers in in_regions
        )

    return satisfied
