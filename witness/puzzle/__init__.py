"""The panel and what a solution of it is (paper, section 2).

`grid` numbers the vertices, edges and squares of a board, `model` is the puzzle, `files` reads and
writes puzzles, `rules` says what solves one, `graph` where paths can run, and `paths` enumerates
them. `text`, `svg` and `sheets` draw; `formats/` reads the files of other programs.
"""
