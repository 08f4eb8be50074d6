"""Tables over local configurations: what they hold for Table 3, by hand."""

from __future__ import annotations

from support.examples import TABLE_3

from witness.logic.background import Background
from witness.logic.configurations import AWAY, configurations
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.predicates.on_board import Tables
from witness.predicates.tables import tabulate
from witness.puzzle.model import Puzzle


def bits(table: dict[int, frozenset[int]]) -> set[int]:
    return {edges.bit_count() for edges in table}


def test_what_can_begin_to_hold_for_table_3(background: Background) -> None:
    """An edge too many of one or two triangles; leaving one or two edges of three triangles."""
    table = tabulate(translate(parse_clauses(TABLE_3), background).fires).with_gaps(0)
    joined = {(a, b) for a, b in [(0, 1), (2, 3), (0, 2), (1, 3)]}
    along = {(1, b, a) for b, a in joined} | {(1, a, b) for b, a in joined}
    along |= {(2, b, a) for _, b, a in along}
    away = {(3, corner, AWAY) for corner in range(4)}
    assert set(table.beginning) == along | away
    for key, states in table.beginning.items():
        # One or two edges, or one more than the triangles.
        assert bits(states) == ({1, 2} if key in away else {key[0] + 1})


def test_what_holds_for_table_3(background: Background) -> None:
    fires = translate(parse_clauses(TABLE_3), background).fires
    table = tabulate(fires).with_gaps(0)
    assert bits(table.standing[1, AWAY]) == {2, 3}
    assert bits(table.standing[2, 0]) == {3}
    assert bits(table.standing[3, AWAY]) == {1, 2}
    assert (3, 0) not in table.standing
    states = sum(len(sets) for states in table.standing.values() for sets in states.values())
    assert states == sum(fires(*c.views()) for c in configurations()) == 88


def test_the_length_limits_what_is_possible() -> None:
    for length, most in ((0, 0), (1, 1), (2, 2), (3, 3), (9, 3)):
        table = tabulate(lambda path, square: True, length).with_gaps(0)
        assert max(e.bit_count() for states in table.standing.values() for e in states) == most


def test_squares_that_are_watched(background: Background) -> None:
    """On a board of 2×2 with one triangle in one square and three in the one beside it."""
    tables = Tables(translate(parse_clauses(TABLE_3), background).fires)
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (0, 1, 3)))
    one, three = puzzle.grid.square_edge_masks[:2]
    number = puzzle.grid.vertex_number
    steps = {
        # Along the square with one triangle; towards the other; away from both; far from both.
        ((0, 0), (1, 0)): ([one], []),
        ((0, 0), (0, 1)): ([one], []),
        ((0, 1), (1, 1)): ([one], []),
        ((1, 1), (2, 1)): ([three], [three]),
        ((0, 1), (0, 0)): ([one, three], [three]),
        ((2, 1), (1, 1)): ([], []),
        ((2, 0), (2, 1)): ([], []),
    }
    for (here, near), masks in steps.items():
        for layered in (False, True):
            watches = tables.by_step(puzzle, layered)
            assert watches is not None
            found = [mask for mask, _, _ in watches[number(here)][number(near)]]
            assert found == masks[layered]
    everywhere = tables.everywhere(puzzle)
    assert everywhere is not None
    assert [mask for mask, *_ in everywhere] == [one, three]
