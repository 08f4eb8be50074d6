"""Progress bars in notebooks; elsewhere the library is silent."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Seconds before a bar appears.
DELAY = 1.0


@contextmanager
def progress(total: int | None, unit: str, delay: float = DELAY) -> Iterator[Callable[[], object]]:
    """Show a progress bar in a notebook, after `delay` seconds; yield what advances it by a step.

    It is a widget where the notebook has ipywidgets, and else text.
    """
    if "ipykernel" not in sys.modules:
        yield lambda: None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there are no ipywidgets
        from tqdm.auto import tqdm

    with tqdm(total=total, unit=unit, leave=False, delay=delay) as bar:
        yield bar.update
