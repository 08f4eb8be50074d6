"""The language of Prolog files: terms, clauses, biases, and what a clause may call."""
