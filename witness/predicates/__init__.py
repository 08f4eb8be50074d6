"""Predicates that prune a search, behind one interface.

`interface` says what every predicate offers. They are `written` by hand, given by `clauses` in a
`.pl` file, or `derived` from the rules, and `registry` finds them by name. One that looks at one
square at a time (`square`) has `tables`, which `on_board` puts onto a board, and `arrays` into
arrays for the compiled search.
"""
