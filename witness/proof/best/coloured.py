"""The states of coloured squares and stars, as far as a bias can tell them apart.

A state says what literals see (`witness.proof.best.symbols`): how many squares with a symbol of the
same colour or of another one are sure to be in the region of a symbol (`joined`), or may be there
(`region`); and whether the path is cut off.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle, islice, product
from typing import Any, cast

from witness.base.errors import UnsupportedError
from witness.clauses.background import Background
from witness.proof.best.kinds import Facts, State
from witness.proof.best.symbols import CUT_OFF, Name, Sees, SeesMoreError, Symbols, folded, own
from witness.puzzle.generate.random_paths import backtracking
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.placing import COLOURS, regions_of, with_symbols
from witness.puzzle.symbols.rule import InRegion
from witness.puzzle.views.board import (
    KnownRest,
    PathView,
    RestOfBoard,
    SquareView,
    SymbolView,
    path_facts,
)
from witness.puzzle.views.configurations import CORNER_NAMES, EDGE_NAMES, ELSEWHERE

#: The boards on which witnesses are looked for, in rows and columns, and how many panels.
BOARDS, PANELS = ((4, 4), (5, 5)), 3000

#: The most combinations of numbers.
MOST_NUMBERS = 300_000


@dataclass(frozen=True)
class KnownRegions(KnownRest):
    """What is left of a board of which only the squares of two lists are known."""

    sure: tuple[SquareView, ...]
    possible: tuple[SquareView, ...]

    def joined(self, square: SquareView) -> tuple[SquareView, ...]:
        """Return the squares that are in one region with a square whatever the path does."""
        return self.sure

    def region(self, square: SquareView) -> tuple[SquareView, ...]:
        """Return the squares that may be in one region with a square in the end."""
        return self.possible


class Coloured(Symbols):
    """The states of coloured squares and stars."""

    subject = "symbol"

    @classmethod
    def of(cls, seen: Background) -> Coloured:
        """Return the states of symbols of which nothing is seen yet."""
        return cls({kind.removesuffix("s"): Sees() for kind in sorted(seen.kinds)})

    def known(self, sees: Sees) -> Sees:
        """Return what is seen of a symbol, if no square is counted in two numbers of a list."""
        groups = {classes for _, classes in sees.names}
        if not sees.questions <= {CUT_OFF} or len({*chain(*groups)}) < sum(map(len, groups)):
            raise SeesMoreError
        return sees

    def states(self) -> Iterator[State]:
        """Yield all states: what is joined is in the region, too, and a symbol is in both."""
        for symbol, sees in self.sees.items():
            names = sorted(sees.names)
            most = sees.most + len(names)
            if (most + 1) ** len(names) > MOST_NUMBERS:
                raise UnsupportedError(f"the bias sees {len(names)} numbers, which are too many")
            ranges = [range(own(symbol, name), most + 1) for name in names]
            for cut_off, row in product((False, True)[: 1 + len(sees.questions)], product(*ranges)):
                numbers = dict(zip(names, row, strict=True))
                inside = all(
                    n <= numbers.get(("region", name[1]), n) for name, n in numbers.items()
                )
                if inside and folded(row, sees.most) == row:
                    answers = tuple((question, cut_off) for question in sees.questions)
                    lost = cut_off or not _satisfiable(symbol, numbers)
                    key = symbol, answers, tuple(numbers.items())
                    yield State(key, lost, views(symbol, numbers, cut_off))

    def key_of(self, path: PathView, symbol: SymbolView) -> tuple[Any, ...]:
        """Return the key of the state of a path and a symbol on a board."""
        square, rest = cast(SquareView, symbol), cast(RestOfBoard, path.rest)
        name = "star" if square.star else "square"
        sees = self.sees[name]
        lists = {"joined": rest.joined(square), "region": rest.region(square)}
        names = sorted(sees.names)
        row = [sum(_class(square, one) in classes for one in lists[of]) for of, classes in names]
        answers = tuple((question, rest.cut_off) for question in sees.questions)
        return name, answers, tuple(zip(names, folded(row, sees.most), strict=True))

    def facts(self, path_name: str, name: str, path: PathView, symbol: Any) -> Facts:
        """Return what the primitives say in a state, with names for its path and its symbol."""
        rest = cast(KnownRegions, path.rest)
        names = {s.number: f"{name}_{s.number}" if s.number else name for s in rest.possible}
        return path_facts(path_name, path) | {
            ("joined", 3): [(path_name, name, tuple(names[s.number] for s in rest.sure))],
            ("region", 3): [(path_name, name, tuple(names.values()))],
            ("colour", 2): [(names[s.number], c) for s in rest.possible for c in s.colours],
            ("star", 1): [(names[s.number],) for s in rest.possible if s.star],
        }

    def panels(self) -> Iterator[tuple[Puzzle, Path]]:
        """Yield random panels with a solution of each, from a fixed seed.

        A region has squares of one colour. There may be two stars of the other one, or instead a
        star and one square of the same colour.
        """
        rng = random.Random(0)
        for rows, cols in islice(cycle(BOARDS), PANELS):
            bare = Puzzle(rows, cols, starts=((0, 0),), goals=((rows, cols),))
            solution = backtracking(bare.grid, (0, 0), (rows, cols), rng)
            squares: dict[Square, str] = {}
            stars: dict[Square, str] = {}
            for region in regions_of(bare, solution):
                rng.shuffle(region)
                one, other = rng.sample(COLOURS, 2)
                number = rng.choice((0, 0, 1, 2)) if len(region) > 1 else 0
                last = 2 if number == 1 else rng.randint(number, len(region))
                stars |= dict.fromkeys(region[:number], one)
                squares |= dict.fromkeys(region[number:last], one if number == 1 else other)
            yield with_symbols(bare, squares=squares, stars=stars), solution


def _satisfiable(symbol: str, numbers: Mapping[Name, int]) -> bool:
    """Whether the rule of a symbol can still be satisfied, as far as some numbers say."""
    rule = cast(InRegion, SYMBOLS[f"{symbol}s"].rule)
    counted = {f"other {symbol}"} if rule.of == "others" else {"same square", "same star"}
    within = [name for name in numbers if counted.issuperset(name[1])]
    sure, possible = (
        sum(numbers[name] for name in within if name[0] == where) for where in ("joined", "region")
    )
    all_known = counted == {*chain(*(of for where, of in within if where == "region"))}
    return any(sure <= n and (n <= possible or not all_known) for n in rule.numbers)


def _class(symbol: SquareView, other: SquareView) -> str:
    """Return what a square is, seen from a symbol, as names of numbers have it."""
    same = "same" if other.colours == symbol.colours else "other"
    return f"{same} {'star' if other.star else 'square'}" if other.colours else "plain"


def views(
    symbol: str, numbers: Mapping[Name, int], cut_off: bool = False
) -> tuple[PathView, SquareView]:
    """Return a path and a symbol of which some numbers are given, as literals see them."""
    sure, possible = [_square(f"same {symbol}", 0)], [_square(f"same {symbol}", 0)]
    for classes in {classes: None for _, classes in numbers}:
        itself = own(symbol, ("joined", classes))
        joined = numbers.get(("joined", classes), itself)
        more = range(itself, numbers.get(("region", classes), joined))
        others = [_square(classes[0], len(possible) + n) for n in more]
        sure += others[: joined - itself]
        possible += others
    rest = KnownRegions((), (ELSEWHERE,), cut_off, (), (), tuple(sure), tuple(possible))
    return PathView((), (ELSEWHERE,), ELSEWHERE, rest), sure[0]


def _square(what: str, number: int) -> SquareView:
    """Return a square of a class."""
    colours = () if what == "plain" else (what.split()[0],)
    star = what.endswith("star")
    return SquareView(0, EDGE_NAMES, CORNER_NAMES, (), (), colours, star, number=number)
