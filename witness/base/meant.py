"""What somebody who misspelt a name may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from witness.base.errors import InputError, quoted

#: How much alike two names have to be, from 0 to 1.
ALIKE = 0.75


def nearest(name: str, known: Iterable[str], alike: float = ALIKE) -> str | None:
    """Return the known name that is most like another one, in any case; None if none is like it."""
    names = {one.casefold(): one for one in sorted(known)}
    return next((names[one] for one in get_close_matches(name.casefold(), names, 1, alike)), None)


def did_you_mean(name: str, known: Iterable[str], alike: float = ALIKE) -> str:
    """Return the end of a message about an unknown name: a question, or nothing."""
    found = nearest(name, known, alike)
    return "" if found is None else f"; did you mean {found}?"


def none_such(what: str, name: str, known: Iterable[str]) -> InputError:
    """Return the error about the name of a thing, such as a solver, that there is not."""
    *names, last = known
    there_are = f"{', '.join(names)} or {last}" if names else last
    return InputError(
        f"there is no {what} {quoted(name)}; use {there_are}{did_you_mean(name, [*names, last])}"
    )
