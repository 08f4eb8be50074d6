"""The package's own learner: classes of examples, clauses, and the best set of them."""
