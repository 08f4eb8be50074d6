"""Single-player games in the Game Description Language: analysis, filters, search."""
