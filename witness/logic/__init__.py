"""The Prolog subset of hypotheses, background knowledge and biases (paper, Tables 1 and 3).

`language/` reads and describes it, `compiler/` turns definitions into Python, and `interpreter`
defines what both mean. `translate` makes a hypothesis a Python function, `explain` an English
sentence. `locality` decides whether a clause depends on one square alone, and `configurations`
are the 486 cases that there are then.
"""
