"""Planners on the same panels, and what delete relaxation sees of the paths that are lost."""
