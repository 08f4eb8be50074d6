"""Static analyses of a game, one a file; `analysis` runs all of them."""
