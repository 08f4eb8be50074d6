"""The machine code on disk: compiled once, checked, and never trusted when damaged."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.tiny_kernel import start, write_kernel

from witness.base import extras, machine_code
from witness.cli import main
from witness.gdl.path_game import path_game
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle
from witness.searches import arrays, kernel, wide_integers
from witness.searches.compiled import compiled_kernel

#: No home folder and no other settings than these; the package is the one that is tested.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_kernel(tmp_path_factory.mktemp("modules") / "tiny")


def errors(process: subprocess.Popen[str]) -> str:
    _, text = process.communicate(timeout=300)
    assert process.returncode == 0, text
    return text


@pytest.fixture(scope="module")
def cache(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that two processes have filled at the same time: one of them, that is."""
    folder, meet = (tmp_path_factory.mktemp(name) for name in ("cache", "meet"))
    both = [start(tiny, NUMBA_CACHE_DIR=str(folder), MEET=str(meet)) for _ in range(2)]
    together = [errors(process) for process in both]
    assert sorted("compiling the tiny kernel" in text for text in together) == [False, True]
    return folder


@pytest.fixture
def said(tiny: Path, cache: Path) -> Callable[[], str]:
    """Return a function that uses the kernel again, and returns what is printed."""
    return lambda: errors(start(tiny, NUMBA_CACHE_DIR=str(cache)))


