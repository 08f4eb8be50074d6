"""What is required: in the lock file, within its range, and without addresses."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from support.examples import ROOT

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


def test_what_one_package_needs_has_one_range() -> None:
    ranges: dict[str, set[str]] = {}
    for required in ALL:
        ranges.setdefault(required.name, set()).add(str(required.specifier))
    assert not {name: found for name, found in ranges.items() if len(found) > 1}


def test_what_develops_has_all_that_runs_without_another_program() -> None:
    """SWI-Prolog and Slurm are other programs."""
    (own,) = (one for one in EXTRAS["dev"] if one.name == PROJECT["name"])
    assert own.extras >= {"study", "workflow", "z3"}
