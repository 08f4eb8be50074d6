"""The `popper` learner: the ILP system Popper itself, as a program of its own.

Popper (Cropper and Morel, "Learning programs by learning from failures", 2021) is not on PyPI;
docs/learners.md says how to install it. It may live in another virtual environment than this
package. It runs within a time and a memory, is given one example of each kind, and what it printed
is kept. It does what the `asp` learner does not: recursion, predicate invention, raw ASP in a bias.
Then, and where the examples cannot be collapsed for another reason, it is given all of them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from witness.errors import InputError, NotForAspError
from witness.learn.collapse import collapse
from witness.learn.coverage import coverage
from witness.learn.limits import time_limit
from witness.learn.process import Finished, run_limited
from witness.learn.raw_bias import read_raw_bias
from witness.learn.result import Learned, Run, Settings
from witness.learn.task import Example, LearningTask, read_examples, read_task
from witness.logic.bias import Signature, bias_text
from witness.logic.definitions import check_calls
from witness.logic.parser import parse_clauses
from witness.logic.reader import Program, read_program
from witness.logic.terms import Atom, Clause, Compound, ListTerm, Literal, Term, Variable, term_of

HOW_TO_INSTALL = (
    'pip install "setuptools<81" '
    '"popper-ilp @ git+https://github.com/logic-and-learning-lab/Popper@v4.3.0", or in a checkout '
    "pip install -e '.[popper]' (docs/learners.md has more)"
)

#: Popper is told to stop so many seconds before its time is over, a fifth of it at most: it then
#: prints the best hypothesis that it has.
GRACE = 10.0


@dataclass(frozen=True)
class Installation:
    """A Popper that can be run: its executable and its version."""

    executable: Path
    version: str


def run(directory: Path, settings: Settings) -> Run:
    """Run Popper on a directory. Raises `InputError` when it is missing or the files are wrong.

    The time is for all of it: what collapsing the examples takes is no longer Popper's.
    """
    popper = find(settings.command)
    begun = time.perf_counter()
    given = _read(directory)
    ended = None
    try:
        with time_limit(settings.timeout):
            if settings.collapse:
                given = _collapsed(given, settings)
    except TimeoutError:
        answer, log = Answer(status="timeout", reason="while the examples were collapsed"), ""
    else:
        spent = time.perf_counter() - begun
        left = None if settings.timeout is None else max(settings.timeout - spent, 1.0)
        ended = _run(popper, given, replace(settings, timeout=left))
        answer = read_answer(ended)
        log = f"{ended.stdout}\n{ended.stderr}".strip() + "\n"
    answer = _counted(answer, given, settings.timeout)
    details: dict[str, Any] = {"examples_given": [len(given.positives), len(given.negatives)]}
    if ended is not None:
        details["peak_memory"] = round(ended.peak_memory, 1)
    if given.why_all is not None and settings.collapse:
        details["not_collapsed"] = given.why_all
    if answer.reason is not None:
        details["reason"] = answer.reason
    return Run(
        learned=Learned(answer.clauses, *answer.covered, details),
        positives=given.all_positives,
        negatives=given.all_negatives,
        version=popper.version,
        status=answer.status,
        log=log,
    )


def _run(popper: Installation, given: _Given, settings: Settings) -> Finished:
    """Run the program on files that are written anew from what was read."""
    with tempfile.TemporaryDirectory(prefix="witness-popper-") as name:
        place = Path(name)
        (place / "bk.pl").write_text(_background_text(given.background), encoding="utf-8")
        (place / "bias.pl").write_text(given.bias, encoding="utf-8")
        (place / "exs.pl").write_text(_examples_text(given), encoding="utf-8")
        try:
            return run_limited(
                [str(popper.executable), name, *_options(settings)],
                timeout=settings.timeout,
                memory_limit=settings.memory_limit,
                environment=_environment(popper.executable),
            )
        except OSError as error:
            raise InputError(f"cannot be run: {error.strerror}", file=popper.executable) from None


# ---- the program --------------------------------------------------------------------------------


def find(command: str) -> Installation:
    """Find Popper's executable, by its path or by its name. Raises `InputError` with what to do.

    A name is looked for beside this Python first, then on the PATH.
    """
    beside = Path(sys.executable).parent / command
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which(command)
    if found is None:
        raise InputError(f"Popper is not installed (no executable {command}): {HOW_TO_INSTALL}")
    executable = Path(found).absolute()
    return Installation(executable, _version(executable))


#: Asks the Python that Popper is installed with. Its releases carry wrong version numbers (4.3.0
#: says 4.2.0), but pip remembers the tag and the commit that they were taken from.
_ASK_VERSION = """
import importlib.metadata as metadata, json
for name in ("popper-ilp", "popper"):
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        continue
    print(json.dumps([found.version, found.read_text("direct_url.json")]))
    break
