"""Learners beside each other: what they learned from the same puzzles, and what triage chose."""
