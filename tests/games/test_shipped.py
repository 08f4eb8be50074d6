"""The rulesheets that the project ships, against models written from the puzzles themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
    Puzzle,
    State,
    Sudoku,
    Treasure,
    board,
    eight_puzzle_distances,
)

from witness.games.network.state_machine import StateMachine, machine

GAMES = Path(__file__).parents[2] / "games"


#: Sheets with a model in another file.
ELSEWHERE = ("fifteen_puzzle", "knight_hunt", "slitherlink", "three_locks")

#: The two boards of two_knights.
KNIGHTS = {"left": KnightsTour(5, 5), "right": KnightsTour(3, 4)}


@cache
def game(name: str) -> StateMachine:
    return machine(GAMES / f"{name}.kif")


@cache
def numbers(name: str, role: int = 0) -> dict[str, int]:
    moves = game(name).network.moves
    return {str(move.term): number for number, move in enumerate(moves) if move.role == role}


def words(played: StateMachine, state: int) -> set[str]:
    return {str(fluent) for i, fluent in enumerate(played.network.fluents) if state >> i & 1}


def bits(name: str, facts: set[str]) -> int:
    """Return the state of a game with these fluents, whether it can be reached or not."""
    fluents = [str(fluent) for fluent in game(name).network.fluents]
    assert facts <= set(fluents)
    return sum(1 << i for i, fluent in enumerate(fluents) if fluent in facts)


def compare(name: str, state: State, at: int) -> None:
    """The game says of a state what the model says."""
    played, puzzle = game(name), PUZZLES[name]
    assert words(played, at) == puzzle.facts(state)
    assert played.terminal(at) == puzzle.over(state)
    assert played.goal(at) == puzzle.score(state)
    if not puzzle.over(state):
        moves = played.legal(at)
        assert moves == sorted(moves)
        assert {str(played.network.moves[move].term) for move in moves} == set(puzzle.moves(state))
        assert moves


def replay(name: str, moves: Iterable[str]) -> tuple[State, int]:
    """Play moves, comparing all that comes; give the last state in the model and in the game."""
    played, puzzle = game(name), PUZZLES[name]
    state, at = puzzle.start, played.initial
    compare(name, state, at)
    for move in moves:
        assert not puzzle.over(state)
        at = played.next(at, [numbers(name)[move]])
        state = puzzle.moves(state)[move]
        compare(name, state, at)
    return state, at


def random_moves(puzzle: Puzzle, rng: random.Random, most: int) -> Iterator[str]:
    state = puzzle.start
    for _ in range(most):
        if puzzle.over(state):
            return
        moves = puzzle.moves(state)
        move = rng.choice(sorted(moves))
        yield move
        state = moves[move]


@cache
def distances(name: str) -> dict[State, int]:
    """Return all states that can be reached, by breadth, with their distance from the start."""
    puzzle = PUZZLES[name]
    found = {puzzle.start: 0}
    todo = [puzzle.start]
    for state in todo:
        for after in () if puzzle.over(state) else puzzle.moves(state).values():
            if after not in found:
                found[after] = found[state] + 1
                todo.append(after)
    return found


def plan(puzzle: Puzzle, wanted: Callable[[State], bool]) -> list[str]:
    """Return a shortest way to a state that is wanted."""
    came: dict[State, tuple[State, str]] = {}
    todo = [puzzle.start]
    for state in todo:
        if wanted(state):
            way = []
            while state != puzzle.start:
                state, move = came[state]
                way.append(move)
            return way[::-1]
        for move, after in () if puzzle.over(state) else puzzle.moves(state).items():
            if after not in came and after != puzzle.start:
                came[after] = state, move
                todo.append(after)
    raise AssertionError("there is no way")


def deep_plan(puzzle: Puzzle, solved: bool = True) -> list[str]:
    """Return a way to an end, solved or not, where nothing can be taken back: moves in order."""
    lost: set[State] = set()

    def search(state: State) -> list[str] | None:
        if puzzle.over(state):
            return [] if puzzle.solved(state) == solved else None
        for move, after in puzzle.moves(state).items():
            if after not in lost:
                rest = search(after)
                if rest is not None:
                    return [move, *rest]
                lost.add(after)
        return None

    found = search(puzzle.start)
    assert found is not None
    return found


@cache
def winnable(name: str) -> set[State]:
    """Return the states from which a solved one can be reached."""
    puzzle = PUZZLES[name]
    before: dict[State, list[State]] = {}
    for state in distances(name):
        for after in () if puzzle.over(state) else puzzle.moves(state).values():
            before.setdefault(after, []).append(state)
    todo = [state for state in distances(name) if puzzle.solved(state)]
    found = set(todo)
    for state in todo:
        for earlier in before.get(state, ()):
            if earlier not in found:
                found.add(earlier)
                todo.append(earlier)
    return found


def ends(name: str) -> list[State]:
    return [state for state in distances(name) if PUZZLES[name].over(state)]


# All sheets


def test_every_sheet_has_a_model() -> None:
    found = {path.stem for path in GAMES.glob("*.kif")}
    assert found == {*PUZZLES, "two_knights", *ELSEWHERE}


@pytest.mark.parametrize("name", [*PUZZLES, "two_knights", *ELSEWHERE])
def test_sheets_are_readable(name: str) -> None:
    lines = (GAMES / f"{name}.kif").read_text("utf-8").splitlines()
    assert all(line.startswith("; ") for line in lines[:3])
    assert max(map(len, lines)) <= 100
    # Every section has a comment above.
    sections = [line for before, line in zip(["", *lines], lines, strict=False) if not before]
    assert all(line.startswith("; ") for line in sections)


@pytest.mark.parametrize("name", PUZZLES)
def test_one_player(name: str) -> None:
    assert game(name).network.roles == ("player",)


@pytest.mark.parametrize("name", [*PUZZLES, "two_knights", "slitherlink"])
def test_scores(name: str) -> None:
    network = game(name).network
    between = {"treasure": [80, 60, 40, 20], "corridor": [30], "corridor_long": [30]}
    wanted = [100, *between.get(name, []), 0]
    for role in range(len(network.roles)):
        found = {goal.score for goal in network.goals if goal.role == role}
        assert sorted(found, reverse=True) == wanted


@pytest.mark.parametrize("name", PUZZLES)
def test_random_walks(name: str) -> None:
    rng = random.Random(f"walks {name}")
    for _ in range(20):
        replay(name, random_moves(PUZZLES[name], rng, most=80))


def check_all_states(name: str, number: int) -> None:
    """Compare every state; the game has as many as the model."""
    played, puzzle = game(name), PUZZLES[name]
    found = {puzzle.start: played.initial}
    todo = [puzzle.start]
    for state in todo:
        compare(name, state, found[state])
        for move, after in () if puzzle.over(state) else puzzle.moves(state).items():
            at = played.next(found[state], [numbers(name)[move]])
            if after not in found:
                todo.append(after)
            assert found.setdefault(after, at) == at
    assert len(found) == len(set(found.values())) == number


@pytest.mark.parametrize(
    ("name", "number"),
    [("hanoi", 3**6), ("treasure", 1_612), ("peg_solitaire_15", 3_016), ("sudoku4", 10_898)],
)
def test_all_states(name: str, number: int) -> None:
    check_all_states(name, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [("corridor", 49_173), ("corridor_long", 49_178), ("eight_puzzle", 181_440)],
)
def test_all_states_of_larger_games(name: str, number: int) -> None:
    check_all_states(name, number)


# What is known of each


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


# Two knights


def play_knights(joint: Callable[[dict[str, list[str]]], dict[str, str]]) -> dict[str, int]:
    """Play two_knights to its end, comparing each board with its own model; give the scores."""
    name = "two_knights"
    played = game(name)
    roles = played.network.roles
    states = {role: KNIGHTS[role].start for role in KNIGHTS}
    at = played.initial
    for step in range(25):
        facts = {f"(step {step})"}
        moves = {}
        for role, puzzle in KNIGHTS.items():
            facts |= {
                fact.replace("(at ", f"(at {role} ").replace("(visited ", f"(visited {role} ")
                for fact in puzzle.facts(states[role])
            }
            moves[role] = sorted(puzzle.moves(states[role])) or ["noop"]
            number = roles.index(role)
            legal = {str(played.network.moves[move].term) for move in played.legal(at, number)}
            assert legal == set(moves[role])
            assert played.goal(at, number) == puzzle.score(states[role])
        assert words(played, at) == facts
        assert played.terminal(at) == (step == 24)
        if step < 24:
            chosen = joint(moves)
            at = played.next(at, [numbers(name, i)[chosen[role]] for i, role in enumerate(roles)])
            for role, move in chosen.items():
                if move != "noop":
                    states[role] = KNIGHTS[role].moves(states[role])[move]
    return {role: played.goal(at, i) for i, role in enumerate(roles)}


def test_random_games_of_two_knights() -> None:
    assert set(game("two_knights").network.roles) == {"left", "right"}
    rng = random.Random("two knights")
    for _ in range(20):
        play_knights(lambda moves: {role: rng.choice(found) for role, found in moves.items()})


def test_the_tour_on_the_small_board() -> None:
    assert KNIGHTS["right"].tours() == (2, 67)
    assert len(deep_plan(KNIGHTS["right"])) == 11


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("right", [True, False])
def test_each_knight_has_its_own_score(left: bool, right: bool) -> None:
    solved = {"left": left, "right": right}
    ways = {role: iter(deep_plan(KNIGHTS[role], solved[role])) for role in KNIGHTS}
    scores = play_knights(lambda moves: {role: next(ways[role], "noop") for role in moves})
    assert scores == {role: 100 if solved[role] else 0 for role in KNIGHTS}
