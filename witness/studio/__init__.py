"""Pages on which panels are drawn, and what answers them.

`page/` is the studio, `explore/` shows what an experiment has learned, `panel/` has the scripts of
both, and `server/` answers the studio: hints, suggestions, findings, saving.
"""
