"""Answer set programming as a solver, for all symbols.

Its readable model is `panel.lp`, with a file for each symbol (`witness/puzzle/symbols/*.lp`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cache
from importlib.resources import files
from itertools import product
from typing import cast

import clingo

from witness.base import clock
from witness.base.collector import collect_at_exit
from witness.base.limits import Budget, LimitReachedError
from witness.puzzle.graph import PathGraph, path_graph
from witness.puzzle.grid import Vertex
from witness.puzzle.model import FEATURES, Place, Puzzle, is_edge
from witness.puzzle.polyominoes import Rows, placed, within
from witness.puzzle.rules import Path, goal_test, open_halves, path_masks
from witness.puzzle.solvers.answer import first
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, SYMBOLS

NAME = "clingo"
SUPPORTED = frozenset(FEATURES)

#: Seconds between two looks for Ctrl-C.
_WAIT = 0.2

collect_at_exit()


def prepare(puzzle: Puzzle) -> None:
    """Load what is needed once."""
    model()


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any; there is one engine."""
    with closing(_Model(puzzle, budget)) as model:
        return first(model, shortest), None


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    with closing(_Model(puzzle, budget)) as model:
        while (path := model.next()) is not None:
            yield path


@cache
def model() -> str:
    """Return the text of the model: the rules of paths, and those of each symbol."""
    paths = (files("witness.puzzle.solvers") / "panel.lp").read_text(encoding="utf-8")
    return "#program base.\n".join([paths, *(one.program() for one in SYMBOLS.values())])


def facts(puzzle: Puzzle) -> str:
    """Return a panel as the facts that the model asks for, one a line.

    Vertices, edges and squares have their numbers on the board, the middles of edges the numbers
    after those of the vertices (`witness.puzzle.graph`), colours those in the order of their names.
    """
    board, graph = puzzle.grid, path_graph(puzzle)
    lines = [f"link({a},{b},{e})." for a, row in enumerate(graph.steps) for b, e in row]
    lines += [f"start({start})." for start in graph.starts]
    lines += [
        f"middle({number},{board.edge_number[place]})."
        for number, place in enumerate(graph.places)
        if is_edge(place)
    ]
    lines += [f"goal({goal})." for goal in sorted(graph.goals)]
    flags = {
        "pass_goals": puzzle.pass_goals,
        "open_halves": puzzle.open_halves,
        "windmill": puzzle.rules == "windmill",
        "loosely": puzzle.rules == "windmill" and "negative-blocks" in puzzle.features,
        "no_crossing": not _crossing(puzzle),
    }
    lines += [f"{name}." for name, holds in flags.items() if holds]
    if puzzle.images is not None:
        lines += [f"image({a},{b})." for a, b in enumerate(graph.images or ())]
        lines += [f"imaged({e},{f})." for e, f in enumerate(puzzle.images.edges)]
        if puzzle.rules == "witnesspuzzles":
            lines += [
                f"between({board.edge_number[(one, other)]},{board.vertex_number(one)},"
                f"{board.vertex_number(other)})."
                for one, other in filter(is_edge, graph.places)
            ]
    names = sorted({colour for _, colour in puzzle.colours_at.values()})
    colours = {colour: number for number, colour in enumerate(names)}
    for symbol in (*ON_LINES, *IN_SQUARES):
        lines += symbol.facts(puzzle, colours)
    lines += [
        f"colour({board.square_number(square)},{colours[colour]})."
        for square, (kind, colour) in puzzle.colours_at.items()
    ]
    if puzzle.blocks:
        lines += _placements(puzzle)
    if puzzle.eliminations:
        lines += _near(puzzle)
    if puzzle.regional:
        for number, edge in enumerate(board.edges):
            if puzzle.walls >> number & 1:
                continue
            sides = [board.square_number(square) for square in board.edge_squares(edge)]
            lines += [f"beside({s},{t},{number})." for s in sides for t in sides if s != t]
    return "\n".join(lines)


