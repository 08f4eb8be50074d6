"""Rulesheets that show what Sancho's post is about, against models written from the puzzles.

Three locks come apart; a knight's hunt may visit places again; the 15-puzzle is a hard one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from support.puzzle_models import BESIDE, KNIGHT, Puzzle, State, board

from witness.games.language.rulesheet import read_rules
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network
from witness.games.network.state_machine import StateMachine, machine
from witness.games.play.solve import solve

GAMES = Path(__file__).parents[2] / "examples" / "games"


class ThreeLocks(Puzzle):
    """A state has the lights that are on, the cells by rows, the dial, and the radio."""

    stations = ("news", "music", "talk")
    start = (frozenset({(1, 4), (2, 1), (3, 2), (4, 1), (4, 3)}), "45b123", 0, "news", False)

    def presses(self, lights: frozenset[tuple[int, int]]) -> dict[str, State]:
        found = {}
        for x, y in board(4, 4):
            cross = {(x, y), *((x + a, y + b) for a, b in BESIDE)}
            found[f"(press {x} {y})"] = lights ^ cross.intersection(board(4, 4))
        return found

    def slides(self, cells: str) -> dict[str, State]:
        gap, found = cells.index("b"), {}
        for at, tile in enumerate(cells):
            if abs(at // 3 - gap // 3) + abs(at % 3 - gap % 3) == 1:
                swapped = cells.translate(str.maketrans(tile + "b", "b" + tile))
                found[f"(slide {at // 3 + 1} {at % 3 + 1})"] = swapped
        return found

    def turns(self, dial: int) -> dict[str, State]:
        return {"(turn right)": (dial + 1) % 10, "(turn left)": (dial - 1) % 10}

    def moves(self, state: State) -> dict[str, State]:
        lights, cells, dial, station, loud = state
        after = self.stations[(self.stations.index(station) + 1) % 3]
        found = {m: (x, cells, dial, station, loud) for m, x in self.presses(lights).items()}
        found |= {m: (lights, x, dial, station, loud) for m, x in self.slides(cells).items()}
        found |= {m: (lights, cells, x, station, loud) for m, x in self.turns(dial).items()}
        found["tune"] = (lights, cells, dial, after, loud)
        found["knob"] = (lights, cells, dial, station, not loud)
        return found

    def facts(self, state: State) -> set[str]:
        lights, cells, dial, station, loud = state
        found = {f"(on {x} {y})" for x, y in lights} | {f"(dial {dial})", f"(station {station})"}
        found |= {f"(cell {at // 3 + 1} {at % 3 + 1} {tile})" for at, tile in enumerate(cells)}
        return found | ({"loud"} if loud else set())

    def solved(self, state: State) -> bool:
        return bool(state[:3] == (frozenset(), "12345b", 5))


class KnightHunt(Puzzle):
    """A state has the knight's square, what is caught, and the number of moves."""

    hiding = ((1, 3), (1, 5), (2, 2), (2, 5), (3, 1), (4, 4), (5, 1), (5, 4), (5, 5), (6, 1))
    start = ((1, 1), frozenset(), 0)

    def moves(self, state: State) -> dict[str, State]:
        (x, y), caught, step = state
        squares = ((x + a, y + b) for a, b in KNIGHT)
        return {
            f"(move {u} {v})": ((u, v), caught | {(u, v)}.intersection(self.hiding), step + 1)
            for u, v in squares
            if (u, v) in board(6, 6)
        }

    def facts(self, state: State) -> set[str]:
        (x, y), caught, step = state
        return {f"(at {x} {y})", f"(step {step})", *(f"(caught {u} {v})" for u, v in caught)}

    def solved(self, state: State) -> bool:
        return len(state[1]) == len(self.hiding)

    def over(self, state: State) -> bool:
        return bool(state[2] == 24)


