"""A panel as a game: the rules of its symbols in the Game Description Language.

Places are `r0c1` (the vertex in row 0, column 1) or `mid-h0-1` (the middle of an edge), edges
`h0-1` and `v0-1` (horizontal and vertical, named by their lower or left end), squares `s0-1`.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.errors import InputError
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Edge, Square, Vertex
from witness.puzzle.model import Place, Puzzle, is_edge

#: The features of puzzles that there are rules for.
SUPPORTED = frozenset(
    {"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals", "start-goals"}
)

_MOVES = """
; A step along an edge to a place where the path has not been.
(<= (legal player (go ?a ?b)) (true (at ?a)) (way ?a ?b ?e) (not (true (visited ?b))))
(<= (next (at ?b)) (does player (go ?a ?b)))
(<= (next (visited ?b)) (does player (go ?a ?b)))
(<= (next (edge ?e)) (does player (go ?a ?b)) (way ?a ?b ?e))
; Nothing is taken back.
(<= (next (visited ?a)) (true (visited ?a)))
(<= (next (edge ?e)) (true (edge ?e)))
"""

_CHOICE_OF_START = """
; The path begins at one of several places.
(init choosing)
(<= (legal player (begin ?a)) (true choosing) (start ?a))
(<= (next (at ?a)) (does player (begin ?a)))
(<= (next (visited ?a)) (does player (begin ?a)))
"""

_END = """
; The path ends at the first end that it reaches, or where it is stuck.
(<= terminal (true (at ?a)) (end ?a))
(<= terminal (not open))
(<= open (legal player ?m))
(<= ended (true (at ?a)) (end ?a))
"""

_END_WHERE_IT_WILL = """
; The path may pass over ends; it ends where it stops at one, or where it is stuck.
(<= (legal player stop) (true (at ?a)) (end ?a))
(<= (next (at ?a)) (true (at ?a)) (does player stop))
(<= (next stopped) (does player stop))
(<= terminal (true stopped))
(<= terminal (not open))
(<= open (legal player ?m))
(<= ended (true stopped))
"""

_GOAL = """
; 100 points for a solution, none for anything else.
(<= solved ended (not wrong))
(<= (goal player 100) solved)
(<= (goal player 0) (not solved))
"""

_TRIANGLES = """
; A square with k triangles has exactly k of its edges on the path. (touched s i n): n or more of
; the first i sides of the square are on the path.
(<= (touched ?s 0 0) (square ?s))
(<= (touched ?s ?i ?n) (side ?s ?i ?e) (after ?h ?i) (touched ?s ?h ?n))
(<= (touched ?s ?i ?n) (side ?s ?i ?e) (after ?h ?i) (touched ?s ?h ?m) (after ?m ?n)
    (true (edge ?e)))
