"""Scores of panels beside the votes of players, and the figures of the thesis."""