def _placements(puzzle: Puzzle) -> Iterator[str]:
    """Yield where blocks may lie; the placements of a shape have numbers in a row."""
    board = puzzle.grid
    yield from (f"square_of_board({number})." for number in range(len(board.squares)))
    known: dict[tuple[Rows, ...], range] = {}
    last = 0
    for block in puzzle.blocks:
        if block.shapes not in known:
            number = last
            for shape, corner in product(block.shapes, board.squares):
                squares = placed(board, shape, corner)
                if squares is not None and all(map(board.has_square, squares)):
                    yield from (f"cover({number},{board.square_number(s)})." for s in squares)
                    inner = within(board, shape, squares)
                    yield from (f"inner({number},{board.edge_number[edge]})." for edge in inner)
                    number += 1
            known[block.shapes] = range(last, number)
            last = number + 1
        square = board.square_number(block[:2])
        yield from (f"option({square},{number})." for number in known[block.shapes])


def _crossing(puzzle: Puzzle) -> bool:
    """Whether a block may lie across a line: by the Windmill's rules, where one ends within."""
    board = puzzle.grid
    if puzzle.rules != "windmill":
        return False
    on_border: set[Place] = {*board.peripheral_vertices}
    on_border |= {edge for edge in board.edges if len(board.edge_squares(edge)) == 1}
    ends = {*puzzle.starts, *puzzle.goals}
    return bool(board.wraps or puzzle.missing or not ends <= on_border)


def _near(puzzle: Puzzle) -> Iterator[str]:
    """Yield in or at which squares each symbol is that a mark can take away."""
    board = puzzle.grid
    for symbol in IN_SQUARES:
        if symbol.name != "eliminations":
            for entry in getattr(puzzle, symbol.name):
                number = board.square_number(entry[:2])
                yield f"near({number},{number})."
    for place in (*puzzle.dots, *(place for place, _ in puzzle.line_dots)):
        if is_edge(place):
            name, beside = f"edge({board.edge_number[place]})", board.edge_squares(place)
        else:
            name = f"at({board.vertex_number(cast(Vertex, place))})"
            beside = board.vertex_squares(cast(Vertex, place))
        for square in beside:
            if square not in puzzle.missing:
                yield f"near({name},{board.square_number(square)})."


class _Model:
    """A panel as clingo sees it: the models of its program are enumerated by their lines.

    Each solution is a model. Some models are none (what does *not* fill a region is beyond the
    program), so the goal test has the last word. Expansions are conflicts.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.graph, self.budget = path_graph(puzzle), budget
        self.exact = not (puzzle.blocks or puzzle.eliminations)
        self.puzzle, self.satisfied = puzzle, goal_test(puzzle)
        self.control = clingo.Control(
            ["0", "--project=show", "--configuration=trendy", "--warn=none"]
        )
        if budget.limits.max_expansions is not None:
            self.control.configuration.solve.solve_limit = budget.limits.max_expansions  # type: ignore[union-attr]
        self.control.add("base", [], model())
        self.control.add("base", [], facts(puzzle))
        self.control.ground([("base", [])])
        self.found: Generator[Path] | None = None

    def close(self) -> None:
        """Stop the enumeration."""
        if self.found is not None:
            self.found.close()
            self.found = None

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""
        if self.found is None:
            self.found = self._lines()
        for path in self.found:
            if self.exact or self._right(path):
                return path
        return None

    def shorter_than(self, length: int) -> None:
        """Ask for solutions with fewer edges than this only."""
        self.close()
        self.control.ground([("shorter", [clingo.Number(length)])])

    def _right(self, path: Path) -> bool:
        return self.satisfied(*path_masks(self.puzzle, path), open_halves(self.puzzle, path))

    def _lines(self) -> Generator[Path]:
        with clock.helped(), self.control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(self.budget.wait(_WAIT)):
                    self.budget.check()
                found = handle.model()
                if found is None:
                    if handle.get().interrupted:
                        raise LimitReachedError("time-limit")
                    if handle.get().unknown:
                        raise LimitReachedError("expansion-limit")
                    return
                yield _path(self.graph, found)
                self.budget.check()


def _path(graph: PathGraph, found: clingo.Model) -> Path:
    following = {}
    here = -1
    for atom in found.symbols(shown=True):
        numbers = [argument.number for argument in atom.arguments]
        if atom.name == "step":
            following[numbers[0]] = numbers[1]
        else:
            here = numbers[0]
    trail = [here]
    while trail[-1] in following:
        trail.append(following[trail[-1]])
    return graph.path(trail)
