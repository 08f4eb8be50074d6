"""The puzzle file in which a page saves its panels, and what others write into it meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import json_line
from witness.base.inputs import known_files
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.model import Puzzle


class PanelFile:
    """A puzzle file that is saved panel by panel; it need not exist, but its folder has to.

    `puzzles` are its panels when it was last read or saved.
    """

    def __init__(self, path: str) -> None:
        """Raises `InputError` for a file that has anything but puzzles, and without a folder."""
        self.path = path
        self._lock = threading.Lock()
        if not Path(path).absolute().parent.is_dir():
            raise InputError(
                f"cannot be written: the folder {Path(path).parent} does not exist", file=path
            )
        #: What is in the file as far as is known, None if there is none.
        self._there = self._read()
        self.puzzles = [*(self._there or ())]

    @property
    def exists(self) -> bool:
        """Whether the file was there when it was last read or saved."""
        return self._there is not None

    def save(self, puzzle: Puzzle) -> None:
        """Write a panel into the file, in the place of that of its id, or else as the last one.

        Raises `InputError`, and writes nothing, if somebody else has changed the file since it was
        last read or saved. The next save puts its panel into what is there then.
        """
        with self._lock:
            there = self._read()
            if _lines(there) != _lines(self._there):
                self._there = there
                self.puzzles = self.puzzles if there is None else there
                what = "was deleted" if there is None else "has changed on the disk"
                then = "write it anew" if there is None else "put this panel into what is there"
                raise InputError(
                    f"it {what} meanwhile, and nothing is written; save again to {then}",
                    file=self.path,
                )
            panels = {one.id: one for one in self.puzzles} | {puzzle.id: puzzle}
            with known_files():  # of its own: the command that waits has read the file
                write_puzzles(self.path, panels.values())
            self._there = self.puzzles = [*panels.values()]

    def _read(self) -> list[Puzzle] | None:
        return read_puzzles(self.path) if Path(self.path).exists() else None


def _lines(puzzles: Iterable[Puzzle] | None) -> list[str] | None:
    return None if puzzles is None else [json_line(puzzle.to_json()) for puzzle in puzzles]
