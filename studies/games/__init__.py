"""Games: what filters are good for, how hard games are, and derived predicates."""
