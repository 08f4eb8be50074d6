"""Every promise of a command to write something, kept by the real process: files are judged.

A row is what a user types and a judge of what is on the disk afterwards. The judges know the rules
of panels from `support.judge`, and share as little as can be with what wrote a file.
"""

from __future__ import annotations

import csv
import json
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from support.asked import Interpreter
from support.commands import COMMANDS, command_of, options, outputs
from support.examples import ROOT, TABLE_3, UNSOUND
from support.hostile import good_files
from support.judge import accepts
from support.running import typed, witness

from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.clauses.learners.task import read_task
from witness.clauses.prolog.process import why_missing
from witness.cli.texts import page_file, text_file
from witness.puzzle.files import read_puzzles, write_puzzles
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


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an input of each kind."""
    files = good_files("small", TABLE_3 + UNSOUND) | {
        "far.txt": b"Size: 1 2\nInit: 1 0\nGoal: 9 2\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "one.pl").write_text(LEMMA, encoding="utf-8")
    write_puzzles(tmp_path / "p.jsonl", PANELS)
    write_puzzles(tmp_path / "more.jsonl", [*PANELS, INNER])
    return tmp_path


# ---- judges --------------------------------------------------------------------------------------


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
    """Judge a puzzle file: so many panels, all solvable, that have these values."""

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
    """Judge a picture: it has at least so many parts of these classes."""

    def judge(place: Path) -> None:
        found = parts(place / name)
        assert {part: min(number, found.count(part)) for part, number in least.items()} == least

    return judge


def pixels(place: Path) -> None:
    with Image.open(place / "new.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > picture.height > 50
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 3


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


def compared(place: Path) -> None:
    with (place / "new.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["task"], row["learner"], row["status"]) == ("task", "asp", "learned")
    assert int(row["true_positives"]) > int(row["false_positives"]) == 0


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


# ---- the table -----------------------------------------------------------------------------------

#: What a user types, and the judge of all the files that are new then.
PROMISES: dict[str, Judge] = {
    "generate random --count 3 --max-size 3 --kind squares --unique --seed 2 -o new.jsonl":
        panels(3, unique=True, triangles=()),
    "generate path --rows 2 --cols 3 --count 2 --kind dots -o new.jsonl":
        panels(2, rows=2, cols=3, triangles=()),
    "generate all --rows 1 --cols 2 --symbols 1 --where 'solutions = 1' --sort -muse -o new.jsonl":
        all_of_a_board,
    "suggest - --id colours --aim harder --kind triangles --format puzzles -o new.jsonl < p.jsonl":
        suggested,
    "show - --solve -o new.txt < p.jsonl": figure_1,
    "show p.jsonl --solve -o new.svg": drawn("new.svg", path=1, triangles=2),
    "show p.jsonl --all --solve -o new.png": pixels,
    "show p.jsonl --tree -o new.svg": drawn("new.svg", faded=2),
    "show p.jsonl --forced -o new.svg": drawn("new.svg", note=3),
    "show p.jsonl --id colours --entropy -o new.svg": drawn("new.svg", path=1),
    "import windmill - -o new.jsonl --skipped skipped.jsonl < links.txt":
        imported("eight", "figure-1", "all-symbols", "cut-off", "appendix-a"),
    "import witnesspuzzles page.html panels.txt - -o new.jsonl --skipped skipped.jsonl < page.html":
        imported("2AB3CD4E", "eight", "p", skipped=["2AB3CD4E"]),
    "import levin levin.txt far.txt -o new.jsonl --skipped skipped.jsonl": imported(
        "levin.txt-1", "levin.txt-2", skipped=["far.txt"]
    ),
    "export windmill - -o new.txt --skipped skipped.jsonl < more.jsonl": exported("windmill"),
    "export witnesspuzzles - -o new.txt --skipped skipped.jsonl < more.jsonl":
        exported("witnesspuzzles"),
    "solve - -o new.jsonl < p.jsonl": solved,
    "solve p.jsonl --solver auto --shortest -o new.jsonl": solved,
    "solve p.jsonl --format csv -o new.csv": solved_table,
    "count - -o new.jsonl < p.jsonl": counted,
    "enumerate - --id colours -o new.jsonl < p.jsonl": enumerated,
    "rate - -o new.jsonl < p.jsonl": rated,
    "examples - --id figure-1 -o made < p.jsonl": task,
    "learn task -o made": learned,
    "best --bias nolen --json -o made": best,
    "learn task --until-proved --picture rounds.svg -o made": taught,
    "explain --python hypothesis.pl -o new.py": translated,
    "explain hypothesis.pl -o new.txt": explained,
    "verify hypothesis.pl --json --certificate proof.json --core core.pl --picture cases.svg "
    "-o verdict.json": verified,
    "lab lemmas one.pl --proofs proofs.json -o new.txt": lemmas,
    "lab rules --rules wall,hypothesis.pl -o new.txt": rules,
    "hypotheses small --format csv -o new.csv": hypotheses,
    "lab explore small -o new.html": page("train-0000"),
    "studio - -o new.html < p.jsonl": page("figure-1", "colours", "none"),
    "lab referee task hypothesis.pl --json -o new.json": agreed,
    "lab compare-learners task --learners asp -o new.csv": compared,
    "game analyse - --json -o new.json < game.kif": analysed,
    "game solve - --json -o new.json < game.kif": planned,
    "game rate - -o new.jsonl < game.kif": game_rated,
    "game from-puzzle - --id figure-1 -o new.kif < p.jsonl": as_game,
}  # fmt: skip


def words_of(line: str) -> list[str]:
    return shlex.split(line.partition(" < ")[0])


def written(line: str) -> dict[str, str]:
    """Return the files and folders that the options of a line name, by the names of the options."""
    words = words_of(line)
    named = {}
    for option in outputs(command_of(words)):
        for word in set(option.option_strings) & set(words):
            named[option.option_strings[-1]] = words[words.index(word) + 1]
    return named


def test_every_output_of_every_command_is_in_the_table() -> None:
    promised = {(command_of(words_of(line)), name) for line in PROMISES for name in written(line)}
    there_are = {(name, one.option_strings[-1]) for name in COMMANDS for one in outputs(name)}
    assert promised == there_are


def test_every_command_that_reads_standard_input_does_so_in_the_table() -> None:
    read = {command_of(words_of(line)) for line in PROMISES if " < " in line}
    for name in COMMANDS:
        said = [one for one in options(name) if "- for standard input" in str(one.help)]
        assert not said or not outputs(name) or name in read, name


@pytest.mark.parametrize("line", PROMISES)
def test_what_is_promised_is_on_the_disk(
    line: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if line.startswith("lab referee") and why_missing():
        pytest.skip(why_missing() or "")
    before = {path: path.read_bytes() for path in files_in(place)}
    done = typed(f"witness {line}", place)
    assert done.status == 0, done
    # A command that fills a folder says in a line what is there.
    assert [*map(type, map(json.loads, done.out.splitlines()))] == [dict] * ("-o made" in line), (
        done
    )
    after = files_in(place)
    assert {path: path.read_bytes() for path in after if path in before} == before
    new = {str(path.relative_to(place)).partition("/")[0] for path in after if path not in before}
    assert new == {*written(line).values()}
    PROMISES[line](place)
    check_printed(line, place, monkeypatch)


def files_in(place: Path) -> set[Path]:
    """Return the files of a folder, but for the programs that `typed` puts there."""
    return {path for path in place.rglob("*") if path.is_file() and ".programs" not in path.parts}


def check_printed(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To `-o -` a text goes to standard output: the judge has to accept that as well."""
    words = words_of(line)
    (kind,) = [one.type for one in outputs(command_of(words)) if one.dest == "output"]
    if [*written(line)] != ["--output"] or kind not in (text_file, page_file):
        return
    given = line.partition(" < ")[2]
    if given:
        monkeypatch.setattr("sys.stdin", (place / given).open(encoding="utf-8"))
    at = words.index("-o")
    done = witness([*words[: at + 1], "-", *words[at + 2 :]], place)
    (place / words[at + 1]).write_text(done.out, encoding="utf-8")
    PROMISES[line](place)


def test_a_pipe(place: Path) -> None:
    line = "witness generate random --count 5 --max-size 3 | witness solve - --format table"
    done = typed(line, place)
    assert done.status == 0
    head, *rows = done.out.splitlines()
    assert head.split()[:3] == ["id", "status", "length"]
    assert [row.split()[1] for row in rows] == ["solved"] * 5


def test_what_is_said_of_standard_input(place: Path) -> None:
    done = typed("witness show - < p.jsonl", place)
    assert done.err.startswith(
        "witness: standard input: this is 'figure-1', the first of 3 puzzles"
    )


def test_the_shell_completes(place: Path) -> None:
    """As the page says it, and then a word that is begun."""
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    install = re.findall(r"^    (.*bash-completion.*)$", text, re.MULTILINE)
    assert len(install) == 2
    begun = "COMP_WORDS=(witness sol); COMP_CWORD=1; _shtab_witness; echo ${COMPREPLY[@]}"
    script = ". ~/.local/share/bash-completion/completions/witness"
    done = typed(" && ".join([*install, script, begun]), place)
    assert (done.status, done.out) == (0, "solve\n"), done
