"""Errors, files, limits, processes, machine code: what knows no puzzle."""
