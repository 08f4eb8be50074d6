"""The reproduction record: its figures and its page (docs/reproduction.md)."""
