"""The reproduction record: its figures and its page (results.md)."""
