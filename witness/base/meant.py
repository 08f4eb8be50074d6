"""What somebody who misspelt a name may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

#: How much alike two names have to be, from 0 to 1.
ALIKE = 0.75


def nearest(name: str, known: Iterable[str], alike: float = ALIKE) -> str | None:
    """Return the known name that is most like another one; None if none is like it."""
    return next(iter(get_close_matches(name, sorted(known), 1, alike)), None)


def did_you_mean(name: str, known: Iterable[str], alike: float = ALIKE) -> str:
    """Return the end of a message about an unknown name: a question, or nothing."""
    found = nearest(name, known, alike)
    return "" if found is None else f"; did you mean {found}?"