"""


@lru_cache(maxsize=8)
def _version(executable: Path) -> str:
    """Give the version of an installed Popper: its tag and commit where pip knows them."""
    unknown = "unknown"
    try:
        with executable.open("rb") as stream:
            first = stream.readline(500).decode("utf-8", errors="replace")
        interpreter = first.removeprefix("#!").split()
        if not first.startswith("#!") or "python" not in first:
            return unknown
        asked = subprocess.run(
            [*interpreter, "-c", _ASK_VERSION],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        version, origin = json.loads(asked.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return unknown
    source = json.loads(origin).get("vcs_info", {}) if origin else {}
    tag, commit = source.get("requested_revision"), source.get("commit_id", "")[:7]
    return f"{tag or version} ({commit})" if commit else str(version)


def _environment(executable: Path) -> dict[str, str]:
    """Give the environment: sets in one order, and the SWI-Prolog that lies beside Popper."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    home = executable.parent.parent / "swi-prolog" / "home"
    if home.is_dir():
        environment["SWI_HOME_DIR"] = str(home)
    return environment


def _options(settings: Settings) -> list[str]:
    found = []
    if settings.timeout is not None:
        own = settings.timeout - min(GRACE, settings.timeout / 5)
        found += ["--timeout", str(max(1, int(own)))]
    for flag, value in (
        ("--max-vars", settings.max_vars),
        ("--max-body", settings.max_body),
        ("--solver", settings.solver),
    ):
        if value is not None:
            found += [flag, str(value)]
    return found


# ---- what it is given ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Given:
    """What Popper gets, and how many examples there are in all.

    `whole` is the task, if the bias is one that this package reads; `why_all` says why it gets all
    examples.
    """

    head: Signature
    background: Program
    bias: str
    positives: list[Example]
    negatives: list[Example]
    all_positives: int
    all_negatives: int
    whole: LearningTask | None
    why_all: str | None = None


def _read(directory: Path) -> _Given:
    """Read a task. What is not plain clauses and declarations is refused."""
    try:
        task = read_task(directory)
    except NotForAspError as error:
        background = read_program(directory / "bk.pl")
        bias, head = read_raw_bias(directory / "bias.pl", background)
        positives, negatives = read_examples(directory / "exs.pl", head)
        counts = len(positives), len(negatives)
        given = _Given(head, background, bias, positives, negatives, *counts, None, error.reason)
    else:
        examples = task.positives, task.negatives
        counts = len(task.positives), len(task.negatives)
        given = _Given(
            task.bias.head, task.background, bias_text(task.bias), *examples, *counts, task
        )
    check_calls(given.background, {})
    _check_names(given.background)
    return given


def _collapsed(given: _Given, settings: Settings) -> _Given:
    """Collapse the examples for clauses of the size that Popper is told."""
    if given.whole is None:
        return given
    bias = given.whole.bias
    bias = replace(
        bias,
        max_vars=max(settings.max_vars or bias.max_vars, len(bias.head.types)),
        max_body=settings.max_body or bias.max_body,
    )
    try:
        positives, negatives = collapse(replace(given.whole, bias=bias))
    except NotForAspError as error:
        return replace(given, why_all=error.reason)
    return replace(given, positives=positives, negatives=negatives)


#: What SWI-Prolog or Popper asks its program for; a background that defines one changes how files
#: are loaded, or Popper itself.
_HOOKS = frozenset(
    (
        "term_expansion", "goal_expansion", "file_search_path", "library_directory", "portray",
        "message_hook", "message_property", "prolog_load_file", "prolog_file_type", "resource",
        "exception", "expand_query", "expand_answer", "thread_message_hook", "prolog_list_goal",
        "predicate_option_mode", "predicate_option_type", "pos", "neg", "pos_index", "neg_index",
    )
)  # fmt: skip


def _check_names(program: Program) -> None:
    """Refuse definitions that a Prolog system would not take for mere definitions."""
    for name, arity in (*program.rules, *program.facts):
        if name in _HOOKS or not re.fullmatch("[a-z][A-Za-z0-9_]*", name):
            raise InputError(
                f"{name}/{arity} cannot be defined in a background for Popper",
                file=program.file,
                line=program.lines.get((name, arity)),
            )


def _background_text(program: Program) -> str:
    """Print a background: the clauses of each predicate in their order, facts first."""
    lines = [":- use_module(library(lists)).\n"]
    for (name, _), rows in program.facts.items():
        lines += [f"{Clause(name, tuple(map(term_of, row)))}\n" for row in rows]
    for clauses in program.rules.values():
        lines += [f"{clause}\n" for clause in clauses]
    return "".join(lines)


