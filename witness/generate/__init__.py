"""New puzzles (paper, section 5.2): Algorithms 3 and 4 in `algorithms`.

`random_paths` draws the path that Algorithm 4 asks for, `solvable` answers the "until solvable" of
Algorithm 3.
"""
