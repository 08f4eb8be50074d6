"""What `import witness` offers: puzzles, learning, proofs, searches and experiments in few lines.

Each module has one of them: `puzzle`, `learning` (examples and tasks), `hypothesis`, `searching`,
`experiment`; `pictured` shows a path on its panel. They only join what the other packages do.
"""
