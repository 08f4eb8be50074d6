"""Inference rules: the thesis' own, predicates as rules, and which implies which."""
