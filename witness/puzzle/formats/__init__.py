"""Puzzles of other programs: dumps of the Windmill, and the text files of Levin tree search."""
