"""Clauses, and how they are learned: nothing in here knows what a panel is.

`language/` reads a subset of Prolog, and `compiler/` turns definitions into Python. `background`
joins definitions with a bias (paper, Tables 1 and 3), `explain` puts clauses into English,
`learners/` learn them, and `prolog/` asks SWI-Prolog what is beyond the compiler. Which
primitives there are stands in `language/primitives.py`; what they look at lies with the panels
(`witness.puzzle.views`).
"""
