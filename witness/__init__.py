"""Learn, prove and measure human-readable predicates for Witness-type path puzzles.

    >>> import witness as w
    >>> puzzle = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1), (0, 1, 2)])
    >>> task = w.examples(puzzle)
    >>> hypothesis = w.learn(task)
    >>> hypothesis.verify().status
    'refuted'
    >>> core = hypothesis.core()
    >>> w.search(puzzle, core).status
    'solved'

These names are for shells, notebooks and programs (`witness.library`). Everything else is imported
from its own module; docs/architecture.md shows the way that data takes through them.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from witness.base.version import __version__ as __version__

if TYPE_CHECKING:
    from witness.base.errors import InputError
    from witness.base.limits import LimitReachedError
    from witness.library.editing import edit
    from witness.library.experiment import Experiment, compare, experiment, explore
    from witness.library.game import Game, Plan
    from witness.library.hypothesis import Hypothesis, Verdict
    from witness.library.learning import Task, best, examples, learn, teach
    from witness.library.pictured import Drawing, Solution
    from witness.library.puzzle import Puzzle
    from witness.library.searching import Found, search
    from witness.library.triaging import triage

__all__ = [
    "Drawing",
    "Experiment",
    "Found",
    "Game",
    "Hypothesis",
    "InputError",
    "LimitReachedError",
    "Plan",
    "Puzzle",
    "Solution",
    "Task",
    "Verdict",
    "best",
    "compare",
    "edit",
    "examples",
    "experiment",
    "explore",
    "learn",
    "search",
    "teach",
    "triage",
]

#: The modules of the names, imported when one of theirs is first used: a command imports this
#: package too, and should not wait for what it does not need.
_MODULES = {
    "witness.base.errors": ("InputError",),
    "witness.base.limits": ("LimitReachedError",),
    "witness.library.editing": ("edit",),
    "witness.library.experiment": ("Experiment", "compare", "experiment", "explore"),
    "witness.library.game": ("Game", "Plan"),
    "witness.library.hypothesis": ("Hypothesis", "Verdict"),
    "witness.library.learning": ("Task", "best", "examples", "learn", "teach"),
    "witness.library.pictured": ("Drawing", "Solution"),
    "witness.library.puzzle": ("Puzzle",),
    "witness.library.searching": ("Found", "search"),
    "witness.library.triaging": ("triage",),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            found = getattr(import_module(module), name)
            return globals().setdefault(name, found)
    module_, words = sys.modules[__name__], f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(words, name=name, obj=module_)  # Python says what may be meant


def __dir__() -> list[str]:
    return sorted([*__all__, "__all__", "__doc__", "__version__"])
