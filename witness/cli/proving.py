"""Commands about clauses: explain, verify, recheck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.errors import InputError
from witness.base.files import json_document, outputs, read_json
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.clauses.language.reader import HYPOTHESIS
from witness.cli import told
from witness.cli.common import (
    BackgroundFiles,
    Clauses,
    TextOutput,
    beside,
    naming,
    picture_beside,
    seconds,
    within,
)
from witness.cli.messages import notice, progress
from witness.cli.signature import Option, command

if TYPE_CHECKING:
    from witness.clauses.background import Background
    from witness.clauses.language.terms import Clause
    from witness.proof.prover import Verdict
    from witness.proof.why import Why
    from witness.puzzle.views.plain_clauses import Parts

#: The time limit of `verify`.
VERIFY_SECONDS = 600.0


@command(
    "explain",
    "witness explain examples/paper.pl",
    "witness explain examples/paper.pl examples/unsound.pl",
    "witness explain examples/paper.pl --python",
    "witness explain task --examples",
)
def explain(
    hypotheses: Annotated[
        list[str],
        Option("files of clauses (.pl), or folders of tasks with what was learned", metavar="FILE"),
    ],
    *,
    python: Annotated[
        bool, Option("translate the clauses of a file into a module of Python")
    ] = False,
    examples: Annotated[
        bool,
        Option(
            "write each example of a task instead, with the number of the first clause that covers "
            "it, or a -"
        ),
    ] = False,
    background: BackgroundFiles,
    output: TextOutput = None,
) -> None:
    """Explain the clauses of hypotheses in English, or in Python."""
    notices: list[str] = []
    if examples:
        if (
            python
            or background.bk
            or background.bias
            or not all(Path(name, HYPOTHESIS).is_file() for name in hypotheses)
        ):
            raise InputError("--examples takes folders of tasks with what was learned, and no more")
        text = "".join(line for task in hypotheses for line in _examples(task))
    elif not python:
        text, notices = _in_english(hypotheses, background)
    elif len(hypotheses) > 1:
        raise InputError("--python takes one file of clauses")
    else:
        text, notices = _in_python(hypotheses[0], background)
    with files.output(output) as stream:
        stream.write(text)
    for line in notices:
        notice(line)


def _examples(folder: str) -> Iterator[str]:
    """Yield a line for each example of a task."""
    from witness.clauses.background import task_folder
    from witness.clauses.language.reader import read_hypothesis
    from witness.clauses.language.terms import term_text
    from witness.clauses.learners.coverage import first_covering
    from witness.clauses.learners.rendering import atom_of
    from witness.clauses.learners.task import read_task

    task, clauses = read_task(task_folder(folder)), read_hypothesis(folder)
    panels, _ = told.explained(clauses, task)
    yield f"# the first clause that covers the example{told.of_names(panels)}, or - for none\n"
    for sign, given in (("pos", task.positives), ("neg", task.negatives)):
        numbers = first_covering(clauses, task.background, task.bias, given)
        for example, number in zip(given, numbers, strict=True):
            yield f"{number or '-'} {sign}({term_text(atom_of(task.bias.head.name, example))})\n"


def _in_python(hypothesis: str, background: BackgroundFiles) -> tuple[str, list[str]]:
    """Return the module of a hypothesis, and what is to be said of it."""
    from witness.puzzle.views.translate import module_text

    found, _ = _read(hypothesis, background)
    if found.left_out and not found.translation.clauses:
        clause, reason = found.left_out[0]
        raise InputError(
            f"no clause can be translated: {reason}", file=hypothesis, line=clause.line or None
        )
    notices = [
        f"{hypothesis}: line {clause.line}: {reason}; it is not translated"
        for clause, reason in found.left_out
    ]
    return module_text(found.translation, found.left_out), notices


def _in_english(hypotheses: list[str], background: BackgroundFiles) -> tuple[str, list[str]]:
    """Return sentences about the clauses of hypotheses, and what is to be said of them."""
    from witness.clauses.background import background_of
    from witness.clauses.explain import phrase_example, unphrased
    from witness.clauses.language.reader import read_hypothesis
    from witness.clauses.language.terms import clause_text
    from witness.proof.best import every_board
    from witness.puzzle.views.plain_clauses import in_english

    blocks = []
    asked: set[str] = set()
    for file in hypotheses:
        known = background_of(file, background.bk, background.bias, relational=True)
        clauses, general = read_hypothesis(file), known.is_relational
        english = in_english(clauses, known, file)
        lines = [f"{file}:"] if len(hypotheses) > 1 else []
        for number, (clause, words) in enumerate(zip(clauses, english, strict=True), start=1):
            lines += [f"{number}. {words}", f"   {clause_text(clause)}"]
        if not clauses:
            never = "holds" if general else "fires"
            lines.append(f"There are no clauses: the predicate never {never}.")
        said = None if general else every_board(clauses, known)
        lines += [] if said is None else [f"O{said[1:]}."]
        blocks.append("\n".join(lines) + "\n")
        asked |= {
            f"{known.program.file}: a line such as {phrase_example(key)} puts {key[0]}/{key[1]} "
            "into English"
            for key in unphrased(clauses, known.phrases, known.bias.head.key if general else None)
        }
    return "\n".join(blocks), sorted(asked)


def _read(
    hypothesis: str, files: BackgroundFiles, clauses: Sequence[Clause] | None = None
) -> tuple[Parts, Background]:
    """Return what can be translated of a hypothesis, or of the `clauses` in it; its background."""
    from witness.clauses.background import background_of
    from witness.clauses.language.reader import read_hypothesis
    from witness.puzzle.views.plain_clauses import parts

    background = background_of(hypothesis, files.bk, files.bias)
    clauses = read_hypothesis(hypothesis) if clauses is None else clauses
    return parts(clauses, background, hypothesis), background


@command(
    "verify",
    "witness verify examples/unsound.pl",
    "witness verify examples/unsound.pl --why",
    "witness verify examples/paper.pl --certificate certificate.json",
)
def verify(
    hypothesis: Clauses,
    *,
    background: BackgroundFiles,
    time_limit: Annotated[
        float,
        seconds(
            "for the whole verdict; clauses left undecided are unknown",
            unset=f"{VERIFY_SECONDS:g}",
        ),
    ] = VERIFY_SECONDS,
    why: Annotated[
        bool,
        Option(
            "find the smallest counterexample to each clause that is not proved, and the literals "
            "that would save it"
        ),
    ] = False,
    json_: Annotated[bool, Option("write the verdict as JSON")] = False,
    certificate: Annotated[
        str | None, beside("write the verdict with its proof to this file")
    ] = None,
    picture: Annotated[
        str | None,
        picture_beside("draw where each clause fires, with a counterexample if it is refuted"),
    ] = None,
    core: Annotated[str | None, beside("write the clauses that are proved to this file")] = None,
    output: TextOutput = None,
) -> None:
    """Prove a hypothesis, or find a counterexample."""
    from witness.clauses.background import background_of
    from witness.clauses.language.reader import read_hypothesis
    from witness.clauses.language.terms import clause_text
    from witness.proof import prover
    from witness.proof.verdicts import for_two_lines

    named = {"picture": picture, "certificate": certificate, "core": core}
    asked = {name: path for name, path in named.items() if path is not None}
    known = background_of(hypothesis, background.bk, background.bias)
    clauses = read_hypothesis(hypothesis)
    budget = Budget(Limits(time_limit=time_limit))
    # What cannot be written is known before the proof.
    with outputs(output, *asked.values()) as (answer, *others):
        streams = dict(zip(asked, others, strict=True))
        with progress(len(clauses), "clause") as step:
            verdict = prover.verify(clauses, known, hypothesis, budget, progress=step)
            if json_ or certificate is not None:
                with suppress(LimitReachedError), budget.in_force():
                    verdict = for_two_lines(verdict, known)
        reasons: Sequence[Why | None] = ()
        if why:
            from witness.proof.why import explained

            verdict, reasons = explained(verdict, known, budget)
        if "picture" in streams:
            from witness.proof.firings import verdict_svg

            streams["picture"].write(verdict_svg(verdict, known, limits=budget))
        if "certificate" in streams:
            streams["certificate"].write(json_document(verdict.to_json()))
        if "core" in streams:
            streams["core"].writelines(f"{clause_text(clause)}\n" for clause in verdict.core)
            if not verdict.core:
                notice(f"{core}: it is empty, as no clause is proved")
        answer.write(_answer(verdict, reasons, json_))
    left = budget.seconds_left
    if left is not None and left <= 0:
        notice(f"the time limit of {time_limit:g} s is over; --time-limit allows more")


def _answer(verdict: Verdict, reasons: Sequence[Why | None], as_json: bool) -> str:
    from witness.proof.verdict_text import verdict_json, verdict_text

    if as_json:
        return json.dumps(verdict_json(verdict, reasons), ensure_ascii=False) + "\n"
    return verdict_text(verdict, reasons)


@command(
    "recheck",
    "witness recheck certificate.json",
    "witness recheck certificate.json examples/paper.pl",
    "witness recheck task",
)
def recheck(
    certificate: Annotated[
        str,
        Option(
            "certificate (JSON), or folder of `witness best` or `witness learn --until-proved`",
            metavar="CERTIFICATE",
        ),
    ],
    hypothesis: Annotated[
        str | None,
        Option("file of clauses (.pl)", metavar="FILE", unset="those of the certificate or folder"),
    ] = None,
    *,
    background: BackgroundFiles,
    time_limit: Annotated[float | None, seconds()] = None,
) -> None:
    """Check a certificate of `verify`, or the result of `best` or `learn --until-proved`."""
    place = Path(certificate)
    if place.is_dir():
        if background.bk is not None or background.bias is not None:
            raise InputError("--bk and --bias are for a certificate; a folder has files of its own")
        _recheck_claim(place, hypothesis, time_limit)
        return
    if place.suffix == ".pl":
        what = "expected the certificate (JSON) first, and the file of clauses behind it"
        raise InputError(what, file=certificate)
    from witness.proof.certificate import check_certificate, clauses_of

    claims = read_json(certificate)
    with naming(certificate), within(time_limit, certificate, "checked") as budget:
        own = clauses_of(claims, certificate) if hypothesis is None else None
        with budget.in_force():
            found, known = _read(hypothesis or certificate, background, own)
        with progress(len(found.clauses) + 1, "step") as step:
            problems = check_certificate(claims, found.clauses, known, budget, step)
    clauses = found.clauses
    open_ = [claim for claim in claims["clauses"] if claim["status"] in ("unknown", "checked")]
    _refuse(problems, certificate)
    if open_:
        print(f"nothing is confirmed about {len(open_)} of {len(clauses)} clauses "
              "(status unknown or checked)")  # fmt: skip
    if len(open_) < len(clauses) or not clauses:
        print("confirmed")


def _refuse(problems: Sequence[str], file: str) -> None:
    """Print what is wrong with a file, and raise `InputError` if anything is."""
    for problem in problems:
        print(f"- {problem}")
    if problems:
        raise InputError("it does not hold", file=file)


def _recheck_claim(folder: Path, hypothesis: str | None, time_limit: float | None) -> None:
    """Check what learning until everything is proved says of its result."""
    from witness.clauses.background import read_background, task_folder
    from witness.clauses.language.reader import read_hypothesis
    from witness.clauses.learners.task import read_task
    from witness.proof.teaching.claim import check_claim

    source = task_folder(folder)
    if not (source / "bias.pl").is_file():
        what = "no bias.pl in it; expected the folder of the learning task, with the results in it"
        raise InputError(what, file=folder)
    record = str(folder / "result.json")
    claimed = read_json(record)
    if not isinstance(claimed, dict) or not {"best", "until_proved"} & claimed.keys():
        what = (
            "this run claims no proof; expected the result.json of `witness best -o DIR` or of "
            "`witness learn DIR --until-proved` (`witness verify DIR` proves what `learn` gave)"
        )
        raise InputError(what, file=record)
    clauses = read_hypothesis(hypothesis or folder / "hypothesis.pl")
    known = read_background(source / "bk.pl", source / "bias.pl")
    if "best" in claimed:
        from witness.proof.best.claim import check_best

        certificate = read_json(folder / "certificate.json")
        with naming(record), within(time_limit, record, "checked") as budget, budget.in_force():
            problems = check_best(claimed, certificate, clauses, known)
        _refuse(problems, record)
        print(f"confirmed: {claimed['best']['statement']}")  # which was compared
        return
    task = read_task(source)
    with (
        naming(record),
        within(time_limit, record, "checked") as budget,
        budget.in_force(),
        progress(len(clauses) + 3, "step") as step,
    ):
        found = check_claim(claimed, clauses, task, known, step)
    _refuse(found.problems, record)
    for what, lines in (
        ("confirmed", found.confirmed),
        ("taken on trust", found.trusted),
        ("not checked", found.unchecked),
    ):
        for line in lines:
            print(f"{what}: {line}")
    if found.statement is not None:
        print(f"So {found.statement}.")


COMMANDS = (explain, verify, recheck)
