"""A page in a real browser: Chromium without a window, driven by Playwright, without a network."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

#: Chromium, as distributions name it.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

WHY_NOT = (
    "Playwright is not installed" if find_spec("playwright") is None
    else "there is no Chromium" if CHROMIUM is None
    else ""
)  # fmt: skip

needs_browser = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

#: What keeps Chromium from talking to anybody; root needs `--no-sandbox`.
QUIET = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]  # fmt: skip


class Seen(NamedTuple):
    """A page of a browser, what its console complained of, and the addresses that it asked for."""

    page: Page
    errors: list[str]
    requests: list[str]


#: The browser of the tests of a file with what drives it, once one of them has opened a page.
_open: list[tuple[Playwright, Browser]] = []

#: Its contexts without pages, by their options: to make one takes longer than to open a page.
_empty: dict[str, list[BrowserContext]] = defaultdict(list)


def _browser() -> Browser:
    """Return the browser, which takes longer to start than most pages take to be looked at."""
    from playwright.sync_api import sync_playwright

    if not _open:
        driver = sync_playwright().start()
        _open.append((driver, driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)))
    return _open[-1][1]


@contextmanager
def at_home(folder: Path) -> Iterator[Page]:
    """Open a browser that keeps what pages leave in a folder, and end it as a user does."""
    _browser()
    own = _open[-1][0].chromium.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=QUIET, offline=True
    )
    try:
        yield own.new_page()
    finally:
        own.close()


def close_browser() -> None:
    """End the browser: while it runs, nothing else in this process can use asyncio."""
    _empty.clear()
    while _open:
        driver, launched = _open.pop()
        launched.close()
        driver.stop()


@contextmanager
def page(width: int = 1280, height: int = 900, **options: Any) -> Iterator[Seen]:
    """Open a page of a size that shares nothing with others; only files can be loaded.

    `options` are those of Playwright's `new_context`, such as `color_scheme` and `has_touch`; with
    `offline=False` there are servers on this machine, too.
    """
    launched, waiting = _browser(), _empty[repr(options)]
    context = waiting.pop() if waiting else launched.new_context(**({"offline": True} | options))
    try:
        seen = Seen(context.new_page(), [], [])
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.page.on(
            "console",
            lambda m: seen.errors.append(m.text) if m.type in ("error", "warning") else None,
        )
        seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
        seen.page.on("request", lambda request: seen.requests.append(request.url))
        yield seen
    except BaseException:
        context.close()
        raise
    for one in context.pages:
        with suppress(Exception):  # an empty page may keep nothing
            one.evaluate("localStorage.clear()")  # what is kept is not for the next page
        one.close()
    waiting.append(context)
