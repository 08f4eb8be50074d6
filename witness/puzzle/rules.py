"""What makes a path a solution, and what exactly is wrong with one that is not (section 2.1).

`Judge` says what is wrong by the symbols, and `violations` says all that is wrong in sentences.
`goal_test` is for the inner loop of a search: it is faster without two lines, blocks and marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, cast

from witness.base.errors import InputError
from witness.puzzle import normal_form
from witness.puzzle.constraints import (
    PathDemand,
    RegionDemand,
    path_demands,
    region_demands,
    touched,
)
from witness.puzzle.elimination_marks import Removal
from witness.puzzle.filling import Filling
from witness.puzzle.grid import Path as Path
from witness.puzzle.grid import (
    Place,
    Vertex,
    edge_between,
    half_edges,
    parts,
    place_order,
    plain,
    step_edge,
)
from witness.puzzle.grid import path_edges as path_edges
from witness.puzzle.model import FEATURES, Puzzle, is_edge, place_text
from witness.puzzle.second_line import image
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.rule import Counted, Fills, InRegion, OnLine, OnPath, Removes, said

#: The features of puzzles that the rules cover: all that a symbol or a board can have.
SUPPORTED = frozenset(FEATURES)
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
    return tuple(normal_form.place("the path", place) for place in value)


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
        if not _neighbours(puzzle, a, b):
            yield Violation("step", f"{place_text(a)} and {place_text(b)} are not neighbours")
        else:
            for edge in _both_lines(puzzle, step_edge(a, b)):
                if edge in puzzle.barred:
                    symbol = SYMBOLS[puzzle.barred[edge]]
                    sentence = cast(OnPath, symbol.rule).sentence
                    yield Violation(symbol.violation, said(sentence, place=place_text(edge)))
    for place, times in Counter(path).items():
        if times > 1:
            yield Violation("revisit", f"the path visits {place_text(place)} {times} times")
    if puzzle.symmetry:
        places = {*path, *path_edges(path)}
        for place in sorted(places, key=place_order):
            other = image(puzzle.grid, puzzle.symmetry, place)
            if other in places and place_order(other) >= place_order(place):
                yield Violation("meeting", f"the two lines meet at {place_text(place)}")


def _both_lines(puzzle: Puzzle, place: Place) -> list[Place]:
    """Return a place of the path, and that of the second line if there is one."""
    if not puzzle.symmetry:
        return [place]
    return list(dict.fromkeys([place, image(puzzle.grid, puzzle.symmetry, place)]))


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


def _neighbours(puzzle: Puzzle, a: Place, b: Place) -> bool:
    """Whether one step leads from one place to the other."""
    if is_edge(a) or is_edge(b):
        return a in b or b in a
    return edge_between(cast(Vertex, a), cast(Vertex, b)) in puzzle.grid.edge_number


def path_masks(puzzle: Puzzle, path: Sequence[Place]) -> tuple[int, int]:
    """Return the bit sets (edges, vertices) of a path, numbered as in `witness.puzzle.grid`."""
    vertices = 0
    for place in path:
        if not is_edge(place):
            vertices |= 1 << puzzle.grid.vertex_number(cast(Vertex, place))
    return puzzle.grid.edge_set(path_edges(path)), vertices


def open_halves(puzzle: Puzzle, path: Sequence[Place]) -> int:
    """Return the bit set of the edges of which a path has half, if these do not divide regions.

    Those of a second line are its images (`Lines`).
    """
    if not puzzle.open_halves:
        return 0
    return puzzle.grid.edge_set(half_edges(path))


def _wrong_symbols(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[Violation]:
    judge = Judge(puzzle)
    for fault in judge.faults(*path_masks(puzzle, path), open_halves(puzzle, path)):
        yield from fault()


class Lines:
    """What is on the lines of a puzzle, as bit sets of edges and vertices.

    `edges` and `vertices` are those of both lines, `first` those of the path alone; `dividing` are
    the edges across which no region goes: without the `halves` at the ends of the path, and their
    images. No block lies across any of the `edges`.
    """

    def __init__(self, puzzle: Puzzle, edges: int, vertices: int, halves: int) -> None:
        self.first = (edges, vertices)
        if puzzle.images is not None:
            edges, vertices = puzzle.images.both(edges, vertices)
            shut = vertices if puzzle.rules == "witnesspuzzles" else 0
            halves = puzzle.images.open_halves(halves, shut)
        self.edges, self.vertices = edges, vertices
        self.dividing = edges & ~halves | puzzle.walls


#: What is wrong with a path; the function returns the sentences.
Fault = Callable[[], "Iterable[Violation]"]


class Judge:
    """What is wrong with a path from a start to a goal by the symbols of a puzzle.

    What was found of a region is remembered.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        number = puzzle.grid.square_number
        self._in_regions = region_demands(puzzle)
        self._blocks = {number(block[:2]): block for block in puzzle.blocks}
        self._filling = Filling(puzzle)
        self._removal = Removal(puzzle, self._in_regions, self._filling)
        # Each demand with the squares around it, and whether it stands in a square.
        self._on_path = [
            (
                one,
                touched(puzzle, one.symbol, SYMBOLS[one.symbol].place(one.entry)),
                SYMBOLS[one.symbol].where == "square",
            )
            for one in path_demands(puzzle)
        ]
        self._of_lines = [
            (place, line, touched(puzzle, "line_dots", place)) for place, line in puzzle.line_dots
        ]
        self._known: dict[tuple[int, ...], tuple[Fault, ...]] = {}

    def faults(self, edges: int, vertices: int, halves: int = 0) -> Iterator[Fault]:
        """Yield what is wrong, given the bit sets of a path (`path_masks`, `open_halves`).

        A symbol on the path that is wrong must be taken away where all regions that it touches have
        marks.
        """
        lines = Lines(self._puzzle, edges, vertices, halves)
        marks = self._removal.marks
        regions = self._regions(lines) if marks else []
        wrong = {region: 0 for region in regions if region & marks}  # the squares, by region,
        more = dict(wrong)  # and the number of other symbols

        def takers(around: int) -> list[int]:
            """Return the regions of a symbol, if each has marks that may take it away."""
            own = [region for region in regions if region & around]
            return own if all(region in wrong for region in own) else []

        for one, around, in_square in self._on_path:
            found = one.found(lines.edges, lines.vertices)
            if found not in one.numbers:
                for region in (taken := takers(around)):
                    wrong[region] |= around if in_square else 0
                    more[region] += not in_square
                if not taken:
                    yield partial(_wrong_path, one, found)
        for place, line, around in self._of_lines:
            if not self._visits(place, lines, line):
                taken = [] if self._visits(place, lines, 3 - line) else takers(around)
                for region in taken:
                    more[region] += 1
                if not taken:
                    yield partial(_wrong_line, place, line)
        for region in regions or self._regions(lines):
            inner = self._filling.inner(region) & lines.edges
            key = (region, inner, wrong.get(region, 0), more.get(region, 0))
            if key not in self._known:
                self._known[key] = tuple(self._of_region(*key))
            yield from self._known[key]

    def _regions(self, lines: Lines) -> list[int]:
        puzzle = self._puzzle
        return [*dict.fromkeys(parts(puzzle.grid, ~lines.dividing))] if puzzle.regional else []

    def _visits(self, place: Place, lines: Lines, line: int) -> bool:
        """Whether one of the two lines is at a place."""
        board = self._puzzle.grid
        if line == 2:
            place = image(board, self._puzzle.symmetry, place)
        edges, vertices = lines.first
        if is_edge(place):
            return bool(edges >> board.edge_number[place] & 1)
        return bool(vertices >> board.vertex_number(cast(Vertex, place)) & 1)

    def _of_region(self, region: int, line: int, wrong: int, more: int) -> Iterator[Fault]:
        """Yield what is wrong with a region, given what its marks have to take away at least."""
        if region & self._removal.marks:
            if not self._removal.right(region, line, wrong, more):
                yield partial(self._wrong_marks, region, line, wrong, more)
            return
        demands = [one for one in self._in_regions if region >> one.square & 1]
        if any((region & one.squares).bit_count() not in one.numbers for one in demands):
            yield partial(_wrong_region, region, demands)
        inside = {square: block for square, block in self._blocks.items() if region >> square & 1}
        if not self._filling.fill(region, line, inside.values()):
            yield partial(_wrong_blocks, region, inside)

    def _wrong_marks(self, region: int, line: int, wrong: int, more: int) -> Iterator[Violation]:
        """Yield what is wrong with a region with elimination marks."""
        symbol = SYMBOLS["eliminations"]
        marks = self._puzzle.grid.squares_of(region & self._removal.marks)
        least = self._removal.least(region, line, wrong, more, len(marks))
        if least is None:
            wanted = "more of its symbols are wrong"
        elif least:
            wanted = f"{Counted(least):symbol} must go so that the rest is right"
        else:
            wanted = "nothing in it is wrong"
        found = {"place": place_text(marks[0]), "found": len(marks), "wanted": wanted}
        yield Violation(symbol.violation, said(cast(Removes, symbol.rule).sentence, **found))


