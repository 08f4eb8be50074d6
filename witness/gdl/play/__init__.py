"""Searching a game for a plan, with filters that the analyses make.

`solve` finds the best score of a puzzle, search by search. `compiled` is a search, in the loops of
`kernel` over `arrays`; `result` is what searches return. `plans` keeps the best plan, and
`describe` puts findings into English.
"""
