"""From puzzles to learning tasks (paper, section 4.1).

`examples` makes the examples of a puzzle from its `partial_paths` or from `random_walks`, `facts`
has what the primitives say of them, and `puzzle_task` writes the task for a learner.
"""
