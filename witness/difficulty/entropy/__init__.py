"""MUSE and ReMUSE: `reference` defines the scores, `compiled` finds the same ones faster.

`arrays` lays out a panel and a player for `kernel`, the search over states. This uses `moves`
(steps forward and back, and which moves the rules leave) and `state_tests` (solved, or hopeless).
"""
