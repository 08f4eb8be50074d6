"""The names of engines."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.examples import ROOT

from witness.base.errors import InputError
from witness.searches import ENGINES, MODES, engine


def test_every_engine_is_there() -> None:
    assert len({engine(name) for name in ENGINES}) == len(ENGINES)
    assert set(MODES) == {"prune", "sort"}
    with pytest.raises(InputError, match="no engine 'best'; use compiled or reference"):
        engine("best")


@pytest.mark.parametrize("module", ["witness.searches", "witness.searches.predicates.registry"])
def test_names_cost_no_import_of_what_they_name(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        "heavy = {'numba', 'numpy', 'clingo', 'witness.logic', 'witness.proof'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.split() == []
