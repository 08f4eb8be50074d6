"""Arguments that cannot be right: one line each, and no file of several is written alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import TABLE_3
from support.running import witness


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["--certificate", "--core", "--picture", "-o"])
def test_verify_writes_all_files_or_none(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "paper.pl").write_text(TABLE_3)
    files = {"--certificate": "a.json", "--core": "core.pl", "--picture": "a.svg", "-o": "a.txt"}
    options = [word for pair in {**files, wrong: "."}.items() for word in pair]
    done = witness(["verify", "paper.pl", *options], tmp_path)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["paper.pl"]

    right = [word for pair in files.items() for word in pair]
    assert witness(["verify", "paper.pl", *right], tmp_path).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"paper.pl", *files.values()}

    twice = witness(["verify", "paper.pl", "--core", "b.pl", "-o", "b.pl"], tmp_path)
    assert twice.status == 2
    assert "b.pl: two outputs would be this file" in twice.err


@pytest.mark.parametrize("word", ["\udcff", "two\nlines", "\x1b[31m", "a" * 10_000])
def test_odd_arguments_are_one_line(word: str) -> None:
    for arguments in (["solve", "a.jsonl", "--mode", word], ["explain", word[:200]], [word]):
        # As processes, because it is the real standard error that cannot take everything.
        done = subprocess.run(
            [sys.executable, "-m", "witness", *arguments], capture_output=True, text=True
        )
        assert done.returncode == 2, done
        assert done.stderr.count("\n") == 1, done
        assert done.stderr.startswith("witness"), done
        assert len(done.stderr) < 1000, done
        assert done.stderr.strip().isprintable(), done
