"""studies/reproduction/sources.md: what it names is there, and what it calls missing is not.

tests/test_architecture.py looks for its modules, and tests/test_docs.py for its commands.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from collections.abc import Iterator

import pytest
from support.examples import ROOT

from witness.clauses.learners.registry import LEARNERS
from witness.cli import parser
from witness.difficulty.rules.registry import WRITTEN
from witness.gdl.filters import OPTIONAL
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.solvers import SOLVERS
from witness.searches.predicates.registry import PREDICATES

PAGE = (ROOT / "studies/reproduction/sources.md").read_text(encoding="utf-8")

#: The cells of the rows, without the heads of the tables. Prose follows the tables.
ROWS = [
    line.strip("| ").split(" | ")
    for line in PAGE.partition("\n## Choices")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| in the ", "| ---"))
]

MISSING = re.compile(r"\bmissing\b([^.]*)", re.IGNORECASE)

with (ROOT / "tests/data/public_games.csv").open(encoding="utf-8") as stream:
    PUBLIC_GAMES = {row["name"] for row in csv.DictReader(stream)}

with (ROOT / "examples/panels.jsonl").open(encoding="utf-8") as stream:
    PANELS = {json.loads(line)["id"] for line in stream}

#: The folders that are looked through.
FOLDERS = (
    "witness", "studies", "examples", "bias", "bk", "config", "workflow", "docs",
)  # fmt: skip

REGISTERED = {
    *LEARNERS, *PREDICATES, *SOLVERS, *OPTIONAL, *KINDS, *PATH_METHODS, *WRITTEN, *PUBLIC_GAMES,
}  # fmt: skip

#: The sections of the paper in which its parts stand.
SECTIONS = {
    "Algorithm 1": "2.2",
    "Algorithm 2": "4.2",
    "Algorithm 3": "5.1",
    "Algorithm 4": "5.1",
    "Algorithms 3 and 4": "5.1",
    "Table 2": "5.2",
    "Table 3": "5.3",
    "Theorem 1": "5.4",
    "Figure 4": "5.5",
    "Figure 5": "5.6",
}

#: A part of the paper with the first section that is given for it.
NUMBERED = re.compile(
    rf"({'|'.join(sorted(SECTIONS, key=len, reverse=True))})(?:: [a-z ]+)? "
    r"\((?:paper, )?(?:sections? )?(\d\.\d)"
)


def of_commands(of: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the commands with their options."""
    yield of.prog
    for action in of._actions:
        yield from (f"{of.prog} {option}" for option in action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from of_commands(command)


def plain(name: str) -> str:
    """Return a name in small letters, with spaces between its words and before the first."""
    return " " + " ".join(re.findall(r"[a-z0-9]+", re.sub("([A-Z])", r" \1", name).lower()))


@pytest.fixture(scope="module")
def names() -> set[str]:
    """All names by which something can be found."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        *of_commands(parser()),
        *(str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts),
        *PANELS,
        *REGISTERED,
    }


def missing(cell: str) -> list[str]:
    """Return the words by which one would look for what a cell calls missing."""
    found = MISSING.search(cell)
    return [] if found is None else re.findall("`([^`]+)`", found[1])


@pytest.mark.parametrize("row", [row for row in ROWS if MISSING.search(row[-1])])
def test_what_is_missing_is_not_there(row: list[str], names: set[str]) -> None:
    words = missing(row[-1])
    assert words, f"name what is missing as `code`: {row}"
    there = [name for name in names for word in words if plain(word) in plain(name)]
    assert not there, row[0]


def test_every_row_has_three_cells_and_says_something() -> None:
    assert len(ROWS) > 90
    assert [row for row in ROWS if len(row) != 3] == []
    assert [row for row in ROWS if row[1:] == ["–", "–"]] == []


def test_the_files_and_words_are_there() -> None:
    """A file is in the repository, a single word in the code, an option in a command."""
    options = {name.rpartition(" ")[2] for name in of_commands(parser())}
    code = [path for folder in ("witness", "studies") for path in (ROOT / folder).rglob("*")]
    kinds = (".py", ".yaml")  # the settings of studies
    text = "\n".join(path.read_text(encoding="utf-8") for path in code if path.suffix in kinds)
    for row in ROWS:
        for name in {n for cell in row[1:] for n in re.findall("`([^`]+)`", cell)}:
            if name in missing(row[-1]):
                continue
            if re.fullmatch(r"[\w/-]+/[\w-]+\.(csv|jsonl|kif|pl|py|smk)", name):
                assert (ROOT / name).exists(), row
            elif name.startswith("-"):
                assert name.split()[0] in options, row
            elif re.fullmatch(r"[A-Za-z][\w-]*", name) and name not in PUBLIC_GAMES | PANELS:
                assert re.search(rf"(?<![\w-]){name}(?![\w-])", text), row


def test_parts_of_the_paper_stand_in_their_sections() -> None:
    kinds = {".py", ".md", ".j2", ".rst", ".smk", ".yaml", ".pl"}
    files = [
        path for folder in (*FOLDERS, "tests", "benchmarks") for path in (ROOT / folder).rglob("*")
    ]
    found = [
        (path.name, part, section)
        for path in [ROOT / "README.md", *files]
        if path.suffix in kinds
        for part, section in NUMBERED.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 8
    assert [place for place in found if SECTIONS[place[1]] != place[2]] == []
