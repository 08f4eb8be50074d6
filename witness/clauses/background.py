"""Background knowledge: the definitions of body predicates, and the bias that declares them.

Both come with the project (`bk/`, `bias/`) or are the user's own files.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import cached_property
from os.path import normpath
from pathlib import Path
from typing import TypeVar

from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, experiment_of
from witness.base.files import read_json
from witness.base.shipped import by_name, shipped_file
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.dependence import Dependence
from witness.clauses.explain import Phrase, phrases
from witness.clauses.language.bias import Bias
from witness.clauses.language.bias_reader import read_bias
from witness.clauses.language.definitions import check_declared, check_definitions, reached
from witness.clauses.language.primitives import OF_SYMBOLS, PRIMITIVES, Primitive
from witness.clauses.language.reader import HYPOTHESIS, Program, hypothesis_file, read_program
from witness.clauses.language.terms import Clause, Key, Literal
from witness.clauses.roles import head_roles, kinds_of

DEFAULT_BK = "bk/triangles.pl"
DEFAULT_BIAS = "bias/paper.pl"

NOT_PANELS = "proofs and searches need clauses about panels, which these are not"

#: The files of a learning task.
TASK_FILES = ("bk.pl", "exs.pl", "bias.pl")

_log = logging.getLogger(__name__)

_T = TypeVar("_T")


@dataclass(frozen=True)
class Background:
    """The definitions of body predicates, and the bias that declares them."""

    program: Program
    bias: Bias

    @cached_property
    def phrases(self) -> dict[Key, Phrase]:
        """The English phrases of the predicates."""
        return phrases(self.program, self.bias.head.key)

    @property
    def is_relational(self) -> bool:
        """Whether no body predicate is about panels: there is nothing to translate or prove."""
        keys = reached((signature.key for signature in self.bias.body), self.program)
        return all(map(self.program.defines, keys & PRIMITIVES.keys()))

    @property
    def is_default(self) -> bool:
        """Whether the bias is the one that is used where none is named."""
        return self.bias.file == str(shipped_file(DEFAULT_BIAS))

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles of the head's arguments, in the order of the bias (`head_roles`)."""
        return head_roles(self.bias, self.program)

    @cached_property
    def subject(self) -> str:
        """What the head is about besides a path: a square, a dot, or a symbol."""
        return next(role for role in self.roles if role != "path")

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of constraints that the definitions know (`kinds_of`)."""
        return kinds_of(self.bias, self.program)

    @cached_property
    def dependences(self) -> dict[Clause, Dependence]:
        """What clauses that were translated depend on, by their literals in evaluation order.

        Variables go by their numbers. In another order, a clause may be evaluated in another way.
        """
        return {}

    @property
    def primitives(self) -> dict[Key, Primitive]:
        """The primitives as they are compiled."""
        return OF_SYMBOLS if self.subject == "symbol" else PRIMITIVES

    def arguments(self, path: _T, symbol: _T) -> tuple[_T, ...]:
        """Return a path and what it is tried with in the order of the head's arguments."""
        return (path, symbol) if self.roles[0] == "path" else (symbol, path)


def read_background(bk: str | Path | None = None, bias: str | Path | None = None) -> Background:
    """Return the background knowledge of a file of definitions and a bias file.

    Either may be named, as in `bias="extended"` (`witness.base.shipped.by_name`). By default, the
    bias is the paper's, and the definitions are those that go with the bias (`definitions_for`).
    Raises `InputError` with file and line if they cannot be used.
    """
    return checked_background(*_read(bk, bias))


def _read(bk: str | Path | None, bias: str | Path | None) -> tuple[Program, Bias]:
    """Return the contents of both files, as `read_background` names them."""
    program = read_program(definitions_for(bias) if bk is None else by_name(bk, "bk"))
    declared = read_bias(shipped_file(DEFAULT_BIAS) if bias is None else by_name(bias, "bias"))
    return without_facts(program), declared


def without_facts(program: Program) -> Program:
    """Return definitions without the facts of a puzzle, which the `bk.pl` of a task has."""

    def is_fact(clause: Clause) -> bool:
        return clause.key in PRIMITIVES and clause.body == (Literal("fail", ()),)

    return replace(
        program,
        facts={key: rows for key, rows in program.facts.items() if key not in PRIMITIVES},
        rules={key: own for key, own in program.rules.items() if not all(map(is_fact, own))},
    )


