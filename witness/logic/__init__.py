"""The Prolog subset of hypotheses, background knowledge and biases (paper, Tables 1 and 3).

`language/` reads the subset, `compiler/` turns definitions into Python, and `interpreter` defines
what they mean. `translate` turns a hypothesis into a Python function, `explain` into English.
`locality` decides whether a clause depends on one square alone; `configurations` has the 486 cases
of such a clause.
"""
