"""A command compiles what it uses and nothing else, and says what, and how long that takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT

from witness.base import machine_code
from witness.cli import main
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle
from witness.searches.compiled import compiled_kernel

GAME = f"{ROOT}/examples/games/corridor_long.kif"
PAPER = f"{ROOT}/examples/paper.pl"

#: Kernels by short names: the module, and the variant where there are several.
FRONTIER = "boards.frontier.kernel any"
REGIONS = "boards.frontier.kernel regions"
RATER = "difficulty.entropy.kernel any"
STATE_MACHINE = "games.network.kernel any"
GAME_SEARCH = "games.play.kernel any"
DERIVED = "games.filters.kernel any"

#: Commands, with the kernels that they need. SMALL has 2×2 squares, LARGE 4×4, HUGE 8×8.
COMMANDS: dict[str, set[str]] = {
    "solve SMALL": {"searches.kernel words-1-plain"},
    "solve HUGE": {"searches.kernel words-2-plain"},
    "solve SMALL --mode sort": {"searches.kernel words-1-any"},
    "solve SMALL --engine reference": set(),
    "solve SMALL --predicate derived": {DERIVED, STATE_MACHINE},
    "solve SMALL --solver auto": {FRONTIER},
    "solve LARGE --solver auto": {FRONTIER},
    "count SMALL": {FRONTIER},
    "count LARGE": {FRONTIER},
    "count COLOURED": {REGIONS},
    "solve COLOURED --solver auto": {REGIONS},
    "enumerate LARGE": {FRONTIER},
    "show LARGE": set(),
    "show LARGE --solve": {FRONTIER},
    "rate SMALL": {RATER},
    "rate LARGE": {RATER},
    "lab rules": set(),
    "generate path --rows 4 --cols 4 --count 1": set(),
    "generate random --min-size 2 --max-size 2 --count 1": {FRONTIER},
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
    machine_code._loaded_once.cache_clear()
    compiled_kernel.cache_clear()
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
