"""Write the learning task of one training puzzle.

python examples.py LOG PUZZLES BK BIAS ID LABELS EXS
"""

import sys
from pathlib import Path

from common import logged

from witness.learn.examples import write_task
from witness.puzzle.files import find_puzzle, read_puzzles

#: Training puzzles have up to 5×5 squares, with some millions of partial paths.
MAX_PATHS = 10_000_000

log, source, bk, bias, name, labels, exs = sys.argv[1:]
with logged(log):
    puzzle = find_puzzle(read_puzzles(source), name, source)
    write_task(puzzle, Path(exs).parent, bk=bk, bias=bias, labels=labels, most=MAX_PATHS)
