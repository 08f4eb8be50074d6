"""The compiled loops that evaluate networks."""

from __future__ import annotations

from types import SimpleNamespace

from witness.base import machine_code
from witness.games.network import arrays, kernel


def compiled_kernel() -> SimpleNamespace:
    """Return the compiled functions of the kernel, from disk if they were compiled before."""
    return machine_code.load(
        kernel, arrays, note="the state machine of games", usual_seconds=3, checked=False
    )
