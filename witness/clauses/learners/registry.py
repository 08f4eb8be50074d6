"""The learners by name: where each is, which settings it takes, and whether it can be run here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from witness.base.errors import InputError, MissingError, UnsupportedError, quoted
from witness.base.meant import did_you_mean
from witness.clauses.background import Background
from witness.clauses.language.bias import RAW, Bias
from witness.clauses.language.bias_reader import misspelt_statement
from witness.clauses.learners.settings import LIMITS, Run, Settings

if TYPE_CHECKING:
    from witness.clauses.learners.task import LearningTask

#: A learner takes a learning task, and settings.
Learner = Callable[["LearningTask", Settings], Run]

#: Where the learner with a name is, as "module:function". Names cost no import of what they name.
#: Beside the function, the module may have `SETTINGS`, the fields of `Settings` that it takes (all
#: take `timeout`); `EXACT`, whether no hypothesis of the bias covers more than what it returns;
#: `SINGLETONS`, whether variables may occur once whatever the bias says;
#: `why_not`, a function of settings that says why it cannot be run here; `default_limits`, another
#: that says which limits of a clause hold where neither they nor the bias give one; `NOT_HELD`,
#: limits that it takes and that its hypotheses may exceed; and `check_bias`, a function that raises
#: `UnsupportedError` for a background whose bias it cannot use (without it, it can use those of
#: plain clauses); and `check_task`, which takes what the learner takes and begins like it, up to
#: where no task is refused any more: it raises the same `InputError`.
LEARNERS = {
    "asp": "witness.clauses.learners.asp.learner:run_on",
    "popper": "witness.clauses.learners.popper.learner:run_on",
    "recorded": "witness.clauses.learners.recorded:run_on",
}

#: Learners of former versions, and what to use instead.
FORMER = {"aleph": "popper", "bottom-up": "asp", "genetic": "asp"}

#: Those that run other programs, which have versions of their own, and leave a log.
PROGRAMS = ("popper",)

#: What learns from a task that is refused, where only Popper takes the bias.
_COMMAND = ": `witness learn DIR --learner popper` (docs/learners.md#getting-popper)"

#: The files that a learner leaves in a folder.
RESULT_FILES = ("hypothesis.pl", "result.json", *(f"{name}.log" for name in PROGRAMS))


def learner_named(name: str) -> Learner:
    """Return a learner by name; raise `InputError` if there is none of that name."""
    found: Learner = getattr(module_of(name), LEARNERS[name].partition(":")[2])
    return found


def module_of(name: str) -> ModuleType:
    """Return the module of a learner; raise `InputError` if there is none of that name."""
    if name in FORMER:
        raise InputError(f"there is no learner {quoted(name)} any more; use {FORMER[name]}")
    if name not in LEARNERS:
        raise InputError(
            f"unknown learner {quoted(name)}; use {', '.join(LEARNERS)}"
            + did_you_mean(name, LEARNERS)
        )
    return import_module(LEARNERS[name].partition(":")[0])


def taken(name: str) -> frozenset[str]:
    """Return the fields of `Settings` that a learner takes, beside `timeout`."""
    return frozenset(getattr(module_of(name), "SETTINGS", ()))


def is_exact(name: str) -> bool:
    """Whether a learner that ends by itself has covered as much as any hypothesis of the bias."""
    return bool(getattr(module_of(name), "EXACT", False))


def takes_singletons(name: str) -> bool:
    """Return whether a learner's variables may occur once, whatever the bias says."""
    return bool(getattr(module_of(name), "SINGLETONS", False))


def why_not(name: str, settings: Settings) -> str | None:
    """Return why a learner cannot be run with some settings; None if it can."""
    asked: Callable[[Settings], str | None] | None = getattr(module_of(name), "why_not", None)
    return None if asked is None else asked(settings)


