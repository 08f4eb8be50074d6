"""Filters around a game's state machine: each is an analysis put to use, in a file of its own."""
