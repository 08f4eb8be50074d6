"""SWI-Prolog as a second opinion, and for hypotheses that only Prolog can run; it is optional.

`process` finds SWI-Prolog and asks it. `referee` compares it with the translation, over
`fact_views`; `hypothesis` is a predicate that it evaluates.
"""
