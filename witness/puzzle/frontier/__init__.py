"""Dynamic programming over the board, vertex by vertex: it decides, counts, draws at random.

The *frontier*, a row of vertices, separates what is done from what is to come. All that the rest of
the board has to know about the part done is the *profile*: where the path crosses the frontier,
which crossings are connected below it, and what the open squares still need. All ways to fill the
part done that have the same profile are one state.

Where symbols ask for regions, the profile also says which squares along the frontier are in one
region, and what matters of the symbols there.

Start at `panel`, which answers questions about a puzzle. `plan` says how the board lies, and
`table` what each vertex may do. `successors` says what follows a state; `arrays` lays out what it
works on. `kernel` has the loops over states, which are compiled, and `compiled` drives them;
`plain` does the same in plain Python where states have no room in the compiled loops. `answers`
puts paths together from what either says of states. What regions add stands beside that: `marks`
says what the symbols of a region amount to, and `region_successors` what becomes of the regions,
with `region_table` for its tables. `states` lets the same loops work on states with regions and on
those without, which are shorter. Brute force, in the tests, defines what all this has to answer.
"""
