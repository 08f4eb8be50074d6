"""The `aleph` learner: the ILP system Aleph, in SWI-Prolog, in a process of its own.

Aleph (Srinivasan, "The Aleph manual", 2001) is one Prolog file, which the user supplies; the port
to SWI-Prolog by Riguzzi and Giubelli is meant (docs/learners.md). It takes the positive examples
one after the other: it writes down the most specific clause that covers the example, searches the
more general ones for that which covers the most positive examples and no negative one, and removes
what that covers. So it need not find the best set of clauses. Its clauses may have variables that
occur only once, whatever the bias says.

It gets new files, made of what this package has read. The background is a module of its own, and
what Aleph sees of it has a prefix, so that no name of the user has a meaning to Aleph.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, UnsupportedError
from witness.base.extras import executable
from witness.base.files import read_text
from witness.base.limits.child import Finished
from witness.clauses.background import Background
from witness.clauses.language.bias import Signature
from witness.clauses.language.definitions import check_definitions
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, term_of, term_text
from witness.clauses.learners.programs import (
    Answer,
    Given,
    Shares,
    collapse,
    counted,
    grace,
    run_of_program,
    run_on_files,
    unusable,
    with_fewer,
)
from witness.clauses.learners.rendering import atom_of, background_text, check_names
from witness.clauses.learners.settings import Run, Settings
from witness.clauses.learners.task import Example, LearningTask

#: The settings that it takes, beside the timeout.
SETTINGS = ("max_vars", "max_body", "file", "memory_limit", "seed", "collapse")

#: Variables may occur once, whatever the bias says.
SINGLETONS = True

#: How deep a proof may go. Aleph's own limit of 10 fails on lists of ten elements.
DEPTH = 10_000_000

#: Aleph prints every clause that it looks at, which would take longer than to look at them. SIGTERM
#: asks it to end: after an alarm of library(time) SWI-Prolog can hang when it ends.
_RUN = """\
end_now(_) :- throw(asked_to_end).
carry_on(_).
learn :-
    open_null_stream(Nowhere),
    set_output(Nowhere),
    on_signal(term, _, user:end_now),
    catch((ignore(user:induce(_)), End = done), Error, End = Error),
    on_signal(term, _, user:carry_on),
    set_output(user_output),
    findall(C, user:'$aleph_global'(theory,theory(_,_,C,_,_)), Clauses),
    (  End = error(What, _) -> true ; What = End  ),
    format("*** ended: ~q~n", [What]),
    forall(user:'$aleph_global'(search_stats,search_stats(N,_)), format("% ~d clauses~n", [N])),
    forall(member(C, Clauses),
           (  numbervars(C, 0, _),
              write_term(C, [quoted(true), numbervars(true)]), format(".~n")  )),
    format("*** end~n").
"""


def why_not(settings: Settings) -> str | None:
    """Return why Aleph cannot be run; None if it can."""
    if settings.file is None:
        return (
            "Aleph is a file that you supply: name it with --aleph FILE, or aleph: {file: FILE} in "
            "a configuration (docs/learners.md says where it is)"
        )
    try:
        _version(settings.file)
    except InputError as error:
        return str(error)
    if _swipl() is None:
        return "Aleph needs SWI-Prolog, but there is no executable swipl (docs/prolog.md)"
    return None


def check_bias(given: Background | LearningTask) -> None:
    """Raise `UnsupportedError` for a bias that it cannot use."""
    given.bias.require((), "the aleph learner")
    given.bias.require_plain("the aleph learner")


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Run Aleph on a task; raise `InputError` if it cannot be run, or the task is not for it.

    The time limit is for collapsing the examples, Aleph, and counting what it covers (`Shares`).
    """
    shares = Shares(settings.timeout)
    given = _given(task, settings, shares)
    assert settings.file is not None
    version = _version(settings.file)
    if not task.positives:
        return run_of_program(task, version)
    ended = _run(given, replace(settings, timeout=shares.program))
    answer = read_answer(ended)
    details: dict[str, Any] = {"seed": _seed(settings)}
    if given.why_all is not None:
        details["not_collapsed"] = given.why_all
    details["peak_memory"] = round(ended.peak_memory, 1)
    details["examples_given"] = given.counts
    details["unexplained"] = answer.unexplained
    try:
        answer = counted(answer, task, shares.counting, settings.memory_limit)
    except UnsupportedError as error:
        answer = unusable(error.reason)
    return run_of_program(task, version, answer, ended, details)


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    _given(task, settings, Shares(settings.timeout))


def _given(task: LearningTask, settings: Settings, shares: Shares) -> Given:
    """Return what Aleph gets; raise `InputError` as `run_on` does."""
    reason = why_not(settings)
    if reason is not None:
        raise InputError(reason)
    check_bias(task)
    check_definitions(task.background, {})
    check_names(task.background, "Aleph")
    given = Given(task, task.positives, task.negatives)
    if not settings.collapse or not task.positives:
        return given
    choose = partial(_some_of_each, task)
    return with_fewer(given, choose, shares.collapsing, settings.memory_limit)


def _some_of_each(task: LearningTask) -> tuple[list[Example], list[Example]]:
    """Return two positive examples and a negative one of each class, where there are as many.

    Aleph prefers an example as it is to a clause that covers no other, so one would not do.
    """
    first, negatives = collapse(task)
    kept = set(first)
    rest = [example for example in task.positives if example not in kept]
    if rest:
        second, _ = collapse(replace(task, positives=rest))
        kept.update(second)
    return [example for example in dict.fromkeys(task.positives) if example in kept], negatives


