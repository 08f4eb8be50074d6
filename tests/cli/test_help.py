"""The help of every command: one name for a thing, every default, an example that works."""

from __future__ import annotations

import argparse
import io
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from support.commands import COMMANDS, options
from support.examples import ROOT

from witness.cli import FORMER, main, parser
from witness.cli.outputs import Output
from witness.cli.texts import natural_int, positive_float

OPTIONS = [
    pytest.param(action, id=f"{name} {(action.option_strings or [action.dest])[-1]}")
    for name in COMMANDS
    for action in options(name)
]


@pytest.mark.parametrize("name", ["", "generate", "import", "export", "game", "lab", *COMMANDS])
def test_help(name: str, capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*name.split(), "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: witness {name}".strip())
    assert f"  witness {name}".rstrip() in text.partition("\nexample")[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_examples_can_be_given(name: str) -> None:
    """Each command shows how it is used, with arguments that its parser accepts."""
    epilog = COMMANDS[name].epilog or ""
    examples = [line.strip() for line in epilog.splitlines() if line.startswith("  witness ")]
    assert examples, f"witness {name} --help has no example"
    for example in examples:
        assert example.startswith(f"witness {name} ")
        parser().parse_args(shlex.split(example)[1:])


@pytest.mark.parametrize("option", OPTIONS)
def test_options_say_what_they_take_and_what_is_the_default(option: argparse.Action) -> None:
    assert option.help
    if getattr(option.type, "__qualname__", "").startswith("whole"):
        assert option.metavar == "N"
    elif option.type is positive_float:
        assert option.metavar in ("S", "MB")
    elif isinstance(option.type, Output):
        assert option.metavar == ("DIR" if option.type.names else "FILE")
    if not option.option_strings:
        assert str(option.metavar) in ("FILE", "DIR", "DIR|FILE", "CERTIFICATE", "NAME")
    elif option.nargs != 0 and not option.required:
        assert "[" in option.help, "the default is not shown"


@pytest.mark.parametrize("former", FORMER)
def test_a_former_command_is_the_new_one(former: str, capsys: pytest.CaptureFixture) -> None:
    texts = []
    for words in ([former, "--help"], [*FORMER[former].split(), "--help"]):
        with pytest.raises(SystemExit, match="0"):
            main(words)
        texts.append(capsys.readouterr())
    assert texts[0].out == texts[1].out
    assert texts[0].err == f"witness: `witness {former}` is now `witness {FORMER[former]}`\n"


def test_one_rule_for_seeds() -> None:
    seeds = [
        action
        for command in COMMANDS.values()
        for action in command._actions
        if action.dest == "seed"
    ]
    assert len(seeds) >= 4
    assert {(s.type, s.help, s.required) for s in seeds} == {
        (natural_int, "seed of all random choices [1]", False)
    }


@pytest.mark.parametrize(
    "line",
    [
        "play p.jsonl -o play.html",
        "votes log.jsonl",
        "play --help",
        "generate curriculum --steps 9",
        "generate two-colours",
    ],
)
def test_a_command_that_has_gone_names_what_to_use(
    line: str, capsys: pytest.CaptureFixture
) -> None:
    assert main(line.split()) == 2
    assert re.fullmatch(
        r"witness: `witness [\w -]+` has gone: .*`witness \w+ .*\n", capsys.readouterr().err
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion(shell: str, capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--print-completion", shell])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert "check-bias" in text
    assert "popper-option" in text


#: Words of a command with the beginning of the last one, and what completes that.
BEGUN = [
    ("witness sol", ["solve"]),
    ("witness show FILE --predicate la", ["latches"]),
    ("witness solve FILE --predicate exa", ["examples"]),
    ("witness examples FILE --bias ext", ["extended"]),
    ("witness examples FILE --bk blo", ["blocks"]),
    ("witness rate FILE --rules thr", ["three"]),
    ("witness solve FILE --solver cli", ["clingo"]),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("line", "meant"), BEGUN)
def test_bash_completes(line: str, meant: list[str], completion: Path) -> None:
    words = line.replace("FILE", "examples/panels.jsonl").split()
    code = (
        f"source {completion}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        "_shtab_witness 2> /dev/null; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        ["bash", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == meant


@pytest.fixture(scope="module")
def completion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The completion script for bash."""
    file = tmp_path_factory.mktemp("completion") / "witness"
    printed = io.StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit):
        main(["--print-completion", "bash"])
    file.write_text(printed.getvalue(), encoding="utf-8")
    return file


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from witness.cli import parser; parser();"
        "heavy = ('pandas', 'numpy', 'matplotlib', 'clingo', 'snakemake');"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
