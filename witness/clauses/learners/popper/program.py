"""The installed Popper: where it is, which version it is, and which options it takes.

Versions differ in their options and defaults, so the program is asked for its own help.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from witness.base.errors import InputError
from witness.base.extras import executable

HOW_TO_INSTALL = (
    'pip install "setuptools<81" '
    '"popper-ilp @ git+https://github.com/logic-and-learning-lab/Popper@v4.3.0" '
    "(docs/learners.md has more)"
)


@dataclass(frozen=True)
class Installation:
    """An installed Popper: the words that start it, and its version."""

    command: tuple[str, ...]
    version: str

    @property
    def options(self) -> Mapping[str, int | None]:
        """The options that its help names, without dashes, each with its default if it is a number.

        There are none if it gives no help.
        """
        return _options(self.command)

    def default(self, option: str, otherwise: int) -> int:
        """Return the default of an option whose value is a number."""
        found = self.options.get(option)
        return otherwise if found is None else found

    def check(self, option: str) -> None:
        """Raise `InputError` for an option that this version does not have."""
        if self.options and option not in self.options:
            known = ", ".join(sorted(self.options))
            raise InputError(f"Popper {self.version} has no option {option}; it has {known}")


def find(command: str) -> Installation:
    """Return the Popper with an executable of this path or name.

    A name is looked up beside this Python first, then on the PATH. A file of Python, such as the
    `popper.py` of Popper's sources, runs in the virtual environment `.venv` beside it, if there is
    one. Raises `InputError`, with instructions for installing Popper, if there is none.
    """
    found = executable(command)
    if found is None:
        raise InputError(f"Popper is not installed (no executable {command}): {HOW_TO_INSTALL}")
    path = Path(found).absolute()
    own = path.parent / ".venv" / "bin" / "python"
    words = (str(own), str(path)) if path.suffix == ".py" and own.exists() else (str(path),)
    return Installation(words, _version(words))


def environment() -> dict[str, str]:
    """Return environment variables: those of this process, and a fixed hash seed."""
    return {**os.environ, "PYTHONHASHSEED": "0"}


#: Runs in the Python in which Popper is installed. Its releases have wrong version numbers (4.3.0
#: says 4.2.0), but pip records the tag and the commit from which they were installed.
_ASK_VERSION = """
import importlib.metadata as metadata, json
for name in ("popper-ilp", "popper"):
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        continue
    print(json.dumps([found.version, found.read_text("direct_url.json")]))
    break
"""


@lru_cache(maxsize=8)
def _version(words: tuple[str, ...]) -> str:
    """Return the version of an installed Popper: its tag and commit, if pip recorded them."""
    unknown = "unknown"
    try:
        asked = _output([*_interpreter(words), "-c", _ASK_VERSION])
        version, origin = json.loads(asked)
    except (OSError, ValueError, subprocess.SubprocessError):
        return unknown
    source = json.loads(origin).get("vcs_info", {}) if origin else {}
    tag, commit = source.get("requested_revision"), source.get("commit_id", "")[:7]
    return f"{tag or version} ({commit})" if commit else str(version)


def _interpreter(words: tuple[str, ...]) -> list[str]:
    """Return the Python that runs a program; raise `ValueError` if it is none of Python's."""
    if len(words) > 1:
        return [words[0]]
    with Path(words[0]).open("rb") as stream:
        first = stream.readline(500).decode("utf-8", errors="replace")
    if not first.startswith("#!") or "python" not in first:
        raise ValueError
    return first.removeprefix("#!").split()


@lru_cache(maxsize=8)
def _options(words: tuple[str, ...]) -> dict[str, int | None]:
    """Return the options that the help of a program names, with their defaults."""
    try:
        told = _output([*words, "--help"], environment())
    except (OSError, subprocess.SubprocessError):
        return {}
    found: dict[str, int | None] = {}
    for part in re.split(r"^ +(?=-)", told, flags=re.MULTILINE)[1:]:
        names = re.findall(r"--([a-z][a-z-]*)", part.partition("  ")[0])
        number = re.search(r"\(default:\s+([0-9]{1,9})\)", part)
        found |= dict.fromkeys(names, None if number is None else int(number.group(1)))
    return {name: default for name, default in found.items() if name != "help"}


def _output(words: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Return what a program prints."""
    return subprocess.run(
        words, capture_output=True, text=True, timeout=20, check=False, env=environment
    ).stdout
