"""Policies for tree searches: how likely each child of a node is (`policy_guided`).

A policy gives the steps of a path weights. The probability of a child is its weight, divided by
those of all children of its node: so one policy serves whatever prunes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise

from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.puzzle import solvers
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import step_edge
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.symbols import IN_SQUARES, ON_LINES

#: What a learned policy sees is there for all of them.
SUPPORTED = frozenset(FEATURES)

#: The weight of a step of a path: (head, near, edge, bit set of the path's edges).
Weight = Callable[[int, int, int, int], float]

#: Returns the weights for a puzzle.
Policy = Callable[[Puzzle], Weight]


def uniform(puzzle: Puzzle) -> Weight:
    """Return the weights of the policy to which all children are alike."""
    del puzzle
    return lambda head, near, edge, edges: 1.0


def learned(puzzles: Iterable[Puzzle], limits: Limits | None = None) -> Policy:
    """Learn a policy by counting how often a step in a context was taken when it was possible.

    It is learned from a shortest solution of each puzzle, which an exact solver finds within the
    limits; puzzles without one are left out. The weight of a context is (taken + 1) / (possible +
    2). Raises `InputError` if no puzzle is left.
    """
    taken, possible = Counter[Hashable](), Counter[Hashable]()
    for puzzle in puzzles:
        path = solvers.solve(puzzle, shortest=True, limits=limits).path or ()
        graph, context, number = path_graph(puzzle), contexts(puzzle), puzzle.grid.edge_number
        places = {place: index for index, place in enumerate(graph.places)}
        vertices = edges = 0
        for here, there in pairwise(path):
            vertices |= 1 << places[here]
            chosen = number[step_edge(here, there)]
            for near, edge in graph.steps[places[here]]:
                if not vertices & graph.closing[near]:
                    seen = context(places[here], near, edge, edges)
                    possible[seen] += 1
                    taken[seen] += edge == chosen
            edges |= 1 << chosen
    if not possible:
        raise InputError("no puzzle in it has a solution from which a policy can be learned")

    def weights(puzzle: Puzzle) -> Weight:
        context = contexts(puzzle)

        def weight(head: int, near: int, edge: int, edges: int) -> float:
            seen = context(head, near, edge, edges)
            return (taken[seen] + 1) / (possible[seen] + 2)

        return weight

    return weights


def contexts(puzzle: Puzzle) -> Callable[[int, int, int, int], Hashable]:
    """Return what a learned policy sees of a step, as a function of the arguments of a weight.

    Of each square beside the edge, that is its symbols with their numbers, and how many of its
    edges are on the path; and whether both have symbols of one colour. Besides, whether a symbol is
    on the edge or at its end, and whether it leads closer to a goal. Colours have no names.
    """
    puzzle.require(SUPPORTED, "a learned policy does not know that")
    board, graph = puzzle.grid, path_graph(puzzle)
    looks: dict[object, list[tuple[str, int]]] = {}
    colours: dict[object, set[str | None]] = {}
    for symbol in IN_SQUARES:
        for entry in getattr(puzzle, symbol.name):
            looks.setdefault(symbol.place(entry), []).append((symbol.name, symbol.look(entry)))
            colours.setdefault(symbol.place(entry), set()).add(symbol.colour(entry))
    on_line = {symbol.place(one) for symbol in ON_LINES for one in getattr(puzzle, symbol.name)}
    beside = [
        [
            (board.square_edge_masks[board.square_number(square)], tuple(looks.get(square, ())))
            for square in board.edge_squares(edge)
        ]
        for edge in board.edges
    ]
    known = [
        [colours[square] for square in board.edge_squares(edge) if square in colours]
        for edge in board.edges
    ]
    alike = [len(both) == 2 and bool(both[0] & both[1]) for both in known]
    marked = [edge in on_line for edge in board.edges]
    met, far = [place in on_line for place in graph.places], graph.distances(graph.goals)

    def context(head: int, near: int, edge: int, edges: int) -> Hashable:
        squares = sorted((look, (edges & mask).bit_count()) for mask, look in beside[edge])
        return (*squares, alike[edge], marked[edge] or met[near], far[near] < far[head])

    return context
