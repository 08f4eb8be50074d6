"""Fixtures that many tests share: the paper's own examples."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from stand_in import StandIn, executable

from witness.logic.background import Background, read_background
from witness.logic.parser import parse_clauses
from witness.logic.terms import Clause
from witness.puzzle import Puzzle

ROOT = Path(__file__).resolve().parents[1]

# The same examples in every run and every process, however slow a busy machine is.
settings.register_profile(
    "tests", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")

#: The paper's Table 3: π°, the predicate that it learned.
TABLE_3 = """\
f(A,B) :- square(B,E,C), path(A,D), count(C,D,F), greaterThan(F,E).
f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), three(F), one(D).
f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), three(F), two(D).
"""

#: Not so: a path with one edge of a two-triangle square can come back for the other.
UNSOUND = "f(A,B) :- path(A,E), notAdjacent(A,B), square(B,F,C), count(E,C,D), two(F), one(D).\n"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run a single file in this process, as starting others takes longer; None for one a core."""
    return 0 if len(config.args) == 1 and ".py" in config.args[0] else None


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """Undo what a shell does to a command in the background: it and its children ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def figure_1() -> Puzzle:
    """The paper's Figure 1: its one solution is right, right, up."""
    return Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")


@pytest.fixture
def table_3() -> list[Clause]:
    return parse_clauses(TABLE_3)


@pytest.fixture(scope="session")
def background() -> Background:
    return read_background()


def random_puzzle(rng: random.Random, max_side: int = 3, symbols: bool = False) -> Puzzle:
    """Draw a small puzzle with anything in it; it may well be unsolvable."""
    rows, cols = rng.randint(1, max_side), rng.randint(1, max_side)
    bare = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    vertices, edges, squares = bare.grid.vertices, bare.grid.edges, bare.grid.squares
    ends = rng.sample(vertices, min(len(vertices), rng.choice((2, 2, 2, 3, 4))))
    cut = rng.randint(1, len(ends) - 1)
    places = rng.sample(squares, rng.randint(0, min(len(squares), 4)))
    triangles, colours, stars = [], [], []
    for r, c in places:
        kind = rng.choice(("triangle", "triangle", "square", "star")) if symbols else "triangle"
        if kind == "triangle":
            triangles.append((r, c, rng.randint(1, 3)))
        elif kind == "square":
            colours.append((r, c, rng.choice(("black", "white"))))
        else:
            stars.append((r, c, rng.choice(("black", "white"))))
    dots = rng.sample([*vertices, *edges], rng.choice((0, 0, 1, 2))) if symbols else []
    gaps = rng.sample(edges, rng.choice((0, 0, 0, 1, 2)))
    return Puzzle(
        rows,
        cols,
        tuple(ends[:cut]),
        tuple(ends[cut:]),
        tuple(triangles),
        tuple(gaps),
        tuple(dots),
        tuple(colours),
        tuple(stars),
    )


@pytest.fixture(scope="session")
def swi_prolog() -> None:
    """Skip a test where SWI-Prolog is missing; with WITNESS_REQUIRE_PROLOG it fails there."""
    from witness.prolog.swi import why_not

    reason = why_not()
    if reason is not None:
        if os.environ.get("WITNESS_REQUIRE_PROLOG"):
            pytest.fail(f"SWI-Prolog is required and cannot be used: {reason}")
        pytest.skip(reason)


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """Give a function that makes a stand-in for Popper of Python code, with its settings."""
    return lambda code: executable(tmp_path, code)
