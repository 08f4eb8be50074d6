"""SWI-Prolog as a second opinion on hypotheses, and for those that only Prolog can run.

`referee` compares it with the translation over `fact_views`; `hypothesis` is a predicate that it
evaluates.
"""
