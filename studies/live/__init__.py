"""Experiments whose predicates see what a path can still reach, beside the paper's."""
