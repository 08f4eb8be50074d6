"""What a configuration must satisfy as a whole: what its schema, key by key, cannot say."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path, PurePath
from typing import Any

from witness.base.errors import InputError, quoted
from witness.clauses.background import Background
from witness.clauses.learners.registry import LEARNERS, taken, why_not
from witness.clauses.learners.settings import OBJECTIVE, Settings
from witness.pipeline.report.experiment import read_configuration
from witness.puzzle.constraints import KINDS
from witness.puzzle.examples.partial_paths import check_supported
from witness.puzzle.files import NO_PUZZLES, numbered_puzzles, read_puzzles
from witness.puzzle.generate.algorithms import check_sizes
from witness.puzzle.generate.decisions import is_solvable
from witness.puzzle.generate.kinds import kind_named
from witness.puzzle.model import FEATURES, Puzzle

#: The most jobs of an experiment. Snakemake holds all of them in memory; the paper's has 1,900.
MOST_JOBS = 100_000

#: The most rows and columns of a training puzzle, as in the schema of configurations.
LONGEST = 5

#: Keys of a configuration that change what some learners look for.
_OBJECTIVE = ("allow_singletons", *OBJECTIVE)


#: Keys of a configuration that may be lists, and how they name the experiment of a value.
LISTS: Mapping[str, Callable[[Any], str]] = {
    "bias": lambda file: PurePath(file).stem,
    "seed": lambda seed: f"seed{seed}",
}

#: The settings from which the puzzle sets are made.
PUZZLES = ("seed", "puzzles", "puzzle_sets")
LARGE = ("count", "method", "sizes")


def check_lists(config: Mapping[str, Any]) -> None:
    """Raise `InputError` for a list without brackets."""
    for key in LISTS:
        given = config.get(key)
        if isinstance(given, str) and "," in given and not Path(given).exists():
            what = f"{key}: {given} is no list; write '{key}=[{given}]', with the quotes"
            raise InputError(what, file="config")


def experiments(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the configurations that a list of biases, or of seeds, stands for, by their names.

    There are none if the configuration is one experiment. Raises `InputError` for two of one name.
    """
    lists = [key for key in LISTS if isinstance(config[key], list)]
    found: dict[str, dict[str, Any]] = {}
    for values in product(*(config[key] for key in lists)) if lists else ():
        chosen = dict(zip(lists, values, strict=True))
        name = "_".join([config["name"], *(LISTS[key](value) for key, value in chosen.items())])
        if name in found:
            raise InputError(f"bias: two files would be the experiment {name}", file="config")
        found[name] = {**config, **chosen, "name": name}
    return found


