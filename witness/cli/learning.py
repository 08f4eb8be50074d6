"""Commands about predicates: examples, learn, translate, explain, verify, recheck."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from witness.base.errors import InputError
from witness.base.files import output, read_json, write_json, write_text
from witness.base.limits import LimitReachedError, Limits
from witness.cli.common import (
    Parser,
    add_background,
    chosen_puzzle,
    command,
    keep,
    positive_float,
    positive_int,
)
from witness.learn.examples import LABELS
from witness.learn.registry import LEARNERS

if TYPE_CHECKING:
    from witness.learn.run import Settings
    from witness.logic.translate import Translation
    from witness.proof.prover import Verdict

#: Popper's MaxSAT solvers; uwr and wmaxcdcl are external programs.
SOLVERS = ("clingo", "rc2", "uwr", "wmaxcdcl")


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    examples = command(commands, "examples", _examples, "write a learning task from a puzzle")
    examples.add_argument("puzzles", help="puzzle file (JSON Lines)")
    examples.add_argument("--id", required=True, help="id of the puzzle")
    add_background(examples)
    examples.add_argument(
        "--labels",
        choices=LABELS,
        default="puzzle",
        help="label a path by the whole puzzle, or by the constraint of the example alone [puzzle]",
    )
    examples.add_argument("-o", "--output", metavar="DIR", required=True, help="learning task")

    learn = command(commands, "learn", _learn, "learn a hypothesis from a learning task")
    learn.add_argument("directory", metavar="DIR", help="learning task")
    learn.add_argument("--learner", choices=LEARNERS, default="asp", help="[asp]")
    learn.add_argument("--timeout", type=positive_float, metavar="S", help="seconds [no limit]")
    add_popper(learn)
    learn.add_argument(
        "-o", "--output", metavar="DIR", help="directory of the results [the learning task]"
    )

    translate = command(commands, "translate", _translate, "translate a hypothesis into Python")
    translate.add_argument("hypothesis", help="file of clauses (.pl)")
    add_background(translate)
    translate.add_argument("-o", "--output", metavar="FILE", help="[standard output]")

    explain = command(
        commands, "explain", _explain, "explain the clauses of a hypothesis in English"
    )
    explain.add_argument("hypothesis", help="file of clauses (.pl)")
    add_background(explain)
    explain.add_argument("-o", "--output", metavar="FILE", help="[standard output]")

    verify = command(commands, "verify", _verify, "prove a hypothesis, or find a counterexample")
    verify.add_argument("hypothesis", help="file of clauses (.pl)")
    add_background(verify)
    verify.add_argument(
        "--time-limit",
        type=positive_float,
        metavar="S",
        help="seconds for the whole verdict; clauses left undecided are unknown [no limit]",
    )
    verify.add_argument("--json", action="store_true", help="write the verdict as JSON")
    verify.add_argument(
        "--certificate", metavar="FILE", help="write the verdict with its proof to this file"
    )
    verify.add_argument(
        "--picture",
        metavar="FILE.svg",
        help="draw where each clause fires, with a counterexample if it is refuted",
    )
    verify.add_argument(
        "--core", metavar="FILE", help="write the clauses that are proved to this file"
    )
    verify.add_argument("-o", "--output", metavar="FILE", help="[standard output]")

    recheck = command(
        commands, "recheck", _recheck, "check a certificate of `verify` independently"
    )
    recheck.add_argument("certificate", help="certificate (JSON)")
    recheck.add_argument("hypothesis", help="file of clauses (.pl)")
    add_background(recheck)
    recheck.add_argument(
        "--time-limit", type=positive_float, metavar="S", help="seconds [no limit]"
    )


def add_popper(parser: argparse.ArgumentParser) -> None:
    """Add the settings of Popper; each is None unless given."""
    popper = parser.add_argument_group("Popper", "settings of the popper learner")
    popper.add_argument("--command", dest="popper", metavar="FILE", help="program [popper-ilp]")
    popper.add_argument("--memory-limit", type=positive_float, metavar="MB", help="[no limit]")
    popper.add_argument(
        "--all-examples",
        dest="collapse",
        action="store_const",
        const=False,
        help="pass on all examples, not just one of each kind",
    )
    popper.add_argument(
        "--max-vars", type=positive_int, metavar="N", help="variables of a clause [as in the bias]"
    )
    popper.add_argument(
        "--max-body", type=positive_int, metavar="N", help="literals of a body [as in the bias]"
    )
    popper.add_argument("--solver", choices=SOLVERS, help="of the combine stage [Popper's choice]")


def popper_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a learner.

    Raises `InputError` for settings of Popper if the learner is another one.
    """
    from witness.learn.run import Settings

    given = {
        name: getattr(options, destination)
        for name, destination in (
            ("command", "popper"),
            ("memory_limit", "memory_limit"),
            ("collapse", "collapse"),
            ("max_vars", "max_vars"),
            ("max_body", "max_body"),
            ("solver", "solver"),
        )
        if getattr(options, destination) is not None
    }
    if given and getattr(options, "learner", "popper") != "popper":
        raise InputError(
            f"{', '.join(given)} is for Popper, but the learner is {options.learner}; "
            "use --learner popper"
        )
    return Settings(timeout=options.timeout, **given)


