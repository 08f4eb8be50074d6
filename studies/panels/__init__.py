"""The study of public panels."""
