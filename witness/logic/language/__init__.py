"""The text of Prolog files: terms, clauses, declarations of a bias, possible calls."""
