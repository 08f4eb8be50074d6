"""Elimination marks as clauses: each takes a symbol of its region away.

A variable says of each symbol that it is gone, and others which mark takes it; a mark and what it
takes are a pair, which has to be in one region (`sat_regions`). In the game two marks of a region
may cancel each other instead. That no more goes than must is said only in part: the goal test sees
to the rest.
"""

from __future__ import annotations

from itertools import combinations
from typing import cast

from witness.boards.solvers.sat_line import Clause, Line
from witness.boards.solvers.sat_regions import Regions
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, Puzzle, is_edge


def add_marks(line: Line, regions: Regions) -> list[Clause]:
    """Return the clauses of the marks of a panel; new pairs are added to its regions."""
    puzzle = line.puzzle
    number = puzzle.grid.square_number
    marks = [number(entry[:2]) for entry in puzzle.eliminations]
    takes: dict[int, list[int]] = {mark: [] for mark in marks}
    clauses: list[Clause] = []
    near = {gone: [square] for square, gone in line.gone_squares.items()}
    near |= {gone: _near(puzzle, place) for place, gone in line.gone_places.items()}
    for gone, squares in near.items():
        by_any = []
        for square in squares:
            taken = []
            for mark in marks:
                takes[mark].append(line.new())
                taken.append(takes[mark][-1])
                regions.pair(taken[-1], mark, square)
            clauses += [[-one, gone] for one in taken]
            clauses += regions.at_most_one(taken)
            by_any += taken
        clauses.append([-gone, *by_any])
    if puzzle.rules == "game":
        for place, one in enumerate(marks):
            for other in marks[place + 1 :]:
                both = line.new()
                regions.pair(both, one, other)
                takes[one].append(both)
                takes[other].append(both)
    for some in takes.values():
        clauses += [some, *regions.at_most_one(some)]
    return clauses + _needless(line)


def _near(puzzle: Puzzle, place: Place) -> list[int]:
    """Return squares around a place, one of each region in which it may be."""
    board = puzzle.grid
    around = (
        board.edge_squares(place) if is_edge(place) else board.vertex_squares(cast(Vertex, place))
    )
    found = [board.square_number(square) for square in around if square not in puzzle.missing]
    if puzzle.missing or any(map(is_edge, (*puzzle.starts, *puzzle.goals))):
        return found
    return found[:1]


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
