"""Suggestions to a designer: panels that differ from one in a symbol, or that a line solves."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice, zip_longest
from typing import NamedTuple

from witness.base.errors import InputError, listed, quoted
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.meant import none_such
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import Rating, rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.score_range import MOST_STATES
from witness.puzzle import solvers
from witness.puzzle.generate.given_line import around_line
from witness.puzzle.generate.minimal import MOST_SOLUTIONS, minimal, solutions
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, goal_test, is_solution, open_halves, path_masks
from witness.puzzle.symbol_changes import (
    Entry,
    added,
    check_symbols,
    entries,
    exchanges,
    only_removes,
    possible,
    removed,
)
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.rule import Counted

#: Is called with the number of panels that were looked at, and of all; None where it is not known.
Progress = Callable[[int, int | None], object]

#: The most seconds for the list of a panel's solutions.
SECONDS_FOR_TABLE = 10.0

#: Scores that differ by less are equal: sums of logarithms differ in their last digits.
_EQUAL = 1e-9

#: Bits of ReMUSE that a player may notice.
NOTICEABLE = 0.5


class Table:
    """The solutions of a panel, of which those that a symbol more leaves are found at once."""

    def __init__(self, puzzle: Puzzle, seconds: float) -> None:
        self.puzzle = puzzle
        self.seconds = seconds

    @cached_property
    def rows(self) -> list[tuple[Path, tuple[int, int, int]]]:
        """The solutions as the goal test has them; none if there are too many to list in time."""
        panel, paths = self.puzzle, []
        with suppress(LimitReachedError):
            listed = solvers.solutions(panel, limits=Limits(time_limit=self.seconds))
            paths = list(islice(listed, MOST_SOLUTIONS + 1))
        if len(paths) > MOST_SOLUTIONS:
            return []
        return [(path, (*path_masks(panel, path), open_halves(panel, path))) for path in paths]

    def left(self, entry: Entry) -> list[Path] | None:
        """Return all solutions of the panel with an entry more; None where they are not known."""
        if not only_removes(self.puzzle, entry) or not self.rows:
            return None
        panel = added(self.puzzle, entry)
        if SYMBOLS[entry.symbol].bars:
            return [path for path, _ in self.rows if is_solution(panel, path)]
        satisfied = goal_test(panel)
        return [path for path, masks in self.rows if satisfied(*masks)]


@dataclass(frozen=True)
class Suggestion:
    """A panel that is suggested, why in words, its number of solutions, and its ReMUSE in bits.

    The score is None where it takes too long to be known, and where a player with the rules cannot
    solve the panel. `new` is the symbol that the first panel has not, if there is one.
    """

    puzzle: Puzzle
    words: str
    solutions: int
    remuse: float | None
    new: Entry | None = None


class Change(NamedTuple):
    """A panel with a change of one symbol, words for that, and all its solutions, if known.

    `new` is the symbol that the panel has not without the change.
    """

    puzzle: Puzzle
    words: str
    known: Sequence[Path] | None = None
    new: Entry | None = None


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is asked for: a panel, and how it may be changed.

    `kinds` are the symbols to add; without any they are those of the panel, or triangles if it has
    none. `line` is the path of the aim "line".
    """

    puzzle: Puzzle
    kinds: Sequence[str] = ()
    line: Path | None = None
    player: Player
    seed: int = 1
    budget: Budget
    progress: Progress

    def additions(self) -> list[Change]:
        """Return all panels with one symbol more, those with known solutions first."""
        found = (entry for kind in self.symbols() for entry in possible(self.puzzle, kind))
        changes = [self._addition(entry) for entry in found]
        return sorted(changes, key=lambda change: change.known is None)

    def _addition(self, entry: Entry) -> Change:
        panel = added(self.puzzle, entry)
        return Change(panel, f"with {entry.on(panel)}", self.table.left(entry), entry)

    @cached_property
    def table(self) -> Table:
        """The solutions of the panel."""
        left = self.budget.seconds_left
        seconds = min(SECONDS_FOR_TABLE, SECONDS_FOR_TABLE if left is None else left / 4)
        return Table(self.puzzle, seconds)

    def removals(self) -> list[Change]:
        """Return all panels with one symbol fewer, with words for each."""
        panel = self.puzzle
        return [
            Change(removed(panel, one), f"without {_the(one.on(panel))}") for one in entries(panel)
        ]

    def exchanges(self) -> list[Change]:
        """Return all panels with another value of one symbol, with words for each."""
        return [
            Change(panel, f"with {new.what} instead of {old.what} {old.where(panel)}", None, new)
            for old, new, panel in exchanges(self.puzzle)
        ]

    def symbols(self) -> Sequence[str]:
        """Return the names of the symbols to add."""
        have = dict.fromkeys(entry.symbol for entry in entries(self.puzzle))
        return self.kinds or [*have] or ["triangles"]

    def each(self, changes: Sequence[Change]) -> Iterator[Change]:
        """Yield changes within the budget, and say how far it is."""
        for number, change in enumerate(changes, start=1):
            self.budget.check()
            yield change
            self.progress(number, len(changes))

    def some(self, change: Change, most: int) -> Sequence[Path]:
        """Return solutions of a changed panel, at least `most` if there are as many."""
        if change.known is not None:
            return change.known
        limits = Limits(time_limit=self.budget.seconds_left)
        return list(islice(solvers.solutions(change.puzzle, limits=limits), most))

    def count(self, puzzle: Puzzle, most: int | None = None) -> int:
        """Return the number of solutions; with `most`, one more stands for all greater ones."""
        limits = Limits(time_limit=self.budget.seconds_left)
        number, status = solvers.count(puzzle, most=most, limits=limits)
        if status == "limit":
            return number + 1
        if status != "exact":
            raise LimitReachedError(status)  # type: ignore[arg-type]
        return number

    def rating(self, puzzle: Puzzle, known: Sequence[Path] | None = None) -> Rating:
        """Return how hard a panel is; `known` are all its solutions."""
        left = self.budget.seconds_left
        found = rate(puzzle, self.player, max_states=MOST_STATES, time_limit=left, known=known)
        self.budget.check()
        return found

    def suggestion(
        self,
        puzzle: Puzzle,
        words: str,
        number: int | None = None,
        known: Sequence[Path] | None = None,
        new: Entry | None = None,
    ) -> Suggestion:
        """Return a suggestion with its number of solutions and all of them, if they are known."""
        score = _score(self.rating(puzzle, known))
        solutions = self.count(puzzle) if number is None else number
        return Suggestion(puzzle, words, solutions, score, new)


