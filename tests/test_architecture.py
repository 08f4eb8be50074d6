"""The layout of the package: data flows one way, and imports go down only."""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from support.examples import ROOT

#: The packages in the order of the data's way; each imports from itself and earlier ones.
PACKAGES = (
    "base",
    "clauses",
    "puzzle",
    "proof",
    "searches",
    "pipeline",
    "gdl",
    "difficulty",
    "studio",
    "library",
    "cli",
)

#: Modules by name, with their files.
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("witness", "studies")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

#: The studies, each in a folder of its own.
STUDIES = sorted(path.parent.name for path in (ROOT / "studies").glob("*/rules.smk"))


def imported(path: Path) -> set[str]:
    """The modules of this project that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in full if name in MODULES} or {str(node.module)}
    return {name for name in found if name in MODULES}


def test_the_top_has_packages_only() -> None:
    top = {path.stem for path in (ROOT / "witness").iterdir() if path.suffix == ".py"}
    assert top == {"__init__", "__main__"}
    packages = {tuple(name.split(".")[:2]) for name in MODULES if name.count(".") > 1}
    assert packages == {("witness", name) for name in PACKAGES} | {("studies", s) for s in STUDIES}
    assert len(PACKAGES) <= 11


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_down_only(package: str) -> None:
    allowed = set(PACKAGES[: PACKAGES.index(package) + 1])
    upward = [
        f"{name} imports {other}"
        for name, path in MODULES.items()
        if name.split(".")[:2] == ["witness", package]
        for other in imported(path)
        if other.split(".")[1:2] and other.split(".")[1] not in allowed
    ]
    assert not upward


@pytest.mark.slow
def test_nothing_imports_a_study() -> None:
    """Neither `witness` nor another study; the engine does not even know the name of one."""
    for name, path in MODULES.items():
        for other in (other for other in imported(path) if other.startswith("studies")):
            assert name.startswith("studies"), f"{name} imports {other}"
            (study,) = other.split(".")[1:2] or [""]
            assert study not in STUDIES or name.split(".")[1] == study, f"{name} imports {other}"
    for study in STUDIES:
        rules = (ROOT / "workflow").rglob("*.smk")
        assert not [path for path in rules if f"studies/{study}" in path.read_text("utf-8")]
        there = {path.name for path in (ROOT / "studies" / study).iterdir()}
        assert there >= {"page.py", "results.md.j2", "rules.smk", "settings.yaml"}
        # The page about claims is among the documents.
        assert "results.md" in there or study == "claims"


#: Packages within one, in their order; "" stands for all other modules of the package.
ROOMS = {
    "clauses": ("", "learners"),
    "puzzle": ("", "views", "frontier", "solvers", "examples", "generate"),
    "searches": ("predicates", ""),
}


@pytest.mark.parametrize("package", ROOMS)
def test_imports_within_a_package_go_down_only(package: str) -> None:
    rooms = ROOMS[package]

    def room(name: str) -> int | None:
        """The place of a module in the order; None outside the package."""
        words = name.split(".")
        if words[1:2] != [package] or len(words) < 3:
            return None
        return rooms.index(words[2] if words[2] in rooms else "")

    places = {name: place for name in MODULES if (place := room(name)) is not None}
    upward = [
        f"{name} imports {other}"
        for name, place in places.items()
        for other in imported(MODULES[name])
        if places.get(other, 0) > place
    ]
    assert not upward


def test_no_modules_import_each_other_in_a_circle() -> None:
    """`prepare` raises `CycleError`, which names the circle."""
    TopologicalSorter({name: imported(path) - {name} for name, path in MODULES.items()}).prepare()


#: What runs clauses where little is known, and who asks it: what determines cases, `translate`.
MACHINE = re.compile(r"witness\.puzzle\.views\.(local_views|unknown\w+)")
ASKING = re.compile(r"witness\.puzzle\.views\.(\w+_cases|translate)")


def test_one_kernel_determines_the_cases_of_clauses() -> None:
    """The prover, the check of certificates and the searches run no clause on unknown views."""
    asking = {name for name, path in MODULES.items() if any(map(MACHINE.match, imported(path)))}
    others = {name for name in asking if not MACHINE.match(name) and not ASKING.match(name)}
    # A compiled search looks up the bounds of numbers that a case has.
    assert others == {"witness.searches.symbol_arrays"}


#: What decides for the checker of lemmas, and what it may know of the rest of the package.
CHECKER = re.compile(r"witness\.proof\.(lemma_checker|definitions|obligations)")
KNOWN = re.compile(r"witness\.(base\b.*|clauses\.language\..*|proof\.certificate_schema)")


def test_the_checker_of_lemmas_shares_no_reasoning_with_their_prover() -> None:
    own = [name for name in MODULES if CHECKER.fullmatch(name)]
    assert len(own) == 3
    shared = {
        other
        for name in own
        for other in imported(MODULES[name])
        if not CHECKER.fullmatch(other) and not KNOWN.fullmatch(other)
    }
    assert not shared


def test_the_architecture_page_names_what_there_is() -> None:
    """Every `file.py:name` of the page is a top-level name of that file, every package is there."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    places = re.findall(r"`([\w/]+\.py):(\w+)`", page)
    assert len(places) > 15
    for file, name in places:
        text = (ROOT / "witness" / file).read_text(encoding="utf-8")
        assert re.search(rf"^(def |class )?{name}\b", text, re.MULTILINE), f"{file}:{name}"
    listed = re.findall(r"^\| `(\w+)/` ", page, re.MULTILINE)
    assert listed == list(PACKAGES)


