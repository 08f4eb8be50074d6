"""How hard a puzzle is: MUSE and ReMUSE, with inference rules that are written or learned.

The definitions are those of Chen's thesis, *Entropy as a Measure of Puzzle Difficulty*,
University of Alberta, 2023. `entropy/` has the scores, `rules/` what a player knows; `rate` rates a
puzzle for a player.

`state` is a path and its moves, and `inference` says which moves the rules leave. `descent` shows
where a score comes from, step by step. `score_range` chooses puzzles for a difficulty. `games/`
rates the puzzles of games.
"""
