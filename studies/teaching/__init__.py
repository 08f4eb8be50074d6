"""The prover as teacher: four ways from the same puzzles, and what a bias can say at best."""
