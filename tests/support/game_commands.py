"""The commands about games, run in this process."""

from __future__ import annotations

import pytest
from support.examples import ROOT

from witness.cli import main

GAMES = ROOT / "examples" / "games"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Return the exit status of a command, and what it wrote."""
    status = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return status, out, err
