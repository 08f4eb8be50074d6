"""Every function of the library says what it expects, whatever it is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import witness as w


def puzzle() -> w.Puzzle:
    return w.Puzzle(1, 1, [(0, 0)], [(1, 1)], [(0, 0, 1)])


def wrong_values() -> list[Any]:
    return [
        None, 3, -1, True, 2.5, float("nan"), "x", b"x", [], [None], {}, {"x": 3}, object(), int,
        (value for value in [None]), w.InputError("x"),
    ]  # fmt: skip


def calls(place: Path) -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield public functions with arguments that are right."""
    panel = puzzle()
    path = [(0, 0), (0, 1)]
    file = place / "file"
    hypothesis = w.Hypothesis.of("f(A,B) :- square(B,T,E), one(T), two(T).")
    task = w.examples(panel)
    yield w.Puzzle, {"rows": 1, "cols": 1, "starts": [(0, 0)], "goals": [(1, 1)]}
    yield w.Puzzle.of, {"puzzle": panel}
    yield w.Puzzle.from_json, {"record": panel.to_json()}
    yield w.Puzzle.read, {"file": file}
    yield w.Puzzle.random, {"rows": 1, "cols": 1, "seed": 1}
    yield w.Puzzle.write, {"file": file, "puzzles": panel}
    yield from (
        (panel.export, {"program": "windmill"}),
        (panel.draw, {"path": path}),
        (panel.violations, {"path": path}),
        (panel.is_solution, {"path": path}),
        (panel.solve, {}),
        (panel.count, {}),
        (panel.solutions, {}),
        (panel.rate, {}),
        (panel.draw(path).svg, {}),
        (panel.draw(path).write, {"file": file}),
        (hypothesis.write, {"file": file}),
        (hypothesis.verify, {}),
        (hypothesis.core, {}),
        (task.write, {"folder": place / "task"}),
    )
    yield w.Hypothesis.of, {"text": "f(A,B) :- path(A,P)."}
    yield w.Hypothesis.read, {"file": file}
    yield w.Task.read, {"folder": place / "task"}
    yield w.Task.of, {"exs": "", "bk": "", "bias": ""}
    yield w.examples, {"puzzle": panel}
    yield w.learn, {"task": task}
    yield w.search, {"puzzle": panel}
    yield w.experiment, {"folder": place}


@pytest.mark.filterwarnings("ignore")
def test_wrong_arguments_are_input_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried, other = 0, []
    for function, right in calls(tmp_path):
        parameters = inspect.signature(function).parameters
        names = [n for n, p in parameters.items() if p.kind is not p.VAR_KEYWORD]
        for name in names:
            for value in wrong_values():
                tried += 1
                try:
                    found = function(**{**right, name: value})
                    if inspect.isgenerator(found):
                        list(found)
                except (w.InputError, w.LimitReachedError):
                    pass
                except Exception as error:
                    other.append((getattr(function, "__qualname__", "learn"), name, value, error))
    assert tried > 1000
    assert other == []


def test_what_is_constructed_is_valid_and_a_draft_says_what_is_not() -> None:
    given = (1, 1, [(0, 0)], [(9, 9)], [(0, 0, 5)])
    with pytest.raises(w.InputError, match=r"off the board.*1, 2, 3 or 4 triangles"):
        w.Puzzle(*given)
    draft = w.Puzzle.draft(*given)
    assert len(draft.problems()) == 2
    with pytest.raises(w.InputError, match="off the board"):
        w.Puzzle.write("never.jsonl", [draft])
    panel = w.Puzzle(1, 1, [(0, 0)], [(1, 1)])
    with pytest.raises(w.InputError, match="two panels have the id 'puzzle'"):
        w.Puzzle.write("never.jsonl", [panel, panel])