def background_of(
    file: str | Path,
    bk: str | Path | None = None,
    bias: str | Path | None = None,
    *,
    relational: bool = False,
) -> Background:
    """Return the background knowledge that the clauses of a file go with, as `read_background`.

    It may be `relational` if that is said: then its definitions are not compiled.

    Where no bias is named, and the file is in the folder of an experiment, these are the bias and
    the definitions that the experiment keeps; a command says so. Elsewhere it is the bias that goes
    with the file (`bias_beside`), which may be a folder of a task with what was learned. Raises
    `InputError` also for another folder, and for an experiment in a format that cannot be read.
    """
    place, file = Path(file), hypothesis_file(file)
    folder = experiment_of(file) if bias is None else None
    if folder is not None:
        check_format(folder)
        bias = folder / "bias.pl"
        bk = bk or folder / "bk.pl"
        _log.info("bias and background of the experiment: %s, %s", bias, bk)
    elif bias is None and place.is_dir():
        files = [*(task_folder(place) / one for one in TASK_FILES), place / HYPOTHESIS]
        lacking = [one.name for one in files if not one.is_file()]
        if lacking:
            what = f"no task with what was learned from it: it has no {', '.join(lacking)}"
            hint = f"; `witness learn {place}` makes that" if lacking == [HYPOTHESIS] else ""
            if HYPOTHESIS not in lacking:
                hint = f"; name {place / HYPOTHESIS} with the bias and bk of its task"
            raise InputError(f"{what}{hint}", file=place)
    return usable(*_read(bk, bias_beside(file) if bias is None else bias), relational=relational)


def usable(program: Program, declared: Bias, *, relational: bool) -> Background:
    """Return a background that is checked; one about anything but panels only if it may be."""
    background = Background(program, declared)
    if not relational or not background.is_relational:
        return checked_background(program, declared)
    check_declared(declared, program, {})
    assert background.phrases  # which are well formed
    return background


def task_folder(folder: str | Path) -> Path:
    """Return the folder of the task from which what a folder has was learned."""
    if all((Path(folder) / name).is_file() for name in TASK_FILES):
        return Path(folder)
    try:
        record = read_json(Path(folder) / "result.json")
    except InputError:
        record = None
    named = record.get("task") if isinstance(record, dict) else None
    return Path(normpath(Path(folder) / named)) if isinstance(named, str) else Path(folder)


def bias_beside(file: str | Path) -> Path | None:
    """Return the bias that goes with a file of clauses, None if there is none.

    For a file that was learned this is the `bias.pl` of the task, and for `examples/name.pl`
    `bias/name.pl` beside the folder of the file.
    """
    folder = task_folder(Path(file).parent)
    if all((folder / name).is_file() for name in TASK_FILES):
        return folder / "bias.pl"
    found = Path(normpath(Path(file).parent / "..")) / "bias" / Path(file).name
    if not found.is_file() or found.samefile(shipped_file(DEFAULT_BIAS)):
        return None
    return found


def checked_background(program: Program, bias: Bias) -> Background:
    """Return a background in which every body predicate can be called as the bias declares.

    The definitions must be complete, without recursion, and in the supported subset of Prolog, and
    the `%~` lines well formed. The head must take a partial path and a square or a dot
    (`head_roles`).
    Raises `InputError` otherwise.
    """
    check_declared(bias, program, PRIMITIVES)
    check_definitions(program, PRIMITIVES)
    background = Background(program, bias)
    try:
        compiler = Compiler(program, background.primitives)
    except InputError as error:
        if not background.is_relational:
            raise
        other = "`witness explain` explains them, and `witness learn --test` evaluates them"
        raise InputError(f"{NOT_PANELS}; {other}", file=error.file, line=error.line) from None
    for signature in bias.body:
        compiler.function(signature.key, signature.mode, signature.line)
    phrases(program, bias.head.key)
    return background


def definitions_for(bias: str | Path | None) -> Path:
    """Return the file of background definitions that goes with a bias.

    For `bias/name.pl` this is `bk/name.pl` beside the folder of the bias, if it exists; else the
    paper's `bk/triangles.pl`, from there or from the project. A learning task and an experiment
    have both in one folder, as `bias.pl` and `bk.pl`. The bias may be named.
    """
    if bias is not None:
        bias = by_name(bias, "bias")
        beside = bias.parent / "bk.pl"
        if bias.name == "bias.pl" and beside.is_file():
            return beside
        folder = bias.parent.parent / "bk"
        for name in (bias.name, Path(DEFAULT_BK).name):
            if (folder / name).is_file():
                return folder / name
    return shipped_file(DEFAULT_BK)


def is_guarded(clause: Clause, background: Background) -> bool:
    """Return whether a clause has a guard, the primitive, for its path and its symbol."""
    path, symbol = background.arguments(*clause.args)
    guards = {Literal("unmarked", (path, symbol)), Literal("cut_off", (path,))}
    return any(one in guards and not background.program.defines(one.key) for one in clause.body)
