"""The same scores for games: positions, players, plays."""
