"""Fixtures that many tests share: the paper's own examples."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support import pipeline
from support.asked import require_prolog
from support.browser import close_browser
from support.examples import TABLE_3
from support.stand_in import StandIn, executable

from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause
from witness.puzzle.model import Puzzle

# The same examples in every run and every process, however slow a busy machine is.
settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")

# What tests keep (tables, machine code, boards) is much, and little of it is in circles: looking
# for those as often as Python does, and in what earlier files left, takes a fifth of the time.
gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run a single file in this process, as starting others takes longer; else one more than cores.

    A fifth of the time tests wait for browsers and other processes.
    """
    return 0 if len(config.args) == 1 and ".py" in config.args[0] else (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """Undo what a shell does to a command in the background: it and its children ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="module")
def no_browser_is_left() -> Iterator[None]:
    """The tests of a file share a browser."""
    yield
    close_browser()


@pytest.fixture(autouse=True, scope="module")
def what_is_left_is_kept() -> Iterator[None]:
    """The caches that the tests of a file leave are not looked through in those of the next."""
    yield
    gc.collect()
    gc.freeze()


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


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is made once for all processes; whoever makes it holds a lock."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def whole(shared: Path) -> Path:
    """The finished tiny experiment: copy it to change it."""
    return pipeline.whole(shared / "whole")


@pytest.fixture(scope="session")
def swi_prolog() -> None:
    """Skip a test where SWI-Prolog is missing; with WITNESS_REQUIRE_PROLOG it fails there."""
    require_prolog()


@pytest.fixture
def no_prolog(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let there be no SWI-Prolog, as far as this process can see."""
    from witness.clauses.prolog import process

    def forget() -> None:
        process.why_missing.cache_clear()
        for known in process._shared:
            known.end()

    monkeypatch.setattr(process, "executable", lambda name: None)
    forget()
    yield
    forget()


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """Return a function that makes a stand-in for Popper of Python code, with its settings."""
    return lambda code: executable(tmp_path, code)
