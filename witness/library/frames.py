"""Frames of pandas with the results of an experiment."""

from __future__ import annotations

import pandas as pd


class Frame(pd.DataFrame):
    """A frame of pandas that a notebook shows with its clauses and sentences in full."""

    @property
    def _constructor(self) -> type[Frame]:
        return Frame

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows; long ones are shortened as pandas does it."""
        with pd.option_context("display.max_colwidth", None):
            found: str = pd.DataFrame(self)._repr_html_()  # type: ignore[operator]
        return found
