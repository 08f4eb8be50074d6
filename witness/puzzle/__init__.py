"""The panel and what a solution of it is (paper, section 2).

`grid` numbers the vertices, edges and squares of a board, `model` is the puzzle, `rules` say what
solves it, `graph` which paths there are, and `paths` enumerates them. `text`, `svg` and `sheets`
draw, `formats/` reads what other programs write.
"""
