"""The script that measures games for their page."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(folder: Path, only: str) -> subprocess.CompletedProcess[str]:
    command = [
        *(sys.executable, str(ROOT / "workflow" / "games.py"), "--only", only),
        *("--work", str(folder / "records"), "-o", str(folder / "page.md")),
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_some_records_and_no_page(tmp_path: Path) -> None:
    assert run(tmp_path, "hanoi-3,knights-6").returncode == 0
    assert {path.name for path in (tmp_path / "records").iterdir()} == {
        "hanoi-3.json",
        "knights-6.json",
    }
    found = json.loads((tmp_path / "records" / "hanoi-3.json").read_text())
    assert (found["length"], found["shortest"]) == (7, True)
    found = json.loads((tmp_path / "records" / "knights-6.json").read_text())
    assert (found["score"], found["length"], found["shortest"]) == (100, 35, True)
    assert not (tmp_path / "page.md").exists()


def test_a_record_that_is_none(tmp_path: Path) -> None:
    ended = run(tmp_path, "hanoi-2")
    assert ended.returncode == 1
    assert "there is no record hanoi-2; these are corridor," in ended.stderr
    assert not (tmp_path / "records").exists()
