"""The version of the package: the one place where it stands (CITATION.cff repeats it)."""

__version__ = "1.0.0"
