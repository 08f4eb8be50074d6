"""Questions are answered in processes of their own, which end with those who ask."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

from witness.difficulty.entropy.reference import Player
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.model import Puzzle
from witness.studio.server.questions import answer
from witness.studio.server.worker import MOST_AT_ONCE
from witness.studio.server.workers import Asked, Workers

SMALL = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),)).to_json()
#: A panel about which there is something to find out for a minute.
LARGE = algorithm_4(12, 12, random.Random(1)).to_json()


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(["none"])
    yield made
    made.close()


def wait_until(test: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not test():
        assert time.monotonic() < end
        time.sleep(0.01)


def copies(workers: Workers) -> list[psutil.Process]:
    return psutil.Process(workers.process.pid).children()


def begun(workers: Workers) -> Asked:
    """Ask a long question, and wait until it is being answered."""
    asked = workers.ask("analyse", {"panel": LARGE})
    assert next(asked.findings())["name"] == "solvable"
    return asked


def findings(workers: Workers, question: str, data: Any) -> list[Any]:
    asked = workers.ask(question, data)
    found = list(asked.findings())
    asked.close()
    return found


def test_answers_are_those_of_this_process(workers: Workers) -> None:
    for question, data in (
        ("analyse", {"panel": SMALL}),
        ("hover", {"panel": SMALL, "entry": {"key": "dots"}}),
        ("analyse", {"panel": {}}),
        ("analyse", []),
        ("what?", {"panel": SMALL}),
    ):
        expected: list[Any] = []
        answer(question, data, {"none": Player()}, expected.append)
        assert findings(workers, question, data) == expected
    wait_until(lambda: not copies(workers))


def test_a_question_that_is_closed_ends_its_process(workers: Workers) -> None:
    asked = begun(workers)
    (copy,) = copies(workers)
    assert copy.is_running()
    asked.close()
    wait_until(lambda: not copies(workers))


def test_others_go_on(workers: Workers) -> None:
    one, other = begun(workers), begun(workers)
    one.close()
    wait_until(lambda: len(copies(workers)) == 1)
    assert findings(workers, "analyse", {"panel": SMALL})[-1] == {"done": True}
    other.close()
    wait_until(lambda: not copies(workers))


def test_so_many_questions_at_a_time(workers: Workers) -> None:
    several = [begun(workers) for _ in range(MOST_AT_ONCE)]
    (refusal,) = findings(workers, "analyse", {"panel": SMALL})
    assert "8 questions are being answered" in refusal["limit"]
    for asked in several:
        asked.close()
    wait_until(lambda: not copies(workers))


def test_an_answer_whose_process_is_killed(workers: Workers) -> None:
    asked = begun(workers)
    copies(workers)[0].kill()
    assert list(asked.findings())[-1]["error"].startswith("the process that answers has ended")
    asked.close()
    assert findings(workers, "analyse", {"panel": SMALL})[-1] == {"done": True}


def test_a_killed_process_is_replaced(workers: Workers) -> None:
    asked = begun(workers)
    (copy,), before = copies(workers), workers.process.pid
    os.kill(before, signal.SIGKILL)
    assert "ended before its answer" in list(asked.findings())[-1]["error"]
    asked.close()
    wait_until(lambda: not copy.is_running() or copy.status() == psutil.STATUS_ZOMBIE)
    assert findings(workers, "analyse", {"panel": SMALL})[-1] == {"done": True}
    assert workers.process.pid != before


def test_nothing_is_left() -> None:
    workers = Workers(["none"])
    asked = begun(workers)
    (copy,) = copies(workers)
    workers.close()
    assert workers.process.poll() is not None
    wait_until(lambda: not copy.is_running() or copy.status() == psutil.STATUS_ZOMBIE)
    assert "error" in list(asked.findings())[-1]
    assert "error" in findings(workers, "analyse", {"panel": SMALL})[-1]