def suggestions(
    puzzle: Puzzle,
    aim: str,
    *,
    line: Path | None = None,
    kinds: Sequence[str] = (),
    player: Player | None = None,
    most: int | None = None,
    seed: int = 1,
    time_limit: float | None = None,
    progress: Progress = lambda done, of: None,
) -> Iterator[Suggestion]:
    """Return panels that are suggested instead of one, `most` of them; `AIMS` says what for.

    A suggested panel has the id of the first one, the aim and a number. Raises `InputError` for an
    aim or a symbol that there is not; the iterator does for a panel or a line of which the aim
    cannot be asked, and `LimitReachedError` when the time is over.
    """
    if aim not in AIMS:
        raise none_such("aim", aim, AIMS)
    if (aim == "line") != (line is not None):
        why = "the aim line needs a path, on the command line --path '[[0,0],[0,1],[1,1]]'"
        raise InputError(why if line is None else "a path is for line")
    check_symbols(kinds)
    wish = Wish(
        puzzle=puzzle,
        kinds=kinds,
        line=line,
        player=player or Player(rules("thesis")),
        seed=seed,
        budget=Budget(Limits(time_limit=time_limit)),
        progress=progress,
    )
    if aim not in ("unique", "line") and not wish.count(puzzle, 1):
        why = _barred(puzzle, lambda one: wish.count(one, 1))
        raise InputError(f"puzzle {quoted(puzzle.id)} has no solution; {why}")
    return (
        replace(found, puzzle=found.puzzle.changed(id=f"{puzzle.id}-{aim}-{number}"))
        for number, found in enumerate(islice(AIMS[aim](wish), most), start=1)
    )


def nothing(puzzle: Puzzle, aim: str) -> str:
    """Return why nothing was suggested."""
    known = solvers.count(puzzle, most=1) if aim == "unique" else None
    if known == (1, "exact"):
        return "the panel has one solution already"
    if known == (0, "exact"):
        barred = _barred(puzzle, lambda one: solvers.count(one, most=1)[0])
        return f"the panel has no solution; {barred}"
    return NOTHING.get(aim, "no change of one symbol does that")


def _barred(puzzle: Puzzle, count: Callable[[Puzzle], int]) -> str:
    """Name the symbols without one of which a panel that has no solution would have some."""
    barring = [one for one in entries(puzzle) if count(removed(puzzle, one))]
    names = "; ".join(_the(one.on(puzzle)) for one in barring)
    return f"without one of these it has some: {names}" if names else "no symbol alone bars it"


def _unique(wish: Wish) -> Iterator[Suggestion]:
    """Yield panels with one symbol more that have one solution, unless the panel has one itself."""
    if wish.count(wish.puzzle, 1) == 1:
        return
    for change in wish.each(wish.additions()):
        paths = wish.some(change, 2)
        if len(paths) == 1:
            yield wish.suggestion(change.puzzle, change.words, 1, paths, change.new)