def same_puzzles(several: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return for experiments the first one before them that has the same puzzle sets, by name."""
    first: dict[str, str] = {}
    found = {}
    for name, config in several.items():
        made = [*(config.get(key) for key in PUZZLES), *(config["large"].get(key) for key in LARGE)]
        found[name] = first.setdefault(json.dumps(made, sort_keys=True), name)
    return {name: other for name, other in found.items() if other != name}


def with_training_file(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a configuration with the number and the sizes of the training puzzles of a file.

    Where they are drawn, it is the same. Raises `InputError`, with the file and the line, for a
    puzzle that is there twice, is too large or makes no examples, and for a file without any.
    """
    file = config["puzzle_sets"]["train"].get("file")
    if file is None:
        return config
    lines: dict[Puzzle, int] = {}
    for line, puzzle in numbered_puzzles(file):
        before = lines.setdefault(puzzle.canonical(), line)
        if before != line:
            raise _wrong(file, line, puzzle, f"is the same as that on line {before}")
        if max(puzzle.rows, puzzle.cols) > LONGEST:
            most = f"a training puzzle has up to {LONGEST}×{LONGEST}"
            raise _wrong(file, line, puzzle, f"has {puzzle.rows}×{puzzle.cols} squares; {most}")
        try:
            check_supported(puzzle)
        except InputError as error:
            raise error.at(file=file, line=line) from None
    if not lines:
        raise InputError(NO_PUZZLES, file=file)
    sides = [side for puzzle in lines for side in (puzzle.rows, puzzle.cols)]
    train = {"file": file, "count": len(lines), "min_size": min(sides), "max_size": max(sides)}
    return {**config, "puzzle_sets": {**config["puzzle_sets"], "train": train}}


def _wrong(file: str, line: int, puzzle: Puzzle, what: str) -> InputError:
    return InputError(f"puzzle {quoted(puzzle.id)} {what}", file=file, line=line)


def check_training_file(
    config: Mapping[str, Any], background: Background, folder: str | Path
) -> None:
    """Raise `InputError` for a training puzzle of a file without a solution or known symbols.

    The bias has to know all symbols. Results that were made from other puzzles would be replaced.
    """
    file = config["puzzle_sets"]["train"].get("file")
    if file is None:
        return
    puzzles, copy = [*numbered_puzzles(file)], Path(folder) / "puzzles" / "train.jsonl"
    if copy.is_file() and read_puzzles(copy) != [puzzle for _, puzzle in puzzles]:
        what = f"{folder} was made from other puzzles; give this experiment another name"
        raise InputError(f"{what} (--config name=NAME), or remove that folder", file=file)
    for line, puzzle in puzzles:
        symbols = [kind for kind in KINDS if kind in puzzle.features]
        unknown = [FEATURES[kind].words for kind in symbols if kind not in background.kinds]
        if unknown or not symbols:
            known = " and ".join(FEATURES[kind].words for kind in sorted(background.kinds))
            has = f"has {' and '.join(unknown) or 'no symbols'}"
            raise _wrong(file, line, puzzle, f"{has}; {config['bias']} is about {known}")
        if not copy.is_file() and not is_solvable(puzzle):
            raise _wrong(file, line, puzzle, "has no solution")


def check_same(config: Mapping[str, Any], folder: str | Path) -> None:
    """Raise `InputError` for results that were made from other puzzles or with another bias.

    All of them would be replaced. Any other change of the configuration keeps what it can.
    """
    if not (Path(folder) / "config.yaml").is_file():
        return
    before, now = (
        {**one, "puzzle_sets.train": one["puzzle_sets"]["train"]}
        for one in (read_configuration(folder), config)
    )
    for key in ("bias", "bk", "seed", "puzzles", "puzzle_sets.train"):
        if before.get(key) != now.get(key):
            value = json.dumps(before.get(key)).strip('"')
            raise InputError(
                f"{folder} was made with {key}: {value}; give this experiment another name "
                "(--config name=NAME), or remove that folder"
            )


def check_plan(config: Mapping[str, Any]) -> None:
    """Raise `InputError`, naming the keys, for a configuration that fits its schema and no more."""
    try:
        _check_plan(config)
    except InputError as error:
        raise error.at(file="config") from None


def _check_plan(config: Mapping[str, Any]) -> None:
    for name, plan in config["puzzle_sets"].items():
        if "file" in plan:
            continue
        least, most = plan["min_size"], plan["max_size"]
        if least > most:
            raise InputError(f"puzzle_sets.{name}: min_size {least} is above max_size {most}")
        check_sizes(name, least, most, _kind(config))
    first, second = (config["triage"][f"keep_{stage}"] for stage in (1, 2))
    if second > first:
        what = f"triage: keep_2 {second} is above keep_1 {first}"
        raise InputError(f"{what}; stage 2 chooses from what stage 1 keeps")
    learner = config["learner"]
    for key in _OBJECTIVE:
        if config.get(key) and key not in taken(learner):
            others = " or ".join(name for name in LEARNERS if key in taken(name))
            what = f"{key}: the learner {learner} does not take it"
            raise InputError(f"{what}; use learner: {others}")
    number = jobs(config)
    if number > MOST_JOBS:
        raise InputError(
            f"the experiment would have {number:,} jobs, more than {MOST_JOBS:,}; make "
            "puzzle_sets.train.count less, or test_batch and large.batch greater"
        )


def check_bias_fits(config: Mapping[str, Any], background: Background) -> None:
    """Raise `InputError` if the puzzles have no symbol that the bias is about."""
    kind = _kind(config)
    if not background.kinds & kind_named(kind).features:
        raise InputError(
            f"bias: {config['bias']} is about {' and '.join(sorted(background.kinds))}, and the "
            f"puzzles (puzzles.kind: {kind}) have none",
            file="config",
        )


def _kind(config: Mapping[str, Any]) -> str:
    """Return the kind of puzzles."""
    found: str = config.get("puzzles", {}).get("kind", "triangles")
    return found


def learner_settings(config: Mapping[str, Any], learner: str) -> dict[str, Any]:
    """Return what a learner gets besides its task: fields of its `Settings`.

    They are the time limit, the section of the configuration with its name, and of what changes
    what is looked for (`_OBJECTIVE`) what the learner takes.
    """
    known = taken(learner)
    objective = {key: config[key] for key in _OBJECTIVE if config.get(key) and key in known}
    return {"timeout": config["learn_timeout"], **objective, **config.get(learner, {})}


def compared(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the learners that are compared, with their settings; none if there is nothing to do.

    They are those that the configuration names, else those that can be run. Raises `InputError` for
    one that is named and cannot be run.
    """
    if not config["compare_learners"]:
        return {}
    named = config["compared_learners"]
    found = {}
    for name in named or LEARNERS:
        settings = learner_settings(config, name)
        reason = why_not(name, Settings(**settings))
        if reason is None:
            found[name] = settings
        elif named:
            raise InputError(f"compared_learners: {name}: {reason}", file="config")
    return found


def train_batch(config: Mapping[str, Any]) -> int:
    """Return the number of training puzzles in a job.

    By default it is 1 with Popper, which is a process for each puzzle in any case and may take an
    hour for it.
    """
    chosen: int | None = config["train_batch"]
    return chosen or (1 if config["learner"] == "popper" else 20)


def large_batch(config: Mapping[str, Any], size: str) -> int:
    """Return the number of large puzzles of a size, such as 5x6, in a job.

    It is `large.batch` for the largest size. Smaller ones have more, by the third power of their
    squares: a job has to be worth its start. On a wall clock any search may take its minutes.
    """
    large = config["large"]
    chosen: int = large["batch"]
    if large.get("clock") == "wall":
        return chosen
    rows, cols = map(int, size.split("x"))
    most: int = max(rows * cols for rows, cols in large["sizes"])
    return chosen * (most**3 // (rows * cols) ** 3)


def jobs(config: Mapping[str, Any]) -> int:
    """Return about how many jobs an experiment has."""
    sets, large = config["puzzle_sets"], config["large"]
    triage = config["triage"]["batches"]
    found: int = (
        math.ceil(sets["train"]["count"] / train_batch(config))
        + config["referee"] * sets["train"]["count"]
        + min(config["compare_learners"], sets["train"]["count"])
        + 2 * (4 * triage + 3)
        + math.ceil(sets["test"]["count"] / config["test_batch"])
        + sum(
            1 + math.ceil(large["count"] / large_batch(config, f"{rows}x{cols}"))
            for rows, cols in large["sizes"]
        )
    )
    return found


def remark(config: Mapping[str, Any]) -> str | None:
    """Say so if sets and choices are not as Algorithm 2 asserts, None if they are."""
    grow = [config["puzzle_sets"][f"filter_{stage}"]["count"] for stage in (1, 2, 3)]
    train = config["puzzle_sets"]["train"]["count"]
    shrink = [train, *(config["triage"][f"keep_{stage}"] for stage in (1, 2))]
    if grow == sorted(set(grow)) and shrink[::-1] == sorted(set(shrink)):
        return None
    return (
        "triage: Algorithm 2 asserts that filter sets grow (here they have "
        f"{', '.join(map(str, grow))} puzzles) and that fewer are kept from stage to stage (of "
        f"{shrink[0]}: {shrink[1]}, {shrink[2]})"
    )
