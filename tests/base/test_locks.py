"""A lock is for one process, and no reason to stop where the file system has none."""

from __future__ import annotations

import errno
import fcntl
from pathlib import Path
from typing import Any, NoReturn

import pytest

from witness.base.locks import locked


def test_one_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as one, (tmp_path / "lock").open("w") as other:
        assert locked(one)
        assert not locked(other)
        one.close()
        assert locked(other)


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with (
        (tmp_path / "lock").open("w") as stream,
        pytest.warns(UserWarning, match="lock cannot be locked: No locks available"),
    ):
        assert locked(stream)
