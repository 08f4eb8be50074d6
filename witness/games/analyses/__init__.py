"""Static analyses of a game, one in each file, which says what it proves and where it applies.

They reason with `abstraction` (three-valued logic) and `one_step` (questions to clingo). `analysis`
holds what they found about a puzzle; `witness.games.filters.analyse` runs them.
"""
