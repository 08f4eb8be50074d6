"""What pages about panels share: scripts that draw, edit, judge and solve one, and their style."""
