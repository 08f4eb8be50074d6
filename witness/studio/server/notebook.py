"""The studio in a notebook: its page in a frame, and the panel that was drawn there."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Generic, TypeVar

from witness.puzzle import model

P = TypeVar("P", bound=model.Puzzle)


class Editor(Generic[P]):
    """A panel that is drawn in a notebook, which shows the page of the studio.

    The page asks a server on this machine, which `close` ends; otherwise it ends with the
    notebook's kernel. So it needs a browser on the same machine. `address` is for another window.
    """

    def __init__(self, puzzle: P, make: Callable[[model.Puzzle], P], rules: str) -> None:
        from witness.studio.server.server import Studio  # with all that makes pages

        self._make = make
        self._studio = Studio([puzzle], [rules])
        self.address = self._studio.address

    @property
    def puzzle(self) -> P:
        """The panel as it is on the page; raises `InputError` if it is not in order."""
        return self._make(self._studio.puzzle())

    def close(self) -> None:
        """End the server; the page stays, and can no longer ask."""
        self._studio.close()

    def __repr__(self) -> str:
        return f"<the studio at {self.address}>"

    def _repr_html_(self) -> str:
        """Return the frame that a notebook shows."""
        return frame(f'src="{escape(self.address)}" allow="clipboard-read; clipboard-write"')


def frame(attributes: str) -> str:
    """Return a frame of a notebook with a page in it."""
    return f'<iframe {attributes} width="100%" height="760" style="border: 0"></iframe>'
