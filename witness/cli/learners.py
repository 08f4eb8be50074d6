"""Options of the commands that run learners: which learners, and with which settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from witness.clauses.learners.registry import (
    check_settings,
    taken,
)
from witness.clauses.learners.settings import OBJECTIVE
from witness.cli.common import megabytes
from witness.cli.messages import notice
from witness.cli.signature import Option, Titled, dashed
from witness.cli.texts import popper_option, whole

#: The most variables, literals or clauses that can be asked for.
MOST_OF_A_CLAUSE = 100
MOST_OF_A_HYPOTHESIS = 10_000

#: The fields of the settings of learners that have another name than their option.
FIELDS = {
    "all_examples": "collapse",
    "popper_option": "options",
}


def _most(what: str, limit: int, least: int = 1, unset: str = "as in the bias") -> Option:
    return Option(f"at most N {what}", whole(least, limit), "N", unset=unset)


@dataclass(frozen=True, kw_only=True)
class HypothesisLimits:
    """What a hypothesis may be, whatever the bias says."""

    max_vars: Annotated[int | None, _most("variables in a clause", MOST_OF_A_CLAUSE)] = None
    max_body: Annotated[int | None, _most("literals in a body", MOST_OF_A_CLAUSE)] = None
    max_clauses: Annotated[
        int | None,
        _most("clauses, for asp and popper (with recursion, in each part)", MOST_OF_A_HYPOTHESIS),
    ] = None
    max_literals: Annotated[
        int | None,
        _most("literals in all, heads counted, for asp", MOST_OF_A_HYPOTHESIS, 2, "no limit"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class OtherPrograms:
    """Settings of the learners popper and recorded."""

    command: Annotated[
        str | None, Option("Popper's program", metavar="FILE", unset="popper-ilp")
    ] = None
    hypotheses: Annotated[
        str | None,
        Option("the folder of hypotheses, for recorded", metavar="DIR", unset="none"),
    ] = None
    all_examples: Annotated[
        bool | None,
        Option("pass on all examples, not just some of each kind, for popper", flag=False),
    ] = None
    popper_option: Annotated[
        list[tuple[str, str | bool]] | None,
        Option(
            "further option, as Popper calls it without the dashes, for popper; may be given again",
            popper_option,
            "NAME[=VALUE]",
            unset="none",
            many=True,
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class LearnerSettings:
    """The settings of learners; each is None unless given."""

    noisy: Annotated[
        bool | None,
        Option(
            "let a hypothesis err where that makes it shorter: least description length, for asp "
            "and popper",
            flag=True,
            unset="no negative example is covered",
        ),
    ] = None
    memory_limit: Annotated[
        float | None, megabytes("a run", unset="1000 for the default learner, else no limit")
    ] = None
    limits: Annotated[
        HypothesisLimits, Titled("limits of a hypothesis", "in place of those of the bias")
    ]
    others: Annotated[
        OtherPrograms,
        Titled("other programs", "settings of the learners popper and recorded"),
    ]

    def given(self, timeout: float | None) -> dict[str, Any]:
        """Return the settings that the user gave, as fields of `Settings`."""
        options = {
            "timeout": timeout,
            "noisy": self.noisy,
            "memory_limit": self.memory_limit,
            **vars(self.limits),
            **vars(self.others),
        }
        if self.others.popper_option is not None:
            options["popper_option"] = dict(self.others.popper_option)
        return {
            FIELDS.get(name, name): value for name, value in options.items() if value is not None
        }


def check_given(settings: dict[str, Any], names: list[str]) -> None:
    """Raise `InputError` for settings that none of some learners takes.

    A notice says which learners look for something else, as they do not take a setting.
    """
    options = {field: option for option, field in FIELDS.items()}
    shown = {field: dashed(options.get(field, field)) for field in settings if field != "timeout"}
    check_settings(names, shown)
    for name in names:
        lacking = [shown[field] for field in OBJECTIVE if field in shown.keys() - taken(name)]
        if lacking:
            notice(f"{name} does not take {' and '.join(lacking)}, and learns without")
