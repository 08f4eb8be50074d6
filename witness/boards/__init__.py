"""Whole panels: is there a solution, how many, which one, and new panels that have one.

`frontier/` decides and counts by dynamic programming, `solvers/` has every exact solver behind one
registry, and `generate/` draws panels (paper, section 5.1).
"""
