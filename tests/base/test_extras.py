"""Packages of extras: what is missing is named, with the command that installs it."""

from __future__ import annotations

import tomllib

import pytest
from support.examples import ROOT

from witness.base.errors import InputError
from witness.base.extras import DISTRIBUTION, how_to_install, optional


def test_the_name_is_that_of_the_distribution() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["name"] == DISTRIBUTION
    assert how_to_install("study") == f"pip install '{DISTRIBUTION}[study]'"


def test_a_module_that_is_there() -> None:
    assert optional("json.decoder", "JSON", "none").JSONDecoder


def test_a_module_that_is_missing() -> None:
    with pytest.raises(InputError) as raised:
        optional("no_such_module", "Nothing", "none")
    assert str(raised.value) == "Nothing is not installed: pip install 'witness-ilp[none]'"
