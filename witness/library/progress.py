"""Progress bars in notebooks; elsewhere the library is silent."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Seconds before a bar appears.
DELAY = 1.0

#: Seconds after which a bar is drawn again.
TICK = 1.0


@contextmanager
def progress(
    total: int | None, unit: str, delay: float = DELAY, told: Callable[[], str] | None = None
) -> Iterator[Callable[[], object]]:
    """Show a progress bar in a notebook, after `delay` seconds; yield what advances it by a step.

    Work of which nobody knows how much is left has `told` instead, which says how far it is. The
    bar is a widget where the notebook has ipywidgets, and else text.
    """
    if "ipykernel" not in sys.modules:
        yield lambda: None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there are no ipywidgets
        from tqdm.auto import tqdm

    shown = None if told is None else "{desc} [{elapsed}]"
    done = threading.Event()
    with tqdm(
        total=total, unit=unit, leave=False, delay=delay, miniters=0, bar_format=shown
    ) as bar:
        ticking = threading.Thread(target=_tick, args=(bar, told, done, delay), daemon=True)
        ticking.start()
        try:
            yield bar.update
        finally:
            done.set()
            ticking.join()


def _tick(bar: Any, told: Callable[[], str] | None, done: threading.Event, delay: float) -> None:
    """Keep a bar moving while a step takes long."""
    while not done.wait(min(delay, TICK)):
        if told is not None:
            bar.set_description_str(told(), refresh=False)
        bar.update(0)
