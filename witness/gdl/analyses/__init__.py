"""Static analyses of a game, one in each file, which says what it proves and where it applies.

They reason with `abstraction` (three-valued logic) and `one_step` (questions to clingo). Those that
are put to use as filters are in `witness.gdl.filters`, which also runs all of them (`analyse`).
"""
