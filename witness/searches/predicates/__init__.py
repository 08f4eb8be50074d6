"""Predicates that prune a search, behind one interface.

`interface` says what every predicate offers, and `registry` finds predicates by name. They are
`written` by hand, given by `clauses` in a `.pl` file, or derived from the rules of a panel's game
(`witness.gdl.derived`). One that looks at one square at a time (`square`) is looked up in
`tables` over the local configurations: `square.on_board` lays them out for a board, `arrays` for
the compiled search.
"""
