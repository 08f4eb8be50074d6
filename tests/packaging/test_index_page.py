"""The page of the package on an index has no link and no picture that is dead."""

from __future__ import annotations

import re
import shutil
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.build import prepare_metadata_for_build_wheel
from support.examples import ROOT
from support.tools import tool

NEEDED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "tools/index_page.py",
    "witness/base/version.py",
)

#: Targets of links and pictures, in Markdown and in HTML.
TARGETS = re.compile(r'\]\(([^)]*)\)|(?:src|href)="([^"]*)"')

ADDRESS = "https://example.org/witness/witness"


def metadata(address: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> Message:
    """Return the metadata with a public address, which is one line of pyproject.toml."""
    for name in NEEDED:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, place / name)
    settings = (place / "pyproject.toml").read_text(encoding="utf-8")
    given, changes = re.subn(r'(?m)^address = ".*"$', f'address = "{address}"', settings)
    assert changes == 1
    (place / "pyproject.toml").write_text(given, encoding="utf-8")
    monkeypatch.chdir(place)
    folder = prepare_metadata_for_build_wheel(str(place))
    return Parser().parsestr((place / folder / "METADATA").read_text(encoding="utf-8"))


def targets(text: str) -> set[str]:
    return {one or other for one, other in TARGETS.findall(text)}


def test_without_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = metadata("", tmp_path, monkeypatch)
    text = about.get_payload()
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_all("Project-URL") == ["Paper, https://arxiv.org/abs/2308.02666"]
    assert targets(text) == {"https://arxiv.org/abs/2308.02666"}
    assert "<img" not in text
    assert '<p align="center">A* on a panel: 118 expansions' in text
    assert "The numbers of the paper stand beside ours, with" in text


@pytest.mark.parametrize("end", ["", "/"])
def test_with_an_address(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = metadata(f"{ADDRESS}{end}", tmp_path, monkeypatch)
    text = about.get_payload()
    named = dict(line.split(", ") for line in about.get_all("Project-URL") or ())
    assert named["Source"] == named["Homepage"] == ADDRESS
    assert {"Documentation", "Issues", "Changelog", "Paper"} < named.keys()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(targets(text)) == len(targets(readme)) > 20
    assert f'src="{ADDRESS}/raw/HEAD/docs/images/search.svg"' in text
    own = [target for target in targets(text) if target.startswith(f"{ADDRESS}/")]
    assert len(own) == len(targets(text)) - 1  # the other one is the paper
    inside = [re.sub(r"^(blob|raw)/HEAD/", "", one.removeprefix(f"{ADDRESS}/")) for one in own]
    assert all((ROOT / name).is_file() for name in inside)


def test_code_stays_as_it_is() -> None:
    page = tool("index_page")
    code = "    f[a](b)\n\n```\n[a](b)\n```\nand `[a](b)`, [c](https://d)\n"
    for address in ("", ADDRESS):
        assert page.description(code, address) == code


def test_the_description_is_the_readme_otherwise() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    without = tool("index_page").description(readme, "")
    assert without.count("\n") == readme.count("\n")
    assert [line for line in without.splitlines() if line.startswith("    ")] == [
        line for line in readme.splitlines() if line.startswith("    ")
    ]