def _examples(options: argparse.Namespace) -> None:
    from witness.learn.examples import check_supported, write_task
    from witness.logic.background import DEFAULT_BIAS, definitions_for, shipped_file

    puzzle = chosen_puzzle(options, check_supported)
    counts = write_task(
        puzzle,
        options.output,
        bk=options.bk or definitions_for(options.bias),
        bias=options.bias or shipped_file(DEFAULT_BIAS),
        labels=options.labels,
    )
    print(json.dumps({"id": puzzle.id, **counts}))


def _learn(options: argparse.Namespace) -> None:
    from witness.learn import learn

    settings = popper_settings(options)
    record = learn(options.directory, options.output, learner=options.learner, settings=settings)
    print(json.dumps(record))


def _translate(options: argparse.Namespace) -> None:
    from witness.logic.translate import module_text

    translation = _translation(options)
    with output(options.output) as stream:
        stream.write(module_text(translation))


def _explain(options: argparse.Namespace) -> None:
    from witness.logic.language.terms import clause_text

    translation = _translation(options)
    with output(options.output) as stream:
        if not translation.clauses:
            stream.write("There are no clauses: the predicate never fires.\n")
        for number, translated in enumerate(translation.clauses, start=1):
            stream.write(f"{number}. {translated.english}.\n")
            stream.write(f"   {clause_text(translated.clause)}\n")


def _translation(options: argparse.Namespace) -> Translation:
    from witness.predicates.clauses import read_predicate

    return read_predicate(options.hypothesis, bk=options.bk, bias=options.bias).translation


def _verify(options: argparse.Namespace) -> None:
    from witness.logic.language.terms import clause_text
    from witness.predicates.clauses import read_predicate
    from witness.proof.prover import verify

    keep(options.hypothesis, options.picture)
    read = read_predicate(options.hypothesis, bk=options.bk, bias=options.bias)
    clauses = [translated.clause for translated in read.translation.clauses]
    limits = Limits(time_limit=options.time_limit)
    verdict = verify(clauses, read.background, options.hypothesis, limits)
    if options.picture is not None:
        from witness.proof.firings import verdict_svg

        write_text(options.picture, verdict_svg(verdict, read.background, limits=limits))
    if options.certificate:
        write_json(options.certificate, verdict.to_json())
    if options.core is not None:
        with output(options.core) as stream:
            stream.writelines(f"{clause_text(clause)}\n" for clause in verdict.core)
    with output(options.output) as stream:
        if options.json:
            stream.write(json.dumps(verdict.to_json(), ensure_ascii=False) + "\n")
        else:
            stream.write(_verdict_text(verdict))


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
    from witness.logic.background import read_background
    from witness.logic.language.reader import read_hypothesis
    from witness.proof.certificate import check_certificate

    background = read_background(options.bk, options.bias)
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
