"""How hard a puzzle is: MUSE and ReMUSE, with inference rules that are written or learned.

The definitions are those of Chen's thesis, *Entropy as a Measure of Puzzle Difficulty*,
University of Alberta, 2023.
"""
