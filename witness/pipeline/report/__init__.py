"""Records on disk become tables, figures and pages.

`experiment` reads a folder, and `records` is what it finds there. Tables are declared (`table`) in
the modules whose names end in `_tables`, in `theorem_1` and in `tidy`; `render` writes them as
text. `page` makes the report of an experiment from the tables (`abridged`), `figures`, `pictures`
and a template (`templates`). `paper` holds the published numbers, which stand beside ours.
`theorem_1` is that part of the paper for any result; `pictures` has those of Appendix A.
"""
