"""Exceptions of signal handlers that Python swallows.

A signal can come while a callback of a C library runs (Numba has some while it compiles), or a
finalizer. Python prints what is raised there, and forgets it: Ctrl-C, or an alarm, would be lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated(kind: type[BaseException], again: Callable[[], object]) -> Iterator[None]:
    """Call `again` whenever an exception of this kind is swallowed in the block.

    `again` asks for the signal once more, a moment later: what it raises itself is swallowed, too.
    """
    before = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, kind):
            again()
        else:
            before(lost)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
