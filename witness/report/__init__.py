"""Records on disk become tables, figures and pages.

`paper` has the published numbers that stand beside ours.
"""
