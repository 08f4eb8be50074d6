"""From which size of the board on a predicate pays in time."""
