"""A page to solve panels by hand, in one file without a server, with hints that are proved.

`page.py` puts it together from `page.html.j2`, the style sheet and the scripts beside it.
"""
