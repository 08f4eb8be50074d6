"""Commands about predicates: examples, learn, translate, explain, verify, recheck."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from witness.base.errors import InputError
from witness.base.files import json_document, output, outputs, read_json
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli.common import (
    Parser,
    add_background,
    add_output,
    add_puzzles,
    chosen_puzzle,
    command,
    output_file,
    positive_float,
    positive_int,
)
from witness.cli.learners import add_settings, check_given, given_settings
from witness.cli.messages import notice, progress
from witness.learn.examples import LABELS
from witness.learn.partial_paths import MAX_PATHS, TooManyPathsError, check_supported
from witness.learn.registry import LEARNERS, own_settings

if TYPE_CHECKING:
    from witness.logic.background import Background
    from witness.logic.parts import Parts
    from witness.proof.prover import Verdict
    from witness.proof.why import Why


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    examples = command(
        commands, "examples", _examples, "write a learning task from a puzzle",
        "witness examples examples/panels.jsonl --id figure-1 -o task",
    )  # fmt: skip
    add_puzzles(examples, one=True)
    add_background(examples)
    examples.add_argument(
        "--labels",
        choices=LABELS,
        default="puzzle",
        help="label a path by the whole puzzle, or by the constraint of the example alone [puzzle]",
    )
    examples.add_argument(
        "--unreachable",
        action="store_true",
        help="make examples of partial paths that cannot reach a goal, too",
    )
    examples.add_argument(
        "--max-paths",
        type=positive_int,
        default=MAX_PATHS,
        metavar="N",
        help=f"refuse a puzzle with more than N partial paths [{MAX_PATHS}]",
    )
    examples.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="folder of the task, which is made"
    )

    learn = command(
        commands, "learn", _learn, "learn a hypothesis from a learning task", "witness learn task"
    )
    learn.add_argument("directory", metavar="DIR", help="folder of the learning task")
    learn.add_argument("--learner", choices=LEARNERS, default="asp", help="learner to run [asp]")
    learn.add_argument(
        "--timeout", type=positive_float, metavar="S", help="seconds for learning [no limit]"
    )
    learn.add_argument(
        "--allow-singletons",
        dest="singletons",
        action="store_const",
        const=True,
        help="let a variable occur once in a clause, for asp, bottom-up, genetic and popper "
        "(which does from version 4 on in any case, as aleph) [as in the bias]",
    )
    add_settings(learn)
    learn.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="folder of the results, which is made [that of the task]",
    )

    translate = command(
        commands, "translate", _translate, "translate a hypothesis into Python",
        "witness translate examples/paper.pl",
    )  # fmt: skip
    _add_hypothesis(translate)
    add_background(translate)
    add_output(translate)

    explain = command(
        commands, "explain", _explain, "explain the clauses of hypotheses in English",
        "witness explain examples/paper.pl",
        "witness explain examples/paper.pl examples/unsound.pl",
    )  # fmt: skip
    explain.add_argument("hypotheses", metavar="FILE", nargs="+", help="files of clauses (.pl)")
    add_background(explain)
    add_output(explain)

    verify = command(
        commands, "verify", _verify, "prove a hypothesis, or find a counterexample",
        "witness verify examples/unsound.pl",
        "witness verify examples/unsound.pl --why",
        "witness verify examples/paper.pl --certificate certificate.json",
    )  # fmt: skip
    _add_hypothesis(verify)
    add_background(verify)
    verify.add_argument(
        "--time-limit",
        type=positive_float,
        metavar="S",
        help="seconds for the whole verdict; clauses left undecided are unknown [no limit]",
    )
    verify.add_argument(
        "--why",
        action="store_true",
        help="find the smallest counterexample to each clause that is not proved, and the literals "
        "that would save it",
    )
    verify.add_argument("--json", action="store_true", help="write the verdict as JSON")
    verify.add_argument(
        "--certificate",
        type=output_file,
        metavar="FILE",
        help="write the verdict with its proof to this file [none]",
    )
    verify.add_argument(
        "--picture",
        type=output_file,
        metavar="FILE.svg",
        help="draw where each clause fires, with a counterexample if it is refuted [none]",
    )
    verify.add_argument(
        "--core",
        type=output_file,
        metavar="FILE",
        help="write the clauses that are proved to this file [none]",
    )
    add_output(verify)

    recheck = command(
        commands, "recheck", _recheck, "check a certificate of `verify` independently",
        "witness recheck certificate.json examples/paper.pl",
    )  # fmt: skip
    recheck.add_argument("certificate", metavar="CERTIFICATE", help="certificate (JSON)")
    _add_hypothesis(recheck)
    add_background(recheck)
    recheck.add_argument(
        "--time-limit", type=positive_float, metavar="S", help="seconds [no limit]"
    )


def _add_hypothesis(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hypothesis", metavar="FILE", help="file of clauses (.pl)")


def _examples(options: argparse.Namespace) -> None:
    from witness.base.shipped import shipped_file
    from witness.learn.examples import write_task
    from witness.logic.background import DEFAULT_BIAS, definitions_for

    puzzle = chosen_puzzle(options, check_supported)
    try:
        counts = write_task(
            puzzle,
            options.output,
            bk=options.bk or definitions_for(options.bias),
            bias=options.bias or shipped_file(DEFAULT_BIAS),
            labels=options.labels,
            most=options.max_paths,
            unreachable=options.unreachable,
            bar=progress,
        )
    except TooManyPathsError as error:
        raise InputError(f"{error.reason}, and --max-paths allows more") from None
    print(json.dumps({"id": puzzle.id, **counts}))


def _learn(options: argparse.Namespace) -> None:
    from witness.learn import learn
    from witness.logic.language.bias_reader import read_bias

    check_given(options, [options.learner])
    settings = own_settings(options.learner, given_settings(options))
    record = learn(
        options.directory,
        options.output,
        learner=options.learner,
        settings=settings,
        keep=True,
    )
    bias = read_bias(Path(options.directory) / "bias.pl")
    for what, line in bias.idle:
        notice(f"{bias.file}: line {line}: {what}")
    if "notice" in record:
        notice(f"{options.directory}/exs.pl: {record['notice']}")
    if record["status"] == "nothing-learned":
        for near in record.get("nearest", ()):
            notice(
                f"nearest: {near['clause']} It covers {near['true_positives']} of "
                f"{record['positives']} positive examples, but also {near['false_positives']} of "
                f"{record['negatives']} negative ones, such as {near['false_positive']}"
            )
    print(json.dumps(record))
    if record["status"] == "interrupted":
        where = Path(options.output or options.directory) / "hypothesis.pl"
        raise InputError(f"interrupted; the best hypothesis found so far is in {where}")


def _translate(options: argparse.Namespace) -> None:
    from witness.logic.translate import module_text

    found, _ = _read(options, options.hypothesis)
    if found.left_out and not found.translation.clauses:
        clause, reason = found.left_out[0]
        raise InputError(
            f"no clause can be translated: {reason}",
            file=options.hypothesis,
            line=clause.line or None,
        )
    for line in _left_out(found, options.hypothesis):
        notice(f"{line}; it is not translated")
    with output(options.output) as stream:
        stream.write(module_text(found.translation, found.left_out))


def _explain(options: argparse.Namespace) -> None:
    from witness.logic.language.terms import clause_text

    several = len(options.hypotheses) > 1
    blocks = []
    for file in options.hypotheses:
        found, _ = _read(options, file)
        lines = [f"{file}:"] if several else []
        english = iter(found.translation.clauses)
        pairs = zip(found.clauses, found.reasons, strict=True)
        for number, (clause, reason) in enumerate(pairs, start=1):
            words = (
                f"{next(english).english}." if reason is None else f"(Not in English: {reason}.)"
            )
            lines += [f"{number}. {words}", f"   {clause_text(clause)}"]
        if not found.clauses:
            lines.append("There are no clauses: the predicate never fires.")
        blocks.append("\n".join(lines) + "\n")
    with output(options.output) as stream:
        stream.write("\n".join(blocks))


def _read(options: argparse.Namespace, hypothesis: str) -> tuple[Parts, Background]:
    """Return what can be translated of a hypothesis, and its background."""
    from witness.logic.background import background_of
    from witness.logic.language.reader import read_hypothesis
    from witness.logic.parts import parts

    background = background_of(hypothesis, options.bk, options.bias)
    return parts(read_hypothesis(hypothesis), background, hypothesis), background


def _left_out(found: Parts, file: str) -> list[str]:
    """Return a line for each clause that is not translated."""
    return [f"{file}: line {clause.line}: {reason}" for clause, reason in found.left_out]


def _verify(options: argparse.Namespace) -> None:
    from witness.logic.background import background_of
    from witness.logic.language.reader import read_hypothesis
    from witness.logic.language.terms import clause_text
    from witness.proof.prover import verify

    named = {name: vars(options)[name] for name in ("picture", "certificate", "core")}
    files = {name: path for name, path in named.items() if path is not None}
    background = background_of(options.hypothesis, options.bk, options.bias)
    clauses = read_hypothesis(options.hypothesis)
    budget = Budget(Limits(time_limit=options.time_limit))
    # What cannot be written is known before the proof.
    with outputs(options.output, *files.values()) as (answer, *others):
        streams = dict(zip(files, others, strict=True))
        verdict = verify(clauses, background, options.hypothesis, budget)
        reasons: Sequence[Why | None] = ()
        if options.why:
            from witness.proof.why import explained

            verdict, reasons = explained(verdict, background, budget)
        if "picture" in streams:
            from witness.proof.firings import verdict_svg

            streams["picture"].write(verdict_svg(verdict, background, limits=budget))
        if "certificate" in streams:
            streams["certificate"].write(json_document(verdict.to_json()))
        if "core" in streams:
            streams["core"].writelines(f"{clause_text(clause)}\n" for clause in verdict.core)
        answer.write(_answer(verdict, reasons, options.json))


def _answer(verdict: Verdict, reasons: Sequence[Why | None], as_json: bool) -> str:
    from witness.proof.verdict_text import verdict_json, verdict_text

    if as_json:
        return json.dumps(verdict_json(verdict, reasons), ensure_ascii=False) + "\n"
    return verdict_text(verdict, reasons)


def _recheck(options: argparse.Namespace) -> None:
    from witness.proof.certificate import check_certificate

    certificate = read_json(options.certificate)
    budget = Budget(Limits(time_limit=options.time_limit))
    try:
        with budget.in_force():
            found, background = _read(options, options.hypothesis)
        problems = check_certificate(certificate, found.clauses, background, budget)
    except InputError as error:
        raise error.at(file=options.certificate) from None
    except LimitReachedError:
        raise InputError(
            f"not checked within the time limit of {options.time_limit:g} s",
            file=options.certificate,
        ) from None
    clauses = found.clauses
    open_ = [claim for claim in certificate["clauses"] if claim["status"] in ("unknown", "checked")]
    for problem in problems:
        print(f"- {problem}")
    if problems:
        raise InputError("the certificate does not hold", file=options.certificate)
    if open_:
        print(f"nothing is confirmed about {len(open_)} of {len(clauses)} clauses "
              "(status unknown or checked)")  # fmt: skip
    if len(open_) < len(clauses) or not clauses:
        print("confirmed")
