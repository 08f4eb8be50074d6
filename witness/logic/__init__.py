"""The Prolog subset of hypotheses, background knowledge and biases (paper, Tables 1 and 3).

`language/` reads the subset, `compiler/` turns definitions into Python, and `interpreter` defines
what they mean. `translate` turns a hypothesis into a Python function, `explain` into English.
`local_views` decides whether a clause depends on one square alone, and `configurations` has the 486
cases of such a clause; `symbol_cases` finds the cases of clauses about other symbols. Both run the
clause on what is not known, and answer what it asks in every possible way (`unknown_answers`).
"""
