"""The same scores for the puzzles of games.

`rate` returns the record of one, `players` has the rules that the analyses of the game justify, and
`plays` finds both scores.
"""
