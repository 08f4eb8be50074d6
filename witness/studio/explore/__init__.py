"""A page to play with: the panels and hypotheses of an experiment, in one file without a server.

`page.py` puts it together from `page.html.j2`, the style sheet and the scripts beside it.
"""
