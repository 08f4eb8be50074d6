"""Commands about predicates: examples, learn, translate, explain, verify, recheck."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from witness.base.errors import InputError, UnsupportedError
from witness.base.files import json_document, output, outputs, read_json
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli.common import (
    Parser,
    add_background,
    add_output,
    add_puzzles,
    chosen_puzzle,
    command,
    keep,
    output_file,
    positive_float,
    positive_int,
    renamed,
    whole,
)
from witness.cli.messages import notice, progress
from witness.learn.examples import LABELS
from witness.learn.partial_paths import MAX_PATHS, TooManyPathsError, check_supported
from witness.learn.registry import LEARNERS

if TYPE_CHECKING:
    from witness.learn.run import Settings
    from witness.logic.background import Background
    from witness.logic.parts import Parts
    from witness.proof.prover import Verdict

#: Popper's MaxSAT solvers; uwr and wmaxcdcl are external programs.
SOLVERS = ("clingo", "rc2", "uwr", "wmaxcdcl")

#: The most variables and body literals of a clause that Popper can be asked for.
MOST_OF_A_CLAUSE = 100


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
    add_popper(learn)
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


def add_popper(parser: argparse.ArgumentParser) -> None:
    """Add the settings of Popper; each is None unless given."""
    popper = parser.add_argument_group("Popper", "settings of the popper learner")
    popper.add_argument(
        "--command", dest="popper", metavar="FILE", help="Popper's program [popper-ilp]"
    )
    popper.add_argument(
        "--memory-limit", type=positive_float, metavar="MB", help="megabytes for a run [no limit]"
    )
    popper.add_argument(
        "--all-examples",
        dest="collapse",
        action="store_const",
        const=False,
        help="pass on all examples, not just one of each kind",
    )
    popper.add_argument(
        "--max-vars",
        type=whole(1, MOST_OF_A_CLAUSE),
        metavar="N",
        help="variables of a clause [as in the bias]",
    )
    popper.add_argument(
        "--max-body",
        type=whole(1, MOST_OF_A_CLAUSE),
        metavar="N",
        help="literals of a body [as in the bias]",
    )
    popper.add_argument(
        "--popper-solver", choices=SOLVERS, help="solver of the combine stage [Popper's choice]"
    )
    renamed(popper, "--solver", "--popper-solver")


def popper_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a learner.

    Raises `InputError` for settings of Popper if the learner is another one.
    """
    from witness.learn.run import Settings

    given = {}
    for name, destination, option in (
        ("command", "popper", "--command"),
        ("memory_limit", "memory_limit", "--memory-limit"),
        ("collapse", "collapse", "--all-examples"),
        ("max_vars", "max_vars", "--max-vars"),
        ("max_body", "max_body", "--max-body"),
        ("solver", "popper_solver", "--popper-solver"),
    ):
        value = getattr(options, destination)
        if value is None:
            continue
        if getattr(options, "learner", "popper") != "popper":
            raise InputError(
                f"{option} is for Popper, but the learner is {options.learner}; use --learner "
                "popper"
            )
        given[name] = value
    return Settings(timeout=options.timeout, **given)


def _examples(options: argparse.Namespace) -> None:
    from witness.learn.examples import write_task
    from witness.logic.background import DEFAULT_BIAS, definitions_for, shipped_file

    puzzle = chosen_puzzle(options, check_supported)
    try:
        counts = write_task(
            puzzle,
            options.output,
            bk=options.bk or definitions_for(options.bias),
            bias=options.bias or shipped_file(DEFAULT_BIAS),
            labels=options.labels,
            most=options.max_paths,
            bar=progress,
        )
    except TooManyPathsError as error:
        raise InputError(f"{error.reason}, and --max-paths allows more") from None
    print(json.dumps({"id": puzzle.id, **counts}))


def _learn(options: argparse.Namespace) -> None:
    from witness.learn import learn

    settings = popper_settings(options)
    try:
        record = learn(
            options.directory, options.output, learner=options.learner, settings=settings
        )
    except UnsupportedError as error:
        hint = "; use --learner popper" if options.learner == "asp" else ""
        raise InputError(f"{error.reason}{hint}", file=error.file, line=error.line) from None
    if "notice" in record:
        notice(f"{options.directory}/exs.pl: {record['notice']}")
    print(json.dumps(record))


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
    from witness.logic.language.terms import clause_text
    from witness.proof.prover import verify

    named = {name: vars(options)[name] for name in ("picture", "certificate", "core")}
    files = {name: path for name, path in named.items() if path is not None}
    keep(options.hypothesis, *files.values(), options.output)
    found, background = _read(options, options.hypothesis)
    budget = Budget(Limits(time_limit=options.time_limit))
    # What cannot be written is known before the proof.
    with outputs(options.output, *files.values()) as (answer, *others):
        streams = dict(zip(files, others, strict=True))
        verdict = verify(found.clauses, background, options.hypothesis, budget)
        if "picture" in streams:
            from witness.proof.firings import verdict_svg

            streams["picture"].write(verdict_svg(verdict, background, limits=budget))
        if "certificate" in streams:
            streams["certificate"].write(json_document(verdict.to_json()))
        if "core" in streams:
            streams["core"].writelines(f"{clause_text(clause)}\n" for clause in verdict.core)
        answer.write(_answer(verdict, options.json))


def _answer(verdict: Verdict, as_json: bool) -> str:
    if as_json:
        return json.dumps(verdict.to_json(), ensure_ascii=False) + "\n"
    return _verdict_text(verdict)


def _verdict_text(verdict: Verdict) -> str:
    from witness.logic.language.terms import clause_text
    from witness.puzzle.model import place_text
    from witness.puzzle.text import text

    number = len(verdict.clauses)
    lines = [f"{verdict.status}: {number} clause{'' if number == 1 else 's'}"]
    for found in verdict.clauses:
        lines += ["", clause_text(found.clause), f"  {found.status}: {found.reason}"]
        example = found.counterexample
        if example is not None:
            lines.append(
                f"  it fires for the square {place_text(example.square)} on this partial path"
            )
            lines += [
                "    " + line for line in text(example.puzzle, example.partial_path).split("\n")
            ]
            lines.append(f"    path {json.dumps(example.partial_path)}")
            lines.append("  which this solution extends")
            lines += ["    " + line for line in text(example.puzzle, example.solution).split("\n")]
            lines.append(f"    path {json.dumps(example.solution)}")
            lines.append(f"    puzzle {json.dumps(example.puzzle.to_json())}")
    return "\n".join(lines) + "\n"


def _recheck(options: argparse.Namespace) -> None:
    from witness.logic.background import background_of
    from witness.logic.language.reader import read_hypothesis
    from witness.proof.certificate import check_certificate

    background = background_of(options.hypothesis, options.bk, options.bias)
    clauses = read_hypothesis(options.hypothesis)
    certificate = read_json(options.certificate)
    try:
        limits = Limits(time_limit=options.time_limit)
        problems = check_certificate(certificate, clauses, background, limits)
    except InputError as error:
        raise error.at(file=options.certificate) from None
    except LimitReachedError:
        raise InputError(
            f"not checked within the time limit of {options.time_limit:g} s",
            file=options.certificate,
        ) from None
    unknown = sum(claim["status"] == "unknown" for claim in certificate["clauses"])
    for problem in problems:
        print(f"- {problem}")
    if problems:
        raise InputError("the certificate does not hold", file=options.certificate)
    if unknown:
        print(f"nothing is claimed about {unknown} of {len(clauses)} clauses (status unknown)")
    if unknown < len(clauses) or not clauses:
        print("confirmed")