def _superfluous(wish: Wish) -> Iterator[Suggestion]:
    """Yield panels with one symbol fewer that have the same solutions."""
    number = wish.count(wish.puzzle)
    have = entries(wish.puzzle)
    monotone = all(only_removes(removed(wish.puzzle, entry), entry) for entry in have)
    if not monotone and number > MOST_SOLUTIONS:
        raise InputError(
            f"puzzle {quoted(wish.puzzle.id)} has {number:,} solutions; whether a symbol changes "
            f"something for others is looked for up to {MOST_SOLUTIONS:,}"
        )
    known = [] if monotone else list(solutions(wish.puzzle, wish.budget))
    for puzzle, words, *_ in wish.each(wish.removals()):
        if wish.count(puzzle) == number and all(is_solution(puzzle, path) for path in known):
            yield wish.suggestion(puzzle, f"{words}, which changes nothing", number)


def _harder(wish: Wish) -> Iterable[Suggestion]:
    return _stepped(wish, 1)


def _easier(wish: Wish) -> Iterable[Suggestion]:
    return _stepped(wish, -1)


def _stepped(wish: Wish, sign: int) -> Iterator[Suggestion]:
    """Yield solvable panels with one symbol more, fewer or exchanged, and a higher score.

    With the sign -1 the score is lower. Their order is that of `_spread`; when the time is over,
    they are those that were rated. Panels instead of one with one solution have one, too.
    """
    rated = wish.rating(wish.puzzle)
    score = _score(rated)
    if score is None:
        raise InputError(f"puzzle {quoted(wish.puzzle.id)} has no ReMUSE ({rated.status})")
    found = []
    over = None
    try:
        for puzzle, words, known, entry in wish.each(
            [*wish.additions(), *wish.removals(), *wish.exchanges()]
        ):
            other = wish.rating(puzzle, known)
            new = _score(other)
            if new is None or other.solutions is None or (rated.solutions == 1 < other.solutions):
                continue
            if sign * (new - score) > _EQUAL:
                words = f"{words}: {new - score:+.3f} bits"
                found.append(Suggestion(puzzle, words, other.solutions, new, entry))
    except LimitReachedError as reached:
        over = reached
    yield from _spread(found, lambda one: abs(round((one.remuse or 0) - score, 9)))
    if over is not None:
        raise over


def _spread(found: Sequence[Suggestion], size: Callable[[Suggestion], float]) -> list[Suggestion]:
    """Return steps of different sizes first: one in each `NOTICEABLE` bits, then another in each.

    Steps that are smaller come last, the largest of them first.
    """
    sizes = groupby(sorted(found, key=size), lambda one: int(size(one) / NOTICEABLE))
    steps = {number: list(several) for number, several in sizes}
    small = steps.pop(0, [])
    return [one for some in zip_longest(*steps.values()) for one in some if one] + small[::-1]


def _minimal(wish: Wish) -> Iterator[Suggestion]:
    """Yield the panels with the fewest of the symbols and the same solutions."""
    number, have = wish.count(wish.puzzle), len(entries(wish.puzzle))
    same = "the same only solution" if number == 1 else f"the same {number:,} solutions"
    for puzzle in minimal(wish.puzzle, wish.budget):
        if len(entries(puzzle)) == have:
            return
        words = f"{len(entries(puzzle))} of {have} symbols with {same}"
        yield wish.suggestion(puzzle, words, number)


def _line(wish: Wish) -> Iterator[Suggestion]:
    """Yield panels that the line solves, with one solution if there are such."""
    assert wish.line is not None
    if len(wish.kinds) > 1:
        raise InputError(f"one kind of symbol is drawn around a line, not {listed(wish.kinds)}")
    drawn = [name for name in wish.symbols() if name in wish.kinds or SYMBOLS[name].generated]
    kind = drawn[0] if drawn else "triangles"
    rng = random.Random(wish.seed)
    for puzzle in around_line(wish.puzzle, wish.line, kind, rng, wish.budget):
        yield wish.suggestion(puzzle, f"{Counted(len(entries(puzzle))):symbol} around the line")


#: Why nothing is suggested for some aims.
NOTHING = {
    "unique": "no single symbol more leaves one solution",
    "minimal": "no symbol can go: with fewer the panel would have other solutions",
    "superfluous": "without any one of its symbols the panel would have other solutions",
    "line": "no such symbols can be drawn around the line",
}

#: What can be asked for: one symbol more that makes the solution unique; one step harder or easier;
#: the fewest symbols; a symbol that changes nothing, left out; and symbols around a line.
AIMS: dict[str, Callable[[Wish], Iterable[Suggestion]]] = {
    "unique": _unique,
    "harder": _harder,
    "easier": _easier,
    "minimal": _minimal,
    "superfluous": _superfluous,
    "line": _line,
}


def _the(words: str) -> str:
    """Return words for a symbol that is there: a dot is "the dot", 1 triangle "the 1 triangle"."""
    first, _, rest = words.partition(" ")
    return f"the {rest if first in ('a', 'an') else words}"


def _score(rated: Rating) -> float | None:
    """Return the ReMUSE of a rating, None if it is infinite or not known."""
    return None if rated.remuse is None or math.isinf(rated.remuse) else rated.remuse
