"""Popper as a learner: its files, its process, its answer."""
