"""SWI-Prolog as a second opinion: `referee` compares it with the translation over `fact_views`."""
