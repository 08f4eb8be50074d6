"""MUSE and ReMUSE: `reference` defines the scores, `kernel` computes them fast."""
