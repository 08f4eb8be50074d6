"""Puzzles of other programs: the Windmill's dumps, and the text files of Levin tree search."""
