"""SWI-Prolog as a second opinion, and for hypotheses that only Prolog can run; it is optional.

`swi` finds it. `referee` compares it with the translation, over `fact_views`; `hypothesis` is a
predicate that it evaluates in a `process` of its own (`worker` is the program there).
"""
