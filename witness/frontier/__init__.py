"""Dynamic programming over the board, vertex by vertex: it decides, counts, draws at random.

The *frontier*, a row of vertices, separates what is done from what is to come. All that the rest of
the board has to know about the part done is the *profile*: where the path crosses the frontier,
which crossings are connected below it, and what the open squares still need. All ways to fill the
part done that have the same profile are one state.

Where symbols ask for regions, the profile also says which squares along the frontier are in one
region, and what matters of the symbols there.

Start at `panel`, which answers questions about a puzzle. `plan` says what each vertex may do.
`profile` and `reference` define the algorithm, in plain Python; `successors` and `kernel` are their
compiled twins, `arrays` and `table` lay out what these work on, and `compiled` drives them.
`decode` turns an answer into a path. What regions add stands beside that:
`marks` says what the symbols of a region amount to, `regions` defines what becomes of the regions,
and `region_successors` is its compiled twin, with `region_table` for its tables. `states` lets the
same loops work on states with regions and on those without, which are shorter.
"""
