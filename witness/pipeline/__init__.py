"""Algorithm 2 (paper, section 4.2): candidates, their race and triage, the test set.

`taught` learns from all training puzzles together until everything is proved. `compare_learners`
puts learners side by side.
"""