# ---- the answer ---------------------------------------------------------------------------------


_PRINTED = re.compile(r"^\*\*\* ended: (.*)\n((?:.*\n)*?)\*\*\* end$", re.MULTILINE)


def read_answer(finished: Finished) -> Answer:
    """Return the theory in Aleph's output, or an answer that says why there is none."""
    found = _PRINTED.search(finished.stdout)
    if found is None and finished.ended != "itself":
        what = "its time limit"
        if finished.ended == "memory-limit":
            what = f"{finished.peak_memory:.0f} MB of memory"
        return Answer(status=finished.ended, reason=f"ended at {what}")
    if found is None:
        lines = [line.strip() for line in finished.stderr.split("\n") if line.strip()]
        last = lines[-1] if lines else "it printed nothing"
        return Answer(status="failed", reason=f"ended with status {finished.returncode}: {last}")
    try:
        clauses = parse_clauses(found.group(2), "Aleph's output")
        rules = tuple(_plain(clause) for clause in clauses if clause.body)
    except InputError as error:
        return Answer(status="failed", reason=f"its answer cannot be read: {error.reason}")
    answer = Answer(rules, unexplained=len(clauses) - len(rules))
    why = found.group(1)
    if why == "done":
        return answer
    if why == "asked_to_end" and finished.ended != "itself":
        return replace(answer, status=finished.ended)
    if why.startswith("resource_error"):
        return replace(answer, status="memory-limit", reason=why)
    return replace(answer, status="failed", reason=f"Aleph stopped: {why}")


def _plain(clause: Clause) -> Clause:
    """Return a clause without the prefixes."""
    body = tuple(Literal(li.name.removeprefix("b_"), li.args, li.negated) for li in clause.body)
    return Clause(clause.name.removeprefix("h_"), clause.args, body)


# ---- the program --------------------------------------------------------------------------------


def _run(given: Given, settings: Settings) -> Finished:
    """Run Aleph on new files, written from what was read."""
    swipl = _swipl()
    assert swipl is not None
    patience = 0.0 if settings.timeout is None else grace(settings.timeout)
    command: list[str] = [swipl, "-q", "-f", "none", "--on-error=print"]
    if settings.memory_limit is not None:
        command.append(f"--stack-limit={max(int(settings.memory_limit), 1)}m")
    # The task comes last: Aleph would begin anew at the end of every further file.
    texts = {
        "run.pl": _RUN,
        "background.pl": f":- module(background, []).\n{background_text(given.task.background)}",
        "task.pl": task_text(given, settings),
    }
    return run_on_files(
        texts,
        lambda folder: [*command, "-g", "learn", "-t", "halt", *(f"{folder / n}" for n in texts)],
        timeout=None if settings.timeout is None else settings.timeout - patience,
        patience=patience,
        memory_limit=settings.memory_limit,
        environment=dict(os.environ),
    )


def task_text(given: Given, settings: Settings) -> str:
    """Return the file with the modes of a bias, Aleph's settings, and the examples."""
    bias = given.task.bias
    new = bias.max_vars - len(bias.head.types)
    chosen = {
        "clauselength": bias.max_body + 1,
        "i": new + 1,  # layers: a literal comes one after its variables
        "newvars": new,
        "noise": 0,
        "minpos": 1,
        "depth": DEPTH,
    }
    file = term_text(term_of(str(Path(str(settings.file)).absolute())))
    lines = [f":- use_module({file}).", f":- set_random(seed({_seed(settings)})).", ":- aleph."]
    lines += [f":- aleph_set({name},{value})." for name, value in chosen.items()]
    lines.append(f":- modeh(*,{_mode('h', bias.head)}).")
    head = f"h_{bias.head.name}/{len(bias.head.types)}"
    for signature in bias.body:
        lines.append(f":- modeb(*,{_mode('b', signature)}).")
        lines.append(f":- determination({head},b_{signature.name}/{len(signature.types)}).")
    lines.append(":- begin_bg.")
    for signature in bias.body:
        call = f"{signature.name}{_arguments([f'X{n}' for n in range(len(signature.types))])}"
        lines.append(f"b_{call} :- background:{call}.")
    lines.append(":- end_bg.")
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        lines.append(f":- begin_in_{sign}.")
        for example in examples:
            lines.append(f"{term_text(atom_of(f'h_{bias.head.name}', example))}.")
        lines.append(f":- end_in_{sign}.")
    return "\n".join(lines) + "\n"


def _mode(prefix: str, signature: Signature) -> str:
    flags = zip(signature.types, signature.inputs, strict=True)
    words = [f"{'+' if given else '-'}{name}" for name, given in flags]
    return f"{prefix}_{signature.name}{_arguments(words)}"


def _arguments(words: list[str]) -> str:
    return f"({','.join(words)})" if words else ""


def _seed(settings: Settings) -> int:
    return 1 if settings.seed is None else settings.seed


def _swipl() -> str | None:
    """Return the SWI-Prolog beside this Python, or else on the PATH; None if there is none."""
    return executable("swipl")


def _version(file: str) -> str:
    """Return the version of Aleph in a file; raise `InputError` if it is another program."""
    text = read_text(file)
    number = re.search(r"^aleph_version\(([0-9.]+)\)\.", text, re.MULTILINE)
    if number is None or not re.search(r"^:-\s*module\(aleph,", text, re.MULTILINE):
        raise InputError("this is not Aleph for SWI-Prolog, a module aleph", file=file)
    return f"{number.group(1)} ({hashlib.sha256(text.encode()).hexdigest()[:7]})"
