"""Filters around a game's state machine: each is an analysis and its use, in a file of its own.

`base` says what a filter is, and `registry` finds them by name. `analysis` holds what the analyses
found about a puzzle; `analyse` runs them, and `stack` puts the filters around a machine. `arrays`
and `kernel` are the compiled twins of those that find a state lost.
"""
