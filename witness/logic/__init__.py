"""A Prolog subset: reading it, bias files, translation to Python, explanation in English."""
