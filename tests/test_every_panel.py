"""Every kind of panel × every command: right by the rules, or refused by name.

The kinds come from the schema of puzzle files (`tests/support/kinds.py`), the commands and their
options from the registry of commands (`tests/support/commands_of_panels.py`): a new symbol, field,
command or option is in the table without a line written. Right is what brute force and the judge
say of the answer, wherever a command has an answer that they can check.
"""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from support.commands_of_panels import Way, named_values, ways
from support.consumers import solutions
from support.kinds import kinds

import witness as w
from witness.cli import main
from witness.puzzle.files import puzzle_from_json, write_puzzles
from witness.puzzle.formats.registry import EXPORTS
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.rules import path_from_json, path_to_json
from witness.puzzle.text import text
from witness.studio.server.notebook import Editor

#: A panel beside each, so that those commands have something to do that need several.
PLAIN = replace(kinds()["triangles"], id="plain")

PANELS = [replace(puzzle, id=name) for name, puzzle in kinds().items()]

#: One panel for all that have the same features.
FEW = [*{puzzle.features: puzzle for puzzle in PANELS}.values()]

#: What a command may say of a panel instead of an answer, and when it is true.
TRUTHS: dict[str, Callable[[Puzzle], object]] = {
    "has no solution": lambda puzzle: not solutions(puzzle),
    "so there is nothing to learn": lambda puzzle: not puzzle.triangles,
    "the path ends at": lambda puzzle: not solutions(puzzle),
}

#: Which option a command says that another one is for or needs.
NEEDS = (
    (r": (?:--[\w-]+|a path) is for (?:--)?(aim line|line)", "--aim line"),
    (r": --[\w-]+ is for (--[a-z-]+)[,\n]", r"\1"),
    (r"with the file of -o", "-o OUT"),
    (r"needs a path|words is for --path", "--path PATH"),
)


def line_of(puzzle: Puzzle) -> Any:
    """A path to give to a command: the longest solution, or a path that is none."""
    found = solutions(puzzle) or {puzzle.starts[:1]}
    return max(found, key=lambda line: (len(line), str(line)))


class Typed:
    """Commands as a user types them, on a file with some panels."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def run(self, words: str, panels: list[Puzzle]) -> tuple[int, str, str]:
        """Run a command; an option that is for another one comes with that."""
        file = self.folder / "panels.jsonl"
        write_puzzles(file, [*panels, PLAIN])
        line = json.dumps(path_to_json(line_of(panels[0])))
        given = {"FILE": str(file), "PATH": line, "OUT": str(self.folder / "out")}
        arguments = [given.get(word, word) for word in words.split()]
        if words.startswith("studio") and "-o" not in words.split():
            return served([*arguments, "--no-browser"])
        try:
            status = main(arguments)
        except SystemExit as left:
            status = int(left.code or 0)
        said = self.capsys.readouterr()
        out = said.out
        if status == 0 and (written := self.folder / "out").is_file():
            out += written.read_text()
            written.unlink()
        for pattern, more in NEEDS:
            needed = re.search(pattern, said.err) if status == 2 else None
            if needed and (option := needed.expand(more)) not in words:
                return self.run(f"{words} {option}", panels)
        return status, out, said.err


def served(arguments: list[str]) -> tuple[int, str, str]:
    """Start a command that serves a page, and return the page instead of what is printed."""
    command = [sys.executable, "-m", "witness", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        page = urlopen(address, timeout=60).read().decode() if address else ""
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    return process.returncode, page, err


def records(out: str) -> Iterator[dict[str, Any]]:
    """The JSON objects, or the rows of a CSV, that a command has written."""
    if out.startswith("{"):
        yield from map(json.loads, out.splitlines())
    elif re.match(r"id,\w+,", out):
        for row in csv.DictReader(io.StringIO(out)):
            yield {k: json.loads(v) if re.match(r"[\[\d]", v) else v for k, v in row.items()}


def judge(words: str, panels: list[Puzzle], out: str) -> None:
    """Check what an answer says of the solutions of panels."""
    if "--pass-goals" in words:
        panels = [replace(puzzle, pass_goals=True) for puzzle in panels]
    by_id = {puzzle.id: puzzle for puzzle in panels}
    first, listed = solutions(panels[0]), []
    for record in records(out):
        if "puzzle" in record or "rows" in record:  # a suggestion, or one that was chosen
            made = puzzle_from_json(record.get("puzzle", record))
            assert len(solutions(made)) == 1 or "--aim unique" not in words
            continue
        right = solutions(by_id[record["id"]]) if "id" in record else first
        path = record.get("path") or None
        if path is not None:
            listed.append(path_from_json(path))
            assert listed[-1] in right, record
        if record.get("status") in ("solved", "unsolvable"):
            assert (record["status"] == "solved") == (path is not None) == bool(right), record
        if record.get("solutions") is not None:
            assert record["solutions"] == len(right), record
        assert "limit" not in str(record.get("status")), record
    command, *others = words.split()
    if command == "enumerate":
        assert len({*listed}) == len(listed) == min(len(first), 10)
    elif "--path" in others and command == "show" and not out.startswith("<svg"):
        assert out.endswith("\nsolution\n") == (line_of(panels[0]) in first)
    elif command == "studio":
        assert all(json.dumps(puzzle.id) in out for puzzle in panels)
    elif "--solve" in others and "--all" not in others:
        assert out.rstrip("\n") in {text(panels[0], line) for line in first}


def check_refusal(words: str, panels: list[Puzzle], err: str) -> Puzzle:
    """Check that a command names a panel and what it does not know of it; return the panel."""
    *_, last = [line for line in err.splitlines() if line.startswith("witness: ")] or [""]
    (puzzle,) = [one for one in panels if repr(one.id) in last] or [None]
    assert puzzle is not None, err
    why = last.partition(repr(puzzle.id))[2]
    has = replace(puzzle, pass_goals=True).features if "--pass-goals" in words else puzzle.features
    for name, feature in FEATURES.items():
        said = re.search(rf"(has|and) {re.escape(feature.words)}( and|;)", why)
        assert name in has or not said, f"it has none: {last}"
    true = any(said in last and holds(puzzle) for said, holds in TRUTHS.items())
    assert true or re.match(" has .+; .+", why), last
    return puzzle


@pytest.mark.parametrize(
    "way",
    [pytest.param(w, marks=[] if w.plain else pytest.mark.slow, id=w.words) for w in ways()],
)
def test_right_or_refused(way: Way, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = Typed(tmp_path, capsys)
    left = PANELS if way.plain else FEW[len(way.words) % 8 :: 8]
    wrong = []
    while left:
        chosen = left[:1] if way.one else left
        left = left[len(chosen) :]
        try:
            status, out, err = typed.run(way.words, chosen)
            if status == 0:
                judge(way.words, [*chosen, PLAIN], out)
                continue
            assert status == 2
            if re.search(": --[a-z-]+ is for puzzles that are drawn|is not proved to spare", err):
                return  # the option is not for panels of a file, or not without another one
            refused = check_refusal(way.words, chosen, err)
            left = [*(puzzle for puzzle in chosen if puzzle is not refused), *left]
        except Exception as error:  # the other panels are tried, too
            wrong.append(f"{[puzzle.id for puzzle in chosen]}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)


#: The functions of the library that take a panel: its methods, and those of its first argument.
LIBRARY = {
    **{name: getattr(w.Puzzle, name) for name in dir(w.Puzzle) if name[0] != "_"},
    **{name: one for name in w.__all__ if not isinstance(one := getattr(w, name), type)},
    "_repr_svg_": w.Puzzle._repr_svg_,
    "str": str,
}


def library_calls() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield functions of panels with each value of a parameter that an option of a command has too.

    A parameter without a default has a value in every call.
    """
    values = {"program": [*EXPORTS], "path": ["PATH"], **named_values()}
    for name, function in LIBRARY.items():
        try:
            parameters = [*inspect.signature(function).parameters.values()]
        except (TypeError, ValueError):
            parameters = []
        first = parameters[0].name if parameters else ""
        if name != "str" and (first not in ("self", "puzzle") or name == "require"):
            continue
        needed = {
            one.name: values[one.name][0]
            for one in parameters[1:]
            if one.default is one.empty and one.kind is not one.VAR_KEYWORD
        }
        yield name, needed
        for one in parameters[1:]:
            for value in values.get(one.name, ()):
                if needed.get(one.name) != value:
                    beside = {"aim": "line"} if one.name == "path" and "aim" in needed else {}
                    yield name, needed | {one.name: value} | beside


