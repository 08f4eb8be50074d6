"""What is known of a panel while it is drawn, one thing after another, the soonest first."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from witness.base.limits import LimitReachedError, Limits
from witness.difficulty.entropy.listed import tree_of
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import Rating, rate
from witness.difficulty.state import Panel, panels
from witness.puzzle import solvers
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, path_to_json

#: Seconds for each of the things that are found out, and megabytes.
SECONDS = 20.0
MEMORY = 2_000.0

#: With more solutions than this, dead ends are not counted: all solutions are looked at for that.
MOST_LISTED = 1_000

#: Bits by which two scores have to differ to be different.
DIFFERENT = 1e-9


#: The names of what is found out.
NAMES: Sequence[str] = (
    "solvable", "solutions", "unique", "shortest", "muse", "remuse", "needed", "dead_ends",
)  # fmt: skip


def limits() -> Limits:
    """Return the limits of one of the things that are found out."""
    return Limits(time_limit=SECONDS, memory_limit=MEMORY)


def words(status: str) -> str:
    """Return the words for a status that is a limit."""
    return status.replace("-", " ")


def analyse(puzzle: Puzzle, player: Player) -> Iterator[Finding]:
    """Yield what is known of a panel, as it becomes known.

    There is one finding for each of `NAMES`, and progress between them. Scores are for `player`.
    The rules that are needed are those without which MUSE or ReMUSE would be another.
    """
    answer = solvers.solve(puzzle, limits=limits())
    if answer.path is None:
        yield from _without_path(puzzle, answer.status)
        return
    yield found("solvable", True, path=path_to_json(answer.path))
    # Where solutions are counted one by one, that comes later.
    at_once = hasattr(solvers.solver("auto", puzzle, listing=True), "count")
    solutions = (yield from _counted(puzzle)) if at_once else None
    yield _progress(1, "looking for a shortest solution")
    yield _shortest(puzzle)
    yield _progress(2, "counting the solutions")
    if not at_once:
        solutions = yield from _counted(puzzle)
    yield _progress(3, "rating")
    rating = rate(puzzle, player, time_limit=SECONDS)
    yield from _scores(rating)
    yield _progress(4, "counting dead ends")
    yield _dead_ends(puzzle, solutions)
    yield _progress(5, "rating without each rule")
    yield _needed(puzzle, player, rating)


def _progress(done: int, what: str) -> Finding:
    return found("progress", done / 6, words=what)


def _without_path(puzzle: Puzzle, status: str) -> Iterator[Finding]:
    """Yield what is known where no solution is: there is none, or none was found in time."""
    if status == "unsolvable":
        yield found("solvable", False)
        yield found("solutions", 0)
        yield found("unique", False)
        yield found("dead_ends", dead_ends(puzzle, ()))
        names, why = NAMES[3:7], "there is no solution"
    else:
        names, why = NAMES, f"no solution was found within the {words(status)}"
    yield from (unknown(name, why) for name in names)


def _counted(puzzle: Puzzle) -> Generator[Finding, None, int | None]:
    """Yield whether there is one solution, and how many there are; return that, None at a limit."""
    try:
        some = list(islice(solvers.solutions(puzzle, limits=limits()), 2))
        yield found("unique", len(some) == 1)
    except LimitReachedError as reached:
        yield unknown("unique", f"not known within the {words(reached.status)}")
    solutions, status = solvers.count(puzzle, limits=limits())
    if status == "exact":
        yield found("solutions", number(solutions))
        return solutions
    more = f"{solutions:,} or more: no more" if solutions else "not counted"
    yield unknown("solutions", f"{more} within the {words(status)}")
    return None


def _dead_ends(puzzle: Puzzle, solutions: int | None) -> Finding:
    if solutions is None or solutions > MOST_LISTED:
        return unknown("dead_ends", f"counted with up to {MOST_LISTED:,} solutions only")
    try:
        return found("dead_ends", dead_ends(puzzle, solvers.solutions(puzzle, limits=limits())))
    except LimitReachedError as reached:
        return unknown("dead_ends", f"not counted within the {words(reached.status)}")


def _shortest(puzzle: Puzzle) -> Finding:
    answer = solvers.solve(puzzle, shortest=True, limits=limits())
    if answer.path is None:
        return unknown("shortest", f"not known within the {words(answer.status)}")
    return found("shortest", answer.length, path=path_to_json(answer.path))


def _scores(rating: Rating) -> Iterator[Finding]:
    if rating.status == "lost":
        why = "these rules speak against all solutions"
    else:
        why = f"not known within the {words(rating.status)}"
    for name in ("muse", "remuse"):
        score = rating.score(name)
        if score is None or math.isinf(score):
            yield unknown(name, why + _nearly(name, rating))
        else:
            yield found(name, rating.to_json("")[name])


def _nearly(name: str, rating: Rating) -> str:
    """Return what is known of a score that is not, after a semicolon."""
    if name == "muse" and rating.muse is None:
        low, high = (f"{bound:.2f}" for bound in rating.bounds)
        return f"; from {low} to {high} bits" if high != "inf" else f"; {low} bits or more"
    known = name == "remuse" and rating.about is not None
    return f"; about {rating.about:.2f} bits by the solutions that are known" if known else ""


def _needed(puzzle: Puzzle, player: Player, rating: Rating) -> Finding:
    """Return the rules without which one of the scores would be another."""
    if rating.status != "rated":
        return unknown("needed", "there is no rating to compare with")
    needed = []
    for name in rating.rules:
        others = tuple(rule for rule in player.rules if rule.name != name)
        without = rate(puzzle, Player(others, player.lookahead), time_limit=SECONDS)
        if without.status != "rated":
            return unknown("needed", f"without {name} there are too many states")
        if _differ(_both(rating), _both(without)):
            needed.append(name)
    return found("needed", needed)


def _both(rating: Rating) -> Sequence[float]:
    return [math.inf if score is None else score for score in (rating.muse, rating.remuse)]


def _differ(one: Sequence[float], other: Sequence[float]) -> bool:
    return any(abs(a - b) > DIFFERENT for a, b in zip(one, other, strict=True))


#: One thing that was found.
Finding = dict[str, Any]

#: The largest integer that JavaScript has exactly.
MOST_EXACT = 2**53


def number(value: int) -> int | str:
    """Return a number as JavaScript can read it: beyond 2^53 it is a string of digits."""
    return value if value <= MOST_EXACT else str(value)


def found(name: str, value: Any, **more: Any) -> Finding:
    """Return something that is known."""
    return {"name": name, "value": value, **more}


def unknown(name: str, why: str) -> Finding:
    """Return something that cannot be had, with the reason."""
    return {"name": name, "unknown": why}


def dead_ends(puzzle: Puzzle, solutions: Iterable[Path]) -> int:
    """Return the number of dead ends of a panel, given all of its solutions.

    A dead end is the shortest beginning of a path that no solution has: a move from a path that
    could still become a solution to one that cannot, or a start from which there is no solution.
    After a solution nothing counts any more.
    """
    paths = list(solutions)
    return sum(_from(panel, [p for p in paths if p[0] == panel.puzzle.starts[0]])
               for panel in panels(puzzle))  # fmt: skip


def _from(panel: Panel, paths: list[Path]) -> int:
    """Return the number of dead ends from the start of a panel."""
    if not paths:
        return 1
    number, todo = 0, [(panel.begin(), tree_of(panel, paths))]
    while todo:
        state, after = todo.pop()
        for move in () if state.solved else state.moves:
            if move.place in after:
                todo.append((state.after(move), after[move.place]))
            else:
                number += 1
    return number
