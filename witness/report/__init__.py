"""Records on disk become tables, figures and pages.

`records` reads them; `tables`, `figures` and `pictures` show them, and `page` makes the report of
an experiment from these, with `templates`. `paper` holds the published numbers, which stand beside
ours. `reproduction` compares finished experiments with them; `theorem_1` and `appendix_a` are those
parts of the paper for any result.
"""
