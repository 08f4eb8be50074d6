"""Definitions of the background knowledge, compiled to Python functions."""
