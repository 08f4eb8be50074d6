"""The `popper` learner: its files, its process, its answer."""
