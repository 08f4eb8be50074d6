"""The studio: a page on which panels are drawn, solved, rated and exchanged."""
