"""Dynamic programming over the board, vertex by vertex: decides, counts, draws at random.

A row of vertices separates what is done from what is to come. All that the rest of the board has
to know about the part done is the *profile*: where the path crosses the row, which crossings are
connected below it, and what the open squares still need. Boards with the same profile are one
state.

`plan` says what is asked at each vertex. `profile` and `reference` are the algorithm in plain
Python, and its definition; `successors` and `kernel` are their compiled twins, `arrays` lays out
what these work on, `compiled` drives them. `panel` is the door, `decode` makes paths of answers.
"""
