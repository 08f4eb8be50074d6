"""MUSE and ReMUSE: `reference` defines the scores, `compiled` finds the same ones faster.

`arrays` lays out a panel and a player for `kernel`, the search over states. This uses `path` (steps
forward and back), `moves` (which moves the rules leave) and `state_tests` (solved, or hopeless).
"""
