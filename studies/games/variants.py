"""Variants of shipped games, made by replacing facts: towers, knights, and the sliding puzzles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from witness.base.files import read_text

#: Facts and what stands in place of each.
Changes = list[tuple[str, str]]

#: The other one of the two positions of the 8-puzzle that need 31 moves.
OTHER_HARDEST = [
    ("(start 1 8 6 7)", "(start 1 6 4 7)"),
    ("(start 2 2 5 4)", "(start 2 8 5 b)"),
    ("(start 3 3 b 1)", "(start 3 3 2 1)"),
]

#: Disks of the towers, and rows and columns of the boards of two knights.
DISKS = range(3, 13)
KNIGHTS = (6, 8, 10)

#: Moves of random walks from the ordered 15-puzzle, their seeds, and those of random positions.
WALKS = (20, 40, 60, 80)
WALKERS = (1, 2, 3)
SHUFFLES = (1, 2, 3, 4)


@dataclass(frozen=True)
class Variant:
    """Other facts for a shipped game; without `playouts` it is solved by search alone."""

    changes: Changes
    playouts: bool = True


#: The games that variants are of, by the first word of a variant's name.
GAMES = {
    "hanoi": "hanoi",
    "other": "eight_puzzle",
    "knights": "two_knights",
    "fifteen": "fifteen_puzzle",
    "shuffled": "fifteen_puzzle",
}


def names() -> list[str]:
    """Return the names of all variants."""
    return [
        *(f"hanoi-{disks}" for disks in DISKS),
        "other-hardest",
        *(f"knights-{size}{search}" for size in KNIGHTS for search in ("", "-search")),
        *(f"fifteen-{moves}-{seed}" for moves in WALKS for seed in WALKERS),
        *(f"shuffled-{seed}" for seed in SHUFFLES),
    ]


def variant(name: str, sheet: Path) -> Variant:
    """Return a variant of the game in a rulesheet by the variant's name."""
    kind, _, rest = name.partition("-")
    if kind == "other":
        return Variant(OTHER_HARDEST)
    numbers = [int(part) for part in rest.split("-") if part.isdecimal()]
    if kind == "hanoi":
        return Variant(hanoi(*numbers))
    if kind == "knights":
        return Variant(two_knights(*numbers), playouts=not rest.endswith("search"))
    cells = walk(*numbers) if kind == "fifteen" else shuffled(*numbers)
    return Variant(fifteen(cells, sheet), playouts=False)


def hanoi(disks: int) -> Changes:
    """Return the changes that give the tower this number of disks."""
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    return [(facts, "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, disks)))]


def two_knights(size: int) -> Changes:
    """Return the changes that give both knights a board of `size` rows and columns."""

    def facts(words: str, first: int, last: int) -> str:
        return " ".join(f"({words} {n})" for n in range(first, last + 1))

    def successors(name: str, first: int, last: int) -> str:
        return " ".join(f"({name} {n} {n + 1})" for n in range(first, last))

    return [
        *((f"({words} 5)", facts(words, 5, size)) for words in ("rows left", "columns left")),
        ("(rows right 3)", facts("rows right", 3, size)),
        ("(columns right 4)", facts("columns right", 4, size)),
        ("(after 4 5)", successors("after", 4, size)),
        ("(successor 23 24)", successors("successor", 23, size**2 - 1)),
        ("(true (step 24))", f"(true (step {size**2 - 1}))"),
    ]


def walk(moves: int, seed: int) -> list[str]:
    """Return the cells of the 15-puzzle after a random walk from the ordered position.

    No move takes back the one before.
    """
    rng, cells = random.Random(seed), [*map(str, range(1, 16)), "b"]
    blank, before = 15, None
    for _ in range(moves):
        x, y = divmod(blank, 4)
        beside = [n for n in range(16) if abs(n // 4 - x) + abs(n % 4 - y) == 1 and n != before]
        tile = rng.choice(beside)
        cells[blank], cells[tile] = cells[tile], "b"
        blank, before = tile, blank
    return cells


def shuffled(seed: int) -> list[str]:
    """Return the cells of a position of the 15-puzzle, any solvable one with equal probability."""
    rng, order = random.Random(seed), list(range(1, 17))
    while True:
        rng.shuffle(order)
        x, y = divmod(order.index(16), 4)
        swaps = sum(a > b for n, b in enumerate(order) for a in order[:n])
        if (swaps + x + y) % 2 == 0:  # Each move is a swap, and takes the blank one cell further.
            return ["b" if tile == 16 else str(tile) for tile in order]


def fifteen(cells: Sequence[str], sheet: Path) -> Changes:
    """Return the changes that make the 15-puzzle begin with these cells, row by row."""
    text = read_text(sheet)
    rows = [line for line in text.splitlines() if line.startswith("(start ")]
    return [
        (old, f"(start {x + 1} {' '.join(cells[4 * x : 4 * x + 4])})") for x, old in enumerate(rows)
    ]
