"""The commands of the lab: referee, lemmas, score, shipped."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from witness.base import files
from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, experiment_of
from witness.base.extras import how_to_install
from witness.base.files import json_document, outputs, read_json
from witness.base.shipped import SHIPPED, shipped_file
from witness.cli.answers import formatted
from witness.cli.common import TextOutput, beside, naming, seconds, within
from witness.cli.learning import TaskFolder
from witness.cli.messages import notice, progress
from witness.cli.signature import Option, command
from witness.cli.texts import background_file

if TYPE_CHECKING:
    from witness.clauses.language.reader import Program
    from witness.searches.prolog.referee import Ruling

#: The number of differences to print; the JSON has all of them.
SHOWN = 20


@command("lab referee", "witness lab referee task")
def referee(
    directory: TaskFolder,
    hypothesis: Annotated[
        str | None, Option("file of clauses (.pl)", metavar="FILE", unset="hypothesis.pl in DIR")
    ] = None,
    *,
    json_: Annotated[bool, Option("write the ruling as JSON")] = False,
    output: TextOutput = None,
) -> None:
    """Compare a hypothesis in SWI-Prolog with its translation."""
    from witness.searches.prolog import referee as judge

    judged = Path(directory) / "hypothesis.pl" if hypothesis is None else hypothesis
    # A task of an experiment has that one's bias and background; the clauses may be from another.
    task = experiment_of(Path(directory) / "exs.pl")
    clauses = experiment_of(judged)
    for folder in (task, clauses):
        if folder is not None:
            check_format(folder)
    try:
        with progress(None, "examples") as step:
            ruling = judge.referee(directory, judged, step)
    except InputError as error:
        if clauses is None or clauses == task:
            raise
        hint = f"{error.reason}; the clauses are from the experiment {clauses}: take a task of it"
        raise InputError(hint, file=error.file, line=error.line) from None
    with files.output(output) as stream:
        if json_:
            stream.write(json.dumps(ruling.to_json(), ensure_ascii=False) + "\n")
        else:
            stream.write(_ruling_text(ruling))


def _ruling_text(ruling: Ruling) -> str:
    from witness.clauses.language.terms import clause_in_short

    examples = ruling.positives + ruling.negatives
    number = len(ruling.differences)
    verb = "agree on all" if number == 0 else f"differ on {number} of"
    lines = [
        f"left out, as {reason}: {clause_in_short(clause)}" for clause, reason in ruling.left_out
    ]
    if ruling.left_out and not ruling.compared:
        return "\n".join([*lines, "no clause is left to be compared"]) + "\n"
    about = f"of the other {ruling.compared} clauses, " if ruling.left_out else ""
    lines.append(
        f"{about}SWI-Prolog {ruling.swi_prolog} and the translation {verb} {examples} examples"
    )
    for name, (positives, negatives) in (("Prolog", ruling.prolog), ("Python", ruling.python)):
        lines.append(
            f"{name}: {positives} of {ruling.positives} positive, "
            f"{negatives} of {ruling.negatives} negative examples covered"
        )
    lines += [f"- {difference}" for difference in ruling.differences[:SHOWN]]
    if number > SHOWN:
        lines.append(f"- and {number - SHOWN} more, which --json has")
    return "\n".join(lines) + "\n"


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
    from witness.clauses.language.reader import read_program

    program = read_program(background)
    if not program.lemmas:
        raise InputError("there are no lemmas: no line begins with %:", file=background)
    if check is not None:
        if proofs is not None:
            raise InputError("--check takes proofs, --proofs writes new ones; name one of them")
        _check_proofs(check, program, output, time_limit)
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


def _check_proofs(
    proofs: str, program: Program, output: str | None, time_limit: float | None
) -> None:
    from witness.proof.lemma_checker import check_lemmas

    with naming(proofs), within(time_limit, proofs, "checked") as budget:
        problems = check_lemmas(read_json(proofs), program, budget)
    with outputs(output) as (answer,):
        answer.writelines(f"- {problem}\n" for problem in problems)
        if not problems:
            answer.write("confirmed\n")
    if problems:
        raise InputError("the proofs do not hold", file=proofs)


@command("lab score", "witness lab score benchmark/test-2.jsonl 'kind + needs' mine.jsonl")
def score(
    panels: Annotated[
        str, Option("file of the benchmark set, with numbers.csv beside it", metavar="FILE")
    ],
    answers: Annotated[
        list[str],
        Option("answers of `solve` (JSON Lines), or columns of numbers.csv", metavar="NAME"),
    ],
    *,
    format_: Annotated[Literal["table", "csv"], Option("how to write the numbers")] = "table",
    output: TextOutput = None,
) -> None:
    """Check answers to panels of the benchmark set, and sum them up."""
    from witness.pipeline.score import scores

    with files.output(output) as stream:
        stream.write(formatted(scores(panels, answers), format_))


@command(
    "lab shipped", "witness lab shipped Snakefile", "witness lab shipped examples/panels.jsonl"
)
def shipped(
    name: Annotated[
        str | None,
        Option(
            "file or folder, such as Snakefile or examples/panels.jsonl",
            metavar="NAME",
            unset="each at the top",
        ),
    ] = None,
) -> None:
    """Say where the files are that come with the project."""
    for each in SHIPPED if name is None else (name,):
        print(shipped_file(each))
    if name == "Snakefile" and find_spec("snakemake") is None:
        notice(f"Snakemake is not installed: {how_to_install('workflow')}")


COMMANDS = (referee, lemmas, score, shipped)
