"""What is said of the project in several places is the same in all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from email.parser import Parser
from pathlib import Path

import pytest
import yaml
from hatchling.build import prepare_metadata_for_build_wheel
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
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
    environments = tomllib.loads((ROOT / "tox.toml").read_text(encoding="utf-8"))["env_list"]
    assert environments[: len(named)] == [f"py{version.replace('.', '')}" for version in named]
    assert "tox run-parallel" in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:\w|\.)+/[\w./]+)`", CONTRIBUTING + MODELS)))
)
def test_contributors_find_what_is_named(path: str) -> None:
    made = {"results/small", "bk/NAME.pl", "bias/NAME.pl", "tables/by_status.csv"}
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


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    name: [Requirement(line) for line in lines]
    for name, lines in PROJECT["optional-dependencies"].items()
}
ALL = [*map(Requirement, PROJECT["dependencies"]), *(r for rs in EXTRAS.values() for r in rs)]

#: The versions of Python that pyproject.toml names.
PYTHONS = [
    found[1]
    for line in PROJECT["classifiers"]
    if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line))
]

LOCKED = [
    Requirement(line)
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def locked(name: str, python: str) -> list[Version]:
    """Return the versions of a package in the lock file on Linux with a version of Python."""
    system = {
        "python_version": python, "python_full_version": f"{python}.1", "sys_platform": "linux",
        "platform_system": "Linux", "os_name": "posix", "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "platform_machine": "x86_64",
    }  # fmt: skip
    return [
        Version(next(iter(one.specifier)).version)
        for one in LOCKED
        if canonicalize_name(one.name) == canonicalize_name(name)
        and (one.marker is None or one.marker.evaluate(system))
    ]


def test_the_versions_of_python() -> None:
    assert PYTHONS == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("required", [one for one in ALL if one.name != PROJECT["name"]], ids=str)
def test_the_lock_file_has_it_within_its_range(required: Requirement, python: str) -> None:
    (version,) = locked(required.name, python)
    assert required.specifier.contains(version, prereleases=True)


def test_the_lock_file_has_exact_versions() -> None:
    assert len(LOCKED) > 60
    for one in LOCKED:
        assert one.url is None
        assert [part.operator for part in one.specifier] == ["=="]


@pytest.mark.parametrize("required", ALL, ids=str)
def test_requirements_are_ranges(required: Requirement) -> None:
    """An index takes no addresses, and a package without a least version may be any."""
    assert required.url is None
    operators = {part.operator for part in required.specifier}
    if required.name == PROJECT["name"]:
        assert required.extras <= set(EXTRAS)
        assert not operators
    else:
        assert ">=" in operators
        assert operators <= {">=", "<"}


def test_what_develops_has_all_that_runs_without_another_program() -> None:
    """SWI-Prolog and Slurm are other programs."""
    (own,) = (one for one in EXTRAS["dev"] if one.name == PROJECT["name"])
    assert own.extras >= {"study", "workflow", "z3"}


#: Targets of links and pictures, in Markdown and in HTML.
TARGETS = re.compile(r'\]\(([^)]*)\)|(?:src|href)="([^"]*)"')

ADDRESS = "https://example.org/witness/witness"


def targets(text: str) -> set[str]:
    return {one or other for one, other in TARGETS.findall(text)}


@pytest.mark.parametrize("end", ["", "/"])
def test_one_command_fills_in_the_address(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a second time, with another one; then no link or picture of an index's page is dead."""
    changed = ("pyproject.toml", "CITATION.cff", "README.md")
    for name in ("tools/address.py", "LICENSE", "witness/base/version.py", *changed):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for address in ("https://example.org/old", f"{ADDRESS}{end}"):
        subprocess.run([sys.executable, tmp_path / "tools/address.py", address], check=True)
    assert not [name for name in changed if "org/old" in (tmp_path / name).read_text("utf-8")]
    citation = yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == ADDRESS
    monkeypatch.chdir(tmp_path)
    folder = prepare_metadata_for_build_wheel(str(tmp_path))
    about = Parser().parsestr((tmp_path / folder / "METADATA").read_text(encoding="utf-8"))
    named = dict(line.split(", ") for line in about.get_all("Project-URL") or ())
    assert named["Source"] == named["Homepage"] == ADDRESS
    assert {"Documentation", "Issues", "Changelog", "Paper"} < named.keys()
    assert about["Description-Content-Type"] == "text/markdown"
    text = about.get_payload()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    badges = {one for one in targets(text) if "pypi" in one or one.startswith(f"{ADDRESS}/actions")}
    assert len(badges) == 4
    assert len(targets(text) - badges) == len(targets(readme)) > 20
    assert all(one.startswith("https://") for one in targets(text))
    assert f'src="{ADDRESS}/raw/HEAD/docs/images/search.svg"' in text
    for block in re.findall(r"^    .*", readme, re.MULTILINE):
        assert block in text
    assert (ROOT / ".github/workflows/ci.yml").is_file()  # which the first badge is about
