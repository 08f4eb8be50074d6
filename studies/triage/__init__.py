"""Algorithm 2 under several rankings, and what clauses cost in Prolog (results.md)."""
