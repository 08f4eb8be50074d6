"""Sums as clauses: how many of some literals are true, and what their weights come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from witness.boards.solvers.sat_line import Clause, Line


def counted(
    line: Line, literals: Sequence[int], most: int, add: Callable[[Iterable[Clause]], object]
) -> Sequence[int]:
    """Return literals of which the first n are true if n of some are, up to `most`.

    That is the totalizer of Bailleux and Boufkhad (2003), in both directions; `add` gets its
    clauses.
    """
    if len(literals) < 2:
        return literals
    half = len(literals) // 2
    few, more = (counted(line, part, most, add) for part in (literals[:half], literals[half:]))
    found = [line.new() for _ in range(min(most, len(few) + len(more)))]
    add(_merged(few, more, found))
    return found


def _merged(few: Sequence[int], more: Sequence[int], found: Sequence[int]) -> Iterator[Clause]:
    for i in range(len(few) + 1):
        for j in range(min(len(more), len(found) - i) + 1):
            if i + j:
                both = [*few[i - 1 : i], *more[j - 1 : j]]
                yield [*(-one for one in both), found[i + j - 1]]
            if i + j < len(found):
                yield [*few[i : i + 1], *more[j : j + 1], -found[i + j]]


def weighed(
    line: Line, terms: Sequence[tuple[int, int]], wanted: Collection[int], unless: Clause
) -> Iterator[Clause]:
    """Yield clauses that say that the weights of true literals come to a number that is wanted.

    `terms` are literals and their weights; nothing is said if one of `unless` is true. A variable
    says what some of the terms come to, from the first on.
    """
    least, most = [0], [0]  # what the terms from each on come to
    for _, weight in reversed(terms):
        least.append(least[-1] + min(weight, 0))
        most.append(most[-1] + max(weight, 0))
    low, high = min(wanted), max(wanted)
    sums: dict[int, Clause] = {0: []}
    for place, (literal, weight) in enumerate(terms, start=1):
        left = len(terms) - place
        following: dict[int, Clause] = {}
        for total, so_far in sums.items():
            for chosen, reached in ((-literal, total + weight), (literal, total)):
                if (
                    reached + most[left] < low
                    or reached + least[left] > high
                    or (not left and reached not in wanted)
                ):
                    yield [*so_far, chosen, *unless]
                else:
                    if reached not in following:
                        following[reached] = [-line.new()]
                    yield [*so_far, chosen, -following[reached][0]]
        sums = following
