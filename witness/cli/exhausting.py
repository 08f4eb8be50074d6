"""The command that generates all puzzles of a kind: generate all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Annotated

from witness.base.errors import InputError
from witness.base.files import STANDARD, json_line
from witness.cli.common import SEED, Columns, Name, Rows, Seed
from witness.cli.journal import KeptRecords, Record, journal
from witness.cli.messages import notice, progress
from witness.cli.rating import PlayerOptions
from witness.cli.signature import Call, Option, Titled, command, order
from witness.cli.texts import natural_int, part_of, positive_int
from witness.difficulty.measures import MEASURES, Measures
from witness.puzzle.symbol_changes import ALONE

#: How many panels may pass without a record that says how far a run has come.
MARK = 100

#: Seconds of work after which the time of all is estimated.
_SOON = 3.0

_MEASURES = ", ".join(f"{name} ({words})" for name, words in MEASURES.items())


@command(
    "generate all",
    "witness generate all --rows 3 --cols 3 --symbols 3 --where 'solutions = 1' --sort -remuse",
    "witness generate all --kind squares,dots --rows 2 --cols 2 --symbols 3 -o mixed.jsonl",
    "witness generate all --rows 4 --cols 4 --symbols 6 --sample 10000 --where 'solutions = 1'",
)
def all_(
    *,
    kind: Annotated[
        str, Option(f"which symbols the puzzles have: {', '.join(ALONE)}", metavar="KIND[,…]")
    ] = "triangles",
    rows: Rows,
    cols: Columns,
    symbols: Annotated[int, Option("symbols on each puzzle", natural_int, "N")],
    where: Annotated[
        str | None,
        Option(
            "puzzles to keep: MEASURE OPERATOR VALUE, joined by and (or a comma) and or; the "
            f"measures are {_MEASURES}; the operators = != < <= > >=",
            metavar="EXPRESSION",
            unset="all",
        ),
    ] = None,
    sort: Annotated[
        str | None,
        Option(
            "measures to sort by, those with a - from the greatest value down",
            order,
            "[-]MEASURE[,…]",
            unset="as generated",
        ),
    ] = None,
    most: Annotated[int | None, Option("keep the first N", positive_int, "N", unset="all")] = None,
    part: Annotated[
        tuple[int, int], Option("only the part I of N equal parts, for N runs", part_of, "I/N")
    ] = (1, 1),
    sample: Annotated[
        int | None,
        Option("draw N, each as likely as any other, with repeats", positive_int, "N", unset="all"),
    ] = None,
    seed: Seed = SEED,
    name: Name = "all",
    player: Annotated[PlayerOptions, Titled("difficulty")],
    kept: KeptRecords,
    call: Call,
) -> None:
    """Generate all puzzles with a number of symbols, up to the symmetries of the board."""
    from witness.pipeline.report import query
    from witness.pipeline.report.table import Column
    from witness.puzzle.generate.exhaustive import CONFIDENCE, interval, placements
    from witness.puzzle.generate.path_sets import counter

    columns = [Column(measure, "number") for measure in MEASURES]
    # What cannot be meant is known before the work.
    test = None if where is None else query.where(where, columns)
    keys = []
    if sort is not None:
        query.ordered((), sort, columns)
        keys = [key.strip().removeprefix("-").strip() for key in sort.split(",")]
    known = player.player()
    all_of_them = placements(rows, cols, kind, symbols)
    there = all_of_them.count()
    if sample is None:
        call.refuse(["seed"], "--sample")
        # Of a part, the number is not known before.
        total = there if part == (1, 1) else None
        chosen = all_of_them.least(*part)
    else:
        call.refuse(["part"] if sort else ["part", "most"], "all puzzles, not for a --sample")
        total = sample
        chosen = islice(all_of_them.drawn(seed), sample)
    digits = len(str(total or there))
    mark = "" if total else f"{part[0]}-"

    def text(records: Sequence[Record]) -> str:
        found = [record for record in records if "puzzle" in record]
        rows = found if sort is None else query.ordered(found, sort, columns)
        return "".join(json_line(record["puzzle"]) + "\n" for record in rows[:most])

    streamed = kept.output in (None, STANDARD) and sort is None
    if test is None and total is not None:
        _check_number(total if most is None or sort is not None else min(total, most))
    notice(f"{there:,} puzzle{'' if there == 1 else 's'} up to the symmetries of the board")
    with journal(kept, None, "record", None if streamed else text) as records:
        first = records.records[-1]["number"] + 1 if records.records else 0
        found = sum("puzzle" in record for record in records.records)
        done = first
        with progress(total, "puzzle", first) as step:
            tick = _estimate(first, total)
            count = counter(all_of_them)
            for number, one in enumerate(islice(chosen, first, None), start=first):
                if sort is None and found == most:
                    break
                row = Measures(partial(all_of_them.panel, one), partial(count, one), known)
                if test is None or test(row):
                    found += 1
                    _check_number(found)
                    identifier = f"{name}-{mark}{number + 1:0{digits}d}"
                    named = row.puzzle.changed(id=identifier).to_json()
                    values = {key: row[key] for key in keys}
                    records.add(
                        named if streamed else {"number": number, "puzzle": named, **values}
                    )
                elif not streamed and number % MARK == 0:
                    records.add({"number": number})
                step()
                done = number + 1
                tick(done)
    share = ""
    if sample is not None:
        low, high = interval(found, done)
        share = f": {found / done:.3%} ({low:.3%} to {high:.3%} with {CONFIDENCE} % confidence)"
    notice(f"{found:,} of {total or done:,} puzzles are as asked for{share}")


def _check_number(found: int) -> None:
    """Raise `InputError` for more puzzles than a run keeps, which are in memory."""
    from witness.puzzle.generate.algorithms import MAX_PUZZLES

    if found > MAX_PUZZLES:
        raise InputError(
            f"these are more than {MAX_PUZZLES:,} puzzles; ask for fewer with --where or --most"
        )


def _estimate(first: int, total: int | None) -> Callable[[int], None]:
    """Return a function of the puzzles done, which soon says once how long the others will take."""
    begun = time.monotonic()
    told = False

    def tick(done: int) -> None:
        nonlocal told
        passed = time.monotonic() - begun
        if total is not None and not told and passed > _SOON:
            told = True
            left = timedelta(seconds=round(passed / (done - first) * (total - done)))
            notice(f"{done:,} of {total:,} puzzles in {passed:.0f} s; the others take about {left}")

    return tick
