"""New puzzles (paper, section 5.1): Algorithms 3 and 4 in `algorithms`.

`kinds` says which symbols they place, on boards with `gaps`; `placing` and `mixed` place them.
`random_paths` draws the path that Algorithm 4 asks for. `decisions` answers the "until solvable" of
Algorithm 3.
"""
