"""A page in a real browser: Chromium without a window, driven by Playwright, without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Chromium, as distributions name it.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

WHY_NOT = (
    "Playwright is not installed" if find_spec("playwright") is None
    else "there is no Chromium" if CHROMIUM is None
    else ""
)  # fmt: skip

needs_browser = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

#: What keeps Chromium from talking to anybody; root needs `--no-sandbox`.
QUIET = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Seen(NamedTuple):
    """A page of a browser, what its console complained of, and the addresses that it asked for."""

    page: Page
    errors: list[str]
    requests: list[str]


@contextmanager
def page(width: int = 1280, height: int = 900, **context: Any) -> Iterator[Seen]:
    """Open a page of a size; only files can be loaded.

    `context` are options of Playwright's `new_context`, such as `color_scheme` and `has_touch`.
    """
    from playwright.sync_api import sync_playwright

    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *sandbox])
        try:
            opened = browser.new_context(
                viewport={"width": width, "height": height}, offline=True, **context
            )
            seen = Seen(opened.new_page(), [], [])
            seen.page.on(
                "console",
                lambda m: seen.errors.append(m.text) if m.type in ("error", "warning") else None,
            )
            seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
            seen.page.on("request", lambda request: seen.requests.append(request.url))
            yield seen
        finally:
            browser.close()
