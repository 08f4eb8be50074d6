"""Numbers on the command line: every option of every command, with values that nobody expects."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.examples import TABLE_3

from witness.base.errors import InputError
from witness.cli import main, parser
from witness.puzzle.model import Puzzle

#: What an option of numbers cannot accept, and what its message must have.
NO_NUMBERS = [
    "",
    " ",
    "5 ",
    " 5",
    "1_000",
    "٣",
    "²",
    "0x10",
    "five",
    "nan",
    "inf",
    "1e",
    "--1",
    "1,5",
]

GAME = """
(role one) (init (at 1)) (succ 1 2) (succ 2 3) (<= (legal one go) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does one go))
(<= terminal (true (at 3))) (<= (goal one 100) (true (at 3))) (<= (goal one 0) (not (true (at 3))))
"""


#: A task of which everything is known at once.
MINI = {
    "bias": "head_pred(f,1). body_pred(g,1). type(f,(t,)). type(g,(t,)). direction(f,(in,)). "
            "direction(g,(in,)). max_vars(1). max_body(1).",
    "bk": "g(a).",
    "exs": "pos(f(a)). neg(f(b)).",
}  # fmt: skip


def numeric(
    commands: argparse.ArgumentParser, name: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser, str]]:
    """Yield (command, its parser, option) for all options of whole and decimal numbers."""
    for action in commands._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield from numeric(inner, (*name, word))
        elif action.type is not None and accepts(action, "3") in (3, 3.0):
            yield name, commands, action.option_strings[-1]


def accepts(action: argparse.Action, text: str) -> Any:
    try:
        return action.type(text)  # type: ignore[operator, misc]
    except (argparse.ArgumentTypeError, InputError, ValueError):
        return None


OPTIONS = [(name, option) for name, _, option in numeric(parser())]
PARSERS = {name: inner for name, inner, _ in numeric(parser())}
NAMES = [" ".join((*name, option)) for name, option in OPTIONS]


def types(name: tuple[str, ...], option: str) -> argparse.Action:
    return next(a for a in PARSERS[name]._actions if option in a.option_strings)


def refused(name: tuple[str, ...], option: str, text: str) -> str:
    """Return the message for a value, which the parser must refuse."""
    action = types(name, option)
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        action.type(text)  # type: ignore[operator, misc]
    return str(caught.value)


def test_all_options_of_numbers_are_found() -> None:
    assert len(OPTIONS) > 40
    assert {"--limit", "--seed", "--count", "--time-limit"} <= {option for _, option in OPTIONS}


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_what_is_no_decimal_number_is_refused(name: tuple[str, ...], option: str) -> None:
    for text in (*NO_NUMBERS, "-1", "-" + "9" * 5000):
        message = refused(name, option, text)
        assert re.search("is not a (whole )?number", message)
        assert len(message) < 120


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_a_number_that_is_too_large_is_refused_with_the_largest(
    name: tuple[str, ...], option: str
) -> None:
    whole = isinstance(accepts(types(name, option), "3"), int)
    texts = ["9" * 5000, "9" * 100] + ([] if whole else ["1e308", "1e999"])
    for text in texts:
        message = refused(name, option, text)
        assert len(message) < 120
        found = re.search(r"is too large; at most ([0-9,]+)", message)
        assert found
        largest = found[1].replace(",", "")
        assert accepts(types(name, option), largest) == int(largest)
        refused(name, option, str(int(largest) + 1))


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_zeros_and_signs_in_front_do_not_matter(name: tuple[str, ...], option: str) -> None:
    for text in ("+3", "003", "0" * 5000 + "3"):
        assert accepts(types(name, option), text) == 3


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one small file of each kind that commands read."""
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="p")
    (tmp_path / "p.jsonl").write_text(json.dumps(puzzle.to_json()) + "\n")
    (tmp_path / "game.kif").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    assert main(["examples", "p.jsonl", "--id", "p", "-o", "task"]) == 0
    (tmp_path / "paper.pl").write_text(TABLE_3)
    (tmp_path / "mini").mkdir()
    for name, text in MINI.items():
        (tmp_path / "mini" / f"{name}.pl").write_text(text)
    (tmp_path / "lemmas.pl").write_text(
        "here(P,V) :- head_vertex(P,V).\n%: here(P,V) => visits(P,V)\n"
    )
    assert main(["verify", "paper.pl", "--certificate", "certificate.json"]) == 0
    return tmp_path


#: For each command with options of numbers, arguments with which it does little.
ARGUMENTS = {
    "generate random": "--count 1 --min-size 1 --max-size 2 --seed 1",
    "generate path": "--rows 1 --cols 2 --count 1 --seed 1",
    "generate all": "--rows 1 --cols 2 --symbols 1",
    "suggest": "p.jsonl --aim unique",
    "studio": "p.jsonl --no-browser --rules unknown",  # else it runs until Ctrl-C
    "show": "p.jsonl --tree",
    "examples": "p.jsonl --id p -o task",
    "solve": "p.jsonl",
    "count": "p.jsonl",
    "enumerate": "p.jsonl",
    "learn": "mini",
    "best": "--bias nolen",
    "lab check-bias": "task",
    "rate": "p.jsonl",
    "verify": "paper.pl",
    "recheck": "certificate.json paper.pl",
    "lab lemmas": "lemmas.pl",
    "game analyse": "game.kif",
    "game solve": "game.kif",
    "game rate": "game.kif",
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_the_largest_and_the_least_work_or_are_one_line(
    name: tuple[str, ...], option: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    message = refused(name, option, "9" * 100)
    largest = message.rpartition(" ")[2].replace(",", "")
    least = next(
        text for text in ("0", "1e-300", "1", "2") if accepts(types(name, option), text) is not None
    )
    for text in (largest, least):
        arguments = [*name, *ARGUMENTS[" ".join(name)].split(), option, text]
        capsys.readouterr()
        try:
            status = main(arguments)
        except SystemExit as ended:  # what the parser refuses
            status = int(str(ended.code))
        printed = capsys.readouterr().err.splitlines(keepends=True)
        waits = ("witness: compiling ", "witness: waiting for process ")
        said = "".join(line for line in printed if not line.startswith(waits))
        assert status in (0, 2), arguments
        assert "Traceback" not in said
        if status == 2:
            assert said.count("\n") == 1, said
            assert len(said) < 300
