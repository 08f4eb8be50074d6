"""The command about the lemmas of a background: lemmas."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from witness.base.errors import InputError
from witness.base.files import json_document, outputs, read_json
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.cli.common import (
    Parser,
    add_output,
    background_file,
    command,
    output_file,
    positive_float,
)

if TYPE_CHECKING:
    from witness.logic.language.reader import Program


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command of this file."""
    lemmas = command(
        commands, "lemmas", _lemmas, "prove the lemmas of a background file for every board",
        "witness lemmas bk/outlook.pl",
        "witness lemmas bk/outlook.pl --check bk/outlook.lemmas.json",
    )  # fmt: skip
    lemmas.add_argument(
        "background", metavar="FILE", type=background_file,
        help="background definitions (.pl), or the name of shipped ones, such as outlook",
    )  # fmt: skip
    lemmas.add_argument(
        "--proofs",
        type=output_file,
        metavar="FILE",
        help="write the proofs to this file [none]",
    )
    lemmas.add_argument(
        "--check",
        metavar="PROOFS",
        help="check these proofs (JSON), without Z3 [find proofs]",
    )
    lemmas.add_argument("--time-limit", type=positive_float, metavar="S", help="seconds [no limit]")
    add_output(lemmas)


def _lemmas(options: argparse.Namespace) -> None:
    from witness.logic.language.reader import read_program

    program = read_program(options.background)
    if not program.lemmas:
        raise InputError("there are no lemmas: no line begins with %:", file=options.background)
    if options.check is not None:
        if options.proofs is not None:
            raise InputError("--check takes proofs, --proofs writes new ones; name one of them")
        _check(options, program)
        return
    from witness.proof.lemmas import prove_lemmas

    files = [] if options.proofs is None else [options.proofs]
    with outputs(options.output, *files) as (answer, *others):
        try:
            found = prove_lemmas(program, Budget(Limits(time_limit=options.time_limit)))
        except LimitReachedError:
            raise InputError(
                f"not proved within the time limit of {options.time_limit:g} s",
                file=options.background,
            ) from None
        for proof in found:
            answer.write(f"{'proved' if proof.proved else 'not proved'}: {proof.lemma.text}\n")
            for name, instances in proof.cases:
                said = (
                    "no contradiction was found"
                    if instances is None
                    else f"{len(instances)} instances contradict each other"
                )
                answer.write(f"  {name}: {said}\n")
        for stream in others:
            stream.write(json_document([proof.to_json() for proof in found]))


def _check(options: argparse.Namespace, program: Program) -> None:
    from witness.proof.lemma_checker import check_lemmas

    budget = Budget(Limits(time_limit=options.time_limit))
    try:
        problems = check_lemmas(read_json(options.check), program, budget)
    except InputError as error:
        raise error.at(file=options.check) from None
    except LimitReachedError:
        raise InputError(
            f"not checked within the time limit of {options.time_limit:g} s", file=options.check
        ) from None
    with outputs(options.output) as (answer,):
        answer.writelines(f"- {problem}\n" for problem in problems)
        if not problems:
            answer.write("confirmed\n")
    if problems:
        raise InputError("the proofs do not hold", file=options.check)
