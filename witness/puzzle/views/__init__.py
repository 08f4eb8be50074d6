"""What clauses see of a panel: the views behind the primitives, and hypotheses as Python functions.

`board` has the objects behind the primitives, `configurations` the 486 cases of a square with
triangles, `local_views` and `symbol_cases` find the cases in which a clause fires: the clause is
run on a view of which nothing is known (`unknowns`), and each of its questions is answered in
every possible way (`unknown_answers`). `translate` turns a hypothesis into a function of a path
and a square (paper, section 5.3).
"""
