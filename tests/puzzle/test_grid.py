"""The numbering and neighbourhoods of a board, by hand on small boards and by rule on all."""

import pytest

from witness.puzzle.grid import Grid, edge_between, grid

SIZES = [(rows, cols) for rows in range(5) for cols in range(5)]


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


def test_numbers_name_positions():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        assert [board.vertex_number(v) for v in board.vertices] == list(range(len(board.vertices)))
        assert [board.square_number(s) for s in board.squares] == list(range(rows * cols))
        assert [board.edge_number[e] for e in board.edges] == list(range(len(board.edges)))
        assert len(board.vertices) == (rows + 1) * (cols + 1)


def test_edges_are_exactly_the_neighbouring_pairs():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        pairs = {
            (a, b)
            for a in board.vertices
            for b in board.vertices
            if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        }
        assert set(board.edges) == pairs
        assert len(board.edges) == len(pairs)


def test_edge_between_puts_the_smaller_vertex_first():
    assert edge_between((1, 0), (0, 0)) == ((0, 0), (1, 0))
    assert edge_between((0, 0), (0, 1)) == ((0, 0), (0, 1))


def test_neighbours_come_up_right_down_left():
    board = grid(2, 2)
    assert board.neighbours((1, 1)) == [(2, 1), (1, 2), (0, 1), (1, 0)]
    assert board.neighbours((0, 0)) == [(1, 0), (0, 1)]
    assert board.neighbours((2, 2)) == [(1, 2), (2, 1)]


def test_steps_are_the_neighbours_with_the_edges_to_them():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        for vertex, steps in zip(board.vertices, board.steps, strict=True):
            assert [board.vertices[near] for near, _ in steps] == board.neighbours(vertex)
            for near, edge in steps:
                assert set(board.edges[edge]) == {vertex, board.vertices[near]}


def test_square_edges_are_bottom_top_left_right():
    assert grid(3, 3).square_edges((1, 2)) == (
        ((1, 2), (1, 3)),
        ((2, 2), (2, 3)),
        ((1, 2), (2, 2)),
        ((1, 3), (2, 3)),
    )


def test_square_edges_join_its_corners():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        for number, square in enumerate(board.squares):
            corners = board.square_corners(square)
            edges = board.square_edges(square)
            assert len(set(corners)) == len(set(edges)) == 4
            assert {vertex for edge in edges for vertex in edge} == set(corners)
            assert board.square_edge_masks[number] == sum(
                2 ** board.edge_number[edge] for edge in edges
            )
            assert board.square_corner_masks[number] == sum(
                2 ** board.vertex_number(corner) for corner in corners
            )


def test_vertex_squares_are_the_squares_that_have_the_corner():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        for vertex in board.vertices:
            having = [s for s in board.squares if vertex in board.square_corners(s)]
            assert board.vertex_squares(vertex) == having


def test_edge_squares_are_the_squares_that_have_the_edge():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        for edge in board.edges:
            having = [s for s in board.squares if edge in board.square_edges(s)]
            assert board.edge_squares(edge) == having


def test_peripheral_vertices_have_fewer_than_four_neighbours():
    for rows, cols in SIZES:
        board = grid(rows, cols)
        expected = tuple(v for v in board.vertices if len(board.neighbours(v)) < 4)
        assert board.peripheral_vertices == expected
    assert len(grid(3, 5).peripheral_vertices) == 2 * (3 + 5)


def test_membership():
    board = grid(2, 3)
    assert board.has_vertex((2, 3))
    assert board.has_square((1, 2))
    for outside in [(3, 0), (0, 4), (-1, 0), (0, -1)]:
        assert not board.has_vertex(outside)
    for outside in [(2, 0), (0, 3), (-1, 0), (0, -1)]:
        assert not board.has_square(outside)


def test_grid_is_shared_and_refuses_negative_sizes():
    assert grid(2, 3) is grid(2, 3)
    assert repr(grid(2, 3)) == "Grid(2, 3)"
    with pytest.raises(ValueError, match="-1 rows"):
        Grid(-1, 2)
