"""The learners by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from witness.base.errors import InputError, quoted
from witness.learn.run import Run, Settings

#: A learner takes the directory of a learning task, and settings.
Learner = Callable[[Path, Settings], Run]

#: Where the learner with a name is, as "module:name". Names cost no import of what they name.
LEARNERS = {
    "asp": "witness.learn.asp.learner:run",
    "popper": "witness.learn.popper.learner:run",
}


def learner_named(name: str) -> Learner:
    """Return a learner by name; raise `InputError` if there is none of that name."""
    if name not in LEARNERS:
        raise InputError(f"unknown learner {quoted(name)}; use {', '.join(LEARNERS)}")
    module, _, attribute = LEARNERS[name].partition(":")
    found: Learner = getattr(import_module(module), attribute)
    return found
