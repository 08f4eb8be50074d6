"""The one error that users of the package need to know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

#: Characters of foreign text that a message quotes at most.
ROOM = 60

#: Characters of a clause or a message of another program that a message quotes at most.
LINE = 100

#: Characters of a message at most, without the name of its file.
LONGEST = 600

#: A name or a number that nobody reads to its end.
_WORD = re.compile(r"\S{121,}")


def quoted(value: object) -> str:
    """Return a value as a message quotes it: its `repr`, without its middle if it is long."""
    try:
        return shortened(repr(value))
    except ValueError:  # Python does not write integers of thousands of digits
        return "a number of too many digits"
    except RecursionError:
        return "a value that is nested too deeply"


def shortened(text: str, room: int = ROOM) -> str:
    """Return a text as a message shows it: beginning, "…" and end if it exceeds `room`."""
    half = (room - 1) // 2
    return text if len(text) <= room else f"{text[: room - 1 - half]}…{text[-half:]}"


def listed(parts: Sequence[str], most: int = 3) -> str:
    """Return what is wrong with one thing: the first parts, and how many more there are."""
    parts = list(dict.fromkeys(parts))
    more = [f"and {len(parts) - most} more"] if len(parts) > most else []
    return "; ".join([*parts[:most], *more])


def one_line(text: str) -> str:
    """Return a message as one printable line of bounded length, whatever it quotes."""
    return shortened(_WORD.sub(lambda word: shortened(word[0]), _printable(text)), LONGEST)


def _printable(text: str) -> str:
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def named(file: str | Path) -> str:
    """Return what messages call a file; - is standard input."""
    return "standard input" if str(file) == "-" else str(file)


class InputError(Exception):
    """The user's input is wrong.

    The message is one line, whatever it quotes: the place (file, line), what was found there, and
    what would be right. The command line prints it and exits with status 2.
    """

    def __init__(
        self, message: str, *, file: str | Path | None = None, line: int | None = None
    ) -> None:
        self.file = None if file is None else named(file)
        self.line = line
        # clingo raises what a callback raised anew, with that error as the message.
        self.reason = message = str(message)
        place = "" if self.file is None else f"{self.file}: "
        place += "" if line is None else f"line {line}: "
        super().__init__(_printable(place) + one_line(message))

    def at(self, *, file: str | Path | None = None, line: int | None = None) -> InputError:
        """Return the same error with a place; what is already known of the place stays."""
        return type(self)(
            self.reason,
            file=self.file if self.file is not None else file,
            line=self.line if self.line is not None else line,
        )


class UnsupportedError(InputError):
    """Something is legal, but not supported by who was asked; a learner, say.

    Another one may accept it. Where the learner can be chosen, the message says how.
    """


class MissingError(UnsupportedError):
    """A program that is needed is missing; no other learner helps."""
