"""The package's own learner: classes of examples, consistent clauses, and the best set of these."""
