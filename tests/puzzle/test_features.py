"""Every feature of puzzles × everything that looks at puzzles: right, or refused by name.

Right is what brute force says (`tests/support/consumers.py`). A feature that nobody knows, added to
the table, is refused by each.
"""

from __future__ import annotations

import ast
import json
import random
import re
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.consumers import CONSUMERS, Consumer, solutions
from support.examples import ROOT
from support.panels import MORE, SMALL, SYMBOLS, WITH, drawn_panel, random_panel
from support.solving import HERE

from witness.base.errors import InputError
from witness.cli import main
from witness.puzzle import solvers, svg, text
from witness.puzzle.files import write_puzzles
from witness.puzzle.formats.registry import EDITORS
from witness.puzzle.model import FEATURES, Feature, Puzzle, is_edge
from witness.puzzle.symbols.blocks import Block

#: A feature that nobody knows: its name, and its words.
ODD, ODD_WORDS = "hexes", "hexagons that nobody knows"

FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="p")

#: For the first two a search is compiled that no other test of seconds needs; the others are slow.
SLOW = (
    "A*, pruned by these about blocks", "A*, compiled and guided", "z3", "clingo", "from-puzzle",
    "latches", "derived",
)  # fmt: skip

#: Fields of a puzzle that are no features by themselves.
BOARD = ("rows", "cols", "starts", "goals", "id")

#: All commands that take panels.
COMMANDS = [
    *(f"solve FILE --solver {name}" for name in ("auto", *solvers.SOLVERS)),
    *(f"count FILE --solver {name}" for name in ("auto", *solvers.SOLVERS)),
    "enumerate FILE --id odd",
    *(f"show FILE --id odd --format {how}" for how in ("text", "svg")),
    *(f"show FILE --id odd {what}" for what in ("--solve", "--entropy", "--tree", "--forced")),
    "show --format words FILE --id odd --path [[0,0]]",
    "rate FILE",
    "game from-puzzle FILE --id odd",
    "examples FILE --id odd",
]


@pytest.fixture
def consumer(name: str, request: pytest.FixtureRequest) -> Consumer:
    """A consumer; skips the test where what it needs is not installed."""
    if name in solvers.SOLVERS and name not in HERE:
        pytest.skip(f"{name} is not installed")
    if "Prolog" in name:
        request.getfixturevalue("swi_prolog")
    return CONSUMERS[name]


def supported(consumer: Consumer) -> frozenset[str]:
    found: frozenset[str] = import_module(f"witness.{consumer.module}").SUPPORTED
    return found ^ consumer.but


@cache
def panels(feature: str, known: frozenset[str]) -> list[Puzzle]:
    """Draw small panels that have a feature, and nothing else but what is known."""
    rng = random.Random(f"{feature} {sorted(known)}")
    may = known | {feature}
    found: list[Puzzle] = []
    least, most = (6, 150) if feature in known else (3, 3)
    while len(found) < least or (len(found) < most and not tell(feature, found)):
        if feature in MORE or feature in WITH:
            few = {*rng.sample(sorted(may), rng.randrange(min(len(may), 5)))}
            others = WITH.get(feature, set())
            others = others & known if feature in known else others
            puzzle = drawn_panel(rng, few | {feature} | others)
            if feature in puzzle.features:
                found.append(replace(puzzle, id="p"))
            continue
        symbols = [name for name in SYMBOLS if name in may]
        edge_ends, pass_goals = "edge-ends" in may, "pass-goals" in may
        puzzle = random_panel(rng, SMALL[:-1], symbols, edge_ends=edge_ends, pass_goals=pass_goals)
        if feature in puzzle.features:
            found.append(replace(puzzle, id="p"))
    return found


def tell(feature: str, drawn: list[Puzzle]) -> bool:
    """Whether who ignores a feature is wrong on some panels: without it, the solutions differ."""
    if feature == "edge-ends":
        lines = {line for puzzle in drawn for line in solutions(puzzle)}
        return {(is_edge(line[0]), is_edge(line[-1])) for line in lines} > {(False, False)}
    return any(tells(feature, puzzle) for puzzle in drawn)


@cache
def tells(feature: str, puzzle: Puzzle) -> bool:
    name = feature.replace("-", "_")
    defaults = {f.name: f.default for f in fields(Puzzle)}
    if name not in defaults:
        return True  # a matter of other fields
    without: Puzzle = replace(puzzle, **{name: defaults[name]})
    return not without.problems() and solutions(puzzle) != solutions(without)


@pytest.mark.filterwarnings("ignore:.*the reference engine is used:RuntimeWarning")
@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in CONSUMERS]
)
def test_right_or_refused(name: str, feature: str, consumer: Consumer) -> None:
    known = supported(consumer)
    for puzzle in panels(feature, known):
        if feature in known:
            assert consumer.answer(puzzle) == consumer.right(puzzle), puzzle
        else:
            words = re.escape(FEATURES[feature].words)
            with pytest.raises(InputError, match=f"'p' has .*{words}.*; "):
                consumer.answer(puzzle)


@pytest.mark.parametrize("feature", FEATURES)
def test_the_panels_tell(feature: str) -> None:
    for known in {supported(c) for c in CONSUMERS.values() if feature in supported(c)}:
        assert tell(feature, panels(feature, known))


