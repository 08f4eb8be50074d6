"""Records on disk become tables, figures and pages.

`paper` holds the published numbers, which stand beside ours.
"""