def _examples_text(given: _Given) -> str:
    lines = []
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        for example in examples:
            head = Compound(given.head.name, tuple(map(term_of, example)))
            lines.append(f"{Clause(sign, (head,))}\n")
    return "".join(lines)


# ---- what it answers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What Popper's output says; `status` is None for a run that ended by itself."""

    clauses: tuple[Clause, ...] = ()
    covered: tuple[int, int] = (0, 0)
    status: str | None = None
    reason: str | None = None


_SOLUTION = re.compile(r"^\*+ SOLUTION \*+\n(.*?)^\*+$", re.MULTILINE | re.DOTALL)
_SCORE = re.compile(r"\bTP:(\d{1,18}) FN:\d+ TN:\d+ FP:(\d{1,18})\b")
_OUT_OF_TIME = re.compile(r"^.*TIMEOUT OF \S+ SECONDS EXCEEDED", re.MULTILINE)
_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|Cannot allocate memory|resource_error\(.*memory"
)


def read_answer(finished: Finished) -> Answer:
    """Read the SOLUTION block of Popper's output, or say why there is none."""
    if finished.ended == "timeout":
        return Answer(status="timeout", reason=f"ended after {finished.seconds:.0f} seconds")
    if finished.ended == "memory-limit":
        return Answer(
            status="memory-limit", reason=f"ended at {finished.peak_memory:.0f} MB of memory"
        )
    both = f"{finished.stdout}\n{finished.stderr}"
    late = "timeout" if _OUT_OF_TIME.search(both) else None
    block = _SOLUTION.search(finished.stdout)
    if block is not None:
        try:
            return replace(_solution(block.group(1)), status=late)
        except InputError as error:
            return Answer(status="failed", reason=f"its answer cannot be read: {error.reason}")
    if re.search(r"^NO SOLUTION$", finished.stdout, re.MULTILINE) or late:
        return Answer(status=late)
    if _OUT_OF_MEMORY.search(finished.stderr):
        return Answer(status="memory-limit", reason=_last_line(finished.stderr))
    last = _last_line(finished.stderr) or _last_line(finished.stdout) or "it printed nothing"
    return Answer(status="failed", reason=f"ended with status {finished.returncode}: {last}")


def _solution(block: str) -> Answer:
    score, _, text = block.partition("\n")
    counts = _SCORE.search(score)
    if counts is None:
        raise InputError(f"no numbers of covered examples in {score!r}")
    clauses = tuple(_renamed(clause) for clause in parse_clauses(text, "Popper's output"))
    if not clauses:
        raise InputError("there are no clauses in it")
    return Answer(clauses, (int(counts.group(1)), int(counts.group(2))))


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return lines[-1][:300] if lines else ""


def _renamed(clause: Clause) -> Clause:
    """Name the variables A, B, C, … in the order in which they occur; Popper says V0, V1, V2."""
    names: dict[str, str] = {}

    def term(value: Term) -> Term:
        if isinstance(value, Variable):
            number = len(names)
            letter = chr(ord("A") + number) if number < 26 else f"V{number}"
            return Variable(names.setdefault(value.name, letter))
        if isinstance(value, Compound):
            return Compound(value.functor, tuple(map(term, value.args)))
        if isinstance(value, ListTerm):
            tail = None if value.tail is None else term(value.tail)
            return ListTerm(tuple(map(term, value.items)), tail)
        assert isinstance(value, Atom | int)
        return value

    return Clause(
        clause.name,
        tuple(map(term, clause.args)),
        tuple(Literal(li.name, tuple(map(term, li.args)), li.negated) for li in clause.body),
    )


def _counted(answer: Answer, given: _Given, timeout: float | None) -> Answer:
    """Count what the hypothesis covers of all examples; of programs that only Popper can run, leave
    its own numbers. An answer that cannot be evaluated, or not in the time, is a failure.
    """
    if not answer.clauses:
        return replace(answer, covered=(0, 0))
    if given.head.key not in {clause.key for clause in answer.clauses}:
        return _unusable(f"it says nothing about {given.head.name}/{len(given.head.types)}")
    if given.whole is None:
        return answer
    try:
        with time_limit(timeout):
            return replace(answer, covered=coverage(answer.clauses, given.whole))
    except NotForAspError:
        return answer
    except InputError as error:
        return _unusable(error.reason)
    except TimeoutError:
        return _unusable("it takes too long on all examples")


def _unusable(reason: str) -> Answer:
    return Answer(status="failed", reason=f"its answer cannot be used: {reason}")
