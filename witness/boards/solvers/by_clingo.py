"""Answer set programming as a solver, for all symbols.

Its readable model is `panel.lp`, with a file for each symbol (`witness/puzzle/symbols/*.lp`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import clingo

from witness.base.limits import Budget, LimitReachedError
from witness.puzzle.graph import PathGraph, path_graph
from witness.puzzle.model import ENDS, Puzzle, is_edge
from witness.puzzle.rules import Path
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, RULED, SYMBOLS

NAME = "clingo"
SUPPORTED = ENDS | RULED | {
    "start-goals", "edge-start-goals", "four-triangles", "coloured", "missing"
}  # fmt: skip

#: Seconds between two looks for Ctrl-C.
_WAIT = 0.2


def skip() -> str | None:
    """Return None: clingo is installed with this package."""
    return None


def prepare(puzzle: Puzzle) -> None:
    """Load what is needed once."""
    model()


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any; there is one engine."""
    parts = ("base", "shortest") if shortest else ("base",)
    # With `shortest` each is shorter than the one before it, and the last is the answer.
    found = deque(_models(puzzle, budget, 0 if shortest else 1, parts), maxlen=1)
    return (found[0] if found else None), None


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    return _models(puzzle, budget, 0, ("base",))


@cache
def model() -> str:
    """Return the text of the model: the rules of paths, and those of each symbol."""
    paths = (files("witness.boards.solvers") / "panel.lp").read_text(encoding="utf-8")
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
    if puzzle.pass_goals:
        lines.append("pass_goals.")
    names = sorted({colour for _, colour in puzzle.colours_at.values()})
    colours = {colour: number for number, colour in enumerate(names)}
    for symbol in (*ON_LINES, *IN_SQUARES):
        lines += symbol.facts(puzzle, colours)
    lines += [
        f"colour({board.square_number(square)},{colours[colour]})."
        for square, (kind, colour) in puzzle.colours_at.items()
    ]
    if puzzle.regional:
        for number, edge in enumerate(board.edges):
            if puzzle.walls >> number & 1:
                continue
            sides = [board.square_number(square) for square in board.edge_squares(edge)]
            lines += [f"beside({s},{t},{number})." for s in sides for t in sides if s != t]
    return "\n".join(lines)


def _models(puzzle: Puzzle, budget: Budget, number: int, parts: tuple[str, ...]) -> Iterator[Path]:
    """Yield `number` models (0: all) as paths."""
    control = clingo.Control([str(number), "--configuration=trendy", "--warn=none"])
    control.add("base", [], model())
    control.add("base", [], facts(puzzle))
    control.ground([(part, []) for part in parts])
    graph = path_graph(puzzle)
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(budget.wait(_WAIT)):
                budget.check()
            found = handle.model()
            if found is None:
                if handle.get().interrupted:
                    raise LimitReachedError("time-limit")
                return
            yield _path(puzzle, graph, found)
            budget.check()


def _path(puzzle: Puzzle, graph: PathGraph, found: clingo.Model) -> Path:
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
