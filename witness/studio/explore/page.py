"""The page: what an experiment has learned, and a panel to try it on (`witness.studio.panel`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from markupsafe import Markup

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.steps import TooManyStepsError
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.records import Records
from witness.pipeline.report.summary import RULES as WORDS
from witness.pipeline.report.templates import environment
from witness.proof.counterexamples import Counterexample
from witness.proof.firings import strip_svg
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.puzzle.proof_scope import SUPPORTED
from witness.puzzle.rules import path_to_json, violations
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import translate
from witness.studio.explore.hypotheses import chosen_first, groups
from witness.studio.panel.clauses import clause_data, tabulated
from witness.studio.panel.scripts import (
    BENCH,
    ENGINE,
    HERE,
    LOGIC,
    fits,
    one_script,
    panel_data,
    policy,
    style,
)

#: The most puzzles of the training set, and of the test set, in a page: the first ones.
MOST_TRAINING = 500
MOST_TEST = 200

#: The scripts about clauses that work without a page around them, and those that need one.
CLAUSES = ("clauses", "facts", "api")
SHOWN = (*BENCH, "verdicts", "table", "decision", "page")

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Explored:
    """What the page shows of an experiment: its name, its records, and how far it has come."""

    name: str
    records: Records
    planned: int

    @classmethod
    def of(cls, experiment: Experiment) -> Explored:
        """Return what the page shows of an experiment, which need not be finished."""
        return cls(experiment.name, experiment.triaged, experiment.planned)


def page(experiments: Sequence[Explored], step: Callable[[], object] = lambda: None) -> str:
    """Return the page of one experiment or two; `step` is called for each clause looked at."""
    scripts, styles = script(experiments, step), style(_HERE / "style.css")
    template = environment(_HERE, HERE).get_template("page.html.j2")
    return template.render(
        names=[experiment.name for experiment in experiments],
        strips=[_strip(experiment) for experiment in experiments],
        rules=_rules(experiments),
        policy=policy(scripts, styles),
        script=Markup(scripts),  # our own files, and JSON
        style=Markup(styles),
    )


def _strip(explored: Explored) -> Markup | None:
    """Return pictures of what all puzzles together taught; None if there are none."""
    taught = explored.records.taught
    if taught is None or taught.until_proved is None:
        return None
    drawing = strip_svg(taught.until_proved, explored.records.background)
    return Markup(drawing[drawing.index("<svg") :])  # our own drawing


def script(
    experiments: Sequence[Explored],
    step: Callable[[], object] = lambda: None,
    shown: Iterable[str] = SHOWN,
) -> str:
    """Return the scripts of the page with the data of experiments, all in one function.

    Without what is `shown` they need no page.
    """
    made = [_experiment(experiment, step) for experiment in experiments]
    data = {
        **panel_data(),
        **clause_data(),
        "experiments": made,
        "opening": _opening(experiments[0], made[0]),
    }
    return one_script(data, _HERE, (*LOGIC, ENGINE, *CLAUSES, *shown))


def _rules(experiments: Sequence[Explored]) -> str:
    """Return the rules of the symbols that the experiments are about."""
    kinds = {kind for one in experiments for kind in one.records.background.kinds}
    return "; ".join(words for kind, words in WORDS.items() if kind in kinds)


def _experiment(explored: Explored, step: Callable[[], object]) -> dict[str, Any]:
    """Return the data of an experiment."""
    records = replace(explored.records, step=step)
    found = groups(records)
    texts = list(dict.fromkeys(text for group in found for text in group["clauses"]))
    evaluated, tables = tabulated(texts, records.background, pictures=True)
    clauses = [
        {
            **clause,
            "status": records.clause(text).status,
            "counterexample": _counterexample(records.clause(text).counterexample),
        }
        for clause, text in zip(evaluated, texts, strict=True)
    ]
    numbers = {text: number for number, text in enumerate(texts)}
    return {
        "name": explored.name,
        "planned": explored.planned,
        "finished": len(records.learning),
        "empty": sum(not run.clauses for run in records.learning),
        "kinds": sorted(records.background.kinds),
        "clauses": clauses,
        "tables": tables,
        "hypotheses": [
            {
                **group,
                "short": records.name(group["clauses"], "plain"),
                "clauses": [numbers[text] for text in group["clauses"]],
            }
            for group in found
        ],
        "first": chosen_first(found),
        "sets": [
            _puzzles("training", records.puzzles, MOST_TRAINING),
            _puzzles("test", records.test_puzzles, MOST_TEST),
        ],
    }


def _opening(explored: Explored, data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the state of the first set of panels with which the page opens; None for any."""
    if not data["hypotheses"]:
        return None
    chosen = data["hypotheses"][data["first"]]["clauses"]
    program = [data["clauses"][number]["prolog"] for number in chosen]
    shown = [explored.records.puzzles[one["id"]] for one in data["sets"][0]["puzzles"]]
    return opening(explored.records, program, shown)


def _counterexample(record: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a counterexample: a partial path, and a solution that extends it.

    None unless it is on a board that the page can show. People may have edited the record: what is
    not so counts as not being there.
    """
    try:
        example = Counterexample.from_json(record or {})
        begun, solution = example.partial_path, example.solution
        if violations(example.puzzle, solution) or begun != solution[: len(begun)]:
            return None
    except (InputError, LookupError, StopIteration, TypeError, ValueError):
        return None
    return example.to_json() if fits(example.puzzle) else None


def _puzzles(name: str, puzzles: Mapping[str, Puzzle], most: int) -> dict[str, Any]:
    """Return the first puzzles of a set that fit, and how many there are."""
    shown = [puzzle.to_json() for puzzle in puzzles.values() if fits(puzzle)][:most]
    return {"name": name, "all": len(puzzles), "puzzles": shown}


#: How many panels are tried, and how many paths of each.
_PANELS, _PATHS = 12, 1000


def opening(
    records: Records, program: Sequence[str], puzzles: Sequence[Puzzle]
) -> dict[str, Any] | None:
    """Return the number of a puzzle and a shortest path on which some clause fires.

    Of the puzzles that clauses know, it is the first that has one among the first paths; None if
    none has.
    """
    try:
        translation = translate(parse_clauses("\n".join(program)), records.background)
        condition = translation.watched()
        for number, puzzle in enumerate(puzzles[:_PANELS]):
            if not puzzle.features <= SUPPORTED:
                continue
            symbols = [
                board_view(puzzle).symbol(one.place, one.kind)
                for one in constraints(puzzle, records.background.kinds)
            ]
            paths = (path for path, at_goal in islice(walk(puzzle), _PATHS) if not at_goal)
            for path in sorted(paths, key=len):
                view = path_view(puzzle, path)  # type: ignore[arg-type]  # between vertices
                if any(condition(view, symbol) for symbol in symbols):
                    return {"puzzle": number, "path": path_to_json(path)}
    except (InputError, TooManyStepsError, LimitReachedError):  # a clause that cannot be translated
        pass
    return None
