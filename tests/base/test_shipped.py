"""Files that come with the project, by path and by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base.shipped import SHIPPED, by_name, shipped_file


@pytest.mark.parametrize("name", [*SHIPPED, "bk/outlook.lemmas.json", "workflow/rules/common.smk"])
def test_in_a_checkout_they_lie_beside_the_package(name: str) -> None:
    assert shipped_file(name) == ROOT / name
    assert shipped_file(name).exists()


@pytest.mark.parametrize("folder", ["bias", "bk"])
def test_each_has_a_name(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = sorted((ROOT / folder).glob("*.pl"))
    assert len(files) > 5
    for file in files:
        assert by_name(file.stem, folder) == by_name(f"{folder}/{file.name}", folder) == file


def test_a_file_that_is_here_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bias").mkdir()
    for here in ("extended", "bias/extended.pl"):
        assert by_name(here, "bias") == ROOT / "bias/extended.pl"
        Path(here).write_text("")
        assert by_name(here, "bias") == Path(here)


@pytest.mark.parametrize("path", ["-", "own.pl", "./extended.pl", "other/extended.pl", "bk/own.lp"])
def test_other_paths_stay(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert by_name(path, "bias") == Path(path)