@pytest.mark.parametrize("name", CONSUMERS)
def test_what_nobody_knows_is_refused_by_each(
    name: str, consumer: Consumer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By each itself: all others are said to know it."""
    for module in modules():
        if module.startswith("witness.") and not module.endswith("__main__"):
            import_module(module)  # later, it would take over what is only said here
    solvers.feature_table()  # a solver that points to another's `SUPPORTED` does so now
    monkeypatch.setitem(FEATURES, ODD, Feature(ODD_WORDS, lambda puzzle: True))
    for module in written_out() - {f"witness.{consumer.module}"}:
        known = import_module(module).SUPPORTED
        monkeypatch.setattr(f"{module}.SUPPORTED", known | {ODD})
    with pytest.raises(InputError, match=f"'p' has {ODD_WORDS}; "):
        consumer.answer(replace(FIGURE_1))


@cache
def modules() -> dict[str, ast.Module]:
    """All modules of the package and of the studies, parsed."""
    found = {}
    for file in sorted(f for d in ("witness", "studies") for f in (ROOT / d).rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


def written_out() -> set[str]:
    """The modules that say themselves what they support; others may point to one of these.

    They write it out, or take it from the symbols (`witness.puzzle.symbols`).
    """
    found = set()
    for name, module in modules().items():
        for node in module.body:
            match node:
                case ast.Assign([ast.Name("SUPPORTED")], ast.Call(_, [ast.Name("FEATURES")])):
                    found.add(name)
                case ast.Assign([ast.Name("SUPPORTED")], ast.Call(ast.Name("frozenset"), [given])):
                    assert {*ast.literal_eval(given)} <= {*FEATURES}, name
                    found.add(name)
                case ast.Assign([ast.Name("SUPPORTED")], ast.BinOp() | ast.Name()):
                    assert {*FEATURES} >= import_module(name).SUPPORTED, name
                    found.add(name)
                case ast.Assign([ast.Name("SUPPORTED")], value):
                    assert isinstance(value, ast.Attribute), f"{name}: {ast.unparse(value)}"
    return found


def test_no_consumer_is_forgotten() -> None:
    consumers = {f"witness.{consumer.module}" for consumer in CONSUMERS.values()}
    # Drawings have tests of their own; the page leaves out what it does not know, and says so.
    others = ("puzzle.text", "puzzle.svg", "studio.panel.scripts")
    assert svg.SUPPORTED == text.SUPPORTED == FEATURES.keys()
    assert consumers | {f"witness.{name}" for name in others} == written_out()


@pytest.mark.parametrize("arguments", COMMANDS)
def test_commands_name_file_and_panel_before_any_work(
    arguments: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "z3" in arguments and not find_spec("z3"):
        pytest.skip("Z3 is not installed")
    given, made = tmp_path / "panels.jsonl", tmp_path / "made"
    write_puzzles(given, [FIGURE_1, replace(FIGURE_1, id="odd")])
    monkeypatch.setitem(FEATURES, ODD, Feature(ODD_WORDS, lambda puzzle: puzzle.id == "odd"))
    status = main([*arguments.replace("FILE", str(given)).split(), "-o", str(made)])
    error = capsys.readouterr().err
    assert status == 2
    assert f"{given}: puzzle 'odd' has {ODD_WORDS}; " in error
    assert error.count("\n") == 1
    assert not made.exists()


@pytest.mark.parametrize("name", EDITORS)
def test_exports_name_the_panel_that_they_leave_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given, made = tmp_path / "panels.jsonl", tmp_path / "made"
    write_puzzles(given, [FIGURE_1, replace(FIGURE_1, id="odd")])
    monkeypatch.setitem(FEATURES, ODD, Feature(ODD_WORDS, lambda puzzle: puzzle.id == "odd"))
    assert main(["export", name, str(given), "-o", str(made)]) == 0
    assert f"1 skipped:\n  1 {ODD_WORDS} (odd)\n" in capsys.readouterr().err
    assert made.read_text().startswith(f"{FIGURE_1.id}\t")
    assert made.read_text().count("\n") == 1


@pytest.mark.slow
def test_each_field_is_a_feature_and_is_kept() -> None:
    """A field that a reader, a writer or the table forgets would be lost without a word."""
    values: dict[str, Any] = {
        "triangles": ((1, 1, 3), (0, 0, 1)),
        "gaps": (((1, 1), (1, 2)), ((0, 0), (0, 1))),
        "dots": (((0, 0), (1, 0)), (2, 0), (1, 1)),
        "squares": ((1, 1, "white"), (0, 0, "black")),
        "stars": ((0, 1, "white"), (0, 0, "black")),
        "blocks": (Block(0, 0, ("##", "#."), True), Block(1, 0, ("#",), colour="red")),
        "eliminations": ((0, 1), (1, 0, "white")),
        "line_dots": (((0, 1), 2), (((0, 0), (0, 1)), 1)),
        "pass_goals": True,
        "missing": ((0, 1), (0, 0)),
        "open_halves": True,
        "symmetry": "left-right",
        "wraps": True,
        "rules": "windmill",
    }
    assert {f.name for f in fields(Puzzle)} == {*values, *BOARD}
    for name, value in values.items():
        puzzle = Puzzle(2, 3, ((0, 0), (0, 3)), ((2, 0), (2, 3)), id="p", **{name: value})
        assert puzzle.features in ({name}, {name.replace("_", "-")})
        assert Puzzle(**json.loads(json.dumps(puzzle.to_json()))) == puzzle
        ordered = puzzle.canonical()
        if isinstance(value, tuple):
            back = replace(puzzle, **{name: value[::-1]})
            assert back == puzzle
            assert back.canonical() == ordered
        assert (ordered.features, ordered.id) == (puzzle.features, "puzzle")
