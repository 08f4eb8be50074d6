"""Exact solvers side by side."""
