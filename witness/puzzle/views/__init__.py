"""What clauses see of a panel: the views behind the primitives, and hypotheses as Python functions.

`board` has the objects behind the primitives, `configurations` the 486 cases of a square with
triangles. `translate` turns a hypothesis into a function of a path and a square (paper, section
5.3).

The kernel of all proofs and tables finds the cases in which a clause fires, for a square with
triangles (`square_cases`) and for other symbols (`symbol_cases`). It runs that function on views of
which nothing or one square is known (`local_views`, `unknowns`); each question that the function
asks is answered in every possible way (`unknown_answers`).
"""
