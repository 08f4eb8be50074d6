"""What every answer begins with, whatever it is about."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Result:
    """The head of a result: how it ended, in how much processor time, and which engine gave it.

    `engine` is "compiled" or "reference" where there are both, "solutions" for a rating from the
    list of solutions, else None. `id` is that of the panel, where the library has asked.
    """

    id: str = field(default="", repr=False, compare=False)
    status: str
    seconds: float
    engine: str | None = None