def ask(name: str, options: dict[str, str], puzzle: w.Puzzle) -> Any:
    """Call a function of the library, and list what it yields."""
    line = list(line_of(puzzle))
    given: dict[str, Any] = {k: line if v == "PATH" else v for k, v in options.items()}
    if options.get("aim") == "line":
        given["path"] = line
    answer = LIBRARY[name](puzzle, **given)
    if isinstance(answer, Editor):
        answer.close()
    return [*islice(answer, 10)] if isinstance(answer, Iterator) else answer


def judge_answer(name: str, options: dict[str, str], puzzle: w.Puzzle, answer: Any) -> None:
    """Check what the library says of the solutions of a panel."""
    right = solutions(puzzle)
    path = getattr(answer, "path", None)
    if getattr(answer, "status", None) in ("solved", "unsolvable"):
        assert (answer.status == "solved") == bool(right) == (path is not None)
    assert path is None or getattr(answer, "status", "") != "solved" or path in right
    if getattr(answer, "solutions", None) is not None and name == "rate":
        assert answer.solutions == len(right)
    match name:
        case "count":
            assert answer == len(right)
        case "solutions":
            assert {*answer} <= right
            assert len({*answer}) == min(10, len(right))
        case "violations":
            assert (not answer) == (line_of(puzzle) in right)
        case "is_solution":
            assert answer == (line_of(puzzle) in right)
        case "suggestions":
            unique = [one for one in answer if options["aim"] == "unique"]
            assert all(len(solutions(one.puzzle)) == 1 for one in unique)
        case "to_json":
            assert w.Puzzle.from_json(json.dumps(answer)) == puzzle
        case "canonical":
            assert answer == puzzle
        case "problems":
            assert answer == []


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(
            name, options, id=" ".join([name, *map("=".join, options.items())]),
            marks=[pytest.mark.slow] * bool(options),
        )
        for name, options in library_calls()
    ],
)  # fmt: skip
def test_the_library(name: str, options: dict[str, str]) -> None:
    wrong = []
    for panel in FEW[len(str(options)) % 10 :: 10] if options else PANELS:
        puzzle = w.Puzzle.of(panel)
        try:
            judge_answer(name, options, puzzle, ask(name, options, puzzle))
        except w.InputError as error:
            try:
                check_refusal("", [panel], f"witness: {error}")
            except AssertionError as reason:
                wrong.append(f"{panel.id}: {reason}")
        except Exception as error:
            wrong.append(f"{panel.id}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)


def test_every_feature_has_a_kind() -> None:
    assert {name for puzzle in PANELS for name in puzzle.features} == {*FEATURES}
