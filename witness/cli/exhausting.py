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
from witness.cli.signature import Call, Option, Titled, command
from witness.cli.texts import natural_int, positive_int
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
    "witness generate all --rows 3 --cols 3 --symbols 3 --where 'solutions = 1 and remuse > 3'",
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
    most: Annotated[int | None, Option("keep the first N", positive_int, "N", unset="all")] = None,
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
    known = player.player()
    all_of_them = placements(rows, cols, kind, symbols)
    there = all_of_them.count()
    if sample is None:
        call.refuse(["seed"], "--sample")
        total, chosen = there, all_of_them.least()
    else:
        call.refuse(["most"], "all puzzles, not for a --sample")
        total, chosen = sample, islice(all_of_them.drawn(seed), sample)
    digits = len(str(total))
    streamed = kept.output in (None, STANDARD)
    if test is None:
        _check_number(total if most is None else min(total, most))
    notice(f"{there:,} puzzle{'' if there == 1 else 's'} up to the symmetries of the board")
    with journal(kept, None, "record", None if streamed else _text) as records:
        first = records.records[-1]["number"] + 1 if records.records else 0
        found = sum("puzzle" in record for record in records.records)
        with progress(total, "puzzle", first) as step:
            count = counter(all_of_them)
            for number, one in enumerate(islice(chosen, first, None), start=first):
                if found == most:
                    break
                row = Measures(partial(all_of_them.panel, one), partial(count, one), known)
                if test is None or test(row):
                    found += 1
                    _check_number(found)
                    identifier = f"{name}-{number + 1:0{digits}d}"
                    named = row.puzzle.changed(id=identifier).to_json()
                    records.add(named if streamed else {"number": number, "puzzle": named})
                elif not streamed and number % MARK == 0:
                    records.add({"number": number})
                step()
    share = ""
    if sample is not None:
        low, high = interval(found, sample)
        share = f": {found / sample:.3%} ({low:.3%} to {high:.3%} with {CONFIDENCE} % confidence)"
    notice(f"{found:,} of {total:,} puzzles are as asked for{share}")


def _text(records: Sequence[Record]) -> str:
    """Return the puzzles of records, one a line."""
    return "".join(json_line(one["puzzle"]) + "\n" for one in records if "puzzle" in one)


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
        if name not in MEASURES:
            raise none_such("measure of --where", name, MEASURES)
        alternatives[-1].append((name, _SIGNS[sign], float(value)))
        place = match.end()
        if joint == "or":
            alternatives.append([])

    def holds(row: Mapping[str, float | None], name: str, compare: Any, value: float) -> bool:
        found = row[name]
        return compare is ne if found is None else bool(compare(found, value))

    return lambda row: any(all(holds(row, *one) for one in every) for every in alternatives)


def _check_number(found: int) -> None:
    """Raise `InputError` for more puzzles than a run keeps, which are in memory."""
    from witness.puzzle.generate.algorithms import MAX_PUZZLES

    if found > MAX_PUZZLES:
        raise InputError(
            f"these are more than {MAX_PUZZLES:,} puzzles; ask for fewer with --where or --most"
        )
