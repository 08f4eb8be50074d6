"""The Game Description Language: KIF, rulesheets, grounding, and panels as games."""
