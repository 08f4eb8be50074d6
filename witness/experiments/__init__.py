"""Algorithm 2 (paper, section 4.2): candidates, their race and triage, the test set.

`compare_learners` puts learners side by side.
"""
