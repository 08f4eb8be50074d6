"""Exact solvers side by side (docs/solvers)."""
