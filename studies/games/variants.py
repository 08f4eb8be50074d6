"""Variants of shipped games, made by replacing facts: towers, knights, and the 8-puzzle."""

from __future__ import annotations

from dataclasses import dataclass

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
}


def names() -> list[str]:
    """Return the names of all variants."""
    return [
        *(f"hanoi-{disks}" for disks in DISKS),
        "other-hardest",
        *(f"knights-{size}{search}" for size in KNIGHTS for search in ("", "-search")),
    ]


def variant(name: str) -> Variant:
    """Return a variant of a game by the variant's name."""
    kind, _, rest = name.partition("-")
    if kind == "other":
        return Variant(OTHER_HARDEST)
    numbers = [int(part) for part in rest.split("-") if part.isdecimal()]
    if kind == "hanoi":
        return Variant(hanoi(*numbers))
    return Variant(two_knights(*numbers), playouts=not rest.endswith("search"))


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