class FifteenPuzzle(Puzzle):
    """A state is the sixteen cells by rows, 0 for the blank."""

    start = (6, 2, 3, 4, 5, 0, 10, 9, 1, 13, 15, 12, 7, 14, 8, 11)
    ordered = (*range(1, 16), 0)
    beside = tuple(
        tuple(b for b in range(16) if abs(a // 4 - b // 4) + abs(a % 4 - b % 4) == 1)
        for a in range(16)
    )

    def moves(self, state: State) -> dict[str, State]:
        blank, found = state.index(0), {}
        for at in self.beside[blank]:
            after = list(state)
            after[blank], after[at] = state[at], 0
            found[f"(move {at // 4 + 1} {at % 4 + 1})"] = tuple(after)
        return found

    def facts(self, state: State) -> set[str]:
        return {f"(cell {at // 4 + 1} {at % 4 + 1} {tile or 'b'})" for at, tile in enumerate(state)}

    def solved(self, state: State) -> bool:
        return bool(state == self.ordered)

    def manhattan(self, at: int, tile: int) -> int:
        return abs(at // 4 - (tile - 1) // 4) + abs(at % 4 - (tile - 1) % 4)

    def least_moves(self) -> int:
        """Return the least number of moves, by iterative deepening with the Manhattan distance."""
        cells = list(self.start)
        blank = cells.index(0)

        def within(moves: int, far: int, blank: int, before: int) -> bool:
            if far == 0:
                return True
            for at in self.beside[blank]:
                if at == before:
                    continue
                tile = cells[at]
                now = far + self.manhattan(blank, tile) - self.manhattan(at, tile)
                if now < moves:
                    cells[blank], cells[at] = tile, 0
                    found = within(moves - 1, now, at, blank)
                    cells[blank], cells[at] = 0, tile
                    if found:
                        return True
            return False

        far = sum(self.manhattan(at, tile) for at, tile in enumerate(cells) if tile)
        most = far
        while not within(most, far, blank, -1):
            most += 2
        return most


PUZZLES: dict[str, Puzzle] = {
    "three_locks": ThreeLocks(),
    "knight_hunt": KnightHunt(),
    "fifteen_puzzle": FifteenPuzzle(),
}


@cache
def game(name: str) -> StateMachine:
    return machine(GAMES / f"{name}.kif")


def compare(name: str, state: State, at: int) -> None:
    """The game says of a state what the model says."""
    played, puzzle = game(name), PUZZLES[name]
    words = {str(fluent) for i, fluent in enumerate(played.network.fluents) if at >> i & 1}
    assert words == puzzle.facts(state)
    assert played.terminal(at) == puzzle.over(state)
    assert played.goal(at) == puzzle.score(state)
    if not puzzle.over(state):
        legal = {str(played.network.moves[move]) for move in played.legal(at)}
        assert legal == set(puzzle.moves(state))


def play(name: str, choose: Callable[[State, list[str]], str | None]) -> State:
    """Play a game and its model, comparing every state, until it is over or nothing is chosen."""
    played, puzzle = game(name), PUZZLES[name]
    number = {str(move): n for n, move in enumerate(played.network.moves)}
    state, at = puzzle.start, played.initial
    compare(name, state, at)
    while not puzzle.over(state):
        move = choose(state, sorted(puzzle.moves(state)))
        if move is None:
            break
        state, at = puzzle.moves(state)[move], played.next(at, [number[move]])
        compare(name, state, at)
    return state


def distances(start: Hashable, after: Callable[[State], Iterator[State]]) -> dict[State, int]:
    """Return everything that can be reached, by breadth, with its distance."""
    found = {start: 0}
    todo = [start]
    for state in todo:
        for child in after(state):
            if child not in found:
                found[child] = found[state] + 1
                todo.append(child)
    return found


@pytest.mark.parametrize("name", PUZZLES)
def test_random_plays(name: str) -> None:
    rng = random.Random(name)

    def choose(_: State, moves: list[str]) -> str | None:
        return rng.choice(moves) if rng.random() < 0.98 else None

    for _ in range(20):
        play(name, choose)


@pytest.mark.parametrize(("name", "length"), [("three_locks", 33), ("knight_hunt", 24)])
def test_plans_are_plans_of_the_model(name: str, length: int) -> None:
    found = solve(network(read_rulesheet(GAMES / f"{name}.kif")), without=("plans",))
    assert (found.score, found.maximal, found.shortest) == (100, True, True)
    way = iter([str(found.puzzle.moves[move]) for move in found.plan or ()])
    assert PUZZLES[name].solved(play(name, lambda *_: next(way)))
    assert next(way, None) is None
    assert len(found.plan or ()) == length


def test_what_each_lock_needs() -> None:
    puzzle = ThreeLocks()
    lights = distances(puzzle.start[0], lambda x: iter(puzzle.presses(x).values()))
    cells = distances(puzzle.start[1], lambda x: iter(puzzle.slides(x).values()))
    dial = distances(0, lambda x: iter(puzzle.turns(x).values()))
    assert (len(lights), len(cells), len(dial)) == (4_096, 360, 10)
    assert 4_096 * 360 * 10 * 2 * len(puzzle.stations) == 88_473_600
    assert max(lights.values()) == lights[frozenset()] == 7
    assert max(cells.values()) == cells["12345b"] == 21
    assert dial[5] == 5
    # The parts are found, and each as long as it must be; together they are out of reach.
    found = solve(network(read_rulesheet(GAMES / "three_locks.kif")), without=("plans",))
    assert found.filters[:2] == ("roles", "factors")
    assert found.expansions < len(lights) + len(cells) + len(dial)


def test_the_radio_never_opens_the_safe() -> None:
    opened = (frozenset(), "12345b", 5)
    for station, loud in product(ThreeLocks.stations, (False, True)):
        assert ThreeLocks().solved((*opened, station, loud))
    for other in (({(1, 1)}, "12345b", 5), (set(), "1234b5", 5), (set(), "12345b", 4)):
        assert not ThreeLocks().solved((*other, "news", False))


def test_the_hunt_takes_nineteen_moves() -> None:
    puzzle = KnightHunt()

    def timeless(state: State) -> Iterator[State]:
        for place, caught, _ in puzzle.moves((*state, 0)).values():
            yield place, caught

    found = distances(puzzle.start[:2], timeless)
    assert len(found) == 31_744
    assert min(n for state, n in found.items() if puzzle.solved(state)) == 19


def two_knights(size: int) -> str:
    """Return the sheet two_knights with two boards of so many rows and columns."""
    text = (GAMES / "two_knights.kif").read_text()
    indices = range(1, size + 1)
    changes = {
        "(successor 23 24)": " ".join(f"(successor {n} {n + 1})" for n in range(23, size**2))
    }
    changes["(true (step 24))"] = f"(true (step {size**2 - 1}))"
    changes["(after 4 5)"] = " ".join(f"(after {n} {n + 1})" for n in range(4, size))
    for words, least in (("rows left", 5), ("columns left", 5), ("rows right", 3)):
        changes[f"({words} {least})"] = " ".join(f"({words} {n})" for n in indices[least - 1 :])
    changes["(columns right 4)"] = " ".join(f"(columns right {n})" for n in indices[3:])
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("size", [6, 10])
def test_two_knights_on_larger_boards(size: int) -> None:
    net = network(read_rules(two_knights(size)))
    for role in ("left", "right"):
        found = solve(net, role)
        assert (found.score, found.maximal, found.shortest) == (100, True, True)
        assert solve(net, role).plan == found.plan
        at, seen = (1, 1), {(1, 1)}
        for move in found.plan or ():
            _, u, v = str(found.puzzle.moves[move]).strip("()").split()
            here = int(u), int(v)
            assert (here[0] - at[0], here[1] - at[1]) in KNIGHT
            at = here
            seen.add(at)
        assert seen == set(board(size, size))
        assert len(found.plan or ()) == size**2 - 1


def test_the_start_of_the_fifteen_puzzle() -> None:
    puzzle = FifteenPuzzle()
    assert sorted(puzzle.start) == list(range(16))
    # Every move of the blank is a swap: their parity is that of the order.
    order = [tile or 16 for tile in puzzle.start]
    swaps = sum(a > b for n, b in enumerate(order) for a in order[:n])
    blank = puzzle.start.index(0)
    assert (swaps + (3 - blank // 4) + (3 - blank % 4)) % 2 == 0


@pytest.mark.slow
def test_the_fifteen_puzzle() -> None:
    name = "fifteen_puzzle"
    found = solve(network(read_rulesheet(GAMES / f"{name}.kif")), without=("plans",))
    assert (found.status, found.shortest, len(found.plan or ())) == ("solved", True, 38)
    way = iter([str(found.puzzle.moves[move]) for move in found.plan or ()])
    assert PUZZLES[name].solved(play(name, lambda *_: next(way)))
    assert FifteenPuzzle().least_moves() == 38
