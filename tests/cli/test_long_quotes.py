"""Whatever a file or an argument has, a message quotes a line of it at most."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from witness.cli import main
from witness.puzzle.model import Puzzle

LONG = "a" * 20_000
DIGITS = "9" * 5000
PUZZLE = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="p").to_json()
LEVIN = "Size: 1 1\nInit: 0 0\nGoal: 1 1\nColors: "


def puzzle(**changes: object) -> str:
    return json.dumps({**PUZZLE, **changes})


@pytest.mark.parametrize(
    ("content", "arguments", "begins"),
    [
        (f"f(A,B) :- len(A,{DIGITS}).", "verify FILE", "line 1: the number has too many digits"),
        (f"f(A,B) :- {LONG}(A,B).", "verify FILE", "line 1: unknown predicate aaaa"),
        (f"{LONG}(A,B) :- path(A,B).", "verify FILE", "line 1: the clause is about aaaa"),
        (f"f(A,V{LONG}) :- path(A,V{LONG}).", "verify FILE", "line 1: Vaaaa"),
        (f"f(A,B) :- '{LONG}", "verify FILE", "line 1: the quote is not closed"),
        (f"f(A,B) :- path(A,C), len(C,D), D > '{LONG}'.", "explain FILE", "line 1: "),
        (LEVIN + LONG, "import levin FILE", "line 4: 'Colors: aaaa"),
        (LEVIN.replace("1 1", f"{DIGITS} 1"), "import levin FILE", "line 1: 'Size: 9999"),
        (puzzle(id=LONG, goals=[[5, 2]]), "count FILE", "line 1: puzzle 'aaaa"),
        (puzzle(rows=LONG), "count FILE", "line 1: rows has 'aaaa"),
        (puzzle(**{LONG: 1}), "count FILE", "line 1: unknown key 'aaaa"),
        (puzzle(starts=[[9, 9]] * 5000), "count FILE", "line 1: puzzle 'p': starts has [9, 9]"),
        (puzzle(id=LONG), "show FILE --id nope", "no puzzle has the id 'nope' (it has aaaa"),
        (puzzle(), f"show FILE --path {LONG}", "--path is not JSON: 'aaaa"),
        (puzzle(), f"solve FILE --predicate {LONG}", "unknown predicate 'aaaa"),
        (puzzle(), f"solve FILE --mode {LONG}", "argument --mode: invalid choice: 'aaaa"),
        (puzzle(), f"solve FILE --{LONG}", "unrecognized arguments: --aaaa"),
        (puzzle(), f"rate FILE --rules {LONG}", "unknown rule 'aaaa"),
        (puzzle(), f"rate FILE --prior {LONG}", "unknown prior 'aaaa"),
        (
            json.dumps([{"id": [LONG], "contents": ""}]),
            "import windmill FILE",
            "entry 1: it has the id ['aaaa",
        ),
        (f"https://windmill.thefifthmatt.com/{LONG}", "import windmill FILE", "line 1: the add"),
        (LONG, "import witnesspuzzles FILE", "line 1: 'aaaa"),
        ('{"grid": [], "' + LONG + '": 1}', "import witnesspuzzles FILE", "line 1: the puzzle is"),
        (puzzle(stars=[[0, 0, "a" * 30]], triangles=[]), "export windmill FILE", "puzzle 'p' has"),
        (json.dumps({"clauses": LONG}), "recheck FILE f.pl", "not a certificate of"),
    ],
)
def test_a_message_is_one_short_line(
    content: str,
    arguments: str,
    begins: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text(content)
    Path("f.pl").write_text("f(A,B) :- path(A,C), square(B,D,C).\n")
    try:
        status = main(arguments.replace("FILE", "file").split())
    except SystemExit as ended:  # what the parser refuses
        status = int(str(ended.code))
    said = capsys.readouterr().err
    assert status == 2
    assert said.count("\n") == 1
    assert len(said) < 300
    assert begins in said


@pytest.mark.parametrize("text", [f"remuse:{DIGITS}..", "remuse:٣..", "muse:1_0..2", LONG])
def test_a_range_of_difficulty_is_in_plain_digits(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "generate path --rows 1 --cols 1 --count 1 --seed 1 --difficulty"
    assert main([*command.split(), text]) == 2
    said = capsys.readouterr().err
    assert said.startswith("witness: a difficulty is like remuse:3..5 or muse:..4, not '")
    assert len(said) < 200
