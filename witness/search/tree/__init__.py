"""A search step by step: its tree (Figure 2), reasons, and forced moves (Appendix A)."""