(<= (over ?s) (triangles ?s ?k) (after ?k ?n) (touched ?s 4 ?n))
(<= (under ?s) (triangles ?s ?k) (not (touched ?s 4 ?k)))
(<= wrong (over ?s))
(<= wrong (under ?s))
(after 0 1) (after 1 2) (after 2 3) (after 3 4)
"""

_DOTS = """
; Dots are on the path.
(<= (missed ?d) (dot_place ?d) (not (true (visited ?d))))
(<= (missed ?d) (dot_edge ?d) (not (true (edge ?d))))
(<= wrong (missed ?d))
"""

_REGIONS = """
; Regions: squares that are connected across edges which are not on the path.
(<= (region ?s ?s) (symbol ?s ?c))
"""

_BESIDE = "(<= (region ?s ?u) (region ?s ?t) (beside ?t ?u ?e) (not (true (edge ?e))))"

_SQUARES = """
; Coloured squares in one region have one colour.
(<= (mixed ?s ?t) (coloured ?s ?c) (coloured ?t ?d) (distinct ?c ?d) (region ?s ?t))
(<= wrong (mixed ?s ?t))
"""

_STARS = """
; The region of a star has exactly one other symbol of its colour.
(<= (partner ?s ?t) (star ?s ?c) (symbol ?t ?c) (distinct ?s ?t) (region ?s ?t))
(<= (paired ?s) (partner ?s ?t))
(<= wrong (star ?s ?c) (not (paired ?s)))
(<= wrong (partner ?s ?t) (partner ?s ?u) (distinct ?t ?u))
"""


def rulesheet_of(puzzle: Puzzle) -> str:
    """Return the rules of a panel as a game of one player, in KIF, with comments.

    Raises `InputError` for a puzzle with what there are no rules for.
    """
    puzzle.require(SUPPORTED, "there are no rules for that in the Game Description Language here")
    return "\n".join(_lines(puzzle)) + "\n"


def vertex_name(vertex: Vertex) -> str:
    """Return the name of a vertex."""
    return f"r{vertex[0]}c{vertex[1]}"


def edge_name(edge: Edge) -> str:
    """Return the name of an edge."""
    (row, column), (other, _) = edge
    return f"{'h' if row == other else 'v'}{row}-{column}"


def place_name(place: Place) -> str:
    """Return the name of a vertex, or of the middle of an edge."""
    return f"mid-{edge_name(place)}" if is_edge(place) else vertex_name(place)  # type: ignore[arg-type]


def _square_name(square: Square) -> str:
    return f"s{square[0]}-{square[1]}"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    board, graph = puzzle.grid, path_graph(puzzle)
    if not graph.starts:
        raise InputError("the puzzle has no start")
    names = [place_name(place) for place in graph.places]
    edges = [edge_name(edge) for edge in board.edges]
    title = "".join(c if c.isprintable() else "?" for c in puzzle.id)
    yield f"; The panel {title}: {puzzle.rows}×{puzzle.cols} squares, as a game of one player."
    yield "; Rows and columns are counted from the bottom left."
    yield "(role player)"
    if len(graph.starts) == 1:
        start = names[graph.starts[0]]
        yield f"(init (at {start})) (init (visited {start}))"
    else:
        yield " ".join(f"(start {names[start]})" for start in graph.starts)
        yield _CHOICE_OF_START.strip("\n")
    yield ""
    yield "; (way a b e): from place a to place b along edge e."
    for here, steps in enumerate(graph.steps):
        if steps:
            yield " ".join(f"(way {names[here]} {names[b]} {edges[e]})" for b, e in steps)
    yield " ".join(f"(end {names[goal]})" for goal in sorted(graph.goals))
    yield _MOVES.rstrip("\n")
    yield (_END_WHERE_IT_WILL if puzzle.pass_goals else _END).rstrip("\n")
    yield _GOAL.rstrip("\n")
    symbols = [*_triangles(puzzle), *_dots(puzzle), *_regions(puzzle)]
    if symbols:
        yield from symbols
    else:
        yield ""
        yield "; The panel has no symbols: no path is wrong."
        yield "(<= wrong (true (at ?a)) (distinct ?a ?a))"


def _triangles(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.triangle_at:
        return
    yield _TRIANGLES.rstrip("\n")
    for square, count in puzzle.triangle_at.items():
        name = _square_name(square)
        yield f"(square {name}) (triangles {name} {count})"
        yield " ".join(
            f"(side {name} {number} {edge_name(edge)})"
            for number, edge in enumerate(puzzle.grid.square_edges(square), 1)
        )


def _dots(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.dots:
        return
    places = [f"(dot_place {vertex_name(d)})" for d in puzzle.dots if not is_edge(d)]  # type: ignore[arg-type]
    on_edges = [f"(dot_edge {edge_name(d)})" for d in puzzle.dots if is_edge(d)]
    rules = _DOTS.rstrip("\n").split("\n")
    if not places:
        rules = [line for line in rules if "dot_place" not in line]
    if not on_edges:
        rules = [line for line in rules if "dot_edge" not in line]
    yield "\n".join(rules)
    yield " ".join(places + on_edges)


def _regions(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.colours_at:
        return
    board = puzzle.grid
    yield _REGIONS.rstrip("\n")
    if len(board.squares) > 1:
        yield _BESIDE
    colours = sorted({colour for _, colour in puzzle.colours_at.values()})
    for square, (kind, colour) in puzzle.colours_at.items():
        name, number = _square_name(square), colours.index(colour) + 1
        kind_name = "coloured" if kind == "square" else "star"
        yield f"(symbol {name} c{number}) ({kind_name} {name} c{number})"
    for edge in board.edges:
        sides = [_square_name(square) for square in board.edge_squares(edge)]
        if len(sides) == 2:
            a, b = sides
            yield f"(beside {a} {b} {edge_name(edge)}) (beside {b} {a} {edge_name(edge)})"
    if puzzle.squares:
        yield _SQUARES.rstrip("\n")
    if puzzle.stars:
        yield _STARS.rstrip("\n")