def test_the_page_about_the_sources_names_modules_that_there_are() -> None:
    """A name in backticks that begins with a package is a module, perhaps with `.name` in it."""
    page = (ROOT / "studies" / "reproduction" / "sources.md").read_text(encoding="utf-8")
    page = page.partition("\n## Choices")[0]
    modules = re.findall(rf"`((?:{'|'.join((*PACKAGES, 'studies'))})/[\w/]*)(\.\w+)?`", page)
    assert len(modules) > 60
    for place, end in modules:
        path = ROOT / place if place.startswith("studies/") else ROOT / "witness" / place
        if path.is_dir() or end == ".lp":
            assert path.with_suffix(end).exists(), place
        else:
            text = path.with_suffix(".py").read_text(encoding="utf-8")
            name = end.removeprefix(".")
            assert re.search(rf"^(def |class ){name}", text, re.MULTILINE), f"{place}{end}"


#: The most lines of Python of each package. Raising a budget needs a reason beside it.
LINES = {
    "base": 3066,  # plain Python first; names of files that may be meant
    "clauses": 12625,  # with noise, the best sets of small clauses first
    "puzzle": 15934,  # the cases of squares; problems in PDDL; a step's choices as bit sets
    "proof": 5524,  # the best predicate of a bias; which rules PDDL can say
    "searches": 6735,  # searches that a policy guides, and policies; plain Python first; tables
    "pipeline": 7153,  # intervals of ratios; experiments side by side; warm process, kept tables
    "gdl": 6339,
    "difficulty": 3316,  # scores from a list of solutions, and bounds where it has no end
    "studio": 2170,  # additions judged by the solutions of a panel, under the pointer, too
    "library": 2023,  # `best`, `teach`; a policy guides; which examples are covered; `compare`
    "cli": 5081,  # what may be better than an answer; `best`; `export pddl`; `compare`
}

#: The most lines of everything else, by the patterns of its files.
OTHERS = {
    "tests/**/*.py": 54574,  # which cases run every time is said case by case
    "witness/**/*.js": 5000,
    "studies/**/*.py studies/**/*.smk studies/**/*.j2": 6944,
    "benchmarks/*.py": 1515,  # how commands grow with their input
    "tools/**/*.py": 1284,
}

#: The most words of all pages, files of less than `SMALL` lines, and functions of more than
#: `PARAMETERS` parameters.
WORDS, SMALL_FILES, LONG_CALLS = 60000, 40, 16
SMALL, PARAMETERS = 60, 9


def text_of(patterns: str) -> str:
    """Return the contents of the files of some patterns."""
    files = sorted({path for one in patterns.split() for path in ROOT.glob(one)})
    return "".join(path.read_text(encoding="utf-8") for path in files)


def test_budgets_of_lines() -> None:
    found = {name: text_of(f"witness/{name}/**/*.py").count("\n") for name in PACKAGES}
    found |= {patterns: text_of(patterns).count("\n") for patterns in OTHERS}
    over = {name: n for name, n in found.items() if n > (LINES | OTHERS)[name]}
    what = "raise the budget in tests/test_architecture.py with a reason, or remove lines"
    assert not over, f"{over}: {what}"


def test_budget_of_words() -> None:
    pages = "*.md docs/**/*.md studies/**/*.md config/*.md examples/**/*.md games/*.md bias/*.md"
    assert len(text_of(pages).split()) <= WORDS


def test_budgets_of_files_and_parameters() -> None:
    files = [path for name, path in MODULES.items() if name.startswith("witness.")]
    short = [
        str(path)
        for path in files
        if path.name != "__init__.py" and path.read_text("utf-8").count("\n") < SMALL
    ]
    assert len(short) <= SMALL_FILES, short
    functions = [
        f"{path}:{node.lineno}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]) > PARAMETERS
    ]
    assert len(functions) <= LONG_CALLS, functions
