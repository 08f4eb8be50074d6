"""What is on the disk after a command has kept its promises: judges of files.

They know the rules of panels from `support.judge`, and share as little as can be with what wrote a
file.
"""

from __future__ import annotations

import csv
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from support.asked import Interpreter
from support.examples import ROOT, TABLE_3
from support.judge import accepts
from support.planning import Task
from support.running import witness

from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.task import read_task
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.views.board import path_view, square_view

Judge = Callable[[Path], None]

FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")
PANELS = [
    FIGURE_1,
    Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "red"), (1, 1, "blue")), id="colours"),
    Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 3),), id="none"),
]

#: A panel that other editors cannot say: its goal is inside the board.
INNER = Puzzle(2, 2, ((0, 0),), ((1, 1),), id="inner")

#: Definitions with a lemma.
LEMMA = """\
:- table reaches/2.
closed(P,V) :- vertices(P,L), member(V,L), \\+ head_vertex(P,V).
reaches(P,V) :- head_vertex(P,V).
reaches(P,W) :- reaches(P,V), \\+ end(P,V), step(V,_,_,W), \\+ closed(P,W).
%: visits(P,V) => reaches(P,V)
"""


def solutions(puzzle: Puzzle) -> set[Any]:
    return {path for path in simple_paths(puzzle) if accepts(puzzle, path)}


