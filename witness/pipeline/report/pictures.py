"""Pictures for the report: a panel, the puzzle that gave the winner, and counterexamples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.steps import TooManyStepsError
from witness.pipeline.report.known_clause import KnownClause
from witness.pipeline.report.records import WINNERS, Records
from witness.pipeline.report.speedups import Comparison, comparisons
from witness.pipeline.report.table import significant
from witness.proof.counterexamples import Counterexample
from witness.proof.firings import configuration, firing_panels, lost_panels, verdict_svg
from witness.proof.prover import verify
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import Path
from witness.puzzle.sheets import Panel, sheet
from witness.puzzle.svg import svg
from witness.puzzle.views.translate import translate
from witness.searches import Limits, engine
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.written import BASELINE
from witness.searches.tree.forced import Forced, forced

#: The puzzle of the paper's Figure 1, for an experiment without training puzzles.
FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="figure-1")

#: The largest board on which all paths are listed, in squares.
_SMALL = 9

#: How many puzzles are tried for a path that anyone sees to be lost.
_TRIED = 5

#: Training puzzles are small; a longer search for a solution is given up.
_LIMITS = Limits(max_expansions=2_000_000)

#: The number of counterexamples to show: enough to see what goes wrong.
_SHOWN = 4


@dataclass(frozen=True)
class Refutation:
    """A clause of a predicate, and a partial path on which it fires but that a solution extends."""

    clause: str
    english: str
    predicate: str
    example: Counterexample


def panel_example(records: Records) -> list[Panel]:
    """Return pictures of a training puzzle: a shortest solution, and a path that is lost.

    Of the puzzles with most kinds of symbols it is one with most symbols on the smallest board. The
    lost path is a shortest one that is seen to be lost, as some square has more edges on it than
    triangles; where a few puzzles have none, that no solution extends, while one does extend the
    path before its last step.
    """
    puzzles = [p for p in records.puzzles.values() if p.rows * p.cols <= _SMALL]
    tried = sorted(puzzles, key=_order)[:_TRIED] or [FIGURE_1]
    for puzzle in [*tried, *([FIGURE_1] if any(p.triangles for p in tried) else [])]:
        begun = {path[:n] for path in simple_paths(puzzle) for n in range(2, len(path))}
        ordered = sorted(begun, key=lambda path: (len(path), path))
        full = next((panel for path in ordered for panel in _too_full(puzzle, path)), None)
        if full is not None:
            return [*_solved(puzzle), full]
    completable = {path[:n] for path in solutions(tried[0]) for n in range(1, len(path))}
    begun = {path[:n] for path in simple_paths(tried[0]) for n in range(2, len(path))}
    lost = [path for path in begun - completable if path[:-1] in completable]
    shown = _solved(tried[0])
    if lost:
        first = min(lost, key=lambda path: (len(path), path))
        shown.append(Panel(tried[0], first, "a lost partial path"))
    return shown or [Panel(tried[0], None, tried[0].id)]


def _solved(puzzle: Puzzle) -> list[Panel]:
    """Return a picture of a puzzle with a shortest solution; none if it has none."""
    found = min(solutions(puzzle), key=lambda path: (len(path), path), default=None)
    return [] if found is None else [Panel(puzzle, found, "a solution")]


def _too_full(puzzle: Puzzle, path: Path) -> Iterator[Panel]:
    """Yield pictures of a path with a square framed that has more edges on it than triangles."""
    for row, col, needed, *_ in puzzle.triangles:
        found = len(configuration(puzzle, (row, col), path).edges)
        if found > needed:
            words = f"lost: the framed square has {found} edges on the path, and {needed} triangle"
            yield Panel(puzzle, path, f"{words}{'' if needed == 1 else 's'}", ((row, col),))


def _order(puzzle: Puzzle) -> tuple[int, int, int, str]:
    size = puzzle.rows * puzzle.cols
    return (-len(puzzle.features), size, -len(constraints(puzzle)), puzzle.id)


def winning_puzzle(records: Records) -> Panel | None:
    """Return the first training puzzle that gave winner_proved, with a shortest solution.

    It has no path if none was found within the limit. Only puzzles on record count. Returns None if
    there is no proved winner.
    """
    for source in records.winner("winner_proved").get("sources", ()):
        if records.proved_program and source in records.puzzles:
            puzzle = records.puzzles[source]
            found = engine("compiled")(puzzle, BASELINE, "prune", limits=_LIMITS)
            return Panel(puzzle, found.path)
    return None


def refutations(records: Records) -> list[Refutation]:
    """Return counterexamples to clauses of the winners, or else of the best refuted finalist."""
    found: dict[str, Refutation] = {}
    for variant, triage in records.triage.items():
        for text in triage.program("winner"):
            _add(records, text, f"the winner of variant {variant}", found)
    for variant, triage in records.triage.items():
        last = triage.rankings.get(max(triage.rankings, default=0), {"ranking": ()})
        for entry in last["ranking"]:
            candidate = triage.candidates[entry["candidate"]]
            if not found and "all" in entry["places"]:
                words = f"{records.name_of(candidate, variant)} (variant {variant})"
                for text in candidate.programs["all"]:
                    _add(records, text, words, found)
    return list(found.values())[:_SHOWN]


def _add(records: Records, text: str, predicate: str, found: dict[str, Refutation]) -> None:
    facts = records.clause(text)
    example = facts.counterexample
    if example is None or text in found:
        return
    lost = Counterexample.from_json(example)
    found[text] = Refutation(text, facts.english, predicate, lost)


def winning_puzzle_svg(solved: Panel | None) -> str:
    """Draw the puzzle that gave the winner, with its solution."""
    if solved is None:
        return message_svg("There is no proved winner, and so no puzzle that gave it.")
    return svg(solved.puzzle, solved.path, scale=90)


def refutation_svg(shown: Sequence[Refutation]) -> str:
    """Draw counterexamples, one per row: where the clause fires, and the solution it would lose."""
    if not shown:
        return message_svg("No clause of a winner or of a finalist was refuted.")
    panels = [panel for refutation in shown for panel in lost_panels(refutation.example)]
    return sheet(panels, columns=2, scale=55)


def clauses_svg(records: Records) -> str:
    """Draw where each clause of winner_proved (variant plain) fires, as in the paper's Figure 3."""
    program = records.proved_program
    if not program:
        return message_svg("There is no proved winner, and so no clause of it.")
    verdict = verify(parse_clauses("\n".join(program)), records.background)
    return verdict_svg(verdict, records.background)


