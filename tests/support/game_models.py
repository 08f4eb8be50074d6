"""The puzzles of the shipped rulesheets as models in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

from support.board_models import COINS, ENGLISH, TRIANGLE, KnightsTour, Pegs, Treasure
from support.puzzle_models import BESIDE, Cell, Puzzle, State, board


class EightPuzzle(Puzzle):
    """A state is the nine cells by rows, and the number of steps where they count."""

    ordered = "12345678b"

    def __init__(self, start: str, limit: int | None = None) -> None:
        self.start = (start, None if limit is None else 0)
        self.limit = limit

    def moves(self, state: State) -> dict[str, State]:
        cells, step = state
        blank = cells.index("b")
        found = {}
        for tile in range(9):
            if abs(tile // 3 - blank // 3) + abs(tile % 3 - blank % 3) == 1:
                after = list(cells)
                after[blank], after[tile] = after[tile], "b"
                following = None if step is None else step + 1
                found[f"(move {tile // 3 + 1} {tile % 3 + 1})"] = ("".join(after), following)
        return found

    def facts(self, state: State) -> set[str]:
        cells, step = state
        found = {f"(cell {i // 3 + 1} {i % 3 + 1} {tile})" for i, tile in enumerate(cells)}
        return found if step is None else found | {f"(step {step})"}

    def solved(self, state: State) -> bool:
        return bool(state[0] == self.ordered)

    def over(self, state: State) -> bool:
        return self.solved(state) or (self.limit is not None and state[1] == self.limit)


class Sudoku(Puzzle):
    """A state is a tuple of digits by rows, 0 for a blank."""

    def __init__(self, rows: str) -> None:
        self.start = tuple(0 if c == "." else int(c) for c in rows if not c.isspace())
        self.size = len(rows.split())
        self.box = {4: 2, 9: 3}[self.size]
        cells = list(product(range(self.size), repeat=2))
        self.peers = [
            [
                other
                for other, (u, v) in enumerate(cells)
                if (u, v) != (x, y) and (u == x or v == y or self.same_box((x, y), (u, v)))
            ]
            for x, y in cells
        ]

    def same_box(self, one: Cell, other: Cell) -> bool:
        return all(a // self.box == b // self.box for a, b in zip(one, other, strict=True))

    def candidates(self, state: State, cell: int) -> list[int]:
        taken = {state[peer] for peer in self.peers[cell]}
        return [digit for digit in range(1, self.size + 1) if digit not in taken]

    def name(self, cell: int) -> str:
        return f"{cell // self.size + 1} {cell % self.size + 1}"

    def moves(self, state: State) -> dict[str, State]:
        return {
            f"(mark {self.name(cell)} {digit})": (*state[:cell], digit, *state[cell + 1 :])
            for cell, before in enumerate(state)
            if not before
            for digit in self.candidates(state, cell)
        }

    def facts(self, state: State) -> set[str]:
        return {f"(cell {self.name(cell)} {digit or 'b'})" for cell, digit in enumerate(state)}

    def solved(self, state: State) -> bool:
        return all(state)

    def over(self, state: State) -> bool:
        return not self.moves(state)

    def solutions(self, state: State) -> Iterator[State]:
        blanks = [cell for cell, digit in enumerate(state) if not digit]
        if not blanks:
            yield state
            return
        cell = min(blanks, key=lambda cell: len(self.candidates(state, cell)))
        for digit in self.candidates(state, cell):
            yield from self.solutions((*state[:cell], digit, *state[cell + 1 :]))

    def places(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield cells that a row, column or box has left as the only ones for a digit."""
        for cell, digit in enumerate(state):
            for value in () if digit else self.candidates(state, cell):
                for same in (self.row, self.column, self.same_box):
                    x, y = divmod(cell, self.size)
                    others = [p for p in self.peers[cell] if same((x, y), divmod(p, self.size))]
                    if not any(not state[p] and value in self.candidates(state, p) for p in others):
                        yield cell, value

    def row(self, one: Cell, other: Cell) -> bool:
        return one[0] == other[0]

    def column(self, one: Cell, other: Cell) -> bool:
        return one[1] == other[1]

    def singles(self, state: State, hidden: bool) -> State:
        """Fill in what has one candidate alone, or one place alone in a row, column or box."""
        while True:
            found = [
                (cell, values[0])
                for cell, digit in enumerate(state)
                if not digit and len(values := self.candidates(state, cell)) == 1
            ]
            if hidden and not found:
                found = list(self.places(state))[:1]
            if not found:
                return state
            cell, value = found[0]
            state = (*state[:cell], value, *state[cell + 1 :])


