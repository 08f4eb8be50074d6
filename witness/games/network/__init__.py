"""A grounded game as a network of gates, and the state machine that runs on it."""