def message_svg(words: str) -> str:
    """Return a picture that says why there is nothing to draw."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 60" width="480" height="60">'
        '<text x="240" y="35" text-anchor="middle" font-family="sans-serif" font-size="14" '
        f'fill="#555555">{escape(words)}</text></svg>\n'
    )


@dataclass(frozen=True)
class LargestSpeedup:
    """A test puzzle, its two searches, and the moves that pruning with winner_proved forces."""

    puzzle: Puzzle
    comparison: Comparison
    found: Forced

    @property
    def speedup(self) -> float:
        """The ratio of expansions, baseline / winner_proved, to four significant digits."""
        return significant(self.comparison.speedup("expansions"))


def largest_speedup(records: Records) -> LargestSpeedup | None:
    """Return the test puzzle on which winner_proved (variant plain) saves the most expansions.

    The measure is the ratio of expansions, as for the paper's instance; among equals, the first
    puzzle counts. Returns None if there is no proved winner, or no puzzle on record.
    """
    program = records.proved_program
    known = [one for one in comparisons(records.test, "winner_proved")
             if one.run["id"] in records.test_puzzles]  # fmt: skip
    if not program or not known:
        return None
    best = max(known, key=lambda one: one.speedup("expansions"))
    puzzle = records.test_puzzles[best.run["id"]]
    translation = translate(parse_clauses("\n".join(program)), records.background)
    predicate = FilePredicate("winner_proved", translation, records.background)
    return LargestSpeedup(puzzle, best, forced(puzzle, predicate))


def largest_speedup_svg(largest: LargestSpeedup | None) -> str:
    """Draw the puzzle with the forced vertices numbered, as in the paper's Figure 6."""
    if largest is None:
        return message_svg("There is no proved winner, or no test puzzle to measure it on.")
    return svg(largest.puzzle, largest.found.path, scale=80, notes=largest.found.notes)


@dataclass(frozen=True)
class WinningClause:
    """A clause of the winners: what is known about it, whose it is, and where it fires.

    `owners` are the winners that have it, in words. If there are no panels, `reason` says why.
    """

    text: str
    facts: KnownClause
    owners: str
    panels: Sequence[Panel]
    reason: str


def winning_clauses(records: Records) -> list[WinningClause]:
    """Return each clause of the winners once, those of winner_proved (variant plain) first."""
    owners: dict[str, dict[str, list[str]]] = {}
    for name in reversed(WINNERS):
        for variant, triage in records.triage.items():
            for text in triage.program(name):
                owners.setdefault(text, {}).setdefault(name, []).append(variant)
    return [
        _learned(records, text, owners_in_words(records, whose)) for text, whose in owners.items()
    ]


def owners_in_words(records: Records, whose: Mapping[str, Sequence[str]]) -> str:
    """Return in words which winners have a clause, such as "winner (plain)".

    `whose` has the variants by the name of the winner.
    """
    parts = [
        name if len(variants) == len(records.triage) else f"{name} ({', '.join(variants)})"
        for name, variants in ((name, whose[name]) for name in WINNERS if name in whose)
    ]
    return " and ".join(parts)


def _learned(records: Records, text: str, owners: str) -> WinningClause:
    facts = records.clause(text)
    if facts.counterexample is not None:
        panels: list[Panel] = lost_panels(Counterexample.from_json(facts.counterexample))
        return WinningClause(text, facts, owners, panels, "")
    try:
        translation = translate(parse_clauses(text), records.background)
        panels = firing_panels(translation, records.kinds)
    except InputError as error:
        return WinningClause(text, facts, owners, (), error.reason)
    except (TooManyStepsError, LimitReachedError):
        return WinningClause(text, facts, owners, (), "it takes too long to find a path")
    if facts.status != "proved":
        panels = [panel._replace(words="the clause fires here") for panel in panels]
    return WinningClause(text, facts, owners, panels, "it fires on none of the boards tried")