class LightsOut(Puzzle):
    """A state is the set of the lights that are on."""

    def __init__(self, picture: str) -> None:
        rows = picture.split()
        self.start = frozenset((x, y) for x, y in board(5, 5) if rows[x - 1][y - 1] == "*")

    def press(self, state: State, x: int, y: int) -> State:
        cross = {(x, y), *((x + a, y + b) for a, b in BESIDE)}
        return state ^ cross.intersection(board(5, 5))

    def moves(self, state: State) -> dict[str, State]:
        return {f"(press {x} {y})": self.press(state, x, y) for x, y in board(5, 5)}

    def facts(self, state: State) -> set[str]:
        return {f"(on {x} {y})" for x, y in state}

    def solved(self, state: State) -> bool:
        return not state

    def solutions(self) -> Iterator[list[Cell]]:
        """Yield all sets of presses that solve the start: the first row decides the others."""
        for first in product((False, True), repeat=5):
            state, pressed = self.start, []
            for x, y in board(5, 5):
                if first[y - 1] if x == 1 else (x - 1, y) in state:
                    state = self.press(state, x, y)
                    pressed.append((x, y))
            if not state:
                yield pressed


class Hanoi(Puzzle):
    """A state has for each peg its disks, from the top."""

    pegs = ("left", "middle", "right")

    def __init__(self, disks: int) -> None:
        self.start = (tuple(range(1, disks + 1)), (), ())

    def moves(self, state: State) -> dict[str, State]:
        found = {}
        for source, target in product(range(3), repeat=2):
            if source != target and state[source]:
                disk = state[source][0]
                if not state[target] or disk < state[target][0]:
                    after = list(state)
                    after[source], after[target] = state[source][1:], (disk, *state[target])
                    found[f"(move {disk} {self.pegs[source]} {self.pegs[target]})"] = tuple(after)
        return found

    def facts(self, state: State) -> set[str]:
        return {
            f"(on {disk} {peg})"
            for peg, disks in zip(self.pegs, state, strict=True)
            for disk in disks
        }

    def solved(self, state: State) -> bool:
        return not state[0] and not state[1]


class Corridor(Puzzle):
    """A state is a place, the lamps that are lit, and whether the door is locked."""

    def __init__(self, length: int, door: int, side: int, rooms: int) -> None:
        self.end, self.rooms = f"c{length}", rooms
        self.start = ("c1", frozenset(), False)
        self.ways: dict[str, set[str]] = {}
        for one in range(1, length):
            self.passage(f"c{one}", f"c{one + 1}")
        for one in range(1, rooms + 1):
            self.passage(f"r{one}", f"r{one % rooms + 1}")
        behind = [f"c{door}", *(f"f{one}" for one in range(1, side + 1)), "r1"]
        for place, following in pairwise(behind):
            self.ways.setdefault(place, set()).add(following)

    def passage(self, one: str, other: str) -> None:
        self.ways.setdefault(one, set()).add(other)
        self.ways.setdefault(other, set()).add(one)

    def moves(self, state: State) -> dict[str, State]:
        place, lamps, locked = state
        found = {
            f"(walk {place} {other})": (other, lamps, locked or other.startswith("r"))
            for other in self.ways[place]
        }
        if place.startswith("r"):
            found[f"(switch {place})"] = (place, lamps ^ {place}, locked)
        return found

    def facts(self, state: State) -> set[str]:
        place, lamps, locked = state
        return {f"(at {place})", *(f"(lit {lamp})" for lamp in lamps)} | (
            {"locked"} if locked else set()
        )

    def solved(self, state: State) -> bool:
        return bool(state[0] == self.end)

    def rescued(self, state: State) -> bool:
        return bool(state[2]) and len(state[1]) == self.rooms

    def over(self, state: State) -> bool:
        return self.solved(state) or self.rescued(state)

    def score(self, state: State) -> int:
        return 30 if self.rescued(state) else super().score(state)


SUDOKU_9 = """
    639..1... ..8..7.1. ...8.....
    5.3.....7 2...3...6 7.....4.3
    .....5... .2.9..6.. ...6..524
"""


PUZZLES: dict[str, Puzzle] = {
    "eight_puzzle": EightPuzzle("8672543b1"),
    "eight_puzzle_steps": EightPuzzle("87654321b", limit=60),
    "sudoku4": Sudoku("...2 .4.. ..3. 1..."),
    "sudoku9": Sudoku(SUDOKU_9),
    "lights_out": LightsOut(".*.*. ..*.. ..*.. ..*.. ....."),
    "hanoi": Hanoi(6),
    "corridor": Corridor(length=21, door=4, side=0, rooms=12),
    "corridor_long": Corridor(length=21, door=4, side=5, rooms=12),
    "peg_solitaire": Pegs(ENGLISH, BESIDE, (4, 4), lambda state: state == {(4, 4)}),
    "peg_solitaire_15": Pegs(
        TRIANGLE, (*BESIDE, (1, 1), (-1, -1)), (1, 1), lambda state: len(state) == 1
    ),
    "knights_tour": KnightsTour(5, 5),
    "treasure": Treasure(COINS, limit=14),
}


@cache
def eight_puzzle_distances() -> dict[str, int]:
    """Return the distance of every position from the ordered one; every move can be taken back."""
    puzzle = EightPuzzle(EightPuzzle.ordered)
    found = {EightPuzzle.ordered: 0}
    todo = [EightPuzzle.ordered]
    for cells in todo:
        for after, _ in puzzle.moves((cells, None)).values():
            if after not in found:
                found[after] = found[cells] + 1
                todo.append(after)
    return found
