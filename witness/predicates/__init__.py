"""Predicates that prune a search, behind one interface.

`written` by hand, given by `clauses` in a `.pl` file, or `derived` from the rules; `registry` finds
them by name. A predicate that looks at one square at a time has `tables`, which `on_board` puts
onto a board and `arrays` into arrays for the compiled search.
"""
