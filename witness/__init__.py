"""Learn, prove and measure human-readable predicates for Witness-type path puzzles.

The names below are enough to play with puzzles from a Python shell; everything else is imported
from its own module (see docs/architecture.md for the way data takes through them).
"""

from witness.base.errors import InputError
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.grid import Grid, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Violation, is_solution, violations

__version__ = "0.1.0"

__all__ = [
    "Grid",
    "InputError",
    "Puzzle",
    "Violation",
    "grid",
    "is_solution",
    "read_puzzles",
    "violations",
    "write_puzzles",
]
