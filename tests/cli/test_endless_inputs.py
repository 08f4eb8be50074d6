"""Endless input, and input that is too long: one line at once, whatever the memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT
from support.hostile import HYPOTHESES, good_files

from witness.base import inputs
from witness.base.errors import InputError
from witness.base.inputs import read_lines, read_maybe_gzipped, read_text

#: Commands, with `>` for a file that is endless.
COMMANDS = (
    "show >", "show --format words > --path []", "solve >", "count >", "enumerate >", "rate >",
    "export windmill >", "export witnesspuzzles >", "game from-puzzle >",
    "examples > -o new",
    "solve triangles.jsonl --predicate >.pl",
    "solve triangles.jsonl --predicate hypothesis.pl --bias >.pl",
    "solve triangles.jsonl --predicate hypothesis.pl --bk >.pl",
    "rate triangles.jsonl --rules >.pl",
    "show triangles.jsonl --tree --predicate >.pl", "lab rules --rules >.pl",
    "explain >", "explain --python >", "verify >", "explain hypothesis.pl --bk >.pl",
    "explain hypothesis.pl --bias >.pl", "examples triangles.jsonl --id a --bk >.pl -o new",
    "examples triangles.jsonl --id a --bias >.pl -o new", "recheck > hypothesis.pl",
    "recheck certificate.json >", "lab lemmas >.pl", "lab lemmas lemmas.pl --check >",
    "import windmill >", "import witnesspuzzles >", "import levin >",
    "game analyse >", "game solve >", "game rate >", "explain -", "solve -", "import windmill -",
    "learn exs", "learn bk", "learn bias", "lab compare-learners exs --learners asp",
    "hypotheses puzzles", "hypotheses train", "explore bias-of",
)  # fmt: skip

#: Folders in which a file is endless.
FOLDERS = {
    "exs": ("task", "exs.pl"), "bk": ("task", "bk.pl"), "bias": ("task", "bias.pl"),
    "puzzles": ("small", "puzzles/train.jsonl"),
    "train": ("small", "train/batch_0.jsonl"), "bias-of": ("small", "bias.pl"),
}  # fmt: skip

#: Bytes of memory that a command may map, several times what Python and NumPy do.
MEMORY = 1 << 30

#: Runs commands, each in a fork with little memory, and prints status, letters and lines of each.
RUN = f"""
import json, os, resource, sys
from witness.cli import main
from witness.cli import parser
parser()
for words in json.load(open("commands.json")):
    sys.stdout.flush()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
        os.dup2(os.open("printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        os.dup2(os.open("/dev/zero", os.O_RDONLY), 0)
        status = 9
        try:
            status = main(words)
        except SystemExit as stop:
            status = stop.code
        finally:
            sys.stderr.flush()
            os._exit(status)
    _, status = os.waitpid(child, 0)
    printed = open("printed").read()
    print(json.dumps([words, os.waitstatus_to_exitcode(status), printed]))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("endless")
    files = good_files("small", HYPOTHESES[1])
    files["lemmas.pl"] = (ROOT / "bk/outlook.pl").read_bytes()
    copies = {
        f"{copy}{name.removeprefix(folder)}": content
        for copy, (folder, _) in FOLDERS.items()
        for name, content in files.items()
        if name.startswith(f"{folder}/")
    }
    for name, content in (files | copies).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    for copy, (_, name) in FOLDERS.items():
        (place / copy / name).unlink()
        (place / copy / name).symlink_to("/dev/zero")
    for name in ("endless", "endless.pl"):
        (place / name).symlink_to("/dev/zero")
    return place


@pytest.mark.slow
def test_every_command_ends(place: Path) -> None:
    commands = [
        text.replace(">.pl", "endless.pl").replace(">", "endless").split() for text in COMMANDS
    ]
    (place / "commands.json").write_text(json.dumps(commands))
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=place, capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [words for words, _, _ in outcomes] == commands
    wrong = [
        outcome
        for outcome in outcomes
        if outcome[1] != 2 or outcome[2].count("\n") != 1 or "the most" not in outcome[2]
    ]
    assert wrong == []
    assert not (place / "new").exists()


def test_a_text_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "a.pl"
    text = "äπ\r\n" * 100_000 + "\r"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_text(path) == "äπ\n" * 100_000 + "\n"
    path.write_text("x" * ((3 << 20) + 1))
    with pytest.raises(InputError, match=r"a\.pl: has more than 3 MB, the most that is read of it"):
        read_text(path, 3 << 20)
    # A file of a task may have more than others.
    with path.open("ab") as stream:
        stream.truncate(inputs.TEXT + 1)
    with pytest.raises(InputError, match=r"a\.pl: has more than 64 MB, the most that is read"):
        read_text(path)
    task = path.rename(tmp_path / "exs.pl")
    assert len(read_text(task)) == inputs.TEXT + 1
    for beginning in (0, 3_000_000):
        path.write_bytes(b"x" * beginning + "ä".encode()[:1])
        with pytest.raises(InputError, match=rf"not UTF-8 text \(byte {beginning}\)"):
            read_text(path)


def test_lines(tmp_path: Path) -> None:
    """Lines, letters and ends of lines may begin in one part of what is read and end in another."""
    path = tmp_path / "a.jsonl"
    for before in range((1 << 20) - 12, (1 << 20) + 1):
        path.write_bytes(b"x" * before + "\r\n\nä\nend".encode())
        assert list(read_lines(path)) == [(1, "x" * before), (2, ""), (3, "ä"), (4, "end")]
    path.write_text("one\n" + "x" * 40)
    with pytest.raises(InputError, match=r"a\.jsonl: line 2: longer than 0 MB"):
        list(read_lines(path, longest=20))
    with pytest.raises(InputError, match="has more than 0 MB"):
        list(read_lines(path, most=30))


def test_a_compressed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(b" " * (6 << 20)))
    assert read_maybe_gzipped(path) == " " * (6 << 20)
    with pytest.raises(InputError, match="unpacks to more than 5 MB"):
        read_maybe_gzipped(path, 5 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "f(A) :- " + "a" * 5_000_000 + ".",
        "f('" + "a" * 5_000_000 + "').",
        "f('" + "''" * 2_500_000,
        "ä" * 5_000_000,
        "f(" + "1" * 5_000_000 + ").",
    ],
    ids=["word", "quoted", "quotes", "letters", "digits"],
)
def test_a_long_word_costs_what_it_is_long(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_text(text)
    read = (
        "import resource, sys\n"
        "from witness.base.errors import InputError\n"
        "from witness.logic.language.reader import read_program\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: read_program(sys.argv[1])\n"
        "except InputError: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    command = [sys.executable, "-c", read, str(tmp_path / "a.pl")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 20 * len(text.encode())
