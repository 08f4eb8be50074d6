#!/usr/bin/env python3
"""Write the difficulty record from a dump of the Windmill.

    python workflow/difficulty.py windmill.json.gz -o docs/difficulty.md

Ratings are kept in results/difficulty, so that an interrupted run goes on where it was. The record
takes about a quarter of an hour on one core. `--thesis` names a file of the thesis' repository with
what its own program found, to be compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import shlex
import statistics
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from tqdm import tqdm

from witness.base.errors import InputError
from witness.base.files import json_line, read_json, read_text, write_text
from witness.base.machine import machine
from witness.difficulty.descent import descent
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import MOST_STATES, rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.relations import by_clause, relation, table
from witness.difficulty.two_colours import unique_boards
from witness.puzzle.files import find_puzzle, read_puzzles
from witness.puzzle.formats.windmill_dump import Imported, import_dump
from witness.puzzle.model import Puzzle
from witness.puzzle.svg import svg
from witness.report.cells import in_words
from witness.report.figures import save
from witness.report.studies.difficulty import (
    FILTERS,
    SECTIONS,
    SERIES_AUTHOR,
    TABLE_4_1,
    Correlation,
    Row,
    chosen,
    corrected_upvotes,
    correlation,
    r_with_p,
    thesis_differences,
)
from witness.report.studies.difficulty_figures import histograms, scatter
from witness.report.studies.thesis_figures import levels, rated, widening
from witness.report.studies.votes import Post, read_posts

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "workflow" / "report"

#: The panel whose least-entropy solution is shown.
EXAMPLE = (ROOT / "examples" / "panels.jsonl", "all-symbols")

PAPER, EXTENDED = "examples/paper.pl", "examples/extended.pl"

#: Rows that the record mentions besides the thesis' own, each beside what the thesis has nearest.
#: Of straight lines, section 4.1.2 has another p-value than Table 4.1.
STRAIGHT = Row("", "muse", Correlation(0.50, 4.64e-8, 104, 0), straight_line=True)
LITERAL = Row("", "remuse", Correlation(0.40, 3.92e-7, 152, 0), filter="triangles-no-series")

#: Posts to which the thesis' words about its Figure 4.2 apply, and the votes that it gives them.
FIGURE_4_2 = (
    ("a", "kwbtem0", -6),
    ("a", "7vx13hg", -6),
    ("b", "cjyn1cr", -15),
    ("c", "ek45fc0", 15),
    ("d", "n43b378", 28),
)

#: So many panels of a size are enough to correlate their scores with votes.
ENOUGH = 20

#: Sizes of boards whose scores are only summed up.
SMALLER = ((2, 2), (2, 3))

#: Learned rules in place of the written ones about triangles, and in addition to them.
LEARNED = (
    ("no rules", "none"),
    ("the wall rule alone", "wall"),
    ("thesis (Appendix A)", "thesis"),
    ("thesis and `full` (its program)", "thesis,full"),
    ("the baseline predicate and the wall", "wall,baseline"),
    ("**learned** (the paper's π°) alone", "examples/paper.pl"),
    ("**learned** (the paper's π°) and the wall", "wall,examples/paper.pl"),
    ("**learned** (the paper's π°) and thesis", "thesis,examples/paper.pl"),
    ("**learned** (extended) and the wall", "wall,examples/extended.pl"),
    ("**learned** (extended) and thesis", "thesis,examples/extended.pl"),
)

Record = dict[str, Any]


def player(names: str, lookahead: int = 0, straight_line: bool = False) -> Player:
    """Return a player by the names of rules; files are those of this repository."""
    bias = ROOT / "bias" / "extended.pl" if "extended.pl" in names else None
    places = ",".join(str(ROOT / n) if n.endswith(".pl") else n for n in names.split(","))
    return Player(rules(places, bias=str(bias) if bias else None), lookahead, straight_line)


class Ratings:
    """Records by puzzle for each player, kept in files."""

    def __init__(self, folder: Path, max_states: int) -> None:
        self.folder = folder
        self.max_states = max_states
        folder.mkdir(parents=True, exist_ok=True)

    def of(
        self,
        puzzles: Sequence[Puzzle],
        names: str,
        lookahead: int = 0,
        straight_line: bool = False,
    ) -> list[Record]:
        """Rate puzzles, but for those that were rated before."""
        who = f"{names}-{lookahead}-{straight_line}-{self.max_states}"
        file = self.folder / f"{hashlib.sha256(who.encode()).hexdigest()[:16]}.jsonl"
        known = {record["id"]: record for record in _finished(file)}
        missing = [puzzle for puzzle in puzzles if puzzle.id not in known]
        chosen_player = player(names, lookahead, straight_line)
        with file.open("a", encoding="utf-8") as stream:
            for puzzle in tqdm(missing, desc=who[:40], unit="puzzle", disable=None, leave=False):
                rated = rate(puzzle, chosen_player, max_states=self.max_states)
                known[puzzle.id] = rated.to_json(puzzle.id)
                stream.write(json_line(known[puzzle.id]) + "\n")
                stream.flush()
        return [known[puzzle.id] for puzzle in puzzles]


def _finished(file: Path) -> list[Record]:
    """Return the records of a file; one that was cut off while it was written is dropped."""
    if not file.exists():
        return []
    text = read_text(file)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_text(file, whole)
    return [json.loads(line) for line in whole.splitlines()]


def one_row(
    ratings: Ratings, puzzles: Sequence[Puzzle], posts: dict[str, Post], row: Row
) -> Correlation:
    """Return what was found for a row."""
    pairs = chosen(row.filter, puzzles, posts)
    records = ratings.of([p for p, _ in pairs], row.rules, row.lookahead, row.straight_line)
    return correlation([post for _, post in pairs], records, row.measure)


def other_sides(
    puzzles: Sequence[Puzzle], posts: dict[str, Post], by_id: Mapping[str, Record]
) -> list[tuple[int, list[Correlation]]]:
    """Correlate MUSE, ReMUSE and length as Table 4.1 does, for square boards of any side of which
    there are enough.
    """
    rows = []
    for side in range(1, 1 + max(puzzle.rows for puzzle in puzzles)):
        pairs = chosen("lines", puzzles, posts, side=side)
        if len(pairs) >= ENOUGH:
            of, records = [post for _, post in pairs], [by_id[puzzle.id] for puzzle, _ in pairs]
            rows.append((side, [correlation(of, records, m) for m in ("muse", "remuse", "length")]))
    return rows


def learned(ratings: Ratings, puzzles: Sequence[Puzzle], posts: dict[str, Post]) -> list[Any]:
    """Correlate triangle puzzles for players with learned rules."""
    rows = []
    for words, names in LEARNED:
        found = []
        for name in ("triangles", "triangles-no-series"):
            pairs = chosen(name, puzzles, posts)
            records = ratings.of([p for p, _ in pairs], names)
            of = [post for _, post in pairs]
            found += [correlation(of, records, measure) for measure in ("muse", "remuse")]
        rows.append((words, names, found))
    return rows


def widths(most: int) -> list[tuple[Any, ...]]:
    """Rate the panel of Figure 3.2 at every width, for a player with the thesis' rules and one
    without."""
    panels = [widening(cols) for cols in range(1, most + 1)]
    return [(p.cols, rated(p, player("thesis")), rated(p, player("none"))) for p in panels]


def averages(records: Sequence[Record], votes: Mapping[str, float]) -> Record | None:
    """Return the average ReMUSE and corrected votes of puzzles, None if none of them has a score.

    The record's "number" is how many have one.
    """
    scored = [record for record in records if record["remuse"] is not None]
    if not scored:
        return None
    return {
        "number": len(scored),
        "remuse": statistics.mean(record["remuse"] for record in scored),
        "votes": statistics.mean(votes[record["id"]] for record in scored),
    }


def series(posts: Sequence[Post]) -> Record | None:
    """Compare the series of one author with other posts, None if it is not among them."""
    of = [post for post in posts if post.creator == SERIES_AUTHOR]
    if not of:
        return None
    days = Counter(datetime.fromtimestamp(post.created / 1000, UTC).date() for post in of)
    return {
        "number": len(of),
        "two_days": sum(number for _, number in days.most_common(2)),
        "upvotes": statistics.mean(post.upvotes for post in of),
        "others": statistics.mean(p.upvotes for p in posts if p.creator != SERIES_AUTHOR),
    }


def distribution(scores: Sequence[float]) -> Record:
    """Say of the scores of all boards of a size what section 4.3 speaks of."""
    counts = Counter(round(score, 3) for score in scores)
    ((frequent, number),) = counts.most_common(1)
    return {
        "boards": len(scores),
        "least": min(counts),
        "most": max(counts),
        "whole": sum(number for score, number in counts.items() if score.is_integer()),
        "frequent": frequent,
        "of_frequent": number,
    }


def sizes(puzzles: Sequence[Puzzle], records: Sequence[Record]) -> list[tuple[Any, ...]]:
    """Say for each larger side how many puzzles were rated, and how long that took."""
    rows = []
    sides = [max(p.rows, p.cols) for p in puzzles]
    for side in sorted(set(sides)):
        of = [r for r, s in zip(records, sides, strict=True) if s == side]
        statuses = Counter(r["status"] for r in of)
        seconds = [r["seconds"] for r in of]
        known = sum(r["status"] == "state-limit" and r["muse"] is not None for r in of)
        rows.append((side, len(of), statuses, known, statistics.median(seconds), max(seconds)))
    return rows


def write_record(options: argparse.Namespace) -> None:
    """Rate, correlate, draw, and write the page. Raises `InputError`."""
    imported: Imported = import_dump(options.dump)
    posts = read_posts(options.dump)
    puzzles = imported.puzzles
    ratings = Ratings(options.work, options.max_states)
    folder = options.output.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    everything = ratings.of(puzzles, "thesis")
    by_id = {record["id"]: record for record in everything}
    lines = chosen("lines", puzzles, posts)
    votes = corrected_upvotes([post for _, post in lines])
    corrected = {puzzle.id: vote for (puzzle, _), vote in zip(lines, votes, strict=True)}
    undotted = {puzzle.id for puzzle, _ in chosen("lines-not-all-dots", puzzles, posts)}
    pairs = {
        name: [(by_id[p.id][key], vote) for (p, _), vote in zip(lines, votes, strict=True)
               if by_id[p.id][key] is not None]
        for name, key in (("MUSE", "muse"), ("ReMUSE", "remuse"))
    }  # fmt: skip
    save(
        scatter(
            {name: [x for x, _ in found] for name, found in pairs.items()},
            {name: [y for _, y in found] for name, found in pairs.items()},
        ),
        folder / "votes.svg",
    )
    boards = {f"{r}×{c}": unique_boards(r, c) for r, c in options.boards}
    scores = {
        name: [record["remuse"] for record in ratings.of(found, "thesis")]
        for name, found in boards.items()
    }
    save(histograms(scores), folder / "histograms.svg")
    smaller = {
        f"{r}×{c}": [record["remuse"] for record in ratings.of(unique_boards(r, c), "thesis")]
        for r, c in SMALLER
    }
    one_end = {p.id for p in puzzles if len(p.starts) == len(p.goals) == 1}
    reference = [] if options.thesis is None else read_json(options.thesis)
    example = find_puzzle(read_puzzles(EXAMPLE[0]), EXAMPLE[1], EXAMPLE[0])
    found = descent(example, player("thesis"), "remuse")
    write_text(folder / "entropy.svg", svg(example, found.path, notes=found.notes))
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    counts = {name: Counter(round(score, 3) for score in found) for name, found in scores.items()}
    refused = table(
        [*by_clause(player(f"thesis,full,{PAPER}").rules), *by_clause(player(EXTENDED).rules)]
    )
    page = environment.get_template("difficulty.md.j2").render(
        command=f"python workflow/difficulty.py {shlex.quote(options.dump.name)}"
        + ("" if options.max_states == MOST_STATES else f" --max-states {options.max_states}")
        + ("" if options.thesis is None else f" --thesis {shlex.quote(options.thesis.name)}"),
        machine=machine(),
        folder=folder.name,
        summary=imported.summary(),
        latest=datetime.fromtimestamp(max(p.created for p in posts.values()) / 1000, UTC).date(),
        rules=player("thesis,full").rules,
        refusals=refused,
        speaking=[found for found in refused if found.completable],
        relation=relation,
        short=lambda name: name.removeprefix(f"{ROOT}/examples/"),
        time=in_words,
        numbers={name: len(chosen(name, puzzles, posts)) for name in FILTERS},
        tables=[
            [(row, one_row(ratings, puzzles, posts, row)) for row in rows]
            for rows in (TABLE_4_1, SECTIONS)
        ],
        straight=one_row(ratings, puzzles, posts, STRAIGHT),
        straight_thesis=STRAIGHT.thesis,
        literal=one_row(ratings, puzzles, posts, LITERAL),
        r_with_p=r_with_p,
        average_upvotes=statistics.mean(post.upvotes for _, post in lines),
        outliers=len(chosen("lines", puzzles, posts, math.inf)) - len(lines),
        figure_4_2=[
            (name, by_id[post], posts[post].upvotes, votes)
            for name, post, votes in FIGURE_4_2
            if post in by_id
        ],
        widths=widths(8),
        levels={
            name: {level: len(at) for level, at in levels(found).items()}
            for name, found in scores.items()
        },
        sides=other_sides(puzzles, posts, by_id),
        learned=learned(ratings, puzzles, posts),
        sizes=sizes(puzzles, everything),
        total=Counter(record["status"] for record in everything),
        max_states=options.max_states,
        enough=ENOUGH,
        counts=counts,
        distributions={name: distribution(of) for name, of in (smaller | scores).items()},
        dotted=averages([by_id[name] for name in corrected if name not in undotted], corrected),
        undotted=averages([by_id[name] for name in corrected if name in undotted], corrected),
        series=series([post for _, post in chosen("triangles", puzzles, posts)]),
        scores=sorted({score for found in counts.values() for score in found}),
        numbers_of_boards={name: len(found) for name, found in boards.items()},
        thesis=thesis_differences(reference, {i: r for i, r in by_id.items() if i in one_end}),
        reference=None if options.thesis is None else options.thesis.name,
    )
    write_text(options.output, page)


def board(text: str) -> tuple[int, int]:
    """Read a size such as 3x4."""
    rows, _, cols = text.partition("x")
    if not (rows.isdecimal() and cols.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 3x4")
    return int(rows), int(cols)


def main() -> int:
    """Write the record; give the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dump", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/difficulty.md"))
    parser.add_argument("--work", type=Path, default=Path("results/difficulty"))
    parser.add_argument("--max-states", type=int, default=MOST_STATES)
    parser.add_argument(
        "--boards", type=board, nargs="*", default=[(3, 3), (3, 4)], metavar="3x4",
        help="boards of two colours, all of which are rated [3x3 3x4]",
    )  # fmt: skip
    parser.add_argument("--thesis", type=Path, help="what the thesis' program found, as JSON")
    options = parser.parse_args()
    try:
        write_record(options)
    except InputError as error:
        print(f"difficulty: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("difficulty: interrupted; finished ratings are kept", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
