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
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from witness.errors import InputError, NotForAspError
from witness.files import read_text
from witness.learn.collapse import collapse
from witness.learn.coverage import coverage
from witness.learn.process import Finished, run_limited
from witness.learn.result import Learned, Run, Settings
from witness.learn.task import Example, LearningTask, read_examples, read_task
from witness.logic.bias import Signature
from witness.logic.definitions import check_calls
from witness.logic.parser import parse_clauses
from witness.logic.reader import read_program
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
    """Run Popper on a directory. Raises `InputError` when it is missing or the files are wrong."""
    popper = find(settings.command)
    task = _read(directory, settings)
    with tempfile.TemporaryDirectory(prefix="witness-popper-") as name:
        place = Path(name)
        shutil.copyfile(directory / "bk.pl", place / "bk.pl")
        shutil.copyfile(directory / "bias.pl", place / "bias.pl")
        (place / "exs.pl").write_text(_examples_text(task), encoding="utf-8")
        command = [str(popper.executable), name, *_options(settings)]
        try:
            finished = run_limited(
                command,
                timeout=settings.timeout,
                memory_limit=settings.memory_limit,
                environment=_environment(popper.executable),
            )
        except OSError as error:
            raise InputError(f"cannot be run: {error.strerror}", file=popper.executable) from None
    answer = read_answer(finished)
    details = {
        "examples_given": [len(task.positives), len(task.negatives)],
        "peak_memory": round(finished.peak_memory, 1),
        **({} if task.why_all is None else {"not_collapsed": task.why_all}),
        **({} if answer.reason is None else {"reason": answer.reason}),
    }
    true_positives, false_positives = _coverage(answer, task)
    return Run(
        learned=Learned(answer.clauses, true_positives, false_positives, details),
        positives=task.all_positives,
        negatives=task.all_negatives,
        version=popper.version,
        status=answer.status,
        log=f"{finished.stdout}\n{finished.stderr}".strip() + "\n",
    )


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
    """The examples that Popper gets, and how many there are in all; `whole` is the task if the
    subset of Prolog and bias that this package reads can hold it. `why_all` says why nothing was
    collapsed although it should have been.
    """

    head: str
    positives: list[Example]
    negatives: list[Example]
    all_positives: int
    all_negatives: int
    whole: LearningTask | None
    why_all: str | None = None


def _read(directory: Path, settings: Settings) -> _Given:
    """Read a task and collapse its examples. No text of a file may run as a program."""
    try:
        task = read_task(directory)
    except NotForAspError as error:
        head = _checked_head(directory / "bias.pl")
        check_calls(read_program(directory / "bk.pl"), {})
        positives, negatives = read_examples(directory / "exs.pl", head)
        counts = len(positives), len(negatives)
        return _Given(head.name, positives, negatives, *counts, None, error.reason)
    check_calls(task.background, {})
    counts = len(task.positives), len(task.negatives)
    name = task.bias.head.name
    if not settings.collapse:
        return _Given(name, task.positives, task.negatives, *counts, task)
    bias = replace(
        task.bias,
        max_vars=settings.max_vars or task.bias.max_vars,
        max_body=settings.max_body or task.bias.max_body,
    )
    try:
        return _Given(name, *collapse(replace(task, bias=bias)), *counts, task)
    except NotForAspError as error:
        return _Given(name, task.positives, task.negatives, *counts, task, error.reason)


def _checked_head(path: Path) -> Signature:
    """Give the head predicate of any bias of Popper's; refuse what would make clingo run code."""
    bare = re.sub(r"%[^\n]*", "", read_text(path))
    code = re.search(r"#\s*(script|include)", bare)
    if code is not None:
        raise InputError(
            f"#{code.group(1)} is refused: text of a file is never run",
            file=path,
            line=bare.count("\n", 0, code.start()) + 1,
        )
    found = re.findall(r"\bhead_pred\(\s*([a-z]\w*)\s*,\s*(\d+)\s*\)\s*\.", bare)
    if len(found) != 1:
        raise InputError(f"exactly one head_pred is needed, found {len(found)}", file=path)
    name, arity = found[0]
    return Signature(name, ("any",) * int(arity), (True,) * int(arity), 0)


def _examples_text(task: _Given) -> str:
    lines = []
    for sign, examples in (("pos", task.positives), ("neg", task.negatives)):
        for example in examples:
            head = Literal(task.head, tuple(map(term_of, example)))
            lines.append(f"{Clause(sign, (Compound(head.name, head.args),))}\n")
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
_SCORE = re.compile(r"\bTP:(\d+) FN:\d+ TN:\d+ FP:(\d+)\b")
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


def _coverage(answer: Answer, task: _Given) -> tuple[int, int]:
    """Count what the hypothesis covers of all examples; of programs that only Popper can run, give
    its own numbers.
    """
    if task.whole is None or not answer.clauses:
        return answer.covered
    try:
        return coverage(answer.clauses, task.whole)
    except NotForAspError:
        return answer.covered
