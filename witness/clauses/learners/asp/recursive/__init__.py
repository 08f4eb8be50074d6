"""Programs with recursion: clauses that call the predicate which is learned."""
