"""The numbering and neighbourhoods of a board, by hand on small boards and by rule on all."""

from itertools import combinations, product

import pytest

from witness.puzzle.grid import DIRECTIONS, Grid, grid


def test_one_by_two_board_by_hand():
    board = grid(1, 2)
    assert board.vertices == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert board.squares == ((0, 0), (0, 1))
    assert board.edges == (
        ((0, 0), (0, 1)),
        ((0, 1), (0, 2)),
        ((1, 0), (1, 1)),
        ((1, 1), (1, 2)),
        ((0, 0), (1, 0)),
        ((0, 1), (1, 1)),
        ((0, 2), (1, 2)),
    )
    assert board.square_edge_masks == (0b0110101, 0b1101010)
    assert board.square_corner_masks == (0b011011, 0b110110)


@pytest.mark.parametrize(("rows", "cols"), [*product(range(5), repeat=2)])
def test_what_every_board_has(rows, cols):
    board = grid(rows, cols)
    assert [*map(board.vertex_number, board.vertices)] == [*range((rows + 1) * (cols + 1))]
    assert [*map(board.square_number, board.squares)] == [*range(rows * cols)]
    assert [board.edge_number[edge] for edge in board.edges] == [*range(len(board.edges))]
    pairs = combinations(board.vertices, 2)
    beside = {(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    assert len(board.edges) == len(beside)
    assert {*board.edges} == beside
    for vertex, steps in zip(board.vertices, board.steps, strict=True):
        near = [(vertex[0] + up, vertex[1] + right) for up, right in DIRECTIONS]
        assert board.neighbours(vertex) == [v for v in near if v in board.vertices]
        assert [board.vertices[number] for number, _ in steps] == board.neighbours(vertex)
        assert all(vertex in board.edges[edge] for _, edge in steps)
        having = [s for s in board.squares if vertex in board.square_corners(s)]
        assert board.vertex_squares(vertex) == having
        assert (vertex in board.peripheral_vertices) == (len(steps) < 4)
    for number, square in enumerate(board.squares):
        corners, edges = board.square_corners(square), board.square_edges(square)
        assert {vertex for edge in edges for vertex in edge} == {*corners}
        assert board.square_edge_masks[number] == board.edge_set(edges)
        assert board.square_corner_masks[number] == sum(
            2 ** board.vertex_number(v) for v in corners
        )
    for edge in board.edges:
        having = [s for s in board.squares if edge in board.square_edges(s)]
        assert board.edge_squares(edge) == having
    outside = [(-1, 0), (0, -1), (rows + 1, 0), (0, cols + 1)]
    assert not any(board.has_vertex(place) or board.has_square(place) for place in outside)


def test_square_edges_are_bottom_top_left_right():
    assert grid(3, 3).square_edges((1, 2)) == (
        ((1, 2), (1, 3)), ((2, 2), (2, 3)), ((1, 2), (2, 2)), ((1, 3), (2, 3)),
    )  # fmt: skip


def test_a_grid_is_shared_and_negative_sizes_are_refused():
    assert grid(2, 3) is grid(2, 3)
    with pytest.raises(ValueError, match="-1 rows"):
        Grid(-1, 2)
