"""With what the page opens: a panel, and a path on it on which a clause fires."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.logic.language.parser import parse_clauses
from witness.logic.language.steps import TooManyStepsError
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import translate
from witness.proof.clause_cases import watched
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import walk
from witness.puzzle.proof_scope import SUPPORTED
from witness.puzzle.rules import path_to_json
from witness.report.records import Records

#: How many panels are tried, and how many paths of each.
_PANELS, _PATHS = 12, 1000


def opening(
    records: Records, program: Sequence[str], puzzles: Sequence[Puzzle]
) -> dict[str, Any] | None:
    """Return the number of a puzzle and a shortest path on which some clause fires.

    Of the puzzles that clauses know, it is the first that has one among the first paths; None if
    none has.
    """
    try:
        translation = translate(parse_clauses("\n".join(program)), records.background)
        condition = watched(translation)
        for number, puzzle in enumerate(puzzles[:_PANELS]):
            if not puzzle.features <= SUPPORTED:
                continue
            symbols = [
                board_view(puzzle).symbol(one.place, one.kind)
                for one in constraints(puzzle, records.background.kinds)
            ]
            paths = (path for path, at_goal in islice(walk(puzzle), _PATHS) if not at_goal)
            for path in sorted(paths, key=len):
                view = path_view(puzzle, path)  # type: ignore[arg-type]  # between vertices
                if any(condition(view, symbol) for symbol in symbols):
                    return {"puzzle": number, "path": path_to_json(path)}
    except (InputError, TooManyStepsError, LimitReachedError):  # a clause that cannot be translated
        pass
    return None
