"""Searching a game for a plan, with filters that the analyses make.

`solve` finds the best score of a puzzle, search by search. `reference` defines a search; `arrays`,
`kernel` and `compiled` do the same faster; `result` is what they return. `plans` keeps the best
plan, `compare` measures the effect of each filter, and `describe` puts findings into English.
"""
