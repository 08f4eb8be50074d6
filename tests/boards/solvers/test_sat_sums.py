"""Sums as clauses, against sums."""

from __future__ import annotations

import random
from itertools import product

import pytest

from witness.boards.solvers.sat_line import Clause, Line
from witness.boards.solvers.sat_sums import counted, weighed
from witness.puzzle.model import Puzzle

pytest.importorskip("pysat", reason="PySAT is not installed (the extra sat)")


def empty_line() -> Line:
    return Line(Puzzle(1, 1, ((0, 0),), ((1, 1),)))


@pytest.mark.parametrize("most", range(1, 7))
@pytest.mark.parametrize("number", range(1, 7))
def test_counted(number: int, most: int) -> None:
    from pysat.solvers import Cadical153

    line, clauses = empty_line(), list[Clause]()
    literals = [line.new() * (-1) ** n for n in range(number)]
    found = counted(line, literals, most, clauses.extend)
    assert len(found) == (min(number, most) if number > 1 else 1)
    with Cadical153(bootstrap_with=clauses) as solver:
        for signs in product((1, -1), repeat=number):
            chosen = [sign * one for sign, one in zip(signs, literals, strict=True)]
            for place, literal in enumerate(found):
                assert solver.solve([*chosen, literal]) == (signs.count(1) > place)
                assert solver.solve([*chosen, -literal]) == (signs.count(1) <= place)


def test_weighed() -> None:
    from pysat.solvers import Cadical153

    rng = random.Random(1)
    seen = set()
    for _ in range(60):
        line = empty_line()
        weights = rng.choices((-3, -2, -1, 1, 2, 3), k=rng.randrange(1, 7))
        terms = [(line.new(), weight) for weight in weights]
        wanted = rng.choice([(0,), (0, 2, 4), (1,), (-2, 3)])
        unless = line.new()
        with Cadical153(bootstrap_with=list(weighed(line, terms, wanted, [unless]))) as solver:
            for signs in product((1, -1), repeat=len(terms)):
                chosen = [sign * one for sign, (one, _) in zip(signs, terms, strict=True)]
                total = sum(w for sign, (_, w) in zip(signs, terms, strict=True) if sign > 0)
                right = solver.solve([*chosen, -unless])
                assert right == (total in wanted), (terms, wanted)
                assert solver.solve([*chosen, unless])
                seen.add(right)
    assert seen == {True, False}