def _wrong_path(demand: PathDemand, found: int) -> Iterator[Violation]:
    symbol = SYMBOLS[demand.symbol]
    place = symbol.place(demand.entry)
    sentence = said(
        cast(OnPath, symbol.rule).sentence,
        place=place_text(place),
        at="edge" if is_edge(place) else "vertex",
        wanted=demand.numbers[0],
        found=found,
    )
    yield Violation(symbol.violation, sentence)


def _wrong_line(place: Place, line: int) -> Iterator[Violation]:
    symbol = SYMBOLS["line_dots"]
    at = "edge" if is_edge(place) else "vertex"
    sentence = cast(OnLine, symbol.rule).sentence
    yield Violation(
        symbol.violation, said(sentence, place=place_text(place), at=at, line=str(line))
    )


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


def _wrong_blocks(region: int, blocks: dict[int, Any]) -> Iterator[Violation]:
    """Yield what is wrong with the blocks of a region, by their squares."""
    symbol = SYMBOLS["blocks"]
    total = sum(-block.size if block.negative else block.size for block in blocks.values())
    area = region.bit_count()
    have = "they come to" if any(block.negative for block in blocks.values()) else "they have"
    found = (
        f"{have} {Counted(total):square}, the region {area}" if total != area else "they do not fit"
    )
    place = place_text(min(blocks.values())[:2])
    yield Violation(
        symbol.violation, said(cast(Fills, symbol.rule).sentence, place=place, found=found)
    )


def goal_test(puzzle: Puzzle) -> Callable[..., bool]:
    """Return a fast test of whether a path from a start to a goal satisfies all symbols.

    The test takes the bit sets of the path's edges and of its vertices, numbered as in
    `witness.puzzle.grid`, and its `open_halves` if it has any. Raises `InputError` as `violations`
    does.
    """
    puzzle.require(SUPPORTED, _UNKNOWN)
    if puzzle.symmetry or puzzle.blocks or puzzle.eliminations:
        faults = Judge(puzzle).faults
        return lambda *masks: next(faults(*masks), None) is None
    on_path = [(one.edges, one.vertices, one.numbers) for one in path_demands(puzzle)]
    in_regions = [(one.square, one.squares, one.numbers) for one in region_demands(puzzle)]
    walls, board = puzzle.walls, puzzle.grid

    def satisfied(edges: int, vertices: int, halves: int = 0) -> bool:
        for some, others, numbers in on_path:
            if (edges & some).bit_count() + (vertices & others).bit_count() not in numbers:
                return False
        if not in_regions:
            return True
        region = parts(board, ~(edges & ~halves | walls))
        return all(
            (region[square] & squares).bit_count() in numbers
            for square, squares, numbers in in_regions
        )

    return satisfied
