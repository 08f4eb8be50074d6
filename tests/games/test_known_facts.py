"""What is known of the shipped puzzles, found again in their rulesheets and models."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from support.game_models import (
    COINS,
    PUZZLES,
    EightPuzzle,
    Hanoi,
    KnightsTour,
    LightsOut,
    State,
    Sudoku,
    Treasure,
    board,
    eight_puzzle_distances,
)
from support.shipped_games import (
    GAMES,
    bits,
    compare,
    deep_plan,
    distances,
    ends,
    game,
    numbers,
    plan,
    replay,
    winnable,
    words,
)

from witness.games.network.state_machine import machine


def test_the_hardest_positions_of_the_eight_puzzle() -> None:
    found = eight_puzzle_distances()
    assert len(found) == 181_440
    assert max(found.values()) == 31
    hardest = {cells for cells, distance in found.items() if distance == 31}
    assert hardest == {"8672543b1", "64785b321"}


@pytest.mark.parametrize("name", ["eight_puzzle", "eight_puzzle_steps"])
def test_no_tile_may_be_elsewhere(name: str) -> None:
    played, puzzle = game(name), PUZZLES[name]
    cells, step = EightPuzzle.ordered, puzzle.start[1]
    at = bits(name, puzzle.facts((cells, step)))
    assert played.terminal(at)
    assert played.goal(at) == 100
    for one, other in combinations(cells, 2):
        swapped = cells.translate(str.maketrans(one + other, other + one))
        at = bits(name, puzzle.facts((swapped, step)))
        assert not played.terminal(at)
        assert played.goal(at) == 0


@pytest.mark.parametrize(("name", "length"), [("eight_puzzle", 31), ("eight_puzzle_steps", 30)])
def test_eight_puzzle(name: str, length: int) -> None:
    puzzle, distance = PUZZLES[name], eight_puzzle_distances()
    state, way = puzzle.start, []
    assert distance[state[0]] == length
    while not puzzle.solved(state):
        move, state = min(puzzle.moves(state).items(), key=lambda item: distance[item[1][0]])
        way.append(move)
    assert len(way) == length
    _, at = replay(name, way)
    assert game(name).terminal(at)
    assert game(name).goal(at) == 100


def test_the_eight_puzzle_ends_after_sixty_steps() -> None:
    name = "eight_puzzle_steps"
    state, at = replay(name, ["(move 3 2)", "(move 3 3)"] * 30)
    assert state == ("87654321b", 60)
    assert game(name).terminal(at)
    assert game(name).goal(at) == 0


@pytest.mark.parametrize(("name", "blanks"), [("sudoku4", 12), ("sudoku9", 56)])
def test_sudoku_has_one_solution(name: str, blanks: int) -> None:
    puzzle = PUZZLES[name]
    assert isinstance(puzzle, Sudoku)
    (solution,) = puzzle.solutions(puzzle.start)
    way = [
        f"(mark {puzzle.name(cell)} {digit})"
        for cell, digit in enumerate(solution)
        if not puzzle.start[cell]
    ]
    assert len(way) == blanks
    random.Random(name).shuffle(way)
    _, at = replay(name, way)
    assert game(name).terminal(at)
    assert game(name).goal(at) == 100


def test_the_ends_of_the_small_sudoku() -> None:
    assert len(ends("sudoku4")) == 81
    assert sum(map(PUZZLES["sudoku4"].solved, ends("sudoku4"))) == 1


def test_three_givens_never_have_one_solution() -> None:
    empty = Sudoku("....\n" * 4)
    grids = list(empty.solutions(empty.start))
    assert len(grids) == 288
    for cells in combinations(range(16), 3):
        assert min(Counter(tuple(grid[cell] for cell in cells) for grid in grids).values()) > 1


def test_naked_singles_do_not_solve_the_large_sudoku() -> None:
    puzzle = PUZZLES["sudoku9"]
    assert isinstance(puzzle, Sudoku)
    assert puzzle.singles(puzzle.start, hidden=False).count(0) == 56 - 5
    assert puzzle.solved(puzzle.singles(puzzle.start, hidden=True))


def test_lights_out() -> None:
    puzzle = PUZZLES["lights_out"]
    assert isinstance(puzzle, LightsOut)
    # To press a light twice is to press it never, and the order does not matter.
    solutions = sorted(puzzle.solutions(), key=len)
    assert len(solutions) == 4
    assert len(solutions[0]) == 7 < len(solutions[1])
    for presses in solutions:
        _, at = replay("lights_out", [f"(press {x} {y})" for x, y in presses])
        assert game("lights_out").terminal(at)
        assert game("lights_out").goal(at) == 100


def test_hanoi() -> None:
    puzzle = PUZZLES["hanoi"]
    way = plan(puzzle, puzzle.solved)
    assert len(way) == 2**6 - 1
    _, at = replay("hanoi", way)
    assert game("hanoi").terminal(at)
    assert game("hanoi").goal(at) == 100


@pytest.mark.parametrize(("disks", "facts"), [(3, 2), (7, 6)])
def test_hanoi_with_other_disks(disks: int, facts: int, tmp_path: Path) -> None:
    text = (GAMES / "hanoi.kif").read_text("utf-8")
    old = "".join(f"(next_in_size {i} {i + 1})\n" for i in range(1, 6))
    assert old in text
    new = "".join(f"(next_in_size {i} {i + 1})\n" for i in range(1, facts + 1))
    (tmp_path / "hanoi.kif").write_text(text.replace(old, new), "utf-8")
    played, puzzle = machine(tmp_path / "hanoi.kif"), Hanoi(disks)
    number = {str(move.term): i for i, move in enumerate(played.network.moves)}
    at, way = played.initial, plan(puzzle, puzzle.solved)
    for move in way:
        assert not played.terminal(at)
        assert number[move] in played.legal(at)
        at = played.next(at, [number[move]])
    assert len(way) == 2**disks - 1
    assert played.terminal(at)
    assert played.goal(at) == 100


@pytest.mark.parametrize(("name", "number"), [("corridor", 49_173), ("corridor_long", 49_178)])
def test_corridors(name: str, number: int) -> None:
    puzzle = PUZZLES[name]
    assert len(distances(name)) == number
    assert {place for place, _, _ in winnable(name)} == {f"c{i}" for i in range(1, 22)}
    way = plan(puzzle, puzzle.solved)
    assert len(way) == 20
    _, at = replay(name, way)
    assert game(name).terminal(at)
    assert game(name).goal(at) == 100


@pytest.mark.parametrize(("name", "side"), [("corridor", 0), ("corridor_long", 5)])
def test_the_fatal_step(name: str, side: int) -> None:
    played, puzzle = game(name), PUZZLES[name]
    to_the_door = [f"(walk c{i} c{i + 1})" for i in range(1, 4)]
    behind = ["c4", *(f"f{i}" for i in range(1, side + 1)), "r1"]
    steps = [f"(walk {one} {other})" for one, other in pairwise(behind)]
    for taken in range(1, len(steps)):
        state, at = replay(name, to_the_door + steps[:taken])
        assert state not in winnable(name)
        assert "locked" not in words(played, at)
        assert played.legal(at) == [numbers(name)[steps[taken]]]
    rng = random.Random(name)
    state, at = replay(name, to_the_door + steps)
    for _ in range(200):
        assert state not in winnable(name)
        assert "locked" in words(played, at)
        if puzzle.over(state):
            break
        move = rng.choice(sorted(puzzle.moves(state)))
        state, at = puzzle.moves(state)[move], played.next(at, [numbers(name)[move]])
        compare(name, state, at)


@pytest.mark.parametrize(("name", "length"), [("peg_solitaire", 31), ("peg_solitaire_15", 13)])
def test_peg_solitaire(name: str, length: int) -> None:
    way = deep_plan(PUZZLES[name])
    assert len(way) == length
    _, at = replay(name, way)
    assert game(name).terminal(at)
    assert game(name).goal(at) == 100


def test_what_is_known_of_the_triangle() -> None:
    name = "peg_solitaire_15"
    puzzle = PUZZLES[name]

    @cache
    def solutions(state: State) -> int:
        if puzzle.solved(state):
            return 1
        return sum(map(solutions, puzzle.moves(state).values()))

    assert solutions(puzzle.start) == 29_760
    assert len(winnable(name)) == 769
    assert len(ends(name)) == 122


def test_the_last_peg_must_be_in_the_centre() -> None:
    played = game("peg_solitaire")
    for facts in ({"(peg 4 7)"}, {"(peg 1 4)"}, {"(peg 4 4)", "(peg 1 4)"}, set[str]()):
        at = bits("peg_solitaire", facts)
        assert played.terminal(at)
        assert played.goal(at) == 0
    assert played.goal(bits("peg_solitaire", {"(peg 4 4)"})) == 100


def test_knights_tour() -> None:
    puzzle = PUZZLES["knights_tour"]
    assert isinstance(puzzle, KnightsTour)
    assert puzzle.tours() == (304, 508_461)
    way = deep_plan(puzzle)
    assert len(way) == 24
    _, at = replay("knights_tour", way)
    assert game("knights_tour").terminal(at)
    assert game("knights_tour").goal(at) == 100


def test_no_square_may_be_left_out() -> None:
    name = "knights_tour"
    everywhere = {f"(visited {x} {y})" for x, y in board(5, 5)}
    for square in everywhere:
        assert game(name).goal(bits(name, everywhere - {square} | {"(at 3 3)"})) == 0
    assert game(name).goal(bits(name, everywhere | {"(at 3 3)"})) == 100


def has_taken(coins: frozenset[int], state: State) -> bool:
    return bool(state[1] == coins)


def test_treasure() -> None:
    name = "treasure"
    puzzle = PUZZLES[name]
    assert max(map(puzzle.score, ends(name))) == 80
    for coins in combinations(range(1, 6), 4):
        way = plan(puzzle, partial(has_taken, frozenset(coins)))
        _, at = replay(name, way)
        assert game(name).goal(at) == 80
    # The sheet has a score for all five; they need two steps more.
    longer = Treasure(COINS, limit=16)
    assert len(plan(longer, longer.solved)) == 16
    at = bits(name, longer.facts(((3, 3), frozenset(range(1, 6)), 10)))
    assert game(name).terminal(at)
    assert game(name).goal(at) == 100
