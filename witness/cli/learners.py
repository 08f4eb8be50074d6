"""Options of the commands that run learners: which learners, and with which settings."""

from __future__ import annotations

import argparse
from typing import Any

from witness.base.errors import InputError
from witness.cli.common import natural_int, positive_float, positive_int, renamed, whole
from witness.cli.messages import notice
from witness.learn.registry import (
    LEARNERS,
    check_settings,
    module_of,
    own_settings,
    taken,
    why_not,
)

#: Popper's MaxSAT solvers; uwr and wmaxcdcl are external programs.
SOLVERS = ("clingo", "rc2", "uwr", "wmaxcdcl")

#: The most variables and body literals of a clause that Popper can be asked for.
MOST_OF_A_CLAUSE = 100

#: The fields of `witness.learn.run.Settings` that options set: where an option's value is, and how
#: it is called.
_OPTIONS = {
    "command": ("popper", "--command"),
    "file": ("aleph", "--aleph"),
    "memory_limit": ("memory_limit", "--memory-limit"),
    "collapse": ("collapse", "--all-examples"),
    "max_vars": ("max_vars", "--max-vars"),
    "max_body": ("max_body", "--max-body"),
    "solver": ("popper_solver", "--popper-solver"),
    "seed": ("seed", "--seed"),
    "population": ("population", "--population"),
    "generations": ("generations", "--generations"),
    "noisy": ("noisy", "--noisy"),
    "allow_singletons": ("singletons", "--allow-singletons"),
}


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the settings of learners; each is None unless given."""
    parser.add_argument(
        "--noisy",
        action="store_const",
        const=True,
        help="let a hypothesis err where that makes it shorter: least description length, for asp "
        "and popper [no negative example is covered]",
    )
    parser.add_argument(
        "--memory-limit",
        type=positive_float,
        metavar="MB",
        help="megabytes for a run [no limit]",
    )
    others = parser.add_argument_group(
        "other programs", "settings of the learners aleph and popper"
    )
    others.add_argument(
        "--command", dest="popper", metavar="FILE", help="Popper's program [popper-ilp]"
    )
    others.add_argument("--aleph", metavar="FILE", help="the file of Aleph [none]")
    others.add_argument(
        "--all-examples",
        dest="collapse",
        action="store_const",
        const=False,
        help="pass on all examples, not just some of each kind, for aleph and popper",
    )
    others.add_argument(
        "--max-vars",
        type=whole(1, MOST_OF_A_CLAUSE),
        metavar="N",
        help="variables of a clause, for popper [as in the bias]",
    )
    others.add_argument(
        "--max-body",
        type=whole(1, MOST_OF_A_CLAUSE),
        metavar="N",
        help="literals of a body, for popper [as in the bias]",
    )
    others.add_argument(
        "--popper-solver", choices=SOLVERS, help="solver of the combine stage [Popper's choice]"
    )
    renamed(others, "--solver", "--popper-solver")
    chance = parser.add_argument_group(
        "chance", "settings of the learner genetic; aleph takes the seed"
    )
    chance.add_argument(
        "--seed", type=natural_int, metavar="N", help="seed of all random choices [1]"
    )
    chance.add_argument(
        "--population",
        type=positive_int,
        metavar="N",
        help="hypotheses that evolve, for genetic [100]",
    )
    chance.add_argument(
        "--generations",
        type=positive_int,
        metavar="N",
        help="how long they evolve, for genetic [100]",
    )


def given_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the user gave, as fields of `witness.learn.run.Settings`."""
    values = {field: getattr(options, place, None) for field, (place, _) in _OPTIONS.items()}
    given = {field: value for field, value in values.items() if value is not None}
    return {"timeout": options.timeout, **given}


def check_given(options: argparse.Namespace, names: list[str]) -> None:
    """Raise `InputError` for settings that none of some learners takes."""
    given = {field: option for field, (_, option) in _OPTIONS.items()}
    fields = given_settings(options)
    check_settings(names, {field: given[field] for field in fields if field != "timeout"})


def chosen_learners(options: argparse.Namespace) -> list[str]:
    """Return the learners that `--learners` names; without it, those that can be run here.

    A notice says which are left out, and why. Raises `InputError` if a learner that was asked for
    cannot be run: by its name, or by a setting that no other learner takes.
    """
    given = given_settings(options)
    asked = options.learners is not None
    words = options.learners.split(",") if asked else LEARNERS
    names = list(dict.fromkeys(word.strip() for word in words))
    for name in names:
        module_of(name)  # which refuses what is no learner
    reasons = {name: why_not(name, own_settings(name, given)) for name in names}
    found = [name for name, reason in reasons.items() if reason is None]
    known = frozenset[str]().union(*(taken(name) for name in found))
    for name, reason in reasons.items():
        if reason is None:
            continue
        if asked or taken(name) & given.keys() - known:
            raise InputError(f"{name}: {reason}")
        notice(f"left out: {name}: {reason}")
    check_given(options, found)
    return found
