"""What the project claims, with intervals, commands, and what would refute it."""
