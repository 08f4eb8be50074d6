"""Why so little was learned: what came near, and what a wider bias would give.

Such a bias has variables that occur once, or longer clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from witness.clauses.learners.odd_examples import known_names
from witness.clauses.learners.registry import is_exact, learner_named
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask

#: The most seconds that are spent on it.
MOST_SECONDS = 10.0

#: The most clauses of another hypothesis that a hint shows.
FEW = 3


def with_singletons(
    task: LearningTask, settings: Settings, name: str, run: Run
) -> dict[str, Any] | None:
    """Return a hypothesis with such variables that is better than that of a run.

    {} if there is none, None if none is found in some seconds. A learner is only asked if it has
    ended by itself and is exact, and for panels, where many clauses have such variables, only if
    nothing was learned.
    """
    allowed = settings.allow_singletons or (
        settings.allow_singletons is None and task.bias.allow_singletons
    )
    enough = run.learned.clauses and any(known_names(task.background).values())
    if allowed or not is_exact(name) or run.status is not None or enough:
        return {}
    return _better(task, replace(settings, allow_singletons=True), name, run)


def further(task: LearningTask, settings: Settings, name: str, run: Run) -> dict[str, Any] | None:
    """Return what one more variable and one more literal in a clause would give to a run.

    {} if that is nothing. None if it is not known, or if anything was learned.
    """
    if run.learned.clauses or run.status is not None or not is_exact(name):
        return None
    bias = task.bias
    return _better(task.limited(bias.max_vars + 1, bias.max_body + 1), settings, name, run)


def _better(task: LearningTask, settings: Settings, name: str, run: Run) -> dict[str, Any] | None:
    """Return what is better than a run, {} if nothing is, None if some seconds do not suffice."""
    seconds = MOST_SECONDS if settings.timeout is None else min(MOST_SECONDS, settings.timeout)
    other = learner_named(name)(task, replace(settings, timeout=seconds))
    found = other.learned
    if _cost(found, run, settings) >= _cost(run.learned, run, settings):
        return {} if other.status is None else None
    return {
        "clauses": [str(clause) for clause in found.clauses],
        "true_positives": found.true_positives,
        "false_positives": found.false_positives,
        "program_size": found.size,
    }


def _cost(learned: Learned, run: Run, settings: Settings) -> tuple[int, int]:
    """Return what a learner minimises."""
    if settings.noisy:
        return learned.description_length(run.positives), 0
    return run.positives - learned.true_positives, learned.size


def covering(found: dict[str, Any], record: Mapping[str, Any]) -> str:
    """Return what another hypothesis covers, with its clauses if they are few."""
    shown = found["clauses"] if len(found["clauses"]) <= FEW else ["…"]
    return (
        f"{found['program_size']} literals cover {found['true_positives']} of "
        f"{record['positives']} positive examples and {found['false_positives']} of "
        f"{record['negatives']} negative ones: {' '.join(shown)}"
    )


def why(
    record: Mapping[str, Any],
    setting: Callable[[str], str] = str,
    look: Callable[[], dict[str, Any] | None] = lambda: None,
) -> Iterator[str]:
    """Yield sentences about what came near to more, or would have been more.

    Where there are no positive examples, a notice of the record says so.

    `setting` returns what users call a setting. `look` returns what is `further`.
    """
    if record.get("status") == "nothing-learned" and record["positives"]:
        limits = {n: record.get("limits", {}).get(n) for n in ("max_vars", "max_body")}
        most, wider = (
            " and ".join(f"{setting(name)} {n + more}" for name, n in limits.items() if n)
            for more in (0, 1)
        )
        if "description_length" in record:
            tied = record.get("tied")
            yield (
                "nothing was learned: no hypothesis has a description length below "
                f"{record['description_length']}, that of the empty one"
                + ("" if tied is None else f", which ties with {tied}")
            )
        else:
            within = f" within {most}" if most else ""
            yield (
                f"nothing was learned: {record['learner']} found no clause{within} that covers a "
                "positive example and no negative one"
            )
        for near in record.get("nearest", ()):
            yield (
                f"nearest: {near['clause']} It covers {near['true_positives']} of "
                f"{record['positives']} positive examples, but also {near['false_positives']} of "
                f"{record['negatives']} negative ones, such as {near['false_positive']}"
            )
        found = None if "with_singletons" in record else look()
        if found is not None:
            yield f"with {wider}, {covering(found, record) if found else 'nothing either'}"
        if "nearest" in record and not {"description_length", "until_proved"} & record.keys():
            noisy = setting("noisy")
            yield f"if some examples may be wrong, {noisy} allows a hypothesis that errs on a few"
    if "with_singletons" in record:
        other = covering(record["with_singletons"], record)
        yield f"with singletons allowed ({setting('allow_singletons')}), {other}"
