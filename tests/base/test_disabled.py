"""Without Numba's compiler, and with too little memory for it, commands answer or say why not."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT
from support.running import witness
from support.sizes import some
from support.tiny_kernel import start, write_kernel

PANELS = "examples/panels.jsonl"

#: Commands about all panels, and about the first of them where plain Python takes seconds.
COMMANDS = (
    "solve PANELS --engine compiled",
    "solve EIGHT --predicate derived",
    "count PANELS",
    "rate EIGHT",
    "show PANELS --all --solve",
    "game solve examples/games/corridor.kif",
)

LIBRARY = """
import witness as w
puzzle = w.Puzzle.read("examples/panels.jsonl")[0]
found = w.search(puzzle)
print(found.status, found.length, found.expansions, puzzle.rate().muse)
"""


#: What Python runs at the start of a process that must not find Numba.
BLOCKED = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
"""


@pytest.fixture
def without_numba(tmp_path: Path) -> dict[str, str]:
    """Return the environment of processes in which Numba is not installed."""
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "sitecustomize.py").write_text(BLOCKED)
    return {"PYTHONPATH": str(tmp_path / "blocked")}


def run(*arguments: str, limit: int | None = None, **further: str) -> tuple[int, str, str]:
    command = [sys.executable, *arguments]
    if limit is not None:
        command = ["bash", "-c", f'ulimit -v {limit}; exec "$@"', "-", *command]
    environment = {**os.environ, **further}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300
    )
    return done.returncode, done.stdout, done.stderr


def without_times(text: str) -> list[str]:
    import re

    return re.sub(
        r'"seconds": [^,]*, |"engine": "[a-z]+"|in [\d.]+ s\b|[\d.]+ s\b', "", text
    ).split()


@pytest.fixture
def words(command: str, tmp_path: Path) -> list[str]:
    """Return the words of a command, with files for PANELS and EIGHT."""
    eight = tmp_path / "eight.jsonl"
    eight.write_text((ROOT / PANELS).read_text(encoding="utf-8").splitlines()[0])
    files = {"PANELS": PANELS, "EIGHT": str(eight)}
    return ["-m", "witness", *(files.get(word, word) for word in command.split())]


@pytest.mark.slow
@pytest.mark.parametrize("command", some(4, COMMANDS))
def test_commands_without_the_compiler(
    command: str, words: list[str], without_numba: dict[str, str]
) -> None:
    usual = witness(words[2:], ROOT)
    ways = [(without_numba, "pip install 'witness-ilp[fast]'")]
    if command in COMMANDS[:2]:
        ways.append(({"NUMBA_DISABLE_JIT": "1"}, "Numba's compiler is disabled"))
    for further, said in ways:
        plain = run(*words, **further)
        assert usual.status == plain[0] == 0, plain[2]
        assert without_times(plain[1]) == without_times(usual.out)
        assert plain[2].count(said) == 1


@pytest.mark.slow
def test_the_library_without_the_compiler() -> None:
    switched = "import numba; numba.config.DISABLE_JIT = True"
    usual = run("-c", LIBRARY)
    for plain in (
        run("-c", LIBRARY, NUMBA_DISABLE_JIT="1"),
        run("-c", f"{switched}\n{LIBRARY}"),
        run("-c", f"import witness.searches.compiled\n{switched}\n{LIBRARY}"),
    ):
        assert plain[:2] == usual[:2], plain[2]
        assert plain[2].count("Numba's compiler is disabled") == 1


@pytest.mark.slow
def test_the_library_without_numba(without_numba: dict[str, str]) -> None:
    plain = run("-c", LIBRARY, **without_numba)
    assert plain[:2] == run("-c", LIBRARY)[:2], plain[2]
    assert plain[2].count("Numba is not installed") == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to the limit")
@pytest.mark.parametrize("command", COMMANDS)
def test_too_little_memory_for_a_compiler(command: str, words: list[str], tmp_path: Path) -> None:
    """The libraries that need it would crash, or say that the user interrupted them."""
    for limit in (150_000, 600_000):
        code, _, said = run(*words, limit=limit, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
        (line,) = said.splitlines()
        assert (code, "too little for the compiler" in line) == (2, True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to the limit")
def test_what_needs_no_compiler_needs_little_memory() -> None:
    assert run("-m", "witness", "verify", "examples/paper.pl", limit=200_000)[0] == 0


@pytest.mark.slow
def test_the_folder_of_machine_code_is_private(tmp_path: Path) -> None:
    made = tmp_path / "made"
    tiny = write_kernel(tmp_path / "tiny")

    def used() -> tuple[int, str]:
        process = start(tiny, NUMBA_CACHE_DIR=str(made))
        _, said = process.communicate()
        return process.returncode, said

    assert used()[0] == 0
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    for mode in (0o770, 0o702):
        made.chmod(mode)
        status, said = used()
        assert status == 1
        assert said.splitlines()[-1].startswith("witness.base.errors.InputError: ")
        assert "chmod" in said
    made.chmod(0o1777)
    assert used()[0] == 0
    for one in (next(made.glob("tiny_kernel-*")), next(made.rglob("*.nbi")), tmp_path):
        before = stat.S_IMODE(one.stat().st_mode)
        one.chmod(before | 0o022)
        status, said = used()
        assert (status, f"{one}: other users may write to it" in said) == (1, True)
        one.chmod(before)
    assert used()[0] == 0


def test_a_command_names_a_folder_that_is_not_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    status, _, said = run("-m", "witness", "count", PANELS, NUMBA_CACHE_DIR=str(tmp_path))
    assert (status, len(said.splitlines())) == (2, 1)
    assert "chmod" in said