def runnable(name: str, settings: Settings) -> Learner:
    """Return a learner by name; raise `InputError` also if it cannot be run with some settings."""
    found, missing = learner_named(name), why_not(name, settings)
    if missing is not None:
        raise InputError(missing)
    return found


def default_limits(name: str, settings: Settings) -> Mapping[str, int]:
    """Return the limits that a learner has in place of those of `bias_reader`, if none is given."""
    asked: Callable[[Settings], Mapping[str, int]] | None
    asked = getattr(module_of(name), "default_limits", None)
    return {} if asked is None else asked(settings)


def check_task(name: str, task: LearningTask, settings: Settings) -> None:
    """Raise the `InputError` with which a learner refuses a prepared task, with a hint."""
    asked: Callable[[LearningTask, Settings], None] | None
    asked = getattr(module_of(name), "check_task", None)
    background = Background(task.background, task.bias)
    with hints(name, background):
        if asked is None:
            _check_bias(name, background)
        else:
            asked(task, settings)


def limits_of(name: str, bias: Bias, max_literals: int | None) -> dict[str, int]:
    """Return the limits that hold for the hypotheses of a learner."""
    kept = {"max_vars", "max_body", *taken(name)} - {*getattr(module_of(name), "NOT_HELD", ())}
    given = {**vars(bias), "max_literals": max_literals}
    return {key: given[key] for key in LIMITS if key in kept and given[key] is not None}


def check_bias(name: str, background: Background) -> None:
    """Raise `UnsupportedError` for a bias that a learner cannot use, whatever the puzzles are."""
    with hints(name, background):
        _check_bias(name, background)


@contextmanager
def hints(name: str, background: Background) -> Iterator[None]:
    """Add to an `UnsupportedError` of a learner what would help, if that is known.

    That is the statement which was meant, or else the learners that take the bias. Where the bias
    is not what was refused, that is Popper, which evaluates the background in another way.
    """
    try:
        yield
    except MissingError:
        raise
    except UnsupportedError as error:
        hint = _meant(error, background.bias)
        other = "asp" if name == "popper" and not _takes(name, background) else "popper"
        if hint is None and other != name and _takes(other, background):
            hint = f"use the learner {other}" + (_COMMAND if other == "popper" else "")
        if hint is None:
            raise
        what = f"{error.reason}; {hint}"
        raise UnsupportedError(what, file=error.file, line=error.line) from None


def _meant(error: UnsupportedError, bias: Bias) -> str | None:
    """Return a question about a fact that is called raw ASP and looks like a statement."""
    for demand in bias.demands:
        if demand.kind == RAW and error.reason.startswith(f"{demand.statement} ("):
            return misspelt_statement(demand.statement)
    return None


def _takes(name: str, background: Background) -> bool:
    """Whether a learner can use a bias."""
    try:
        _check_bias(name, background)
    except UnsupportedError:
        return False
    return True


def _check_bias(name: str, background: Background) -> None:
    asked: Callable[[Background], None] | None = getattr(module_of(name), "check_bias", None)
    if asked is None:
        background.bias.require_plain(f"the {name} learner")
    else:
        asked(background)


def own_settings(name: str, given: Mapping[str, Any]) -> Settings:
    """Return the settings of a learner: those of some fields of `Settings` that it takes."""
    known = taken(name) | {"timeout"}
    return Settings(**{field: value for field, value in given.items() if field in known})


def check_settings(names: Iterable[str], given: Mapping[str, str]) -> None:
    """Raise `InputError` if none of some learners takes a setting.

    `given` are fields of `Settings` and what users call them.
    """
    names = list(names)
    for field, shown in given.items():
        if not any(field in taken(name) for name in names):
            others = [name for name in LEARNERS if field in taken(name)]
            raise InputError(
                f"{shown} is for {_listed(others, 'and')}, but the learner is "
                f"{_listed(names, 'or')}; use --learner {_listed(others, 'or')}"
            )


def _listed(names: list[str], word: str) -> str:
    """Return names as they stand in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
