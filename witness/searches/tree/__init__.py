"""A search step by step.

`tree` is the paper's Figure 2 for any puzzle, and `drawing` draws it; `reasons` says which clause
fires and where; `forced` is the argument of Appendix A.
"""
