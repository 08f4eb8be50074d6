"""Pegs, knights and a treasure hunt as models in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from support.puzzle_models import BESIDE, KNIGHT, Cell, Puzzle, State, board


class Pegs(Puzzle):
    """A state is the set of holes with a peg."""

    def __init__(
        self,
        holes: list[Cell],
        directions: Iterable[Cell],
        empty: Cell,
        last: Callable[[State], bool],
    ) -> None:
        self.start = frozenset(holes) - {empty}
        self.last = last
        self.lines = [
            ((x, y), (x + a, y + b), (x + 2 * a, y + 2 * b))
            for x, y in holes
            for a, b in directions
            if (x + 2 * a, y + 2 * b) in holes
        ]

    def moves(self, state: State) -> dict[str, State]:
        return {
            f"(jump {one[0]} {one[1]} {three[0]} {three[1]})": (state - {one, two}) | {three}
            for one, two, three in self.lines
            if one in state and two in state and three not in state
        }

    def facts(self, state: State) -> set[str]:
        return {f"(peg {x} {y})" for x, y in state}

    def solved(self, state: State) -> bool:
        return self.last(state)

    def over(self, state: State) -> bool:
        return not self.moves(state)


class KnightsTour(Puzzle):
    """A state is where the knight is, and the set of where it was."""

    def __init__(self, rows: int, columns: int) -> None:
        self.squares = board(rows, columns)
        self.start = ((1, 1), frozenset({(1, 1)}))

    def moves(self, state: State) -> dict[str, State]:
        (x, y), visited = state
        squares = ((x + a, y + b) for a, b in KNIGHT)
        return {
            f"(move {u} {v})": ((u, v), visited | {(u, v)})
            for u, v in squares
            if (u, v) in self.squares and (u, v) not in visited
        }

    def facts(self, state: State) -> set[str]:
        (x, y), visited = state
        return {f"(at {x} {y})", *(f"(visited {u} {v})" for u, v in visited)}

    def solved(self, state: State) -> bool:
        return len(state[1]) == len(self.squares)

    def over(self, state: State) -> bool:
        return not self.moves(state)

    def tours(self) -> tuple[int, int]:
        """Return the number of tours and that of states, with sets of squares as numbers."""
        number = {square: bit for bit, square in enumerate(self.squares)}
        jumps = [
            [number[x + a, y + b] for a, b in KNIGHT if (x + a, y + b) in number]
            for x, y in self.squares
        ]
        level, states = {(0, 1): 1}, 0
        for _ in range(len(self.squares) - 1):
            states += len(level)
            following: dict[tuple[int, int], int] = {}
            for (at, visited), ways in level.items():
                for square in jumps[at]:
                    if not visited >> square & 1:
                        key = square, visited | 1 << square
                        following[key] = following.get(key, 0) + ways
            level = following
        return sum(level.values()), states + len(level)


class Treasure(Puzzle):
    """A state is where the player is, the coins that it has, and the number of steps."""

    def __init__(self, coins: list[Cell], limit: int) -> None:
        self.coins = {square: number for number, square in enumerate(coins, 1)}
        self.limit = limit
        self.start = ((3, 3), frozenset(), 0)

    def moves(self, state: State) -> dict[str, State]:
        (x, y), taken, step = state
        found = {}
        for u, v in ((x + a, y + b) for a, b in BESIDE):
            if (u, v) in board(5, 5):
                coin = {self.coins[u, v]} if (u, v) in self.coins else set()
                found[f"(walk {u} {v})"] = ((u, v), taken | coin, step + 1)
        return found

    def facts(self, state: State) -> set[str]:
        (x, y), taken, step = state
        return {f"(at {x} {y})", f"(step {step})", *(f"(taken {coin})" for coin in taken)}

    def solved(self, state: State) -> bool:
        return len(state[1]) == len(self.coins)

    def over(self, state: State) -> bool:
        return self.solved(state) or state[2] == self.limit

    def score(self, state: State) -> int:
        return 20 * len(state[1])


ENGLISH = [(x, y) for x, y in board(7, 7) if 3 <= x <= 5 or 3 <= y <= 5]


TRIANGLE = [(x, y) for x, y in board(5, 5) if y <= x]


COINS = [(1, 5), (2, 2), (4, 4), (5, 1), (5, 5)]
