"""The command that generates all puzzles of a kind: generate all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from operator import eq, ge, gt, le, lt, ne
from typing import Annotated, Any

from witness.base.errors import InputError, quoted
from witness.base.files import STANDARD, json_line
from witness.base.meant import none_such
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

#: A condition of `--where`, and what joins it with the next.
_CONDITION = re.compile(
    r"\s*(\w+)\s*(<=|>=|==?|!=|<|>)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?=[\s,]|\Z)"
    r"\s*(,|and\b|or\b|\Z)"
)
_SIGNS = {"=": eq, "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}

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
    from witness.puzzle.generate.exhaustive import CONFIDENCE, interval, placements
    from witness.puzzle.generate.path_sets import counter

    # What cannot be meant is known before the work.
    test = None if where is None else _test(where)
    keys = [] if sort is None else [key.strip() for key in sort.split(",")]
    for key in keys:
        _known(key.removeprefix("-"), "--sort")
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
        for key in reversed(keys):
            found.sort(key=partial(_place, key=key))
        return "".join(json_line(record["puzzle"]) + "\n" for record in found[:most])

    streamed = kept.output in (None, STANDARD) and sort is None
    if test is None and total is not None:
        _check_number(total if most is None or sort is not None else min(total, most))
    notice(f"{there:,} puzzle{'' if there == 1 else 's'} up to the symmetries of the board")
    with journal(kept, None, "record", None if streamed else text) as records:
        first = records.records[-1]["number"] + 1 if records.records else 0
        found = sum("puzzle" in record for record in records.records)
        done = first
        with progress(total, "puzzle", first) as step:
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
                    measures = (key.removeprefix("-") for key in keys)
                    values = {measure: row[measure] for measure in measures}
                    records.add(
                        named if streamed else {"number": number, "puzzle": named, **values}
                    )
                elif not streamed and number % MARK == 0:
                    records.add({"number": number})
                step()
                done = number + 1
    share = ""
    if sample is not None:
        low, high = interval(found, done)
        share = f": {found / done:.3%} ({low:.3%} to {high:.3%} with {CONFIDENCE} % confidence)"
    notice(f"{found:,} of {total or done:,} puzzles are as asked for{share}")


def _known(name: str, option: str) -> str:
    """Return the name of a measure. Raises `InputError` if there is none of that name."""
    if name not in MEASURES:
        raise none_such(f"measure of {option}", name, MEASURES)
    return name


def _test(text: str) -> Callable[[Mapping[str, float | None]], bool]:
    """Return the test that `--where` describes. Raises `InputError` for what is no expression."""
    alternatives: list[list[tuple[str, Callable[[Any, Any], bool], float]]] = [[]]
    place, joint = 0, ","
    while joint:
        match = _CONDITION.match(text, place)
        if match is None:
            raise InputError(
                f"--where: {quoted(text[place:].strip())} does not begin with a condition; it is "
                "like solutions = 1 and remuse >= 3.5"
            )
        name, sign, value, joint = match.groups()
        alternatives[-1].append((_known(name, "--where"), _SIGNS[sign], float(value)))
        place = match.end()
        if joint == "or":
            alternatives.append([])

    def holds(row: Mapping[str, float | None], name: str, compare: Any, value: float) -> bool:
        found = row[name]
        return compare is ne if found is None else bool(compare(found, value))

    return lambda row: any(all(holds(row, *one) for one in every) for every in alternatives)


def _place(record: Record, key: str) -> tuple[bool, float]:
    """Return what records are sorted by: a measure, -measure from the greatest; none is last."""
    value = record[key.removeprefix("-")]
    return value is None, (-1 if key.startswith("-") else 1) * (value or 0)


def _check_number(found: int) -> None:
    """Raise `InputError` for more puzzles than a run keeps, which are in memory."""
    from witness.puzzle.generate.algorithms import MAX_PUZZLES

    if found > MAX_PUZZLES:
        raise InputError(
            f"these are more than {MAX_PUZZLES:,} puzzles; ask for fewer with --where or --most"
        )