def code_files(cache: Path) -> list[Path]:
    found = [path for path in cache.rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert len(found) == 4  # an index and machine code for each of two functions
    return sorted(found)


@pytest.mark.slow
def test_a_second_run_finds_it_compiled(cache: Path, said: Callable[[], str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in code_files(cache)}
    assert said() == ""
    assert {path: path.stat().st_mtime_ns for path in code_files(cache)} == before


LOAD = """
import sys
from importlib import import_module
from numba import types
from witness.base import machine_code
for name in sys.argv[1:]:
    module = import_module(name)
    functions = {"double": (module.double, types.int64(types.int64))}
    found = machine_code.compiled(functions, (module,), "any", name, 1)
    assert found["double"](21) == 42
    print(name, "numba.np.linalg" in sys.modules, "scipy.linalg" in sys.modules)
"""


@pytest.mark.slow
def test_code_from_disk_needs_no_compiler(tmp_path: Path) -> None:
    """What Numba needs for compiling is imported when something has to be compiled."""
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text("def double(n):\n    return 2 * n\n")
    environment = {**ENVIRONMENT, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment["PYTHONPATH"] += f":{tmp_path}"

    def load(*names: str) -> list[str]:
        command = [sys.executable, "-P", "-c", LOAD, *names]
        found = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        return found.stdout.splitlines()

    assert load("first") == ["first True True"]
    assert load("first", "second") == ["first False False", "second True True"]
    assert load("first", "second") == ["first False False", "second False False"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_damaged_code_is_compiled_anew(cache: Path, said: Callable[[], str], number: int) -> None:
    path = code_files(cache)[number]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content if number == 1 else content[: len(content) // 2])
    text = said()
    assert "is damaged and is made anew" in text
    assert "compiling" in text
    assert said() == ""


def test_a_run_that_was_killed_while_it_compiled(cache: Path, said: Callable[[], str]) -> None:
    (sums,) = cache.rglob("sums")
    sums.unlink()
    text = said()
    assert "compiling" in text
    assert "damaged" not in text


def test_a_folder_that_cannot_be_written(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    text = errors(start(tiny, NUMBA_CACHE_DIR=str(tmp_path / "file")))
    assert "cannot be kept" in text
    assert "compiling" in text


def test_a_full_disk(tiny: Path, tmp_path: Path) -> None:
    no_space = """
import errno, os
from numba.core import caching
def no_space(self, *given):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
caching.IndexDataCacheFile.save = no_space
"""
    text = errors(start(tiny, before=no_space, NUMBA_CACHE_DIR=str(tmp_path)))
    assert "No space left on device" in text


def test_a_user_without_a_home_folder(tiny: Path) -> None:
    no_home = """
from pathlib import Path
def no_home():
    raise RuntimeError("Could not determine home directory.")
Path.home = no_home
"""
    text = errors(start(tiny, before=no_home))
    assert "cannot be kept on disk (there is no home folder)" in text
    assert text.count("compiling") == 1


@pytest.mark.slow
def test_installations_with_the_same_text_share_it(
    tiny: Path, cache: Path, said: Callable[[], str], tmp_path: Path
) -> None:
    """Wherever they are, and whatever the date of their files; another text is compiled."""
    copy = Path(shutil.copytree(tiny, tmp_path / "copy"))
    os.utime(copy / "tiny_kernel.py")
    assert errors(start(copy, NUMBA_CACHE_DIR=str(cache))) == ""
    (copy / "tiny_parts.py").write_text((tiny / "tiny_parts.py").read_text() + "# another\n")
    text = errors(start(copy, NUMBA_CACHE_DIR=str(cache)))
    assert "compiling" in text
    assert "damaged" not in text
    assert said() == ""


def test_the_folder_depends_on_text_versions_and_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    first = machine_code.folder((kernel, arrays, wide_integers))
    assert machine_code.folder((kernel, arrays, wide_integers)) == first
    monkeypatch.setattr("numba.__version__", "0.0")
    second = machine_code.folder((kernel, arrays, wide_integers))
    monkeypatch.setattr("numba.config.CPU_NAME", "other")
    assert len({first, second, machine_code.folder((kernel, arrays, wide_integers))}) == 3
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    assert machine_code.folder((kernel, arrays, wide_integers)).parent == Path("/elsewhere")


def test_ctrl_c_waits_until_a_function_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM calls back into Python: an exception there can crash the process."""
    done: list[str] = []

    class Slow:
        def compile(self, signature: str) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            done.append(signature)

        def disable_compile(self) -> None:
            done.append("never comes to this")

    monkeypatch.setattr("witness.base.jit.njit", lambda **_: lambda plain: Slow())
    with pytest.raises(KeyboardInterrupt):
        machine_code._compiled({"run": (print, "types"), "other": (print, "more types")}, None)
    assert done == ["types"]


GAME = f"{ROOT}/examples/games/corridor_long.kif"
PAPER = f"{ROOT}/examples/paper.pl"

#: Kernels by short names: the module, and the variant where there are several.
FRONTIER = "puzzle.frontier.kernel any"
REGIONS = "puzzle.frontier.kernel regions"
RATER = "difficulty.entropy.kernel any"
STATE_MACHINE = "gdl.network.kernel any"
GAME_SEARCH = "gdl.play.kernel any"
DERIVED = "gdl.filters.kernel any"

#: Commands, with the kernels that they need. SMALL has 2×2 squares, LARGE 4×4, HUGE 8×8.
COMMANDS: dict[str, set[str]] = {
    "solve SMALL": set(),
    "solve SMALL --engine compiled": {"searches.kernel words-1-plain"},
    "solve HUGE --engine compiled": {"searches.kernel words-2-plain"},
    "solve SMALL --engine compiled --mode sort": {"searches.kernel words-1-any"},
    "solve SMALL --predicate derived": {DERIVED, STATE_MACHINE},
    "solve SMALL --solver auto": set(),
    "solve LARGE --solver auto": {FRONTIER},
    "count SMALL": set(),
    "count LARGE": {FRONTIER},
    "count COLOURED": {REGIONS},
    "solve COLOURED --solver auto": {REGIONS},
    "enumerate LARGE": {FRONTIER},
    "show LARGE": set(),
    "show LARGE --solve": {
        "searches.kernel words-1-plain",
        "searches.kernel words-1-plain-needs-1",
    },
    "rate SMALL": {RATER},
    "rate LARGE": {RATER},
    "lab rules": set(),
    "generate path --rows 4 --cols 4 --count 1": set(),
    "generate random --min-size 2 --max-size 2 --count 1": set(),
    "generate random --min-size 4 --max-size 4 --count 1 --unique": {FRONTIER},
    f"explain {PAPER}": set(),
    f"explain --python {PAPER}": set(),
    f"verify {PAPER}": set(),
    "examples SMALL -o FOLDER/task": set(),
    f"game analyse {GAME}": {STATE_MACHINE},
    f"game solve {GAME}": {STATE_MACHINE, GAME_SEARCH},
    f"game rate {GAME}": {STATE_MACHINE, GAME_SEARCH},
    f"game rate {GAME} --score 100": {STATE_MACHINE},
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files of one puzzle each, by their names in a command."""
    for name, side in (("SMALL", 2), ("LARGE", 4), ("HUGE", 8)):
        puzzle = Puzzle(side, side, ((0, 0),), ((side, side),), ((0, 0, 1),), id=name)
        write_puzzles(tmp_path / name, [puzzle])
    squares = ((0, 0, "black"), (0, 3, "white"))
    coloured = Puzzle(4, 4, ((0, 0),), ((4, 4),), squares=squares, id="COLOURED")
    write_puzzles(tmp_path / "COLOURED", [coloured])
    return {name: str(tmp_path / name) for name in ("SMALL", "LARGE", "HUGE", "COLOURED")}


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The kernels that are loaded from now on, as in a process that has none yet."""
    found: set[str] = set()
    load: Callable[..., Any] = machine_code.compiled

    def noted(functions: Any, modules: Any, variant: str, *how: Any) -> Any:
        found.add(f"{modules[0].__name__.removeprefix('witness.')} {variant}")
        return load(functions, modules, variant, *how)

    monkeypatch.setattr(machine_code, "compiled", noted)
    monkeypatch.setattr(extras, "_answered", 0)
    machine_code._loaded_once.cache_clear()
    compiled_kernel.cache_clear()
    path_game.cache_clear()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_the_kernels_that_it_uses(
    command: str, files: dict[str, str], loaded: set[str], tmp_path: Path
) -> None:
    words = [files.get(word, word).replace("FOLDER", str(tmp_path)) for word in command.split()]
    assert main(words) == 0
    assert loaded == COMMANDS[command]


def test_the_message_names_the_code_and_the_time() -> None:
    assert machine_code._compiling("the rater of puzzles", 7) == (
        "compiling the rater of puzzles; this takes about 7 s, longer on a busy or slow machine, "
        "the first time only"
    )
