"""What several commands share: options, and reading the puzzles of a file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from witness.base.errors import InputError, named, quoted
from witness.base.inputs import check_output
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.shipped import names_in
from witness.cli.messages import detail, notice
from witness.cli.signature import Option
from witness.cli.texts import (
    background_file,
    bias_file,
    identifier,
    natural_int,
    page_file,
    picture_file,
    positive_float,
    positive_int,
    text_file,
)
from witness.puzzle.files import NO_PUZZLES, find_puzzle, read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, path_from_json
from witness.puzzle.solvers import FORMER, SOLVERS

#: A function that raises `InputError` for a puzzle that a command cannot handle.
Check = Callable[[Puzzle], object]

#: The seed of every command that draws at random.
SEED = 1

_WRITTEN = "file to write, in a folder that exists"

PuzzleFile = Annotated[
    str, Option("puzzle file (JSON Lines), - for standard input", metavar="FILE")
]
PuzzleId = Annotated[str | None, Option("id of the puzzle", metavar="ID", unset="the first one")]
OnlyId = Annotated[str | None, Option("id of the only puzzle", metavar="ID", unset="all puzzles")]
Clauses = Annotated[
    str, Option("file of clauses (.pl), or folder of a task with what was learned", metavar="FILE")
]
TextOutput = Annotated[
    str | None, Option(_WRITTEN, text_file, "FILE", unset="standard output", short="-o")
]
#: The output of a command that writes a page.
PageOutput = Annotated[str, Option(_WRITTEN, page_file, "FILE", short="-o")]
Rows = Annotated[int, Option("rows of squares", positive_int, "N")]
Columns = Annotated[int, Option("columns of squares", positive_int, "N")]
Name = Annotated[str, Option("beginning of the ids", identifier, "NAME")]
Seed = Annotated[int, Option("seed of all random choices", natural_int, "N")]
PassGoals = Annotated[
    bool, Option("let paths run over goals, as in the game, whatever the puzzles say")
]
Json = Annotated[bool, Option("write a JSON object instead of text")]


def seconds(what: str = "", unset: str = "no limit") -> Option:
    """Return an option for a limit of time."""
    return Option(f"seconds {what}".strip(), positive_float, "S", unset=unset)


def megabytes(what: str, unset: str = "80% of the machine's memory") -> Option:
    """Return an option for a limit of memory."""
    return Option(f"megabytes for {what}", positive_float, "MB", unset=unset)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Let an `InputError` of a block name a file, unless it names one."""
    try:
        yield
    except InputError as error:
        raise error.at(file=file) from None


@contextmanager
def within(time_limit: float | None, file: str, done: str) -> Iterator[Budget]:
    """Yield the budget of a command; where it ends, an error says what is not `done` to a file."""
    try:
        yield Budget(Limits(time_limit=time_limit))
    except LimitReachedError:
        what = f"not {done} within the time limit of {time_limit:g} s"
        raise InputError(what, file=file) from None


def beside(what: str) -> Option:
    """Return an option for a text that is written besides the output."""
    return Option(what, text_file, "FILE", unset="none")


#: The option of commands that import or export puzzles.
SkippedFile = Annotated[
    str | None, beside("write the puzzles that were skipped, and why, to this file")
]


def picture_beside(what: str, unset: str = "none", **more: Any) -> Option:
    """Return an option for a picture that is written besides the output."""
    return Option(f"{what} (.svg)", picture_file, "FILE", unset=unset, **more)


@dataclass(frozen=True)
class SolverLimits:
    """The limits of a solver."""

    time_limit: Annotated[float | None, seconds("per puzzle")] = None
    memory_limit: Annotated[float | None, megabytes("states or open nodes")] = None


def _solver(name: str) -> str:
    if name in FORMER:
        raise argparse.ArgumentTypeError(f"there is no {name} any more; use clingo")
    return name


Solver = Annotated[str, Option("how to solve", _solver, choices=("auto", *SOLVERS))]


@dataclass(frozen=True)
class BackgroundFiles:
    """The files that say what the literals of clauses mean, and which there may be."""

    bk: Annotated[
        str | None,
        Option(
            "background definitions, or the name of shipped ones, such as live",
            background_file,
            "FILE",
            names=partial(names_in, "bk"),
            unset="bk/NAME.pl for bias/NAME.pl if there is one, else bk/triangles.pl",
        ),
    ] = None
    bias: Annotated[
        str | None,
        Option(
            "bias of the hypotheses, or the name of a shipped one, such as extended",
            bias_file,
            "FILE",
            names=partial(names_in, "bias"),
            unset="that of their experiment in results/, or bias/NAME.pl for examples/NAME.pl if "
            "there is one, else bias/paper.pl",
        ),
    ] = None


@dataclass(frozen=True)
class PuzzlesOf:
    """The file of the puzzles of a command, and how they are to be read."""

    file: str
    #: The file that the command writes, which has to be another one.
    output: str | None = None
    pass_goals: bool = False

    def all(self, check: Check, id_: str | None = None) -> list[Puzzle]:
        """Return all puzzles, or that with an id alone.

        Raises `InputError`, naming the file, before any work if it has none, or if `check` raises
        it.
        """
        puzzles = self._read()
        if id_ is not None:
            puzzles = [find_puzzle(puzzles, id_, self.file)]
        for puzzle in puzzles:
            checked(puzzle, check, self.file)
        return puzzles

    def one(self, id_: str | None, check: Check, more: str = "") -> Puzzle:
        """Return the puzzle with an id, or else the first one, if `check` accepts it.

        `more` says how the user gets other ones, besides `--id`.
        """
        puzzles = self._read()
        puzzle = puzzles[0] if id_ is None else find_puzzle(puzzles, id_, self.file)
        checked(puzzle, check, self.file)
        if id_ is None and len(puzzles) > 1:
            notice(
                f"{named(self.file)}: this is {quoted(puzzle.id)}, the first of {len(puzzles)} "
                f"puzzles; --id names another{more}"
            )
        return puzzle

    def _read(self) -> list[Puzzle]:
        puzzles = read_puzzles(self.file)
        if not puzzles:
            raise InputError(NO_PUZZLES, file=self.file)
        check_output(self.output)
        detail(f"read {len(puzzles)} puzzles from {self.file}")
        if self.pass_goals:
            puzzles = [puzzle.changed(pass_goals=True) for puzzle in puzzles]
        return puzzles


def checked(puzzle: Puzzle, check: Check, path: str) -> Puzzle:
    """Return the puzzle if `check` accepts it; else raise its `InputError`, naming the file."""
    with naming(path):
        check(puzzle)
    return puzzle


def given_path(text: str) -> Path:
    """Return the path of an option --path; raise `InputError` if its text is none."""
    try:
        return path_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise InputError(f"--path is not JSON: {quoted(text)}; expected [[0,0],[0,1],…]") from None
