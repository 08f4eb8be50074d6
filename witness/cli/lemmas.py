"""The command about the lemmas of a background: lemmas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from witness.base.errors import InputError
from witness.base.files import json_document, outputs, read_json
from witness.cli.common import TextOutput, beside, naming, seconds, within
from witness.cli.signature import Option, command
from witness.cli.texts import background_file

if TYPE_CHECKING:
    from witness.logic.language.reader import Program


@command(
    "lab lemmas",
    "witness lab lemmas bk/outlook.pl",
    "witness lab lemmas bk/outlook.pl --check bk/outlook.lemmas.json",
)
def lemmas(
    background: Annotated[
        str,
        Option(
            "background definitions (.pl), or the name of shipped ones, such as outlook",
            background_file,
            "FILE",
        ),
    ],
    *,
    proofs: Annotated[str | None, beside("write the proofs to this file")] = None,
    check: Annotated[
        str | None,
        Option("check these proofs (JSON), without Z3", metavar="PROOFS", unset="find proofs"),
    ] = None,
    time_limit: Annotated[float | None, seconds()] = None,
    output: TextOutput = None,
) -> None:
    """Prove the lemmas of a background file for every board."""
    from witness.logic.language.reader import read_program

    program = read_program(background)
    if not program.lemmas:
        raise InputError("there are no lemmas: no line begins with %:", file=background)
    if check is not None:
        if proofs is not None:
            raise InputError("--check takes proofs, --proofs writes new ones; name one of them")
        _check(check, program, output, time_limit)
        return
    from witness.proof.lemmas import prove_lemmas

    files = [] if proofs is None else [proofs]
    with outputs(output, *files) as (answer, *others):
        with within(time_limit, background, "proved") as budget:
            found = prove_lemmas(program, budget)
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


def _check(proofs: str, program: Program, output: str | None, time_limit: float | None) -> None:
    from witness.proof.lemma_checker import check_lemmas

    with naming(proofs), within(time_limit, proofs, "checked") as budget:
        problems = check_lemmas(read_json(proofs), program, budget)
    with outputs(output) as (answer,):
        answer.writelines(f"- {problem}\n" for problem in problems)
        if not problems:
            answer.write("confirmed\n")
    if problems:
        raise InputError("the proofs do not hold", file=proofs)


COMMANDS = (lemmas,)
