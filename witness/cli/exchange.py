"""Commands that read and write puzzles of other programs: import and export."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from witness.base import files
from witness.base.errors import InputError
from witness.base.files import json_line, make_folder, output, write_text
from witness.cli.common import (
    BackgroundFiles,
    PuzzleFile,
    PuzzlesOf,
    SkippedFile,
    TextOutput,
    naming,
)
from witness.cli.journal import KeptRecords, journal
from witness.cli.messages import notice, progress
from witness.cli.signature import Command, Option, command
from witness.cli.texts import folder_of
from witness.puzzle.formats.registry import EDITORS
from witness.puzzle.formats.skipping import Entry, RefusedError, Skipped, import_entries, summary
from witness.puzzle.model import Puzzle


@command(
    "import windmill",
    "witness import windmill dump.json.gz -o puzzles.jsonl",
    "witness import windmill links.txt",
    "witness import windmill https://windmill.thefifthmatt.com/build/…",
)
def windmill(
    dump: Annotated[
        str,
        Option(
            "dump (JSON, possibly gzipped), or links, one a line, - for standard input; or a link",
            metavar="FILE",
        ),
    ],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import a dump or links of the Windmill, a web editor."""
    from witness.puzzle.formats.addresses import puzzle_from_text
    from witness.puzzle.formats.editor_files import read_panels

    _import(puzzle_from_text, read_panels([dump]), skipped, kept)


@command("import witnesspuzzles", "witness import witnesspuzzles play/*.html -o puzzles.jsonl")
def witnesspuzzles(
    files: Annotated[
        list[str],
        Option(
            "saved play pages, or puzzles as the site writes them, one a line, - for standard "
            "input; or links",
            metavar="FILE",
        ),
    ],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import puzzles of witnesspuzzles.com."""
    from witness.puzzle.formats.addresses import puzzle_from_text
    from witness.puzzle.formats.editor_files import read_panels

    _import(puzzle_from_text, read_panels(files), skipped, kept)


def _import(
    importer: Callable[[str, str], Puzzle],
    entries: Sequence[Entry],
    file: str | None,
    asked: KeptRecords,
) -> None:
    """Write the puzzles of some entries, and those that are skipped to a file of their own."""
    skipped = []
    inputs = [(identifier, str(text)) for identifier, text in entries]
    with (
        journal(asked, inputs, "puzzle") as kept,
        nullcontext() if file is None else output(file) as others,
        progress(len(entries), "puzzle") as step,
    ):
        done = {record["id"] for record in kept.records}
        for puzzle in import_entries(importer, entries, done):
            if isinstance(puzzle, Skipped):
                skipped.append(puzzle)
            elif puzzle is not None:
                kept.add(puzzle.to_json())
            step()
        if others is not None:
            others.writelines(json_line(puzzle.to_json()) + "\n" for puzzle in skipped)
    notice("\n".join(summary(len(kept.records), skipped)))


@command("import levin", "witness import levin problems/*.txt -o puzzles.jsonl")
def levin(
    files: Annotated[list[str], Option("text files: Size, Init, Goal, Colors", metavar="FILE")],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import text files of Levin tree search research."""
    from witness.puzzle.formats.levin import puzzle_from_text, read_levin

    _import(puzzle_from_text, read_levin(files), skipped, kept)


def _texts(
    puzzles: str, output: str | None, write: Callable[[Puzzle], str]
) -> tuple[dict[str, str], list[Skipped]]:
    """Return the texts of the puzzles of a file by their ids, and those that are skipped.

    Raises `InputError` if all are.
    """
    texts, others, first = {}, [], ""
    for puzzle in PuzzlesOf(puzzles, output).all(Puzzle.check):
        try:
            texts[puzzle.id] = write(puzzle)
        except RefusedError as error:
            others.append(Skipped(puzzle.id, error.kind, "; ".join(error.found)))
            first = first or error.reason
    if not texts:
        more = f"; {len(others) - 1} more cannot, either" if len(others) > 1 else ""
        raise InputError(first + more, file=puzzles)
    return texts, others


def _exporting(name: str) -> Command:
    """Return the command for an editor."""

    def export(
        puzzles: PuzzleFile, *, skipped: SkippedFile = None, output: TextOutput = None
    ) -> None:
        texts, others = _texts(puzzles, output, EDITORS[name].write)
        lines = [f"{identifier}\t{text}\n" for identifier, text in texts.items()]
        places = [output, *([] if skipped is None else [skipped])]
        with files.outputs(*places) as streams:
            for stream, written in zip(streams, (lines, _records(others)), strict=False):
                stream.writelines(written)
        _tell(len(texts), others)

    export.__doc__ = f"Write {EDITORS[name].words}: an id, a tab and the text on each line."
    return command(f"export {name}", f"witness export {name} examples/panels.jsonl")(export)


def _records(others: Sequence[Skipped]) -> list[str]:
    return [f"{json_line(one.to_json())}\n" for one in others]


def _tell(done: int, others: Sequence[Skipped]) -> None:
    if others:
        notice("\n".join(summary(done, others, "exported")))


@command(
    "export pddl",
    "witness export pddl examples/tutorial.jsonl -o planning",
    "witness export pddl examples/tutorial.jsonl --rules examples/paper.pl -o planning",
)
def pddl(
    puzzles: PuzzleFile,
    *,
    rules: Annotated[
        str | None,
        Option(
            "file of proved clauses (.pl) about one square each, with which planners prune",
            metavar="FILE",
            unset="none",
        ),
    ] = None,
    background: BackgroundFiles,
    skipped: SkippedFile = None,
    output: Annotated[
        str,
        Option(
            "folder of domain.pddl and a problem panel-ID.pddl for each panel, which is made",
            folder_of("domain.pddl"),
            "DIR",
            short="-o",
        ),
    ],
) -> None:
    """Write planning problems in PDDL: a step of a plan is an edge of the path."""
    from witness.proof.square_rule import square_rule
    from witness.puzzle.formats.pddl import PLAIN, counters, domain, problem, problem_name

    known = PLAIN
    if rules is not None:
        known = counters(square_rule(rules, bk=background.bk, bias=background.bias))
    elif background.bk or background.bias:
        raise InputError("--bk and --bias go with --rules")

    with naming(puzzles):
        texts, others = _texts(puzzles, output, lambda puzzle: problem(puzzle, known))
    if skipped is not None:  # first, as it is refused if it would replace what is read
        write_text(skipped, "".join(_records(others)))
    make_folder(output)
    taken: set[str] = set()
    for identifier, text in texts.items():
        name, number = problem_name(identifier), 1
        while (file := name + f"-{number}" * (number > 1)).lower() in taken:
            number += 1
        taken.add(file.lower())
        write_text(Path(output) / f"{file}.pddl", text)
    write_text(Path(output) / "domain.pddl", domain(known))
    _tell(len(texts), others)
    print(json.dumps({"problems": len(texts)}))


COMMANDS = (windmill, witnesspuzzles, levin, *map(_exporting, EDITORS), pddl)
