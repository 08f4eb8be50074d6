"""What docstrings show is what comes out."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from support.examples import ROOT

import witness

MODULES = [
    "witness",
    *(
        f"witness.library.{path.stem}"
        for path in sorted((ROOT / "witness" / "library").glob("[a-z]*.py"))
    ),
]

FLAGS = doctest.ELLIPSIS

#: The functions that share their names with packages.
PACKAGES = {"experiment", "learn", "search"}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testmod(import_module(name), optionflags=FLAGS)
    assert not failed
    assert not list(tmp_path.iterdir())


def test_the_readme_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, encoding="utf-8"
    )
    assert tried > 5
    assert not failed


def shown(module: ModuleType) -> set[str]:
    """The names of a module, and of the methods of its classes, with an example."""
    found = doctest.DocTestFinder().find(module)
    return {test.name for test in found if test.examples}


def test_everything_that_has_a_value_to_show_shows_it() -> None:
    """All functions and methods of the library, but for those of files, and of a browser."""
    without = {
        *("read", "write", "svg", "experiment"),
        *("clauses", "hypotheses", "plot", "searches", "training", "triage"),
        *("name", "positives", "negatives"),
        *("edit", "compare", "explore"),
    }
    missing = []
    for public in witness.__all__:
        home = next(m for m, names in witness._MODULES.items() if public in names)
        module = import_module(home)
        thing = getattr(module, public)
        if not module.__name__.startswith("witness.library"):
            continue
        examples = shown(module)
        names = [public]
        if inspect.isclass(thing):
            tree = ast.parse(inspect.getsource(thing))
            methods = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            names = [f"{public}.{name}" for name in methods if not name.startswith("_")]
        missing += [
            name
            for name in names
            if f"{module.__name__}.{name}" not in examples
            and name.rpartition(".")[2] not in without
        ]
    assert not missing


def test_all_names_are_there_and_come_when_they_are_asked_for() -> None:
    listed = [name for names in witness._MODULES.values() for name in names]
    assert sorted(listed) == witness.__all__
    for module, names in witness._MODULES.items():
        for name in names:
            if name not in PACKAGES:
                assert getattr(witness, name) is getattr(import_module(module), name)
    tree = ast.parse((ROOT / "witness" / "__init__.py").read_text(encoding="utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    declared = {
        str(node.module): tuple(alias.name for alias in node.names)
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
    }
    assert declared == witness._MODULES
    assert set(witness.__all__) <= set(dir(witness))
    with pytest.raises(AttributeError, match="module 'witness' has no attribute 'solve_all'"):
        _ = witness.solve_all  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "import witness as w; w.learn(TASK)",
        "import witness as w; import witness.puzzle.examples.examples; w.learn(TASK)",
        "from witness import learn; learn(TASK)",
        "import witness.clauses.learners; from witness import learn; learn(TASK)",
        "from witness.clauses.learners import learned; import witness; witness.learn(TASK)",
        "import witness.searches.compiled as engine, witness as w; engine.solve; w.search(PUZZLE)",
        "from witness import search; search(PUZZLE)",
        "from witness.searches import engine; import witness; witness.search(PUZZLE)",
        "import witness.pipeline.plan, witness as w; assert callable(w.experiment)",
    ],
)
def test_packages_can_be_called_however_they_are_imported(code: str) -> None:
    """In a process of its own, where nothing has been imported before."""
    puzzle = "__import__('witness').Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 3)])"
    task = f"__import__('witness').examples({puzzle})"
    program = code.replace("TASK", task).replace("PUZZLE", puzzle)
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
