"""Tables over local configurations: what they hold for Table 3, by hand."""

from __future__ import annotations

from support.examples import TABLE_3

from witness.logic.background import Background
from witness.logic.configurations import AWAY, configurations
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks
from witness.searches.predicates.on_board import on_board
from witness.searches.predicates.tables import Tabulation, tabulate


def edges(table: Tabulation, triangles: int, head: int) -> set[int]:
    """The numbers of edges on the path with which the condition holds."""
    return {
        used.bit_count()
        for count, (used, _, at), _ in table.cases
        if (count, at) == (triangles, head)
    }


def test_what_holds_for_table_3(background: Background) -> None:
    fires = translate(parse_clauses(TABLE_3), background).fires
    table = tabulate(fires)
    assert edges(table, 1, AWAY) == {2, 3}
    assert edges(table, 2, 0) == {3}
    assert edges(table, 3, AWAY) == {1, 2}
    assert edges(table, 3, 0) == set()
    assert len(table.cases) == sum(fires(*c.views()) for c in configurations()) == 88


def test_the_length_limits_what_is_possible() -> None:
    for length, most in ((0, 0), (1, 1), (2, 2), (3, 3), (9, 3)):
        table = tabulate(lambda path, square: True, length)
        assert max(used.bit_count() for _, (used, _, _), _ in table.cases) == most


def test_squares_are_looked_up_on_a_board(background: Background) -> None:
    """On a board of 2×2 with one triangle in one square and three in the one beside it."""
    table = tabulate(translate(parse_clauses(TABLE_3), background).fires)
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (0, 1, 3)))
    fires = on_board(table, puzzle)

    def fired(*path: Vertex) -> bool:
        used, visited = path_masks(puzzle, path)
        return fires(puzzle.grid.vertex_number(path[-1]), visited, used)

    assert not fired((0, 0))
    assert not fired((0, 0), (0, 1))
    # Two edges of the square with one triangle.
    assert fired((0, 0), (1, 0), (1, 1))
    # Around the square with three triangles, and away from it after one edge.
    assert not fired((0, 0), (0, 1), (0, 2), (1, 2))
    assert fired((0, 0), (0, 1), (0, 2), (1, 2), (2, 2))
    assert not fired((0, 0), (0, 1), (0, 2), (1, 2), (1, 1))
    assert fired((1, 2), (1, 1), (2, 1))