def lines(file: Path) -> list[Any]:
    """Return the JSON values of the lines of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def records(file: Path) -> dict[str, Any]:
    """Return the records about the panels, by their ids."""
    found = {record["id"]: record for record in lines(file)}
    assert list(found) == [panel.id for panel in PANELS]
    return found


def panels(number: int, *, unique: bool = False, **same: Any) -> Judge:
    """Judge a puzzle file: `number` panels, all solvable, that have these values."""

    def judge(place: Path) -> None:
        found = read_puzzles(place / "new.jsonl")
        assert len({puzzle.canonical() for puzzle in found}) == len(found) == number
        for puzzle in found:
            assert {name: getattr(puzzle, name) for name in same} == same
            assert len(solutions(puzzle)) == 1 if unique else solutions(puzzle)

    return judge


def all_of_a_board(place: Path) -> None:
    """Of six boards with triangles in one of two squares, those with one solution."""
    board = replace(FIGURE_1, triangles=())
    every = [replace(board, triangles=((0, c, n),)) for c in (0, 1) for n in (1, 2, 3)]
    wanted = {one.canonical() for one in every if len(solutions(one)) == 1}
    assert {one.canonical() for one in read_puzzles(place / "new.jsonl")} == wanted


def suggested(place: Path) -> None:
    found = read_puzzles(place / "new.jsonl")
    assert found
    for puzzle in found:
        assert 1 <= len(solutions(puzzle)) < len(solutions(PANELS[1]))
        assert len(puzzle.triangles) == 1
        assert puzzle.squares == PANELS[1].squares


def parts(file: Path) -> list[str]:
    """Return the classes of what an SVG file draws."""
    root = ElementTree.parse(file).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return [element.get("class") or "" for element in root.iter()]


def drawn(name: str, **least: int) -> Judge:
    """Judge a picture: it has at least these numbers of parts, by class."""

    def judge(place: Path) -> None:
        found = parts(place / name)
        assert {part: min(number, found.count(part)) for part, number in least.items()} == least

    return judge


def figure_1(place: Path) -> None:
    shown = "┌─────┬─────◎\n│  ▲  │ ▲ ▲ ┃\n●━━━━━┷━━━━━┛\n"
    assert (place / "new.txt").read_text(encoding="utf-8").endswith(shown)


def imported(*ids: str, skipped: Sequence[str] = ()) -> Judge:
    """Judge imported panels by their ids, and by those of panels that were left out."""

    def judge(place: Path) -> None:
        assert [puzzle.id for puzzle in read_puzzles(place / "new.jsonl")] == list(ids)
        check_skipped(place, skipped)

    return judge


def check_skipped(place: Path, ids: Sequence[str]) -> None:
    if (place / "skipped.jsonl").exists():
        found = lines(place / "skipped.jsonl")
        assert [record["id"] for record in found] == list(ids)
        assert all(record["reason"] for record in found)


def exported(name: str) -> Judge:
    """Judge texts for an editor: the panels come back from them."""

    def judge(place: Path) -> None:
        found = [line.split("\t") for line in (place / "new.txt").read_text().splitlines()]
        assert [first for first, _ in found] == [panel.id for panel in PANELS]
        check_skipped(place, [INNER.id])
        again = witness(["import", name, "new.txt"], place).out.splitlines()
        panels = [Puzzle(**json.loads(line)) for line in again]
        assert [one.canonical() for one in panels] == [one.canonical() for one in PANELS]

    return judge


def as_problems(place: Path) -> None:
    """Problems of the panels that PDDL can say; shortest plans are as long as solutions."""
    domain = (place / "made" / "domain.pddl").read_text()
    assert {file.name for file in (place / "made").iterdir()} == {
        "domain.pddl", "panel-figure-1.pddl", "panel-none.pddl", "panel-inner.pddl",
    }  # fmt: skip
    for panel in (PANELS[0], PANELS[2], INNER):
        lengths = [len(path) - 1 for path in solutions(panel)]
        task = Task(domain, (place / "made" / f"panel-{panel.id}.pddl").read_text())
        assert task.shortest() == min(lengths, default=None)
    check_skipped(place, ["colours"])


def solved(place: Path) -> None:
    for panel, record in zip(PANELS, records(place / "new.jsonl").values(), strict=True):
        lengths = [len(path) - 1 for path in solutions(panel)]
        assert record["status"] == ("solved" if lengths else "unsolvable")
        if lengths:
            path = tuple(map(tuple, record["path"]))
            assert path in solutions(panel)
            assert record["length"] == len(path) - 1 == min(lengths)


def solved_table(place: Path) -> None:
    with (place / "new.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["status"] for row in rows] == ["solved", "solved", "unsolvable"]
    assert json.loads(rows[0]["path"]) == [[0, 0], [0, 1], [0, 2], [1, 2]]


def counted(place: Path) -> None:
    found = records(place / "new.jsonl")
    assert [one["solutions"] for one in found.values()] == [len(solutions(one)) for one in PANELS]


def enumerated(place: Path) -> None:
    found = [tuple(map(tuple, record["path"])) for record in lines(place / "new.jsonl")]
    assert len(found) == len(set(found))
    assert set(found) == solutions(PANELS[1])


def scored(place: Path) -> None:
    """Of two panels one is answered by all: with half the expansions, and a shortest path."""
    found = csv.DictReader((place / "new.csv").open(encoding="utf-8"))
    (row,) = (one for one in found if (one["answers"], one["kind"]) == ("answers.jsonl", "all"))
    assert [row[of] for of in ("panels", "answered", "all", "times")] == ["2", "1", "1", "2.0"]
    assert float(row["path"]) == 1


def rated(place: Path) -> None:
    """The one solution of Figure 1 costs a bit for each choice of two moves on its way."""
    first, second, third = records(place / "new.jsonl").values()
    assert (first["muse"], first["remuse"], first["solutions"]) == (2, 2, 1)
    assert 0 < second["remuse"] < second["muse"]
    assert second["solutions"] == len(solutions(PANELS[1]))
    assert third["status"] == "unsolvable"


def task(place: Path) -> None:
    """The examples of Figure 1: partial paths with a square, positive if no solution begins so."""
    found = read_task(place / "made")
    (solution,) = solutions(FIGURE_1)
    partial = {path[:end] for path in simple_paths(FIGURE_1) for end in range(1, len(path))}
    lost = [path for path in partial if path != solution[: len(path)]]
    squares = len(FIGURE_1.triangles)
    assert len(found.positives) == squares * len(lost)
    assert len(found.negatives) == squares * (len(partial) - len(lost))


def best(place: Path) -> None:
    """The checker that stands alone confirms what is in the folder."""
    check = [sys.executable, str(ROOT / "tools" / "check.py"), str(place / "made")]
    said = subprocess.run(check, capture_output=True, text=True, check=True).stdout
    assert "So no predicate of this bias" in said


def learned(place: Path) -> None:
    """The interpreter covers as many examples as the record says, and no negative one."""
    found = read_task(place / "task")
    interpreter = Interpreter(found.background)
    clauses = parse_clauses((place / "made/hypothesis.pl").read_text(encoding="utf-8"))
    covered = [
        sum(any(interpreter.holds(clause, one) for clause in clauses) for one in examples)
        for examples in (found.positives, found.negatives)
    ]
    record = json.loads((place / "made/result.json").read_text(encoding="utf-8"))
    assert [record["true_positives"], record["false_positives"]] == covered
    assert covered[0] > 0
    assert covered[1] == 0


def taught(place: Path) -> None:
    """What was learned until it was proved, and a picture of each counterexample on the way."""
    learned(place)
    assert witness(["verify", "made/hypothesis.pl"], place).out.startswith("proved")
    assert parts(place / "rounds.svg").count("path") > 1


def translated(place: Path) -> None:
    names = runpy.run_path(str(place / "new.py"))
    up, right = (path_view(FIGURE_1, ((0, 0), step)) for step in ((1, 0), (0, 1)))
    corner = path_view(FIGURE_1, ((0, 0), (1, 0), (1, 1)))
    square = square_view(FIGURE_1, (0, 0), 1)
    assert [names["fires"](path, square) for path in (up, right, corner)] == [False, False, True]


def explained(place: Path) -> None:
    text = (place / "new.txt").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line[:2] == "1."] == [
        "1. The number of edges that the square and the path have in common is greater than the "
        "number of triangles in the square."
    ]


def verified(place: Path) -> None:
    verdict = json.loads((place / "verdict.json").read_text(encoding="utf-8"))
    proved = ["proved"] * 3 + ["refuted"]
    assert [clause["status"] for clause in verdict["clauses"]] == proved
    core = parse_clauses((place / "core.pl").read_text(encoding="utf-8"))
    assert [*map(clause_text, core)] == [*map(clause_text, parse_clauses(TABLE_3))]
    assert witness(["recheck", "proof.json", "hypothesis.pl"], place).status == 0
    drawn("cases.svg", path=4)(place)


def lemmas(place: Path) -> None:
    assert (place / "new.txt").read_text(encoding="utf-8").startswith("proved: ")
    checked = witness(["lab", "lemmas", "one.pl", "--check", "proofs.json"], place)
    assert checked.status == 0, checked


def rules(place: Path) -> None:
    text = (place / "new.txt").read_text(encoding="utf-8")
    assert "wall (sound)" in text
    assert re.findall(r"^hypothesis\.pl:\d \((.*)\)$", text, re.MULTILINE) == [
        "sound", "sound", "sound", "unsound",
    ]  # fmt: skip


def hypotheses(place: Path) -> None:
    with (place / "new.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    planned = read_puzzles(place / "small/puzzles/train.jsonl")
    assert [row["puzzle"] for row in rows] == [puzzle.id for puzzle in planned]
    assert {row["verdict"] for row in rows} == {"proved", "refuted", ""}


def side_by_side(place: Path) -> None:
    with (place / "new.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["experiment"] for row in rows] == ["small", "small"]
    assert all("not finished" in row["notes"] for row in rows)


def page(*ids: str) -> Judge:
    """Judge a page: its data has these panels. (The tests of `report` open such pages.)"""

    def judge(place: Path) -> None:
        text = (place / "new.html").read_text(encoding="utf-8")
        (data,) = re.findall(r"^const DATA = (.*);$", text, re.MULTILINE)
        assert all(f'"id": "{one}"' in data or f'"id":"{one}"' in data for one in ids)

    return judge


def agreed(place: Path) -> None:
    ruling = json.loads((place / "new.json").read_text(encoding="utf-8"))
    assert ruling["agree"] is True
    assert ruling["prolog"] == ruling["python"]


def analysed(place: Path) -> None:
    found = json.loads((place / "new.json").read_text(encoding="utf-8"))
    assert found["score"] == 100
    assert any(one.startswith("Latches: ") and "(step 1)" in one for one in found["findings"])


def planned(place: Path) -> None:
    found = json.loads((place / "new.json").read_text(encoding="utf-8"))
    assert (found["score"], found["plan"]) == (100, ["(go 2)", "(go 3)"])


def game_rated(place: Path) -> None:
    """Two choices of two moves each: to go on or to wait."""
    (record,) = lines(place / "new.jsonl")
    assert (record["status"], record["muse"], record["solutions"]) == ("rated", 2, 1)


def as_game(place: Path) -> None:
    """The plan for the game is the solution of the panel."""
    done = witness(["game", "solve", "new.kif", "--json"], place)
    moves = [re.findall(r"r(\d+)c(\d+)", move) for move in json.loads(done.out)["plan"]]
    path = [moves[0][0], *[move[-1] for move in moves]]
    assert {tuple((int(row), int(col)) for row, col in path)} == solutions(FIGURE_1)
