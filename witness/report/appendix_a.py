"""The paper's Appendix A, generated: the test puzzle with the largest speedup, and why."""

from __future__ import annotations

from dataclasses import dataclass

from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.svg import svg
from witness.report.pictures import message_svg
from witness.report.records import Records
from witness.report.rounding import significant
from witness.report.speedups import Comparison, comparisons
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.tree.forced import Forced, forced


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
