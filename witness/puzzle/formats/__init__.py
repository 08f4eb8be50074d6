"""Puzzles of other programs: web editors, both ways, and the text files of Levin tree search."""
