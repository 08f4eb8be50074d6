"""What is said of the project in several places is the same in all of them."""

from __future__ import annotations

import re
import tomllib
from datetime import date

import pytest
import yaml
from support.examples import ROOT

import witness
from witness import __version__

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
EXTENDING = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
MODELS = EXTENDING.partition("## Models")[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_version_and_date_of_the_release() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == __version__
    assert isinstance(citation["date-released"], date)
    assert f"## [{__version__}] - {citation['date-released']}\n" in CHANGELOG


def test_the_changelog_begins_with_what_is_not_released() -> None:
    sections = re.findall(r"^## \[(.+?)\]", CHANGELOG, re.MULTILINE)
    assert sections[:2] == ["Unreleased", __version__]
    kinds = re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_checks_run_with_every_version_of_python_that_is_named() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if ":: 3." in line]
    assert job["strategy"]["matrix"]["python"] == named
    assert job["steps"][-1] == {"run": "bash .ci/run"}
    assert "python tools/check_package.py" in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:\w|\.)+/[\w./]+)`", CONTRIBUTING + MODELS)))
)
def test_contributors_find_what_is_named(path: str) -> None:
    made = {"results/small", "bk/NAME.pl", "bias/NAME.pl"}
    assert path in made or (ROOT / path).exists()


@pytest.mark.parametrize("name", re.findall(r"`([A-Z]{3,}S?)` in `(\S+)`", EXTENDING))
def test_contributors_find_the_registries(name: tuple[str, str]) -> None:
    registry, file = name
    text = (ROOT / "witness" / file).read_text(encoding="utf-8")
    assert re.search(rf"^{registry}\b", text, re.MULTILINE)


def test_the_table_of_extras_has_all() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    table = page.partition("| extra |")[2]
    rows = re.findall(r"^\| (`.+?) \|", table.partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(
        project["optional-dependencies"]
    )


def test_the_release_note_names_what_the_library_has() -> None:
    note = (ROOT / "docs" / "release.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| `import witness as w`: (.+?), and", note, re.MULTILINE)
    assert row == ", ".join(f"`{name}`" for name in sorted(witness.__all__))
