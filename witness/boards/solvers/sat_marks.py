"""Elimination marks as clauses: of each region, as many symbols go as it has marks.

A variable says of each symbol that it is gone. For each mark, the marks of its region and what is
gone from it are added up: they come to the same, or in the game to an even number less, as two
marks may cancel each other. That no more goes than must is said only in part: the goal test sees to
the rest.
"""

from __future__ import annotations

from itertools import combinations
from typing import cast

from witness.boards.solvers.sat_line import Clause, Line
from witness.boards.solvers.sat_regions import Regions
from witness.boards.solvers.sat_sums import weighed
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, Puzzle, is_edge


def add_marks(line: Line, regions: Regions) -> list[Clause]:
    """Return the clauses of the marks of a panel; its regions get to know what is with a mark."""
    puzzle = line.puzzle
    marks = [puzzle.grid.square_number(entry[:2]) for entry in puzzle.eliminations]
    near = {gone: [square] for square, gone in line.gone_squares.items()}
    near |= {gone: _near(puzzle, place) for place, gone in line.gone_places.items()}
    left = (0,) if puzzle.rules == "windmill" else range(0, len(marks) + 1, 2)
    members = [regions.members(mark) for mark in marks]
    clauses = [
        [-gone, *(its[square] for its in members for square in squares)]
        for gone, squares in near.items()
    ]
    for its in members:
        terms = [(its[mark], 1) for mark in marks]
        for gone, squares in near.items():
            taken, inside = line.new(), [its[square] for square in squares]
            clauses += [[-taken, gone], [-taken, *inside]]
            clauses += [[taken, -gone, -one] for one in inside]
            terms.append((taken, -1))
        clauses += weighed(line, terms, left, [])
    return clauses + _needless(line)


def _near(puzzle: Puzzle, place: Place) -> list[int]:
    """Return squares around a place, one of each region in which it may be."""
    board = puzzle.grid
    around = (
        board.edge_squares(place) if is_edge(place) else board.vertex_squares(cast(Vertex, place))
    )
    found = [board.square_number(square) for square in around if square not in puzzle.missing]
    return found[:1] if each_once(puzzle) else found


def each_once(puzzle: Puzzle) -> bool:
    """Whether a symbol that is wrong is in one region, wherever it is."""
    return not (puzzle.missing or any(map(is_edge, (*puzzle.starts, *puzzle.goals))))


def _needless(line: Line) -> list[Clause]:
    """Return clauses that keep what is right on the line, and counted by no star."""
    puzzle = line.puzzle
    board = puzzle.grid
    clauses = []
    for place, gone in line.gone_places.items():
        visits = [*line.visits(place), *(line.visits(place, 2) if puzzle.symmetry else ())]
        clauses += [[-gone, -one] for one in visits]
    for square, count in puzzle.triangle_at.items():
        if puzzle.rules == "game" and square in puzzle.colours_at:
            continue
        gone = line.gone_squares[board.square_number(square)]
        sides = [line.lines[board.edge_number[edge]] for edge in board.square_edges(square)]
        for on in combinations(sides, count):
            clauses.append([-gone, *(-side if side in on else side for side in sides)])
    return clauses
