"""Searching a game for a plan, with filters that the analyses make."""
