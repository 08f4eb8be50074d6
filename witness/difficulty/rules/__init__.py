"""Inference rules: what a player knows about the next move.

`written` has the kinds of rules that people write, `thesis` the thesis' own, and `predicate` makes
a rule of a predicate; `registry` finds them by name. `relations` says which rule implies which, and
`move_table` puts the rules about single squares into one table, for the compiled rater.
"""
